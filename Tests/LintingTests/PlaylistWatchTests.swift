import LiveOrigin
import Linting
import Playlists
import Presentation
import Testing
import VirtualTime

/// Playlists of an origin whose faults are known, watched for some minutes.
@Suite struct PlaylistWatchTests {
    /// Watches the playlist of an origin, and returns the breaches.
    private func watch(
        _ packager: Packager = packager(), encoder: Encoder = Encoder(), edges: Edges = Edges(),
        segments: [Int64] = [6000, 6000, 5200, 4000], loop: Programme.Loop = .discontinuity,
        for length: Duration = .seconds(600)
    ) throws -> (findings: [LintFinding], watch: PlaylistWatch) {
        let tracks = packager.renditions.map { _ in
            TrackSurvey(
                segments: segments.enumerated().map {
                    SegmentSurvey(uri: "v\($0.offset).ts", duration: .milliseconds($0.element))
                })
        }
        let origin = try LiveOrigin(
            programme: Programme(sources: [SourceSurvey(tracks: tracks)], loop: loop),
            encoder: encoder, packager: packager, edges: edges, ranFor: .seconds(600))
        var watch = PlaylistWatch("video")
        var findings: [LintFinding] = []
        var next = watch.start(at: .start)
        var ordinal = 0
        while let instant = next, instant.sinceStart < length {
            let location = watch.request(at: instant).location("video/index.m3u8")
            let request = OriginRequest(location, ordinal: ordinal)
            ordinal += 1
            let step = Self.answer(
                origin.answer(request, arrivingAt: instant), to: &watch, at: instant)
            findings += step.findings
            next = step.next
        }
        return (findings, watch)
    }

    private static func answer(
        _ answer: OriginAnswer, to watch: inout PlaylistWatch, at instant: Instant
    ) -> PlaylistWatch.Step {
        switch answer {
        case .held(let until, let next): Self.answer(next, to: &watch, at: until)
        case .refused(let status): watch.fail(status: status, "status \(status)", at: instant)
        case .ready(let response):
            if case .playlist(.media(let playlist)) = response.content {
                watch.take(playlist, at: instant)
            } else {
                watch.fail(status: nil, "no media playlist", at: instant)
            }
        }
    }

    private static func packager(
        _ window: Packager.Window = .length(.seconds(60)),
        _ change: (inout Packager) -> Void = { _ in }
    ) -> Packager {
        var packager = Packager(renditions: [RenditionListing(name: "video")], window: window)
        change(&packager)
        return packager
    }

    /// A packager of parts, blocking reloads and delta updates.
    private static func lowLatency(_ change: (inout Packager) -> Void = { _ in }) -> Packager {
        packager {
            var control = ServerControl()
            control.canBlockReload = true
            control.canSkipUntil = .seconds(36)
            $0.serverControl = control
            $0.parts = PartListing(target: .seconds(1))
            change(&$0)
        }
    }

    private func rules(_ findings: [LintFinding]) -> Set<LintRule> { Set(findings.map(\.rule)) }

    @Test(arguments: [
        Packager.Window.length(.seconds(60)), .count(8), .event, .length(.seconds(3600)),
    ])
    func `a correct origin breaks no rule`(window: Packager.Window) throws {
        let (findings, watch) = try watch(Self.packager(window))
        #expect(findings == [])
        #expect(watch.versionCount > 100)
        let rules: Set<LintRule> = [.playlists, .edits, .counters, .durations, .dates]
        #expect(rules.isSubset(of: watch.examined))
    }

    @Test func `a correct low-latency origin breaks no rule, and blocking reloads are examined`()
        throws
    {
        let (findings, watch) = try watch(Self.lowLatency(), loop: .continuous)
        #expect(findings == [])
        #expect(watch.versionCount > 500)
        #expect(watch.examined.contains(.blocking))
    }

    @Test func `media sequence numbers that start again are a breach`() throws {
        let fault = EncoderFault.restart(
            at: .seconds(700), resetsSequence: true, isTagged: true, hasNewInitialization: false)
        let (findings, _) = try watch(encoder: Encoder(faults: [fault]))
        #expect(rules(findings).contains(.edits))
        #expect(findings.contains { $0.found == "numbers that start again" })
    }

    @Test func `a target duration that changes is a breach`() throws {
        let fault = EncoderFault.targetDuration(at: .seconds(700), .seconds(9))
        let (findings, _) = try watch(encoder: Encoder(faults: [fault]))
        #expect(rules(findings) == [.edits])
        #expect(findings.first?.expected == "the target duration 6.000 s")
    }

    @Test func `segment URIs that change are a breach`() throws {
        let fault = EncoderFault.locations(at: .seconds(700))
        let (findings, _) = try watch(encoder: Encoder(faults: [fault]))
        #expect(rules(findings) == [.edits])
        #expect(findings.count == 1)
    }

    @Test func `an encoder silence is one breach, after one and a half target durations`()
        throws
    {
        let fault = EncoderFault.silence(.seconds(700)..<MediaTime.seconds(760))
        let (findings, _) = try watch(encoder: Encoder(faults: [fault]))
        let silences = findings.filter { $0.rule == .updates }
        #expect(silences.count == 1)
        #expect(silences.first?.expected == "a new segment within 9.000 s")
        let (short, _) = try watch(
            encoder: Encoder(faults: [.late(at: .seconds(700), by: .seconds(2))]))
        #expect(rules(short).contains(.updates) == false)
    }

    @Test(arguments: [RenditionListing.DiscontinuitySequence.absent, .off(by: 3)])
    func `a discontinuity sequence that does not increase is a breach`(
        wrong: RenditionListing.DiscontinuitySequence
    ) throws {
        let (findings, _) = try watch(
            Self.packager { $0.renditions[0].discontinuitySequence = wrong })
        // A constant error is not visible: the numbers rise as they should.
        #expect(rules(findings).contains(.counters) == (wrong == .absent))
    }

    @Test func `a window of two segments is too short`() throws {
        let (findings, _) = try watch(Self.packager(.count(2)))
        #expect(rules(findings) == [.window])
    }

    @Test func `a lagging server that alternates with another one is a breach`() throws {
        let edges = Edges([EdgeServer(), EdgeServer(lag: .seconds(13))], pick: .alternate)
        let (findings, _) = try watch(edges: edges)
        #expect(rules(findings).contains(.edits))
    }

    @Test func `blocking reloads that do not wait are breaches`() throws {
        let (findings, _) = try watch(
            Self.lowLatency { $0.blocking = .immediate }, for: .seconds(60))
        #expect(rules(findings) == [.blocking])
    }

    @Test func `a step in the programme date is a breach`() throws {
        let clock = OriginClock(steps: [OriginClock.Step(at: .seconds(700), by: .seconds(4))])
        let (findings, _) = try watch(encoder: Encoder(clock: clock))
        #expect(rules(findings) == [.dates])
    }

    @Test func `segments longer than the target duration are breaches`() throws {
        let (findings, _) = try watch(Self.packager { $0.targetDuration = .seconds(5) })
        #expect(rules(findings).contains(.durations))
        #expect(findings.contains { $0.found.hasPrefix("6.000 s: s") })
        // Durations are rounded: half a second too much counts as a whole second too much, and less
        // does not count.
        #expect(!findings.contains { $0.found.hasPrefix("5.200 s") })
    }

    @Test func `a playlist that cannot be loaded is a breach`() throws {
        var watch = PlaylistWatch("video")
        _ = watch.start(at: .start)
        _ = watch.request(at: .start)
        let step = watch.fail(status: 404, "status 404", at: .start)
        #expect(step.findings.map(\.rule) == [.playlists])
        #expect(step.next != nil)
    }

    @Test(arguments: [(17, true), (18, false)])
    func `a blocking reload that is refused before three target durations is a breach`(
        seconds: Int64, isBreach: Bool
    ) throws {
        var watch = PlaylistWatch("video")
        var playlist = MediaPlaylist()
        playlist.targetDuration = .seconds(6)
        playlist.segments = (0..<4).map { MediaSegment(uri: "\($0).ts", duration: .seconds(6)) }
        var control = ServerControl()
        control.canBlockReload = true
        playlist.serverControl = control
        _ = watch.start(at: .start)
        _ = watch.request(at: .start)
        let next = try #require(watch.take(playlist, at: .start).next)
        #expect(watch.request(at: next).sequence == 4)
        let step = watch.fail(
            status: 503, "status 503", at: next.advanced(by: .seconds(seconds)))
        #expect(step.findings.map(\.rule) == (isBreach ? [.blocking] : []))
    }

    @Test func `the newest segment and one that was just removed are probed`() throws {
        var watch = PlaylistWatch("video")
        func version(_ numbers: Range<Int>) -> MediaPlaylist {
            var playlist = MediaPlaylist()
            playlist.targetDuration = .seconds(6)
            playlist.mediaSequence = numbers.lowerBound
            playlist.segments = numbers.map { MediaSegment(uri: "\($0).ts", duration: .seconds(6)) }
            return playlist
        }
        var next = watch.start(at: .start)
        var probes: [[String]] = []
        for first in 0..<3 {
            let instant = try #require(next)
            _ = watch.request(at: instant)
            let step = watch.take(version(first..<first + 4), at: instant)
            probes.append(step.probes.map(\.uri))
            #expect(step.findings == [])
            next = step.next
        }
        #expect(probes == [["3.ts"], ["4.ts", "0.ts"], ["5.ts", "1.ts"]])
    }
}

/// The responses to a player, which requests them at its own instants.
@Suite struct FollowedPlayerTests {
    private func version(_ numbers: Range<Int>, blocks: Bool = false) -> MediaPlaylist {
        var playlist = MediaPlaylist()
        playlist.targetDuration = .seconds(6)
        playlist.mediaSequence = numbers.lowerBound
        playlist.segments = numbers.map { MediaSegment(uri: "\($0).ts", duration: .seconds(6)) }
        if blocks {
            var control = ServerControl()
            control.canBlockReload = true
            playlist.serverControl = control
        }
        return playlist
    }

    private func instant(_ seconds: Int64) -> Instant { Instant(sinceStart: .seconds(seconds)) }

    /// Loads versions at instants, and returns the broken rules.
    private func rules(
        _ loads: [(second: Int64, numbers: Range<Int>)]
    ) -> [LintRule] {
        var watch = PlaylistWatch("video", followsPlayer: true)
        return loads.flatMap { second, numbers in
            watch.follow(.none, at: instant(second))
            return watch.take(version(numbers), at: instant(second)).findings.map(\.rule)
        }
    }

    @Test func `a player that pauses its requests is not mistaken for a late origin`() {
        #expect(rules([(0, 0..<5), (300, 50..<55)]) == [])
        #expect(rules([(0, 0..<5), (29, 50..<55)]) == [.edits])
        #expect(rules([(0, 0..<5), (20, 1..<6)]) == [])
    }

    @Test func `an unchanged response after more than one and a half target durations is late`() {
        #expect(rules([(0, 0..<5), (9, 0..<5), (12, 1..<6)]) == [])
        #expect(rules([(0, 0..<5), (10, 0..<5), (12, 0..<5)]) == [.updates])
    }

    @Test(arguments: [(5, false), (6, true), (8, true)])
    func `a blocking reload that returns the known version is a breach if more was requested`(
        sequence: Int, isBreach: Bool
    ) {
        var watch = PlaylistWatch("video", followsPlayer: true)
        watch.follow(.none, at: .start)
        _ = watch.take(version(0..<6, blocks: true), at: .start)
        watch.follow(ReloadDirectives(sequence: sequence), at: instant(1))
        let step = watch.take(version(0..<6, blocks: true), at: instant(1))
        #expect(step.findings.map(\.rule) == (isBreach ? [.blocking] : []))
    }

    @Test func `the duration of the transfer does not count as blocking time`() {
        for (sent, isBreach) in [(1, false), (18, false), (20, true)] as [(Int64, Bool)] {
            var watch = PlaylistWatch("video", followsPlayer: true)
            watch.follow(.none, at: .start)
            _ = watch.take(version(0..<6, blocks: true), at: .start)
            watch.follow(ReloadDirectives(sequence: 6), at: .start)
            let step = watch.take(
                version(1..<7, blocks: true), at: instant(40), sentAt: instant(sent))
            #expect(step.findings.map(\.rule) == (isBreach ? [.blocking] : []))
        }
    }
}

/// Playlists of one broadcast that contradict each other.
@Suite struct BroadcastWatchTests {
    private func version(
        _ numbers: Range<Int>, target: Int64 = 6, reporting last: Int? = nil
    ) -> MediaPlaylist {
        var playlist = MediaPlaylist()
        playlist.targetDuration = .seconds(target)
        playlist.mediaSequence = numbers.lowerBound
        playlist.segments = numbers.map { MediaSegment(uri: "\($0).ts", duration: .seconds(6)) }
        if let last {
            playlist.renditionReports = [
                RenditionReport(uri: "../audio/index.m3u8", lastMediaSequence: last)
            ]
        }
        return playlist
    }

    private let audio = "https://live.test/audio/index.m3u8"
    private let video = "https://live.test/video/index.m3u8"

    @Test(arguments: [(9, nil, []), (8, nil, []), (8, 20, [LintRule.reports]), (9, 20, [])])
    func `a rendition report with fewer segments than were already listed is a breach`(
        reported: Int, earlier: Int64?, rules: [LintRule]
    ) {
        var watch = BroadcastWatch()
        var findings = watch.take(
            version(0..<10), at: audio, named: "audio", isText: false, after: nil,
            at: Instant(sinceStart: .seconds(10)))
        findings += watch.take(
            version(0..<10, reporting: reported), at: video, named: "video", isText: false,
            after: earlier.map { Instant(sinceStart: .seconds($0)) },
            at: Instant(sinceStart: .seconds(30)))
        #expect(findings.map(\.rule) == rules)
        #expect(watch.examined.contains(.reports) == (earlier != nil))
    }

    @Test(
        arguments: [
            (12, 40, [LintRule.reports]), (20, 40, []), (21, 40, []), (12, 29, []), (12, nil, []),
        ] as [(Int, Int64?, [LintRule])])
    func `a rendition report with more segments than are listed later is a breach`(
        listed: Int, earlier: Int64?, rules: [LintRule]
    ) {
        var watch = BroadcastWatch()
        var findings = watch.take(
            version(0..<10, reporting: 19), at: video, named: "video", isText: false, after: nil,
            at: Instant(sinceStart: .seconds(30)))
        for second in [50, 60] as [Int64] {
            findings += watch.take(
                version(0..<listed), at: audio, named: "audio", isText: false,
                after: earlier.map { Instant(sinceStart: .seconds($0)) },
                at: Instant(sinceStart: .seconds(second)))
        }
        #expect(findings.map(\.rule) == rules)
    }

    @Test(arguments: [(0, 0), (2, 0), (3, 1)])
    func `rendition reports of segments not listed in time are a breach, also when repeated`(
        excess: Int, count: Int
    ) {
        var watch = BroadcastWatch()
        var found = 0
        for second in 10..<200 as Range<Int> {
            let instant = Instant(sinceStart: .seconds(Int64(second)))
            let earlier = Instant(sinceStart: .seconds(Int64(second) - 2))
            let last = second - 1 + excess
            found +=
                watch.take(
                    version(0..<second, reporting: last), at: video, named: "video", isText: false,
                    after: earlier, at: instant
                ).count
            found +=
                watch.take(
                    version(0..<second), at: audio, named: "audio", isText: false, after: earlier,
                    at: instant
                ).count
        }
        #expect(min(found, 1) == count)
    }

    @Test func `an outdated rendition report is a breach although the other playlist is newer`() {
        var watch = BroadcastWatch()
        var findings: [LintFinding] = []
        for second in 10..<40 as Range<Int> {
            let instant = Instant(sinceStart: .seconds(Int64(second)))
            let earlier = Instant(sinceStart: .seconds(Int64(second) - 1))
            findings += watch.take(
                version(0..<second), at: audio, named: "audio", isText: false, after: earlier,
                at: instant)
            findings += watch.take(
                version(0..<second, reporting: second - 4), at: video, named: "video",
                isText: false, after: earlier, at: instant)
        }
        #expect(Set(findings.map(\.rule)) == [.reports])
        #expect(Set(findings.map(\.playlist)) == ["video"])
    }

    @Test(arguments: [
        ("../audio/index.m3u8", []), ("index.m3u8", [LintRule.reports]),
        ("../other/index.m3u8", [LintRule.reports]),
    ])
    func `a rendition report of no other playlist of the broadcast is a breach, once`(
        uri: String, rules: [LintRule]
    ) {
        var watch = BroadcastWatch(of: [audio, video])
        var findings: [LintFinding] = []
        for second in [10, 20] as [Int64] {
            var playlist = version(0..<10)
            playlist.renditionReports = [RenditionReport(uri: uri, lastMediaSequence: 9)]
            findings += watch.take(
                playlist, at: video, named: "video", isText: false, after: .start,
                at: Instant(sinceStart: .seconds(second)))
        }
        #expect(findings.map(\.rule) == rules)
    }

    @Test func `rendition reports name the locations after redirects`() {
        let edge = "https://edge.test/audio/index.m3u8"
        var watch = BroadcastWatch(of: [audio, video])
        var findings = watch.take(
            version(0..<10), at: audio, base: edge, named: "audio", isText: false, after: nil,
            at: .start)
        for last in [9, 5] {
            findings += watch.take(
                version(0..<10, reporting: last), at: video,
                base: "https://edge.test/video/index.m3u8", named: "video", isText: false,
                after: Instant(sinceStart: .seconds(1)), at: Instant(sinceStart: .seconds(2)))
        }
        #expect(findings.map(\.found) == ["LAST-MSN 5"])
    }

    /// Ends one playlist at 10 s, and lets the other one continue for a time.
    private func ends(_ seconds: Int, isText: Bool = false) -> [LintFinding] {
        var watch = BroadcastWatch()
        var ended = version(0..<10)
        ended.hasEndList = true
        var findings = watch.take(
            version(0..<10), at: video, named: "video", isText: false, after: nil, at: .start)
        findings += watch.take(
            ended, at: audio, named: "audio", isText: isText, after: .start,
            at: Instant(sinceStart: .seconds(10)))
        for second in stride(from: 12, through: 10 + seconds, by: 6) {
            findings += watch.take(
                version(0..<10 + second / 6), at: video, named: "video", isText: false,
                after: Instant(sinceStart: .seconds(Int64(second) - 6)),
                at: Instant(sinceStart: .seconds(Int64(second))))
        }
        return findings
    }

    @Test func `a playlist that ends long before another one is a breach, but for subtitles`() {
        #expect(ends(20) == [])
        #expect(ends(60).map(\.rule) == [.renditions])
        #expect(ends(60).first?.playlist == "audio")
        #expect(ends(60, isText: true) == [])
    }

    @Test(arguments: [(0, []), (30, []), (140, [LintRule.renditions])] as [(Int64, [LintRule])])
    func `renditions whose dates are far from each other are a breach`(
        seconds: Int64, rules: [LintRule]
    ) {
        func dated(by seconds: Int64) -> MediaPlaylist {
            var playlist = version(0..<10)
            for number in 0..<10 {
                playlist.segments[number].programDateTime = DateTime(
                    millisecondsSince1970: (Int64(number) * 6 + seconds) * 1000)
            }
            return playlist
        }
        var watch = BroadcastWatch()
        var findings = watch.take(
            dated(by: 0), at: video, named: "video", isText: false, after: nil, at: .start)
        findings += watch.take(
            dated(by: seconds), at: audio, named: "audio", isText: false, after: .start, at: .start)
        #expect(findings.map(\.rule) == rules)
    }

    @Test(arguments: [(0, [LintRule.reports]), (1, []), (nil, [])] as [(Int?, [LintRule])])
    func `a rendition report with fewer parts than were already listed is a breach`(
        part: Int?, rules: [LintRule]
    ) {
        var watch = BroadcastWatch()
        var other = version(0..<10)
        other.segments[9].parts = (0..<2).map {
            PartialSegment(uri: "9.\($0).ts", duration: .seconds(3))
        }
        var findings = watch.take(
            other, at: audio, named: "audio", isText: false, after: nil,
            at: Instant(sinceStart: .seconds(10)))
        var reporting = version(0..<10, reporting: 9)
        reporting.renditionReports[0].lastPart = part
        findings += watch.take(
            reporting, at: video, named: "video", isText: false,
            after: Instant(sinceStart: .seconds(20)), at: Instant(sinceStart: .seconds(30)))
        #expect(findings.map(\.rule) == rules)
    }

    @Test(arguments: [(4, []), (5, [LintRule.renditions])])
    func `renditions with different discontinuity sequences at one date are a breach`(
        counted: Int, rules: [LintRule]
    ) {
        func dated(_ numbers: Range<Int>, discontinuity: Int) -> MediaPlaylist {
            var playlist = version(numbers)
            playlist.discontinuitySequence = discontinuity
            for (place, number) in numbers.enumerated() {
                playlist.segments[place].programDateTime = DateTime(
                    millisecondsSince1970: Int64(number) * 6000 + (discontinuity == 4 ? 0 : 100))
            }
            playlist.countDiscontinuities()
            return playlist
        }
        var watch = BroadcastWatch()
        var findings = watch.take(
            dated(0..<10, discontinuity: 4), at: video, named: "video", isText: false, after: nil,
            at: .start)
        findings += watch.take(
            dated(2..<11, discontinuity: counted), at: audio, named: "audio", isText: false,
            after: .start, at: .start)
        #expect(findings.map(\.rule) == rules)
    }

    @Test(arguments: [(8, false, [LintRule.renditions]), (8, true, []), (6, false, [])])
    func `renditions with other target durations are a breach, but for subtitles`(
        target: Int64, isText: Bool, rules: [LintRule]
    ) {
        var watch = BroadcastWatch()
        var findings = watch.take(
            version(0..<10), at: video, named: "video", isText: false, after: nil, at: .start)
        for _ in 0..<3 {
            findings += watch.take(
                version(0..<10, target: target), at: audio, named: "audio", isText: isText,
                after: .start, at: .start)
        }
        #expect(findings.map(\.rule) == rules)
    }
}
