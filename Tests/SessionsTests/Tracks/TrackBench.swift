import HeadlessPlayback
import Playlists
import Presentation
import Sessions

/// Tracks for tests, with playlists of ten one-second segments, without a simulation.
enum TrackBench {
    /// Returns a media playlist.
    ///
    /// - Parameters:
    ///   - url: Its location.
    ///   - durations: The durations of its segments, in seconds.
    ///   - tags: The tags before a segment, by its index.
    /// - Returns: The playlist in the form that a session uses.
    static func media(
        _ url: String = "main.m3u8", durations: [Double] = Array(repeating: 1, count: 10),
        tags: [Int: String] = [:]
    ) -> RenditionMedia {
        var text = "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-TARGETDURATION:10\n"
        for (place, seconds) in durations.enumerated() {
            if let tag = tags[place] { text += "\(tag)\n" }
            text += "#EXTINF:\(seconds),\n\(place).ts\n"
        }
        text += "#EXT-X-ENDLIST\n"
        guard case .media(let playlist) = try? Playlist(parsing: Array(text.utf8)) else {
            preconditionFailure("the playlist of a test does not parse")
        }
        return RenditionMedia(url: url, playlist: playlist)
    }

    /// Returns a version of a moving playlist: segments of four seconds, a target duration of six.
    ///
    /// - Parameters:
    ///   - numbers: The listed media sequence numbers.
    ///   - name: The first part of the segment locations.
    /// - Returns: The version.
    static func version(_ numbers: Range<Int>, name: String = "a") -> MediaPlaylist {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
        text += "#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)\n"
        for number in numbers { text += "#EXTINF:4,\n\(name)\(number).ts\n" }
        guard case .media(let playlist) = try? Playlist(parsing: Array(text.utf8)) else {
            preconditionFailure("the playlist of a test does not parse")
        }
        return playlist
    }

    /// Returns a track at its start.
    static func track(
        _ media: RenditionMedia? = nil, _ role: Track.Role = .main, resolved: Int = 0
    ) -> Track {
        var track = Track(number: 0, role: role, media: media ?? Self.media())
        for _ in 0..<resolved { track.resolveNext() }
        return track
    }

    /// Returns tracks at their start, whose first `resolved` segments are already playable.
    static func set(
        main: RenditionMedia? = nil, audio: RenditionMedia? = nil,
        subtitles: RenditionMedia? = nil, resolved: Int = 0, mayComeElsewhere: Bool = false
    ) -> TrackSet {
        var set = TrackSet(mayComeElsewhere: mayComeElsewhere)
        set.load(main: main ?? media(), audio: audio, subtitles: subtitles)
        for number in set.numbers {
            set.update(number) { for _ in 0..<resolved { $0.resolveNext() } }
        }
        return set
    }
}

extension TrackSet {
    /// Returns the number of the playing track with a role; -1 when there is none.
    func number(_ role: Track.Role) -> Track.Number {
        tracks.first { $0.role == role }?.number ?? -1
    }

    /// Extends the playable media of a track by its next segments.
    mutating func resolve(_ role: Track.Role, _ count: Int) {
        update(number(role)) { for _ in 0..<count { $0.resolveNext() } }
    }
}

extension RenditionMedia {
    /// Records the measured position of a segment.
    func measure(_ number: SegmentNumber, as interval: Range<MediaTime>) {
        changeTimeline { $0.measure(number, as: interval) }
    }
}
