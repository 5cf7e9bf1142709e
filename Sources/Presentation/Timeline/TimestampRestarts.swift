import VirtualTime

/// Recognizes where the timestamps of a rendition start again and no discontinuity is declared.
///
/// A segment that begins exactly where the first one began is the start of another part. The same
/// bytes once more are no part of their own but a repeated segment, which claims time twice.
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

    /// How far from its place a segment has to be to count as the start of another part.
    private static let shortestPart = MediaTime.milliseconds(500)
    private static let mostRenditions = 4096

    private var starts: [Rendition: Start] = [:]

    /// Takes note of a segment.
    ///
    /// - Parameters:
    ///   - timestamp: Its first timestamp.
    ///   - byteCount: The number of its bytes.
    ///   - domain: Its discontinuity sequence number.
    ///   - name: Its rendition.
    ///   - presentation: Where the segments before it end.
    ///   - drift: How far from there its timestamps put it.
    /// - Returns: Whether timestamps start again with it.
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
