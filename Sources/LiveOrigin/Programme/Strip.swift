import VirtualTime

/// Consecutive segments of one track, adjusted to the common length of all tracks.
///
/// The audio and the video of an asset need not end at the same time. The last segment extends to
/// the end of the strip, so that repeated audio and video do not drift apart.
struct Strip: Equatable, Sendable {
    /// The starts of the segments, from the start of the strip; the first is zero.
    let starts: [MediaTime]
    /// The length of the strip.
    let length: MediaTime

    /// Creates a strip from the segments of a track, with a given length above zero.
    init(_ track: TrackSurvey, length: MediaTime) {
        var starts: [MediaTime] = []
        var start = MediaTime.zero
        for segment in track.segments where start < length {
            starts.append(start)
            start += segment.duration
        }
        self.starts = starts
        self.length = length
    }

    /// Returns the total duration of a track's segments that start before a position.
    static func length(of track: TrackSurvey, upTo position: MediaTime) -> MediaTime {
        var end = MediaTime.zero
        for segment in track.segments where end < position { end += segment.duration }
        return end
    }

    /// Returns the duration of a segment.
    func duration(of index: Int) -> MediaTime {
        (index + 1 < starts.count ? starts[index + 1] : length) - starts[index]
    }

    /// Returns the index of the segment at a position within the strip.
    func index(at position: MediaTime) -> Int {
        Search.last(in: 0..<starts.count) { starts[$0] <= position } ?? 0
    }

    /// The longest duration of a segment.
    var longest: MediaTime { starts.indices.map { duration(of: $0) }.max() ?? .zero }
}
