import HeadlessPlaybackTesting
import LiveOrigin
import ScenarioRunning
import TestSupport
import Testing
import VirtualTime

/// Video and audio are in sync, although their segments start or are numbered differently.
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

    @Test(arguments: [("audio", 4), ("audio", 6), ("video", 4)])
    func `video and audio are in sync without dates, however their segments are numbered`(
        rendition: String, offset: Int
    ) throws {
        let result = try run(
            ", loop: continuous, date-time: {every: none}, "
                + "renditions: [{match: \"*\(rendition)*\", msn-offset: \(offset)}]")
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

    @Test func `video and audio may be as far apart as in the timestamps of their source`() {
        // The pictures have timestamps from 1.48 s on; the sound starts earlier or later.
        func found(_ positions: [Int64], timestamps: [Int64]) -> Int {
            var truth = ProgrammeTruth(hasBreaks: false)
            for (index, (position, timestamp)) in zip(positions, timestamps).enumerated() {
                let time = Int64(index) * 4000
                func take(_ position: Int64, _ timestamp: Int64, isAudio: Bool) {
                    let start = MediaTime.milliseconds(40_000 + time + position)
                    truth.take(
                        start..<start + .seconds(4), at: .milliseconds(600_000 + time),
                        media: ProgrammeTruth.MediaStart(
                            source: .programme(0), rendition: isAudio ? 1 : 0,
                            timestamp: .milliseconds(time + timestamp), wrap: .seconds(95_443)),
                        isAudio: isAudio, session: 1, .start)
                }
                take(0, 1480, isAudio: false)
                take(position, timestamp, isAudio: true)
            }
            return truth.desynchronized.count
        }
        #expect(found([-80, -80], timestamps: [1400, 1400]) == 0)
        #expect(found([500], timestamps: [1980]) == 0)
        #expect(found([-80, 0], timestamps: [1400, 1400]) == 0)
        #expect(found([-80, 160], timestamps: [1400, 1400]) == 1)
        #expect(found([-80, -300], timestamps: [1400, 1180]) == 1)
        #expect(found([501], timestamps: [1981]) == 1)
    }
}
