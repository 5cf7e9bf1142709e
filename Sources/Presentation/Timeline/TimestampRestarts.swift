import VirtualTime

/// Detects timestamps that restart without a declared discontinuity.
///
/// A segment that begins exactly at the first segment's timestamp starts another part. A segment
/// with the same bytes is a repetition, which claims its time twice.
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

    /// The smallest distance from its position at which a segment can start another part.
    private static let shortestPart = MediaTime.milliseconds(500)
    private static let mostRenditions = 4096

    private var starts: [Rendition: Start] = [:]

    /// Records a segment.
    ///
    /// - Parameters:
    ///   - timestamp: Its first timestamp.
    ///   - byteCount: The number of its bytes.
    ///   - domain: Its discontinuity sequence number.
    ///   - name: The name of its rendition.
    ///   - presentation: The end of the previous segments.
    ///   - drift: The distance from this end to its timestamps.
    /// - Returns: Whether timestamps restart with it.
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
