import HeadlessPlaybackTesting
import TestSupport
import Testing

/// A broadcast of thirty days, whose trace is folded while it is written.
///
/// The suite is one of those for which `make test-real` has time: 432,000 versions of a playlist are
/// listed, loaded and checked, which no folding saves.
@Suite struct ThirtyDayTraceTests {
    @Test func `thirty days of a sliding window have a trace of less than 200 lines`() throws {
        let scratch = ScratchFolder()
        let folder = "\(SampleMedia.transportStream.folder)/video-234p"
        let segments = (0..<3).map { "#EXTINF:6,\n\(folder)/segment-\($0).ts\n" }.joined()
        scratch.put(
            Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(segments)#EXT-X-ENDLIST\n".utf8),
            at: "index.m3u8")
        let text = """
            playctl: 1
            assets:
              - live: {source: \(scratch.path)/index.m3u8, id: news, ran-for: 1h, \
            loop: continuous, window: {length: 36s}}
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
