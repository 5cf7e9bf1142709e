import LiveOrigin
import Playlists
import Testing
import VirtualTime

/// The rules that a correct origin obeys, checked at random instants within thirty days.
@Suite struct OriginRuleTests {
    /// Origins whose playlists differ as much as possible.
    private static func origins() throws -> [LiveOrigin] {
        let tracks = [
            track([6000, 6000, 5200, 4000], initialization: "init.mp4", frame: .milliseconds(40)),
            track(
                [4010, 3990, 4000, 4000, 5180], name: "a",
                frame: MediaTime(1024, timescale: 48_000)),
        ]
        let ad = SourceSurvey(tracks: [
            track([5000, 3000], name: "ad", initialization: "ad.mp4"),
            track([5010, 2990], name: "ada"),
        ])
        var programme = Programme(
            sources: [SourceSurvey(tracks: tracks)], loop: .discontinuity,
            breaks: [
                AdBreak(
                    at: .seconds(60), every: .seconds(600), source: ad, duration: .seconds(8),
                    markers: [.dateRange, .cueOut]),
                AdBreak(
                    at: .seconds(100), source: ad, duration: .seconds(5), markers: [.scte35],
                    splice: [0xFC, 0x30, 0x11]),
            ])
        let encoder = Encoder(
            delay: .milliseconds(200), jitter: .milliseconds(700), seed: 7,
            clock: OriginClock(onAir: DateTime(millisecondsSince1970: 1_777_636_800_000)),
            firstSequence: 1 << 31,
            faults: [
                .late(at: .seconds(3600), by: .seconds(9)),
                .silence(MediaTime.seconds(7200)..<MediaTime.seconds(7260)),
                .restart(
                    at: .seconds(90_000), resetsSequence: false, isTagged: true,
                    hasNewInitialization: true),
            ])
        var packager = Packager(
            renditions: [
                RenditionListing(name: "video"),
                RenditionListing(name: "audio", sequenceOffset: 3, lag: .milliseconds(1500)),
            ])
        let sliding = try LiveOrigin(programme: programme, encoder: encoder, packager: packager)
        var control = ServerControl()
        control.canBlockReload = true
        control.canSkipUntil = .seconds(36)
        control.canSkipDateRanges = true
        packager.serverControl = control
        packager.parts = PartListing(target: .seconds(1))
        packager.hasReports = true
        packager.window = .count(20)
        let parts = try LiveOrigin(
            programme: programme, encoder: encoder, packager: packager, ranFor: .seconds(50_000))
        programme.breaks = []
        packager.dates = .discontinuities
        let plain = try LiveOrigin(programme: programme, packager: packager)
        return [sliding, parts, plain, try encrypted()]
    }

    /// Returns an origin with parts and delta updates, whose source is encrypted in the middle.
    private static func encrypted() throws -> LiveOrigin {
        var video = track([6000, 6000, 6000, 6000], initialization: "init.mp4")
        var audio = track([6000, 6000, 6000, 6000], name: "a")
        let key = EncryptionKey(
            method: .aes128, uri: "one.key", initializationVector: [UInt8](repeating: 7, count: 16))
        for place in 1...2 {
            video.segments[place].keys = [key]
            audio.segments[place].keys = [key]
        }
        var control = ServerControl()
        control.canSkipUntil = .seconds(36)
        var packager = Packager(
            renditions: [RenditionListing(name: "video"), RenditionListing(name: "audio")],
            window: .count(20))
        packager.serverControl = control
        return try LiveOrigin(
            programme: Programme(sources: [SourceSurvey(tracks: [video, audio])]),
            packager: packager)
    }

    private static let locations = ["video/index.m3u8", "audio/index.m3u8"]

    @Test func `responses do not depend on the order of requests`() throws {
        for origin in try Self.origins() {
            let instants = randomInstants(80, seed: 1)
            let ask = { (instant: Instant) in
                Self.locations.map { origin.answer(OriginRequest($0), arrivingAt: instant) }
            }
            let answers = Dictionary(instants.map { ($0, ask($0)) }) { first, _ in first }
            for instant in instants.sorted() { #expect(ask(instant) == answers[instant]) }
        }
    }

    @Test func `every playlist is read back as it was`() throws {
        for origin in try Self.origins() {
            for instant in randomInstants(60, seed: 2) {
                for location in Self.locations {
                    let playlist = try origin.media(location, at: instant)
                    let parsed = try #require(try reparsed(playlist))
                    #expect(parsed == playlist)
                    #expect(parsed.problems.isEmpty, "\(parsed.problems)")
                }
            }
        }
    }

    @Test func `a later playlist continues an earlier one`() throws {
        for origin in try Self.origins() {
            let early = (0..<40).map { Instant.seconds(Double($0) * 200) }
            for instant in randomInstants(50, seed: 3) + early {
                for location in Self.locations {
                    guard let before = try? origin.media(location, at: instant) else { continue }
                    let after = try origin.media(location, at: instant.advanced(by: .seconds(9)))
                    #expect(after.mediaSequence >= before.mediaSequence)
                    #expect(after.discontinuitySequence >= before.discontinuitySequence)
                    #expect(after.targetDuration == before.targetDuration)
                    let offset = after.mediaSequence - before.mediaSequence
                    guard offset < before.segments.count else { continue }
                    for (old, new) in zip(before.segments[offset...], after.segments) {
                        #expect(old.uri == new.uri)
                        #expect(old.duration == new.duration)
                        #expect(old.startsDiscontinuity == new.startsDiscontinuity)
                        #expect(old.discontinuitySequence == new.discontinuitySequence)
                        #expect(old.programDateTime == new.programDateTime)
                        #expect(old.initializationSection == new.initializationSection)
                    }
                    let removed = before.segments[..<offset].count(where: \.startsDiscontinuity)
                    #expect(
                        after.discontinuitySequence == before.discontinuitySequence + removed)
                }
            }
        }
    }

    @Test func `durations, dates and parts agree with one another`() throws {
        for origin in try Self.origins() {
            for instant in randomInstants(60, seed: 4) {
                for location in Self.locations {
                    let playlist = try origin.media(location, at: instant)
                    let target = try #require(playlist.targetDuration)
                    #expect(target.ticks % MediaTime.ticksPerSecond == 0)
                    #expect(playlist.duration >= target + target + target)
                    for segment in playlist.segments {
                        #expect(segment.duration.value(timescale: 1) <= target.value(timescale: 1))
                        guard !segment.parts.isEmpty else { continue }
                        let sum = segment.parts.reduce(MediaTime.zero) { $0 + $1.duration }
                        #expect(sum == segment.duration)
                        for part in segment.parts { #expect(part.duration <= .seconds(1)) }
                        for part in segment.parts.dropLast() {
                            #expect(part.duration >= .milliseconds(850))
                        }
                    }
                    for (segment, next) in zip(playlist.segments, playlist.segments.dropFirst()) {
                        guard let date = segment.programDateTime, let other = next.programDateTime,
                            !next.startsDiscontinuity
                        else { continue }
                        let span = other.millisecondsSince1970 - date.millisecondsSince1970
                        #expect(abs(span - segment.duration.value(timescale: 1000)) <= 1)
                    }
                }
            }
        }
    }

    @Test func `a rendition report states the last segment and part of the other rendition`() throws
    {
        let origin = try Self.origins()[1]
        for instant in randomInstants(60, seed: 5) {
            let video = try origin.media("video/index.m3u8", at: instant)
            let audio = try origin.media("audio/index.m3u8", at: instant)
            for (report, other) in [
                (video.renditionReports.first, audio), (audio.renditionReports.first, video),
            ] {
                let report = try #require(report)
                let end = other.mediaSequence + other.segments.count
                #expect(report.lastMediaSequence == (other.trailingParts.isEmpty ? end - 1 : end))
                let last =
                    other.trailingParts.isEmpty
                    ? try #require(other.segments.last).parts.count : other.trailingParts.count
                #expect(report.lastPart == last - 1)
            }
            #expect(video.renditionReports.first?.uri == "../audio/index.m3u8")
        }
    }

    @Test func `a merged delta update is the whole playlist`() throws {
        let origin = try Self.origins()[1]
        var count = 0
        for instant in randomInstants(50, seed: 6) {
            for location in Self.locations {
                let known = try origin.media(location, at: instant)
                let later = instant.advanced(by: .seconds(17))
                let whole = try origin.media(location, at: later)
                for skip in ["YES", "v2"] {
                    let delta = try origin.media("\(location)?_HLS_skip=\(skip)", at: later)
                    #expect(try reparsed(delta) == delta)
                    if delta.skipped != nil { count += 1 }
                    #expect(try known.merging(delta: delta) == whole)
                }
            }
        }
        #expect(count == 200)
    }

    @Test func `a clear segment of a delta update does not inherit a skipped key`() throws {
        let origin = try Self.encrypted()
        for instant in randomInstants(50, seed: 7) {
            let known = try origin.media("video/index.m3u8", at: instant)
            let later = instant.advanced(by: .seconds(13))
            let delta = try origin.media("video/index.m3u8?_HLS_skip=YES", at: later)
            let read = try #require(try reparsed(delta))
            let merged = try known.merging(delta: read).segments.map(\.keys)
            let whole = try origin.media("video/index.m3u8", at: later).segments.map(\.keys)
            #expect(delta.skipped != nil)
            #expect(merged == whole)
            #expect(whole.count { $0.isEmpty } == whole.count / 2)
        }
    }

    @Test func `listed segments, parts and sections are served, and nothing else is`() throws {
        for origin in try Self.origins() {
            for instant in randomInstants(15, seed: 8) {
                for folder in ["video", "audio"] {
                    let playlist = try origin.media("\(folder)/index.m3u8", at: instant)
                    let names =
                        playlist.segments.flatMap { [$0.uri] + $0.parts.map(\.uri) }
                        + playlist.trailingParts.map(\.uri)
                        + playlist.segments.compactMap { $0.initializationSection?.uri }
                    for name in names {
                        let answer = origin.answer(
                            OriginRequest("\(folder)/\(name)"), arrivingAt: instant)
                        #expect(answer.outline == "ready", "\(name) at \(instant)")
                    }
                    let next = playlist.mediaSequence + playlist.segments.count
                    let old = playlist.mediaSequence - 10 * playlist.segments.count
                    for name in ["s\(next + 1).ts", "s\(old).ts", "s-1.ts", "s01.ts", "s.ts", ""] {
                        let answer = origin.answer(
                            OriginRequest("\(folder)/\(name)"), arrivingAt: instant)
                        #expect(answer == .refused(status: 404), "\(name) at \(instant)")
                    }
                }
            }
        }
    }
}
