import HeadlessPlaybackTesting
import ScenarioRunning
import TestSupport
import Testing
import VirtualTime

/// Video and audio of an ad break are in sync, although their segments start at different times.
@Suite struct BreakSynchronyTests: LiveScenarioSuite {
    @Test func `an ad break that audio starts later than video is in sync`() throws {
        let text = """
            playctl: 1
            assets:
              - live: {source: \(SampleMedia.fragments.path), id: news, ran-for: 10m, window: \
            {length: 60s}, breaks: [{at: 28s, source: \(SampleMedia.fragments.path), \
            duration: 12s}]}
            steps: [{at: 80s, stop: }]
            """
        let result = ScenarioRunner().run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml"))
        #expect(failures(result) == [])
    }

    @Test func `the offset of an ad break is permitted between video and audio, but no more`() {
        func isFound(_ milliseconds: Int64, offset: Int64) -> Bool {
            var truth = ProgrammeTruth(hasBreaks: true)
            let interval = MediaTime.seconds(40)..<MediaTime.seconds(44)
            truth.take(interval, at: .seconds(600), adBreak: 0, isAudio: false, session: 1, .start)
            truth.take(
                interval, at: .milliseconds(600_000 + milliseconds), adBreak: 0,
                breakOffset: .milliseconds(offset), isAudio: true, session: 1, .start)
            return !truth.desynchronized.isEmpty
        }
        #expect(isFound(49, offset: 0) && !isFound(49, offset: 16) && !isFound(49, offset: -16))
        #expect(isFound(62, offset: 16) && isFound(-62, offset: 16))
    }
}
