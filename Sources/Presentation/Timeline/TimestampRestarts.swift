import VirtualTime

/// Detects timestamps that restart without a declared discontinuity.
///
/// Within a discontinuity domain, the timestamps of a rendition restart when a later segment begins
/// exactly at the timestamp at which the first segment began. If both segments have the same number
/// of bytes, the later one only repeats the first. Then nothing restarts, and both segments have
/// the same position.
struct TimestampRestarts: Equatable, Sendable {
    private struct Rendition: Hashable {
        let name: String
        let domain: Int
    }

    private struct Start: Equatable {
        let timestamp: MediaTime
        let presentation: MediaTime
        let byteCount: Int64
    }

    /// The distance that a backward jump of timestamps must exceed to count as a restart.
    ///
    /// The media since the first timestamp must also be longer than this distance.
    private static let shortestPart = MediaTime.milliseconds(500)
    private static let mostRenditions = 4096

    private var starts: [Rendition: Start] = [:]

    /// Returns whether no segment of a rendition was recorded in a discontinuity domain.
    func isFirst(in domain: Int, of name: String) -> Bool {
        starts.count < Self.mostRenditions
            && starts[Rendition(name: name, domain: domain)] == nil
    }

    /// Records a segment.
    ///
    /// - Parameters:
    ///   - timestamp: The first timestamp of the segment.
    ///   - byteCount: The size of the segment in bytes.
    ///   - domain: The discontinuity sequence number of the segment.
    ///   - name: The name of the rendition.
    ///   - presentation: The presentation time at which the previous segments end.
    ///   - drift: The distance from `presentation` to the position according to the segment's
    ///     timestamps; negative if that position is earlier.
    /// - Returns: Whether timestamps restart with this segment.
    mutating func take(
        _ timestamp: MediaTime, byteCount: Int64, domain: Int, of name: String,
        at presentation: MediaTime, drift: MediaTime
    ) -> Bool {
        let rendition = Rendition(name: name, domain: domain)
        let start = Start(timestamp: timestamp, presentation: presentation, byteCount: byteCount)
        guard let first = starts[rendition] else {
            if starts.count < Self.mostRenditions { starts[rendition] = start }
            return false
        }
        guard first.timestamp == timestamp, first.byteCount != byteCount,
            drift < -Self.shortestPart, presentation > first.presentation + Self.shortestPart
        else { return false }
        starts[rendition] = start
        return true
    }
}
