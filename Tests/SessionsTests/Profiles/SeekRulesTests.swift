import HeadlessPlayback
import Presentation
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// Players differ in the media that stays in the buffer after a seek.
@Suite struct SeekRulesTests {
    private func playback(
        _ name: String, _ loader: any ResourceLoader = StandardLoader(),
        url: String = SampleMedia.single.path, bitsPerSecond: Int64? = nil
    ) throws -> (playback: Playback, log: RequestLog) {
        let profile = try #require(PlayerProfile.named(name))
        let log = RequestLog()
        let playback = Playback(loader: loader) {
            $0.adopt(profile)
            if let bitsPerSecond {
                $0.network = NetworkConditions(
                    bitsPerSecond: bitsPerSecond, latency: .milliseconds(50))
            }
        }
        playback.controller.world.requestLog = log
        playback.controller.setVideos([Video(url: url)])
        return (playback, log)
    }

    private func names(_ log: RequestLog) -> [String] {
        log.records.filter { !$0.isStored }.map {
            String($0.url.split(separator: "/").last ?? "")
        }
    }

    private func seek(_ playback: Playback, to seconds: Double) {
        playback.controller.seek(to: seconds, toleranceBefore: 0, toleranceAfter: 0)
    }

    /// Runs for six seconds of simulated time, seeks to 9 s, and then seeks back to the start.
    private func seekAheadAndBack(_ playback: Playback) {
        playback.run(until: 6)
        var hasLanded = false
        playback.controller.seek(to: 9, toleranceBefore: 0, toleranceAfter: 0) {
            hasLanded = $0
        }
        var time = 6.0
        while !hasLanded, time < 60 {
            time += 0.1
            playback.run(until: time)
        }
        seek(playback, to: 0)
        playback.controller.run()
    }

    @Test(
        arguments: [
            // Each case: the target, whether the video is a broadcast, and the landing position.
            (25, true, 25), (12, true, 12), (10, true, 10), (9, true, 15), (31, true, 30),
            (9, false, 10), (31, false, 30),
        ] as [(Int64, Bool, Int64)])
    func `a seek before the window of a broadcast lands a margin after its start`(
        target: Int64, isLive: Bool, landing: Int64
    ) {
        let rules = SeekRules(backBuffer: nil, windowMargin: .seconds(5))
        let window = MediaTime.seconds(10)..<MediaTime.seconds(30)
        #expect(
            rules.landing(of: .seconds(target), in: window, isLive: isLive) == .seconds(landing))
        let short = MediaTime.seconds(10)..<MediaTime.seconds(12)
        #expect(rules.landing(of: .zero, in: short, isLive: true) == .seconds(12))
    }

    /// Each row has a player and the expected number of requests.
    ///
    /// The buffer has all five segments when the seek back begins after eight seconds.
    @Test(arguments: [("default", 6), ("hls.js", 6), ("shaka", 6), ("media3", 10)])
    func `a seek back requests media again that has left the buffer`(
        name: String, count: Int
    ) throws {
        let (playback, log) = try playback(name, bitsPerSecond: 4_000_000)
        playback.run(until: 8)
        seek(playback, to: 3)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(names(log).count == count, "\(names(log))")
        #expect(playback.ledger?.isSound == true)
        #expect(playback.ledger?.imbalances == [])
    }

    /// The network is slower than the media, so the second half is missing when the seek starts.
    @Test(arguments: [("default", false), ("hls.js", true)])
    func `a seek forward and back finds the start in the buffer if the player keeps it`(
        name: String, keeps: Bool
    ) throws {
        let (playback, log) = try playback(name, bitsPerSecond: 150_000)
        seekAheadAndBack(playback)
        #expect(playback.recorder.lifecycle.last == .end)
        let first = names(log).count { $0 == "segment-0.ts" }
        #expect(first == (keeps ? 1 : 2), "\(names(log))")
        #expect(playback.ledger?.imbalances == [])
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `under chromium, media whose response had a version is requested only once`() throws
    {
        for isVersioned in [false, true] {
            let (playback, log) = try playback(
                "chromium", SampleServer(namesVersions: isVersioned),
                url: SampleServer.url(of: .single), bitsPerSecond: 150_000)
            seekAheadAndBack(playback)
            #expect(playback.recorder.lifecycle.last == .end)
            let twice = Dictionary(grouping: names(log), by: \.self).filter { $1.count > 1 }
            #expect(twice.isEmpty == isVersioned, "\(names(log))")
            #expect(playback.ledger?.imbalances == [])
            #expect(playback.ledger?.isSound == true)
        }
    }

    @Test func `chromium finishes loading a segment that a seek made useless`() throws {
        for (name, outcome) in [
            ("chromium", RequestRecord.Outcome.received), ("vhs", .abandoned),
        ] {
            let (playback, log) = try playback(name, bitsPerSecond: 150_000)
            playback.run(until: 6)
            let open = try #require(log.records.last)
            #expect(open.end == nil)
            seek(playback, to: 9)
            playback.controller.run()
            let records = log.records
            let place = try #require(records.firstIndex { $0.url == open.url })
            #expect(records[place].outcome == outcome)
            let next = try #require(records.dropFirst(place + 1).first)
            #expect(next.url.hasSuffix("segment-4.ts"))
            let end = try #require(records[place].end)
            if name == "chromium" {
                #expect(end.duration(to: next.start) == .milliseconds(10))
            } else {
                #expect(next.start == Instant(sinceStart: .seconds(6)))
            }
            #expect(playback.recorder.lifecycle.last == .end)
            #expect(playback.ledger?.imbalances == [])
        }
    }

    @Test func `another video cancels requests that a seek made useless`() throws {
        let (playback, log) = try playback("chromium", bitsPerSecond: 150_000)
        playback.run(until: 6)
        seek(playback, to: 9)
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.controller.run()
        #expect(log.records.contains { $0.outcome == .abandoned })
        #expect(playback.controller.ledgers.allSatisfy { $0.ledger.imbalances == [] })
    }
}
