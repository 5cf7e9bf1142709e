import HeadlessPlaybackTesting
import Synchronization
import TestSupport
import Testing
import Transport

/// A survey continues after segments that cannot be loaded, up to a limit.
@Suite struct SurveyBoundTests {
    /// A loader of a playlist with many segments; only the first segment can be loaded.
    private final class LossyLoader: ResourceLoader {
        private let cause: TransportError.Cause
        private let counter = Mutex<Set<String>>([])
        let playlist: [UInt8]
        let segment = fileBytes("\(SampleMedia.single.folder)/segment-0.ts")

        /// The number of segments that were requested but could not be loaded.
        var lossCount: Int { counter.withLock { $0.count } }

        init(_ cause: TransportError.Cause, segments: Int) {
            self.cause = cause
            let lines = (0..<segments).map { "#EXTINF:2,\nsegment-\($0).ts" }
            playlist = Array(
                "#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(lines.joined(separator: "\n"))\n#EXT-X-ENDLIST"
                    .utf8)
        }

        func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
            if request.url.hasSuffix("m3u8") {
                return ResourceResponse(url: request.url, body: ResourceBody(playlist))
            }
            if request.url.hasSuffix("segment-0.ts") {
                return ResourceResponse(url: request.url, body: ResourceBody(segment))
            }
            counter.withLock { _ = $0.insert(request.url) }
            throw TransportError(url: request.url, cause: cause)
        }
    }

    private func survey(_ loader: LossyLoader) async -> [String] {
        var surveyor = AssetSurveyor()
        surveyor.loader = loader
        let asset = await surveyor.survey(Video(url: "https://example.com/index.m3u8"))
        return AssetVerifier(expecting: []).verify(asset).result.checks.compactMap { check in
            guard case .failed(let failure) = check.outcome else { return nil }
            return failure.found
        }
    }

    @Test func `1,000 missing segments end a survey, and fewer do not`() async {
        let many = LossyLoader(.notFound, segments: 1300)
        let failures = await survey(many)
        #expect((1000..<1040).contains(many.lossCount), "\(many.lossCount)")
        #expect(failures.contains { $0.contains("too much media is lost") }, "\(failures)")
        let few = LossyLoader(.notFound, segments: 901)
        #expect(await !survey(few).contains { $0.contains("too much media is lost") })
        #expect(few.lossCount == 900)
    }

    @Test func `a survey ends after 8 segments with status 503, and continues after 6`() async {
        let many = LossyLoader(.status(503), segments: 100)
        let failures = await survey(many)
        #expect((8..<20).contains(many.lossCount), "\(many.lossCount)")
        #expect(failures.contains { $0.contains("too much media is lost") }, "\(failures)")
        let few = LossyLoader(.status(503), segments: 7)
        #expect(await !survey(few).contains { $0.contains("too much media is lost") })
        #expect(few.lossCount == 6)
    }
}
