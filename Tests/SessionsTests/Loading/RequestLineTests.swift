import HeadlessPlayback
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// The minimum intervals between requests, and the requests that must wait for other requests.
@Suite struct RequestLineTests {
    private func records(
        _ sample: SampleMedia, _ change: (inout RequestRules) -> Void
    ) -> [RequestRecord] {
        let log = RequestLog()
        let playback = Playback {
            var profile = PlayerProfile("test", basis: .chosen)
            change(&profile.policy.requests)
            $0.adopt(profile)
            $0.network = NetworkConditions(bitsPerSecond: 1_000_000, latency: .milliseconds(50))
        }
        playback.controller.world.requestLog = log
        playback.play(sample.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
        return log.records
    }

    @Test func `requests are made when only the first request interval is set`() {
        let records = records(.single) {
            $0.interval = .zero
            $0.firstInterval = .milliseconds(18)
        }
        #expect(records.count > 3)
    }

    @Test
    func `the first request interval may differ from later ones when requests are not limited`()
        throws
    {
        let records = records(.single) {
            $0.interval = .milliseconds(2)
            $0.firstInterval = .milliseconds(18)
        }
        try #require(records.count == 6)
        let gaps = zip(records, records.dropFirst()).map {
            ($0.end ?? .start).duration(to: $1.start)
        }
        #expect(gaps[0] == .milliseconds(18))
        #expect(gaps[1] == .milliseconds(2))
    }

    /// Audio is separate: its initialization section must not be requested while video arrives.
    @Test func `requests after a segment and its initialization section wait for both`() throws {
        let records = records(.fragments) {
            $0.limit = 1
            $0.interval = .milliseconds(10)
            $0.besideSection = .milliseconds(3)
        }
        let first = try #require(records.firstIndex { $0.kind == .segment })
        let end = try #require(records[first].end)
        #expect(records[first - 1].kind == .initializationSection)
        #expect(records[first].start < (records[first - 1].end ?? .start))
        for later in records[(first + 1)...] { #expect(later.start >= end) }
    }
}
