import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Scenarios can name every event that is reported.
@Suite struct EventNameTests {
    @Test func `no event name is listed twice`() {
        #expect(Set(EventNames.all).count == EventNames.all.count)
    }

    @Test func `each event in the trace of a download has an event name`() throws {
        var scenario = Scenario("download", playing: SampleMedia.single.path) {
            step(.download(0, nil), at: .start)
            step(.playDownload(0), at: .event("didFinishDownload"))
        }
        scenario.expectations = [.count(EventPattern("requestVideoDownload"), 1...1)]
        let result = ScenarioRunner().run(scenario)
        #expect(ScenarioFailure(of: "", checks: result.checks) == nil)
        let names = Set(
            result.trace.map { String($0.dropFirst(18).prefix { $0 != " " }) })
        #expect(names.contains("requestVideoDownload"))
        for name in names where !["--", ">>", "<<", "!!"].contains(name) {
            #expect(EventNames.all.contains(name), "\(name)")
        }
    }

    @Test func `every event of an offline recorder can be named`() {
        let recorder = OfflineRecorder(world: PlaybackWorld())
        let token: OfflineVideoToken = "a"
        recorder.downloadWasPaused(forOfflineVideoToken: token)
        recorder.didDownloadStaticImages(withOfflineVideoToken: token)
        recorder.offlineVideoToken(token, didFinishDownloadWithError: nil)
        recorder.offlineVideoStorageDidChange()
        _ = recorder.shouldDeleteVideoPackage("a")
        recorder.manifestURLTTLUpdate(for: Video(url: "a"), token: token) { _ in }
        let words = recorder.lines.map { $0.split(separator: " ")[1] }
        #expect(words.count == 6)
        #expect(words.allSatisfy { EventNames.all.contains(String($0)) })
    }

    @Test(arguments: ["requestVideoDownload", "didFinishDownload", "willDownloadVariants", "End"])
    func `a scenario file accepts event names`(name: String) throws {
        let text = "playctl: 1\nassets: [a]\nexpect: [{never: \(name)}]\n"
        _ = try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml", root: nil)
    }
}
