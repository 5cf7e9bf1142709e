import LiveOrigin
import Linting
import Playlists
import Presentation
import Testing
import VirtualTime

/// Tests that watch the playlists of an origin with known faults for some minutes.
@Suite struct PlaylistWatchTests {
    /// Watches the playlist of an origin, and returns the findings and the watch.
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

    /// Returns a packager that offers parts, blocking reloads and delta updates.
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
        // Discontinuity sequence numbers with a constant error still increase correctly, so the
        // error cannot be detected.
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

    @Test func `dates that are truncated to whole seconds are a breach only if they jump`() {
        func rules(_ duration: Int64, jump: Int64) -> [LintRule] {
            var playlist = MediaPlaylist()
            playlist.version = 6
            playlist.targetDuration = .seconds(2)
            playlist.segments = (0..<20).map { number in
                var segment = MediaSegment(
                    uri: "\(number).ts", duration: .milliseconds(duration))
                let time = 732 + Int64(number) * duration + (number < 10 ? 0 : jump)
                segment.programDateTime = DateTime(millisecondsSince1970: time - time % 1000)
                return segment
            }
            var watch = PlaylistWatch("video")
            _ = watch.start(at: .start)
            _ = watch.request(at: .start)
            return watch.take(playlist, at: .start).findings.map(\.rule)
        }
        #expect(rules(1920, jump: 0) == [] && rules(1920, jump: 2000) == [.dates])
        // Exact dates of segments with whole seconds are whole seconds, too.
        #expect(rules(2000, jump: 0) == [] && rules(2000, jump: 1000) == [.dates])
    }

    @Test func `segments longer than the target duration are breaches`() throws {
        let (findings, _) = try watch(Self.packager { $0.targetDuration = .seconds(5) })
        #expect(rules(findings).contains(.durations))
        #expect(findings.contains { $0.found.hasPrefix("6.000 s: s") })
        // Durations are rounded: an excess of half a second counts as a whole second, and a smaller
        // excess does not count.
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

    @Test func `the newest part is probed once, unless it is a gap`() throws {
        var watch = PlaylistWatch("video")
        func part(_ number: Int, isGap: Bool = false) -> PartialSegment {
            PartialSegment(uri: "1.\(number).mp4", duration: .seconds(1), isGap: isGap)
        }
        var playlist = MediaPlaylist()
        playlist.targetDuration = .seconds(6)
        playlist.segments = [MediaSegment(uri: "0.mp4", duration: .seconds(6))]
        var next = watch.start(at: .start)
        var probed: [String?] = []
        for parts in [[part(0)], [part(0)], [part(0), part(1)], [part(1), part(2, isGap: true)]] {
            var tail = SegmentTail()
            tail.parts = parts
            playlist.tail = tail
            let instant = try #require(next)
            _ = watch.request(at: instant)
            let step = watch.take(playlist, at: instant)
            probed.append(step.newestPart?.part.uri)
            next = step.next
        }
        #expect(probed == ["1.0.mp4", nil, "1.1.mp4", nil])
    }

    @Test func `the last part of a complete segment is probed with the keys of the segment`() {
        var segment = MediaSegment(uri: "0.mp4", duration: .seconds(6))
        segment.parts = [PartialSegment(uri: "0.0.mp4", duration: .seconds(6))]
        segment.keys = [EncryptionKey(method: .aes128, uri: "key")]
        segment.initializationSection = InitializationSection(uri: "init.mp4")
        var playlist = MediaPlaylist()
        playlist.segments = [segment]
        var watch = PlaylistWatch("video")
        _ = watch.start(at: .start)
        _ = watch.request(at: .start)
        let newest = watch.take(playlist, at: .start).newestPart
        #expect(newest?.part.uri == "0.0.mp4")
        #expect(newest?.keys == segment.keys)
        #expect(newest?.initializationSection == segment.initializationSection)
    }
}
