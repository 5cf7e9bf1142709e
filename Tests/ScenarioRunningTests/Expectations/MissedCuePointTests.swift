import HeadlessPlaybackTesting
import TestSupport
import Testing

@testable import ScenarioRunning

/// Cue points that were not reported, in runs that stop early.
@Suite struct MissedCuePointTests {
    /// An event that a test reports.
    private enum Report {
        case play
        case progress(Double)
        case pause
        case death
        case rate(Double)
    }

    /// Returns whether the cue point at 2 s counts as missed when it is never reported.
    private func isMissed(
        _ reports: [(Double, Report)], end: Double, rate: Double = 1
    ) -> Bool? {
        let controller = PlaybackController()
        controller.setVideos([SampleMedia.single.video(cuePoints: [.at(.seconds(2), type: "ad")])])
        controller.run()
        let chronicle = Chronicle(lints: [])
        for (second, report) in reports {
            var position = MediaTime.zero
            let kind: Happening.Kind
            switch report {
            case .play: kind = .event(.didReceiveLifecycleEvent(LifecycleEvent(.play)))
            case .pause: kind = .event(.didReceiveLifecycleEvent(LifecycleEvent(.pause)))
            case .death: kind = .death
            case .rate(let rate): kind = .command(.setRate(rate))
            case .progress(let seconds):
                position = MediaTime(seconds: seconds) ?? .zero
                kind = .event(.didProgressTo(.at(position)))
            }
            chronicle.note(
                Happening(
                    kind, at: Instant(sinceStart: .seconds(second)), session: 1,
                    position: position))
        }
        var scenario = Scenario("stopped", assets: [])
        scenario.player.rate = rate
        var record = RunRecord(scenario, chronicle)
        record.sessions = controller.ledgers.map {
            SessionOutcome(number: $0.sessionNumber, ledger: $0, wasTakenAway: false)
        }
        record.end = Instant(sinceStart: .seconds(end))
        return CuePointCounting(record).counts[1]?.first.map { !$0.isRight }
    }

    private let played: [(Double, Report)] = [
        (0, .play), (1, .progress(1)), (2, .progress(2)), (3, .progress(3)), (4, .progress(4)),
    ]

    @Test func `an unreported cue point that was passed long before the run stops is missed`() {
        let more = played + [(5, .progress(5))]
        #expect(isMissed(more, end: 5) == true)
        #expect(isMissed(more + [(5, .pause)], end: 90) == true)
        #expect(isMissed(more + [(5, .death)], end: 90) == true)
    }

    @Test func `an unreported cue point that was passed just before the run stops is undecided`() {
        #expect(isMissed(played, end: 4) == false)
        #expect(isMissed(played.dropLast() + [], end: 3) == false)
        // Cue points are not evaluated while the playhead is stopped.
        #expect(isMissed(played + [(4, .pause)], end: 90) == false)
    }

    private let slow: [(Double, Report)] = [(0, .play), (8, .progress(2)), (12, .progress(3))]

    @Test func `slow playback has more time to report a cue point`() {
        #expect(isMissed(slow, end: 12) == true)
        #expect(isMissed(slow, end: 12, rate: 0.25) == false)
        #expect(isMissed([(0, .rate(0.25))] + slow + [(12, .rate(2))], end: 12) == false)
    }
}
