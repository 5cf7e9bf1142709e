import LiveOrigin
import Playlists
import Presentation
import Testing
import VirtualTime

/// Clients with a reloader, a live window and a ledger, which play from a simulated origin.
///
/// All media is accounted for, and there are no more requests than the rules permit.
@Suite struct LiveOriginPlayTests {
    @Test(arguments: LiveProfile.allCases)
    func `two hours of a sliding window are played without loss`(profile: LiveProfile) throws {
        var play = LivePlay(try LiveBroadcast.origin(), LiveTuning(profile))
        play.run(until: .seconds(Double(2 * LiveBroadcast.hour)))
        let ledger = try #require(play.ledger)
        LiveBroadcast.expectRules(play)
        let published = try LiveBroadcast.published(play)
        #expect(ledger.published == published)
        #expect(published > .seconds(2 * LiveBroadcast.hour - 10))
        let reached = ledger.time(in: .notReached)
        #expect(ledger.time(in: .played) + reached == published)
        #expect(reached <= .seconds(40))
        #expect(play.jumps.isEmpty)
        #expect(play.otherNotices.isEmpty, "\(play.otherNotices.prefix(3))")
    }

    @Test func `a day with discontinuities is played without loss and in bounded memory`() throws {
        let programme = LiveBroadcast.programme(loop: .discontinuity)
        var play = LivePlay(try LiveBroadcast.origin(programme: programme), LiveTuning(.apple))
        var sizes: [Int] = []
        for hour in 1...24 {
            play.run(until: .seconds(Double(Int64(hour) * LiveBroadcast.hour)))
            let ledger = try #require(play.ledger)
            sizes.append(ledger.size + (play.window?.dates.pieces.count ?? 0))
        }
        LiveBroadcast.expectRules(play)
        let ledger = try #require(play.ledger)
        #expect(
            ledger.published == (try LiveBroadcast.published(play, programme: programme)))
        #expect(ledger.time(in: .played) + ledger.time(in: .notReached) == ledger.published)
        #expect(ledger.published > .seconds(LiveBroadcast.day - 60))
        #expect((sizes.max() ?? 0) <= 20, "\(sizes)")
        var hours = [Int](repeating: 0, count: 25)
        for instant in play.requests {
            hours[Int(instant.sinceStart.components.seconds / 3600)] += 1
        }
        let later = hours[2..<24]
        let (least, most) = (later.min() ?? 0, later.max() ?? 0)
        #expect(most - least <= most / 10, "\(hours)")
    }

    @Test(arguments: [LiveProfile.apple, .hlsJS, .media3, .vhs, .shaka])
    func `an hour of a low-latency broadcast is played without loss`(profile: LiveProfile) throws {
        var packager = LiveBroadcast.packager(.count(10))
        var control = ServerControl()
        control.canBlockReload = true
        control.canSkipUntil = .seconds(36)
        packager.serverControl = control
        packager.parts = PartListing(target: .seconds(1))
        var play = LivePlay(try LiveBroadcast.origin(packager: packager), LiveTuning(profile))
        play.run(until: .seconds(Double(LiveBroadcast.hour)))
        LiveBroadcast.expectRules(play, parts: 6)
        let ledger = try #require(play.ledger)
        #expect(ledger.published == (try LiveBroadcast.published(play)))
        #expect(ledger.time(in: .played) + ledger.time(in: .notReached) == ledger.published)
        #expect(play.otherNotices.isEmpty, "\(play.otherNotices.prefix(3))")
        #expect(play.requests.count > 2500)
    }

    @Test(arguments: [LiveProfile.apple, .hlsJS, .media3, .vhs])
    func `alternating edge servers lose no media`(profile: LiveProfile) throws {
        let edges = Edges(
            [EdgeServer(), EdgeServer(lag: .seconds(13)), EdgeServer(lifetime: .seconds(4))],
            pick: .alternate)
        var play = LivePlay(try LiveBroadcast.origin(edges: edges), LiveTuning(profile))
        play.run(until: .seconds(Double(2 * LiveBroadcast.hour)))
        LiveBroadcast.expectRules(play)
        let ledger = try #require(play.ledger)
        #expect(ledger.published == (try LiveBroadcast.published(play)))
        #expect(ledger.time(in: .neverListed) == .zero)
        #expect(ledger.time(in: .expired) == .zero)
        #expect(play.notices.contains(.older))
        #expect(play.reloader.epoch == 0)
    }

    @Test(arguments: [LiveProfile.apple, .hlsJS, .media3, .vhs, .shaka])
    func `an edge outage longer than the window leaves media unlisted and causes one jump`(
        profile: LiveProfile
    ) throws {
        let outage = EdgeServer.Outage(Duration.seconds(1000)..<Duration.seconds(1300))
        let edges = Edges([EdgeServer(outages: [outage])])
        var play = LivePlay(try LiveBroadcast.origin(edges: edges), LiveTuning(profile))
        play.run(until: .seconds(Double(LiveBroadcast.hour)))
        // Of these players, only media3 fails; the app then prepares this player again.
        LiveBroadcast.expectRules(play, failures: profile == .media3 ? 1 : 0)
        let ledger = try #require(play.ledger)
        #expect(ledger.published == (try LiveBroadcast.published(play)))
        let lost = ledger.time(in: .neverListed)
        // The outage lasts five minutes, and the next window lists the last eight segments.
        #expect(lost > .seconds(300 - 60) && lost < .seconds(300), "\(lost)")
        #expect(play.jumps.count == 1)
        // The jump to the live edge after the outage skips a part of the window.
        #expect(ledger.time(in: .expired) < .seconds(48))
        let total = [LiveLedger.Account.played, .expired, .notReached, .neverListed]
            .reduce(MediaTime.zero) { $0 + ledger.time(in: $1) }
        #expect(total == ledger.published)
    }

    @Test(arguments: [true, false])
    func `media expires in a pause longer than the window unless playlists are reloaded meanwhile`(
        reloads: Bool
    ) throws {
        var tuning = LiveTuning(.apple)
        tuning.reloadsWhilePaused = reloads
        var play = LivePlay(try LiveBroadcast.origin(), tuning)
        play.run(until: .seconds(600))
        play.pause()
        play.run(until: .seconds(1200))
        play.resume(at: .seconds(1200))
        play.run(until: .seconds(1800))
        LiveBroadcast.expectRules(play)
        let ledger = try #require(play.ledger)
        #expect(ledger.published == (try LiveBroadcast.published(play)))
        #expect(play.jumps.count == (reloads ? 0 : 1))
        // If playlists are reloaded during the pause, media is buffered; otherwise it expires.
        let expired = ledger.time(in: .expired)
        #expect(reloads ? expired == .zero : expired > .seconds(500), "\(expired)")
        #expect(ledger.time(in: .neverListed) == .zero)
    }

    @Test(arguments: [true, false])
    func `an encoder restart loses less than 7 seconds, with and without new sequence numbers`(
        resets: Bool
    ) throws {
        let faults = [
            EncoderFault.restart(
                at: .seconds(LiveBroadcast.hour + 1800), resetsSequence: resets, isTagged: true,
                hasNewInitialization: false)
        ]
        var play = LivePlay(try LiveBroadcast.origin(faults: faults), LiveTuning(.apple))
        play.run(until: .seconds(Double(LiveBroadcast.hour)))
        LiveBroadcast.expectRules(play)
        let ledger = try #require(play.ledger)
        #expect(play.reloader.epoch == (resets ? 1 : 0))
        #expect(ledger.published == (try LiveBroadcast.published(play, faults: faults)))
        let lost = ledger.time(in: .neverListed)
        #expect(ledger.time(in: .played) + ledger.time(in: .notReached) + lost == ledger.published)
        #expect(lost < .seconds(7))
        #expect(play.notices.contains(.restart) == resets)
    }

    @Test(arguments: [Packager.Dates.everySegment, .none])
    func `an encoder restart seen through alternating edge servers is reported once`(
        dates: Packager.Dates
    ) throws {
        let faults = [
            EncoderFault.restart(
                at: .seconds(LiveBroadcast.hour + 600), resetsSequence: true, isTagged: true,
                hasNewInitialization: false)
        ]
        let edges = Edges([EdgeServer(), EdgeServer(lag: .seconds(13))], pick: .alternate)
        var packager = LiveBroadcast.packager()
        packager.dates = dates
        let origin = try LiveBroadcast.origin(faults: faults, packager: packager, edges: edges)
        var play = LivePlay(origin, LiveTuning(.apple))
        play.run(until: .seconds(1200))
        LiveBroadcast.expectRules(play)
        let ledger = try #require(play.ledger)
        #expect(play.reloader.epoch == 1)
        #expect(play.notices.count { $0 == .restart } == 1)
        let published = try LiveBroadcast.published(play, faults: faults)
        let lost = ledger.time(in: .neverListed)
        #expect(ledger.time(in: .played) + ledger.time(in: .notReached) + lost == ledger.published)
        #expect(lost < .seconds(7))
        // Without dates, no client can see that the last segment before the restart is missing.
        let unseen = published - ledger.published
        #expect(dates == .none ? unseen < .seconds(7) : unseen == .zero, "\(unseen)")
    }

    @Test func `no media of a low-latency broadcast is lost when edge servers alternate`() throws {
        var packager = LiveBroadcast.packager(.count(10))
        var control = ServerControl()
        control.canBlockReload = true
        control.canSkipUntil = .seconds(36)
        packager.serverControl = control
        packager.parts = PartListing(target: .seconds(1))
        let edges = Edges([EdgeServer(), EdgeServer(lag: .seconds(3))], pick: .alternate)
        let origin = try LiveBroadcast.origin(packager: packager, edges: edges)
        var play = LivePlay(origin, LiveTuning(.apple))
        play.run(until: .seconds(900))
        LiveBroadcast.expectRules(play, parts: 6)
        let ledger = try #require(play.ledger)
        #expect(ledger.published == (try LiveBroadcast.published(play)))
        #expect(ledger.time(in: .played) + ledger.time(in: .notReached) == ledger.published)
    }

    @Test func `all media is accounted for under faults of the encoder`() throws {
        let start = LiveBroadcast.hour
        let gap = MediaTime.seconds(start + 500)..<MediaTime.seconds(start + 530)
        let faults: [EncoderFault] = [
            .late(at: .seconds(start + 200), by: .seconds(14)), .gap(.times(gap)),
            .silence(MediaTime.seconds(start + 900)..<MediaTime.seconds(start + 960)),
            .targetDuration(at: .seconds(start + 1200), .seconds(9)),
            .locations(at: .seconds(start + 1500)),
        ]
        var play = LivePlay(try LiveBroadcast.origin(faults: faults), LiveTuning(.apple))
        play.run(until: .seconds(1800))
        LiveBroadcast.expectRules(play)
        let ledger = try #require(play.ledger)
        let published = try LiveBroadcast.published(play, faults: faults)
        #expect(ledger.published == published)
        let gaps = ledger.time(in: .gap)
        #expect(gaps >= .seconds(30) && gaps < .seconds(42), "\(gaps)")
        #expect(ledger.time(in: .played) + ledger.time(in: .notReached) + gaps == published)
        #expect(play.notices.contains { if case .stale = $0 { true } else { false } })
        let breaches = play.notices.compactMap { notice -> PlaylistBreach? in
            if case .breach(let breach) = notice { breach } else { nil }
        }
        #expect(breaches.contains(.targetDuration(from: .seconds(6), to: .seconds(9))))
        #expect(breaches.contains { if case .location = $0 { true } else { false } })
        #expect(breaches.count == 2, "\(breaches)")
    }

    @Test func `the end of a broadcast stops requests`() throws {
        var programme = LiveBroadcast.programme()
        programme.ending = Ending(after: .seconds(LiveBroadcast.hour + 600), as: .vod)
        var play = LivePlay(try LiveBroadcast.origin(programme: programme), LiveTuning(.apple))
        play.run(until: .seconds(5000))
        LiveBroadcast.expectRules(play)
        #expect(play.reloader.next == nil)
        #expect(play.window?.hasEnded == true)
        let last = try #require(play.requests.last)
        #expect(last < .seconds(620))
        let ledger = try #require(play.ledger)
        #expect(ledger.time(in: .played) == ledger.published)
        #expect(
            ledger.published == (try LiveBroadcast.published(play, programme: programme)))
    }
}
