import Playlists
import VirtualTime

/// A timeline of an asset, on which another playlist of the asset is placed.
///
/// The windows of live playlists may start at different times, which their dates show. Without
/// dates, live playlists with the same media sequence number start at the same time.
struct LiveAlignment {
    /// The difference of two start dates, in milliseconds, that a rounding to seconds explains.
    private static let dateRounding = 1000
    /// The largest difference between the ends of two windows that end together.
    private static let endTolerance = MediaTime.milliseconds(500)

    /// The playlist whose start is the start of the timeline.
    let playlist: MediaPlaylist

    /// Returns the start of another playlist on the timeline; `nil` if it is unknown.
    func start(of other: MediaPlaylist) -> MediaTime? {
        let isNumbered = playlist.mediaSequence == other.mediaSequence
        let haveEnded = playlist.hasEndList && other.hasEndList
        let areOnDemand = playlist.playlistType == .vod && other.playlistType == .vod
        if areOnDemand || haveEnded && isNumbered { return .zero }
        guard let date = playlist.startDate, let otherDate = other.startDate else {
            return haveEnded ? endedStart(of: other) : isNumbered ? .zero : nil
        }
        let (distance, overflow) = otherDate.subtractingReportingOverflow(date)
        guard !overflow, distance.magnitude < 1 << 40 else { return nil }
        if isNumbered, distance.magnitude <= Self.dateRounding { return .zero }
        // Dates that seem to be rounded to whole seconds do not show the exact distance.
        let isRounded =
            date % 1000 == 0 && otherDate % 1000 == 0
            && (playlist.segments + other.segments).contains {
                $0.duration.isFractional(within: $0.duration.roundingError)
            }
        return isRounded ? nil : .milliseconds(distance)
    }

    /// Returns the start of an ended playlist without dates.
    ///
    /// The last windows of a broadcast end together. If the media sequence numbers of the other
    /// playlist state that it still lists earlier segments, and the ends then agree, it starts
    /// earlier by these segments. Otherwise, its numbers only start with another number.
    private func endedStart(of other: MediaPlaylist) -> MediaTime {
        let (count, overflow) = playlist.mediaSequence.subtractingReportingOverflow(
            other.mediaSequence)
        guard !overflow, count > 0, count < other.segments.count, playlist.playlistType == nil,
            other.playlistType == nil
        else { return .zero }
        let lead = other.segments.prefix(count).reduce(MediaTime.zero) { $0 + $1.duration }
        let distance = other.duration - lead - playlist.duration
        return distance.magnitude <= Self.endTolerance ? .zero - lead : .zero
    }
}
