package import VirtualTime

/// Limits the playlist requests of one rendition, regardless of the contents of its playlists.
///
/// In each target duration, one request is permitted, plus two for each partial segment. A target
/// duration without partial segments counts as one partial segment.
package struct RequestRate: Equatable, Sendable {
    /// The lower limit of the target duration; a shorter one would permit too many requests.
    private static let shortestTarget = MediaTime.seconds(1)
    /// The shortest assumed duration of a partial segment.
    private static let shortestPart = MediaTime.milliseconds(100)
    /// The maximum number of partial segments in a target duration, which bounds the memory.
    private static let mostParts = 100

    /// The instants of the latest requests, in order.
    private var instants: [Instant] = []

    /// Creates the limit without any request.
    package init() {}

    /// Records a request.
    package mutating func record(_ instant: Instant) {
        instants.append(instant)
        let most = 1 + 2 * Self.mostParts
        if instants.count > most { instants.removeFirst(instants.count - most) }
    }

    /// Returns the first instant, at or after a given one, at which a request is permitted.
    ///
    /// - Parameters:
    ///   - instant: The requested instant.
    ///   - target: The target duration of segments.
    ///   - part: The target duration of partial segments; `nil` if there are none.
    /// - Returns: The permitted instant, which is never before `instant`.
    package func earliest(
        _ instant: Instant, target: MediaTime, part: MediaTime?
    ) -> Instant {
        let target = max(target, Self.shortestTarget)
        let limit = Self.limit(target: target, part: part)
        guard instants.count >= limit else { return instant }
        let span = Duration(playing: target, at: .normal)
        return max(instant, instants[instants.count - limit].advanced(by: span))
    }

    /// Returns the maximum number of requests in a target duration.
    static func limit(target: MediaTime, part: MediaTime?) -> Int {
        guard let part else { return 3 }
        let length = max(part, shortestPart)
        let (whole, rest) = target.ticks.quotientAndRemainder(dividingBy: length.ticks)
        return 1 + 2 * max(1, min(Int(clamping: whole) + (rest > 0 ? 1 : 0), mostParts))
    }
}
