import Playlists
import VirtualTime

/// The dates that the segments of a playlist cover.
extension MediaPlaylist {
    /// The tolerated distance between the dates of two playlists, in target durations.
    private static let longestDistance = 3

    /// Returns the time between the dates of two live playlists that were loaded together.
    ///
    /// - Parameter other: The other playlist.
    /// - Returns: The time from the last date of one playlist to the first date of the other one;
    ///   `nil` if it is at most three target durations, or if a playlist has no dates.
    func distance(toDatesOf other: MediaPlaylist) -> MediaTime? {
        guard let start = startDate, let otherStart = other.startDate, let end = endDate,
            let otherEnd = other.endDate
        else { return nil }
        let (first, isFar) = otherStart.subtractingReportingOverflow(end)
        let (second, isFarBefore) = start.subtractingReportingOverflow(otherEnd)
        let gap = isFar || isFarBefore ? Int64(1) << 50 : max(first, second)
        let distance = MediaTime.milliseconds(min(gap, 1 << 40))
        let target = max(targetDuration ?? .seconds(1), other.targetDuration ?? .seconds(1))
        return distance > target * Self.longestDistance ? distance : nil
    }
}
