package import VirtualTime

/// Converts container timestamps to presentation times.
///
/// Within one discontinuity domain, all renditions share one origin (rfc8216bis, section 6.3.3).
/// In each domain, the first segment that arrives fixes the origin; from then on, only timestamps
/// determine positions. A timestamp that wraps, such as a 33-bit MPEG-2 TS timestamp, resolves to
/// the value nearest to the position in the playlist.
package struct TimestampOrigins: Equatable, Sendable {
    private struct Origin: Equatable {
        let timestamp: MediaTime
        let presentation: MediaTime
    }

    /// The tolerance that decides which of two origins applies to a position.
    ///
    /// A new origin also applies to positions that are before its presentation time by at most this
    /// distance.
    private static let slack = MediaTime.milliseconds(500)
    private static let mostOrigins = 1 << 16

    /// The origins of each discontinuity domain, in presentation order.
    ///
    /// An origin applies up to the presentation time of the next origin, less ``slack``.
    private var origins: [Int: [Origin]] = [:]

    package init() {}

    /// Returns whether the timestamp origin of a discontinuity domain is known.
    package func hasOrigin(of domain: Int) -> Bool { origins[domain] != nil }

    /// Fixes the timestamp origin of a discontinuity domain, unless it is already fixed.
    ///
    /// - Parameters:
    ///   - domain: The discontinuity sequence number.
    ///   - timestamp: A timestamp of the domain.
    ///   - presentation: The presentation time of that timestamp.
    package mutating func fixOrigin(
        of domain: Int, timestamp: MediaTime, at presentation: MediaTime
    ) {
        guard origins[domain] == nil else { return }
        origins[domain] = [Origin(timestamp: timestamp, presentation: presentation)]
    }

    /// Changes the timestamp origin of a discontinuity domain from a presentation time on.
    ///
    /// The origin changes after timestamps have jumped. Timestamps that are expected before the
    /// presentation time are still counted from the previous origin.
    package mutating func moveOrigin(
        of domain: Int, timestamp: MediaTime, to presentation: MediaTime
    ) {
        var known = origins[domain] ?? []
        let isHeld = known.last.map {
            presentation - $0.presentation == timestamp - $0.timestamp
        }
        if isHeld ?? false { return }
        let place = known.firstIndex { $0.presentation >= presentation } ?? known.count
        let origin = Origin(timestamp: timestamp, presentation: presentation)
        if place < known.count, known[place].presentation == presentation {
            known[place] = origin
        } else if known.count < Self.mostOrigins {
            known.insert(origin, at: place)
        } else {
            known[known.count - 1] = origin
        }
        origins[domain] = known
    }

    /// Converts a timestamp.
    ///
    /// - Parameters:
    ///   - timestamp: The timestamp.
    ///   - domain: Its discontinuity sequence number.
    ///   - wrap: The span after which timestamps restart; `nil` when they do not.
    ///   - expected: The expected position, which may be wrong by less than half of `wrap`.
    /// - Returns: The presentation time, or `nil` while the domain has no origin.
    package func presentationTime(
        of timestamp: MediaTime, in domain: Int, wrap: MediaTime?, near expected: MediaTime
    ) -> MediaTime? {
        guard let known = origins[domain], let first = known.first else { return nil }
        let origin = known.last { $0.presentation <= expected + Self.slack } ?? first
        let plain = origin.presentation + (timestamp - origin.timestamp)
        guard let wrap, wrap > .zero else { return plain }
        let off = expected - plain
        let half = MediaTime(ticks: wrap.ticks / 2)
        let turns = (off + (off < .zero ? -half : half)).ticks / wrap.ticks
        return plain + MediaTime(ticks: turns &* wrap.ticks)
    }
}
