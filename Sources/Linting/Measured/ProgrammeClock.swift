import Playlists
import VirtualTime

/// A conversion from positions on the timeline of a playlist to the clock of the media.
struct ProgrammeClock {
    private struct Stretch {
        let place: MediaTime
        let end: MediaTime
        let clock: MediaTime
    }

    private var stretches: [Stretch] = []
    private let alignment: LiveAlignment

    /// The end of the programme on the timeline of its playlist.
    let end: MediaTime

    /// Records the time of the media clock at the start of each segment that was read.
    ///
    /// - Parameters:
    ///   - stream: The measured segments of the playlist, which contain the times.
    ///   - media: The playlist of the stream.
    init(_ stream: MeasuredStream, _ media: MediaPlaylist) {
        alignment = LiveAlignment(playlist: media)
        var read: [Int: MeasuredSegment] = [:]
        for segment in stream.segments where !segment.isLost { read[segment.index] = segment }
        var place = MediaTime.zero
        for (index, listed) in media.segments.enumerated() {
            let end = place + listed.duration
            if let segment = read[index],
                let track = segment.track(.video) ?? segment.track(.audio)
            {
                stretches.append(Stretch(place: place, end: end, clock: track.start))
            }
            place = end
        }
        end = place
    }

    /// Returns the start of another playlist on the timeline of the programme; `nil` if unknown.
    func start(of other: MediaPlaylist) -> MediaTime? { alignment.start(of: other) }

    /// Returns the time of the media clock at a position; `nil` where no media was read.
    func time(at place: MediaTime) -> MediaTime? {
        let tolerance = MediaTime.milliseconds(50)
        var (low, high) = (0, stretches.count)
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].place <= place + tolerance {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low > 0 else { return nil }
        let stretch = stretches[low - 1]
        guard place <= stretch.end + tolerance else { return nil }
        return stretch.clock + (place - stretch.place)
    }
}
