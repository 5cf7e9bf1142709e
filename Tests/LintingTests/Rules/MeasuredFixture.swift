import Linting
import Playlists
import VirtualTime

/// The film of ``FixtureAsset`` with media as it was measured, which a test changes.
struct MeasuredFixture {
    var asset = FixtureAsset.film
    var streams: [String: MeasuredStream] = [:]

    /// The film with the media that its playlists claim.
    init() throws {
        let linted = try asset.linted()
        guard let multivariant = linted.main.multivariant else {
            throw FixtureError(text: "the film is not a multivariant playlist")
        }
        for playlist in linted.mediaPlaylists {
            guard let media = playlist.media else { continue }
            let name = String(playlist.url.dropFirst(asset.folder.count))
            var stream = MeasuredStream(url: playlist.url)
            for index in media.segments.indices {
                var segment = MeasuredSegment(index: index, url: media.segments[index].uri)
                let start = MediaTime.seconds(Int64(10 + index * 6))
                switch playlist.role {
                case .variant(let place):
                    let variant = multivariant.variants[place]
                    segment.byteCount = Self.bytes(of: index, variant)
                    segment.tracks = [Self.video(variant, from: start)]
                case .rendition(_, .subtitles):
                    segment.byteCount = 100
                    segment.cueShift = .seconds(10)
                    segment.cues = [
                        MeasuredCue(
                            start: .seconds(Int64(index * 6 + 1)),
                            end: .seconds(Int64(index * 6 + 4)),
                            id: "\(index)")
                    ]
                case .rendition:
                    segment.byteCount = 48_000
                    segment.tracks = [Self.audio(from: start)]
                default: continue
                }
                stream.segments.append(segment)
            }
            if !stream.segments.isEmpty { streams[name] = stream }
        }
    }

    private static func bytes(of index: Int, _ variant: VariantStream) -> Int64 {
        let sound = 64_000
        let first = (variant.bandwidth - sound) * 6 / 8
        let total = ((variant.averageBandwidth ?? 0) - sound) * 48 / 8
        return Int64(index == 0 ? first : (total - first) / 7)
    }

    private static func video(_ variant: VariantStream, from start: MediaTime) -> MeasuredTrack {
        var track = MeasuredTrack(.video, start: start, end: start + .seconds(6))
        track.codec = "avc1.64001F"
        track.width = variant.resolution?.width
        track.height = variant.resolution?.height
        track.frameRate = 25
        track.sampleCount = 150
        track.keyframes = [start, start + .seconds(2), start + .seconds(4)]
        return track
    }

    private static func audio(from start: MediaTime) -> MeasuredTrack {
        var track = MeasuredTrack(.audio, start: start, end: start + .seconds(6))
        track.codec = "mp4a.40.2"
        track.sampleRate = 48_000
        track.channels = 2
        track.sampleCount = 281
        return track
    }

    /// Changes a segment.
    mutating func change(
        _ name: String = "low", _ index: Int = 1, _ body: (inout MeasuredSegment) -> Void
    ) {
        guard var stream = streams["\(name).m3u8"] else { return }
        body(&stream.segments[index])
        streams["\(name).m3u8"] = stream
    }

    /// Changes the first track of a segment.
    mutating func track(
        _ name: String = "low", _ index: Int = 1, _ body: (inout MeasuredTrack) -> Void
    ) {
        change(name, index) { body(&$0.tracks[0]) }
    }

    /// Changes the first track of all segments.
    mutating func tracks(_ name: String = "low", _ body: (inout MeasuredTrack) -> Void) {
        for index in 0..<8 { track(name, index, body) }
    }

    /// Changes the text of a playlist.
    mutating func text(_ file: String, _ old: String, _ new: String) {
        guard let changed = try? asset.with([FixtureAsset.Edit(file, old, new)]) else {
            fatalError("\(file) has no \(old)")
        }
        asset = changed
    }

    /// The breaches with the profile `apple`.
    func breaches() throws -> [LintBreach] {
        let ordered = streams.keys.sorted().compactMap { streams[$0] }
        return AssetLinter(.apple).lint(try asset.linted(), media: ordered)
    }
}

/// The fixtures of a rule about media: the nearest media that keeps it, and media that breaks it.
struct MediaRow: Sendable, CustomStringConvertible {
    let code: String
    let near: @Sendable (inout MeasuredFixture) -> Void
    let severe: @Sendable (inout MeasuredFixture) -> Void

    var description: String { code }

    private static func row(
        _ code: String, near: @escaping @Sendable (inout MeasuredFixture) -> Void,
        severe: @escaping @Sendable (inout MeasuredFixture) -> Void
    ) -> MediaRow { MediaRow(code: code, near: near, severe: severe) }

    /// Moves the end of a segment and the start of the next ones.
    private static func lengthen(_ media: inout MeasuredFixture, by milliseconds: Int64) {
        let time = MediaTime.milliseconds(milliseconds)
        media.track("low", 1) { $0.end = $0.end + time }
        for index in 2..<8 {
            media.track("low", index) {
                $0.start = $0.start + time
                $0.end = $0.end + time
                $0.keyframes = $0.keyframes.map { $0 + time }
            }
        }
    }

    private static func shift(_ track: inout MeasuredTrack, by milliseconds: Int64) {
        let time = MediaTime.milliseconds(milliseconds)
        track.start = track.start + time
        track.end = track.end + time
        track.keyframes = track.keyframes.map { $0 + time }
    }

    static let all: [MediaRow] = durations + tracks + claims + text

    private static let durations: [MediaRow] = [
        row("media.over-target-by-half-second") {
            lengthen(&$0, by: 500)
        } severe: {
            lengthen(&$0, by: 600)
        },
        row("segment.extinf-off") {
            lengthen(&$0, by: 80)
        } severe: {
            lengthen(&$0, by: 90)
        },
        row("segment.extinf-wrong") {
            lengthen(&$0, by: 500)
        } severe: {
            lengthen(&$0, by: -3000)
        },
        row("segment.extinf-drift") {
            lengthen(&$0, by: 70)
        } severe: { media in
            for index in 0..<4 { media.track("low", index) { $0.end = $0.end + .milliseconds(70) } }
        },
        row("segment.discontinuity-undeclared") { media in
            media.track("low", 3) { shift(&$0, by: 60_000) }
            for index in 4..<8 { media.track("low", index) { shift(&$0, by: 60_000) } }
        } severe: { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: 60_000) } }
        },
        row("media.pts-gap") { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: 100) } }
        } severe: { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: 200) } }
        },
        row("media.pts-overlap") { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: -100) } }
        } severe: { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: -200) } }
        },
        row("segment.bitrate-off") { media in
            media.text("low", "#EXTINF", "#EXT-X-BITRATE:736\n#EXTINF")
            for index in 0..<8 { media.change("low", index) { $0.byteCount = 600_000 } }
        } severe: { media in
            media.text("low", "#EXTINF", "#EXT-X-BITRATE:700\n#EXTINF")
            for index in 0..<8 { media.change("low", index) { $0.byteCount = 600_000 } }
        },
        row("segment.missing-file") { media in
            media.text(
                "low", "low-1.m4s", "#EXT-X-GAP\nlow-1.m4s".replacing("#EXT-X-GAP\n", with: ""))
        } severe: { media in
            media.change {
                $0.isLost = true
                $0.problems = [MeasuredProblem("segment.missing-file", "no such file")]
            }
        },
    ]

    private static let tracks: [MediaRow] = [
        row("video.no-keyframe") {
            $0.track { $0.keyframes = [$0.start] }
        } severe: {
            $0.track { $0.keyframes = [] }
        },
        row("video.no-idr") {
            $0.track { $0.keyframes[0] = $0.start + .milliseconds(160) }
        } severe: {
            $0.track { $0.keyframes.removeFirst() }
        },
        row("media.independent-false") {
            $0.track { $0.keyframes[0] = $0.start + .milliseconds(160) }
        } severe: {
            $0.track { $0.keyframes.removeFirst() }
        },
        row("media.independent-undeclared") { media in
            media.text("low", "#EXT-X-INDEPENDENT-SEGMENTS\n", "")
        } severe: { media in
            media.text("low", "#EXT-X-INDEPENDENT-SEGMENTS\n", "")
            media.text("main", "#EXT-X-INDEPENDENT-SEGMENTS\n", "")
        },
        row("video.idr-interval") {
            $0.track { $0.keyframes[1] = $0.start + .milliseconds(2040) }
        } severe: {
            $0.track { $0.keyframes.remove(at: 1) }
        },
        row("video.over-60-fps") {
            $0.tracks { $0.frameRate = 60 }
        } severe: {
            $0.tracks { $0.frameRate = 120 }
        },
        row("video.odd-frame-rate") {
            $0.tracks { $0.frameRate = 23.976 }
        } severe: {
            $0.tracks { $0.frameRate = 20 }
        },
        row("segment.frame-rate-change") {
            for index in 3...4 { $0.track("low", index) { $0.frameRate = 50 } }
        } severe: {
            $0.track { $0.frameRate = 50 }
        },
        row("segment.discontinuity-parameters") {
            $0.track("low", 7) { $0.sampleCount = 1 }
        } severe: {
            $0.track { $0.width = 1280 }
        },
        row("segment.discontinuity-tracks") {
            $0.track("low", 7) { $0.sampleCount = 1 }
        } severe: {
            $0.change {
                $0.tracks.append($0.tracks[0]); $0.tracks[1].kind = .audio
            }
        },
        row("audio.layout-change") {
            $0.track("en", 7) { $0.channels = 2 }
        } severe: {
            $0.track("en", 7) { $0.channels = 6 }
        },
        row("audio.two-streams") {
            $0.change("en", 0) { $0.tracks[0].sampleCount = 1 }
        } severe: {
            $0.change("en", 0) { $0.tracks.append($0.tracks[0]) }
        },
        row("av.offset") {
            add(&$0, 500)
        } severe: {
            add(&$0, 600)
        },
        row("av.length") {
            cut(&$0, 500)
        } severe: {
            cut(&$0, 600)
        },
        row("ts.hevc") {
            $0.tracks { $0.codec = "hvc1.1.6.L93.B0" }
        } severe: { media in
            for index in 0..<8 { media.change("low", index) { $0.isTransportStream = true } }
            media.tracks { $0.codec = "hvc1.1.6.L93.B0" }
        },
        row("fmp4.container-for-codec") {
            $0.tracks("en") { $0.codec = "fLaC" }
        } severe: { media in
            for index in 0..<8 { media.change("en", index) { $0.isTransportStream = true } }
            media.tracks("en") { $0.codec = "fLaC" }
        },
    ]

    private static func add(_ media: inout MeasuredFixture, _ milliseconds: Int64) {
        for index in 0..<8 {
            media.change("low", index) { segment in
                var track = segment.tracks[0]
                track.kind = .audio
                track.codec = "mp4a.40.2"
                shift(&track, by: milliseconds)
                segment.tracks.append(track)
            }
        }
    }

    private static func cut(_ media: inout MeasuredFixture, _ milliseconds: Int64) {
        add(&media, 0)
        media.change("low", 7) {
            $0.tracks[1].end = $0.tracks[1].end - .milliseconds(milliseconds)
        }
    }

    private static func scale(_ media: inout MeasuredFixture, _ percent: Int64) {
        for index in 0..<8 {
            media.change("low", index) { $0.byteCount = $0.byteCount * percent / 100 }
        }
    }

    private static let claims: [MediaRow] = [
        row("variant.peak-off") {
            scale(&$0, 109)
        } severe: {
            scale(&$0, 120)
        },
        row("variant.peak-above") {
            scale(&$0, 91)
        } severe: {
            scale(&$0, 80)
        },
        row("variant.average-off") {
            scale(&$0, 109)
        } severe: {
            scale(&$0, 120)
        },
        row("variant.average-above") {
            scale(&$0, 91)
        } severe: {
            scale(&$0, 80)
        },
        row("variant.peak-over-twice-average") {
            scale(&$0, 150)
        } severe: {
            $0.change("low", 0) { $0.byteCount *= 3 }
        },
        row("variant.bandwidth-sum") { media in
            for index in 0..<8 { media.change("de", index) { $0.byteCount = 61_000 } }
        } severe: { media in
            for index in 0..<8 { media.change("de", index) { $0.byteCount = 480_000 } }
        },
        row("variant.codecs-mismatch") {
            $0.tracks { $0.codec = "avc3.64001F" }
        } severe: {
            $0.tracks { $0.codec = "hvc1.1.6.L93.B0" }
        },
        row("variant.codecs-profile") {
            $0.tracks { $0.codec = "avc1.64001E" }
        } severe: {
            $0.tracks { $0.codec = "avc1.640028" }
        },
        row("variant.codecs-incomplete") {
            $0.tracks("de") { $0.codec = "mp4a.40.5" }
        } severe: {
            $0.tracks("de") { $0.codec = "ac-3" }
        },
        row("variant.resolution-mismatch") {
            $0.tracks { $0.width = 640 }
        } severe: {
            $0.tracks { $0.width = 638 }
        },
        // One part of another size between discontinuities.
        row("variant.resolution-mismatch") {
            $0.track("low", 3) { $0.width = 640 }
        } severe: { media in
            for index in 3...4 { media.track("low", index) { $0.width = 320 } }
        },
        row("variant.frame-rate-mismatch") { media in
            for index in 3...4 { media.track("low", index) { $0.frameRate = 12.5 } }
        } severe: { media in
            for index in 3...4 { media.track("low", index) { $0.frameRate = 50 } }
        },
        row("variant.codecs-mismatch") {
            add(&$0, 0)
        } severe: { media in
            add(&media, 0)
            for index in 3...4 { media.change("low", index) { $0.tracks.removeLast() } }
        },
        row("rendition.channels-mismatch") { media in
            for index in 3...4 { media.track("de", index) { $0.channels = 1 } }
        } severe: { media in
            for index in 3...4 { media.track("de", index) { $0.channels = 6 } }
        },
        row("av.length") { media in
            cut(&media, 500)
        } severe: { media in
            // One part is too short and another one too long.
            add(&media, 0)
            media.change("low", 4) { $0.tracks[1].end = $0.tracks[1].end - .seconds(1) }
            media.change("low", 7) { $0.tracks[1].end = $0.tracks[1].end + .seconds(1) }
        },
        row("variant.frame-rate-mismatch") {
            $0.tracks { $0.frameRate = 25.01 }
        } severe: {
            $0.tracks { $0.frameRate = 50 }
        },
        row("variant.muxed-audio-alternatives") {
            scale(&$0, 100)
        } severe: {
            add(&$0, 0)
        },
        row("variant.muxed-audio") {
            scale(&$0, 100)
        } severe: { media in
            media.text("main", "all:AUDIO=\"sound\",", "")
            add(&media, 0)
        },
        row("rendition.channels-mismatch") {
            $0.tracks("de") { $0.channels = nil }
        } severe: {
            $0.tracks("de") { $0.channels = 6 }
        },
        row("rendition.sample-rate-mismatch") {
            $0.tracks("de") { $0.sampleRate = 44_100 }
        } severe: {
            $0.text("main", "CHANNELS=\"2\"", "CHANNELS=\"2\",SAMPLE-RATE=44100")
        },
        row("set.audio-sample-rate") {
            add(&$0, 0)
        } severe: { media in
            media.change("mid", 0) { segment in
                var track = segment.tracks[0]
                track.kind = .audio
                track.sampleRate = 44_100
                segment.tracks.append(track)
            }
            media.change("low", 0) { segment in
                var track = segment.tracks[0]
                track.kind = .audio
                track.sampleRate = 48_000
                segment.tracks.append(track)
            }
        },
    ]

    private static let text: [MediaRow] = [
        row("vtt.no-timestamp-map") {
            $0.change("text", 1) {
                $0.cues = []; $0.cueShift = nil
            }
        } severe: {
            $0.change("text", 1) { $0.cueShift = nil }
        },
        row("vtt.timestamp-map-off") { media in
            for index in 0..<8 {
                media.change("text", index) { $0.cueShift = .milliseconds(5600) }
            }
        } severe: {
            $0.change("text", 1) { $0.cueShift = .seconds(20) }
        },
        // A shift by less than the segment, in one segment.
        row("vtt.timestamp-map-off") {
            $0.change("text", 1) { $0.cueShift = .milliseconds(10_090) }
        } severe: {
            $0.change("text", 1) { $0.cueShift = .milliseconds(11_500) }
        },
        row("vtt.cues-beside-start") { media in
            for index in 0..<8 {
                media.change("text", index) { $0.cueShift = .milliseconds(10_450) }
            }
        } severe: { media in
            for index in 0..<8 { media.change("text", index) { $0.cueShift = .seconds(12) } }
        },
        row("vtt.cue-outside-segment") {
            $0.change("text", 1) { $0.cues[0].end = $0.cues[0].start }
        } severe: { media in
            for index in 0..<8 {
                media.change("text", index) { $0.cueShift = .milliseconds(5800) }
            }
        },
        row("vtt.cue-missing-in-overlap") { media in
            let cue = MeasuredCue(start: .seconds(11), end: .seconds(14), id: "x")
            for index in 1...2 { media.change("text", index) { $0.cues = [cue] } }
        } severe: { media in
            media.change("text", 1) { $0.cues[0].end = .milliseconds(12_200) }
        },
        row("vtt.cue-backwards") {
            $0.change("text", 1) {
                $0.cues.append($0.cues[0]); $0.cues[1].id = "a"
            }
        } severe: {
            $0.change("text", 1) {
                $0.cues.insert($0.cues[0], at: 0)
                $0.cues[0].start = $0.cues[0].start + .seconds(1)
                $0.cues[0].id = "a"
            }
        },
        row("vtt.cue-duplicate-id") {
            $0.change("text", 1) {
                $0.cues.append($0.cues[0]); $0.cues[1].id = ""
            }
        } severe: {
            $0.change("text", 1) { $0.cues.append($0.cues[0]) }
        },
    ]
}
