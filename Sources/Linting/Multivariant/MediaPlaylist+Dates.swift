import Playlists
import VirtualTime

/// The time on the calendar that the segments of a playlist cover.
extension MediaPlaylist {
    /// The date in milliseconds at which the last segment ends; `nil` without dates.
    var endDate: Int64? {
        guard let index = segments.lastIndex(where: { $0.programDateTime != nil }),
            let date = segments[index].programDateTime?.millisecondsSince1970
        else { return nil }
        let rest = segments[index...].reduce(MediaTime.zero) { $0 + $1.duration }
        let (end, overflow) = date.addingReportingOverflow(rest.value(timescale: 1000))
        return overflow ? nil : end
    }

    /// The distance between the dates of two versions in target durations that is tolerated.
    private static let longestDistance = 3

    /// Returns the time between the dates of two live playlists that were loaded together.
    ///
    /// - Parameter other: The other playlist.
    /// - Returns: The time from the latest date of one playlist to the first date of the other one;
    ///   `nil` if it is shorter than three target durations, or one playlist has no dates.
    func distance(toDatesOf other: MediaPlaylist) -> MediaTime? {
        let starts = [self, other].compactMap { playlist in
            playlist.segments.lazy.compactMap { $0.programDateTime?.millisecondsSince1970 }.first
        }
        guard starts.count == 2, let end = endDate, let otherEnd = other.endDate else { return nil }
        let (first, isFar) = starts[1].subtractingReportingOverflow(end)
        let (second, isFarBefore) = starts[0].subtractingReportingOverflow(otherEnd)
        let gap = isFar || isFarBefore ? Int64(1) << 50 : max(first, second)
        let distance = MediaTime.milliseconds(min(gap, 1 << 40))
        let target = max(targetDuration ?? .seconds(1), other.targetDuration ?? .seconds(1))
        return distance > target * Self.longestDistance ? distance : nil
    }
}
