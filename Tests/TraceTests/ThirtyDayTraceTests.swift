import Foundation
import HeadlessPlaybackTesting
import TestSupport
import Testing

/// A broadcast of thirty days; repeated lines of its trace are folded while it is written.
///
/// Its segments are long, so that only 129,600 versions of a playlist are listed, loaded and
/// checked. The suite nevertheless takes so long that only `make test-real` runs it.
@Suite struct ThirtyDayTraceTests {
    @Test func `thirty days of a sliding window have a trace of less than 200 lines`() throws {
        let scratch = ScratchFolder()
        let folder = "\(SampleMedia.transportStream.folder)/video-234p"
        // Several transport streams, joined in order, are one transport stream.
        let segments = try (0..<5).map {
            try Data(contentsOf: URL(fileURLWithPath: "\(folder)/segment-\($0).ts"))
        }
        scratch.put(segments.flatMap { $0 }, at: "all.ts")
        scratch.put(
            Array(
                "#EXTM3U\n#EXT-X-TARGETDURATION:20\n#EXTINF:20,\nall.ts\n#EXT-X-ENDLIST\n".utf8),
            at: "index.m3u8")
        let text = """
            playctl: 1
            assets:
              - live: {source: \(scratch.path)/index.m3u8, id: news, ran-for: 1h, \
            loop: continuous, window: {length: 120s}}
            player: {verification: playlist}
            steps: [{at: 30d, stop: }]
            """
        let scenario = try ScenarioFile.scenario(
            from: Array(text.utf8), path: "thirty-days.play.yaml")
        let result = ScenarioRunner().run(scenario)
        try result.check()
        #expect(result.worldTime == .seconds(30 * 86_400))
        #expect(result.trace.count < 200)
        let trace = result.trace.reduce(into: "") { $0 += $1 + "\n" }
        try RecordedTrace.expect(trace, is: "live-thirty-days")
    }
}
