package import VirtualTime

/// Turns the timestamps of containers into times of the presentation.
///
/// Within one discontinuity domain all renditions count from the same origin (rfc8216bis, section
/// 6.3.3 asks players to line them up so). The first segment that arrives fixes the origin of its
/// domain; from then on timestamps alone say where media lies. Timestamps that wrap, such as the
/// 33 bits of MPEG-2 TS, are taken to be the ones nearest to where the playlist expects them.
package struct TimestampOrigins: Equatable, Sendable {
    private struct Origin: Equatable {
        let timestamp: MediaTime
        let presentation: MediaTime
    }

    private var origins: [Int: Origin] = [:]

    package init() {}

    /// Whether a domain has its origin.
    package func hasOrigin(of domain: Int) -> Bool { origins[domain] != nil }

    /// Fixes the origin of a domain unless it is fixed already.
    ///
    /// - Parameters:
    ///   - domain: The discontinuity sequence number.
    ///   - timestamp: A timestamp of the domain.
    ///   - presentation: Where that timestamp lies in the presentation.
    package mutating func fixOrigin(
        of domain: Int, timestamp: MediaTime, at presentation: MediaTime
    ) {
        guard origins[domain] == nil else { return }
        origins[domain] = Origin(timestamp: timestamp, presentation: presentation)
    }

    /// Moves the origin of a domain, because timestamps have jumped.
    package mutating func moveOrigin(
        of domain: Int, timestamp: MediaTime, to presentation: MediaTime
    ) {
        origins[domain] = Origin(timestamp: timestamp, presentation: presentation)
    }

    /// Converts a timestamp.
    ///
    /// - Parameters:
    ///   - timestamp: The timestamp.
    ///   - domain: Its discontinuity sequence number.
    ///   - wrap: The span after which timestamps start again; `nil` when they do not.
    ///   - expected: Where the playlist expects it, to the nearest half of `wrap`.
    /// - Returns: The time in the presentation, or `nil` while the domain has no origin.
    package func presentationTime(
        of timestamp: MediaTime, in domain: Int, wrap: MediaTime?, near expected: MediaTime
    ) -> MediaTime? {
        guard let origin = origins[domain] else { return nil }
        let plain = origin.presentation + (timestamp - origin.timestamp)
        guard let wrap, wrap > .zero else { return plain }
        let off = expected - plain
        let half = MediaTime(ticks: wrap.ticks / 2)
        let turns = (off + (off < .zero ? -half : half)).ticks / wrap.ticks
        return plain + MediaTime(ticks: turns &* wrap.ticks)
    }
}
