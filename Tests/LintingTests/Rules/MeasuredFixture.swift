import Linting
import Playlists
import VirtualTime

/// The film of ``FixtureAsset`` with measurements of its media, which a test changes.
struct MeasuredFixture {
    var asset = FixtureAsset.film
    var streams: [String: MeasuredStream] = [:]
    /// The contents of every file that is neither a playlist nor media; `nil` if all are missing.
    var sideFile: [UInt8]?

    /// Creates the film with media that agrees with the film's playlists.
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
                case .iFrames(let place):
                    let variant = multivariant.iFrameVariants[place]
                    let start = MediaTime.seconds(Int64(10 + index))
                    segment.byteCount = Int64(variant.bandwidth / 8)
                    segment.tracks = [Self.picture(variant, at: start)]
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

    private static func picture(_ variant: VariantStream, at start: MediaTime) -> MeasuredTrack {
        var track = MeasuredTrack(.video, start: start, end: start + .seconds(1))
        track.codec = "avc1.64001F"
        track.width = variant.resolution?.width
        track.height = variant.resolution?.height
        track.sampleCount = 1
        track.keyframes = [start]
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

    /// Removes the measurements of a segment.
    mutating func remove(_ name: String, _ index: Int) {
        streams["\(name).m3u8"]?.segments.remove(at: index)
    }

    /// Changes the text of a playlist.
    mutating func text(_ file: String, _ old: String, _ new: String = "") {
        guard let changed = try? asset.with([FixtureAsset.Edit(file, old, new)]) else {
            fatalError("\(file) has no \(old)")
        }
        asset = changed
    }

    /// Returns the rule breaches that linting with the profile `apple` finds.
    func breaches() throws -> [LintBreach] {
        let ordered = streams.keys.sorted().compactMap { streams[$0] }
        var linted = try asset.linted()
        linted.loadFiles { _ in
            sideFile.map(Result.success) ?? .failure(FixtureError(text: "no such file"))
        }
        return AssetLinter(.apple).lint(linted, media: ordered)
    }

    /// Returns whether another fixture has the same texts and media.
    func isEqual(to other: MeasuredFixture) -> Bool {
        asset.files == other.asset.files && sideFile == other.sideFile
            && streams.mapValues(\.segments) == other.streams.mapValues(\.segments)
            && streams.mapValues(\.partials) == other.streams.mapValues(\.partials)
    }
}
