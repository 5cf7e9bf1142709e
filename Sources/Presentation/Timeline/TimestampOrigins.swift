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

    /// How far before a new origin a time may be expected that counts from it.
    private static let slack = MediaTime.milliseconds(500)
    private static let mostOrigins = 1 << 16

    /// The origins of each domain, in the order of the presentation: each holds until the next.
    private var origins: [Int: [Origin]] = [:]

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
        origins[domain] = [Origin(timestamp: timestamp, presentation: presentation)]
    }

    /// Moves the origin of a domain from a point of the presentation on: timestamps have jumped.
    ///
    /// What is expected before that point still counts from the origin that held there.
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
    ///   - wrap: The span after which timestamps start again; `nil` when they do not.
    ///   - expected: Where the playlist expects it, to the nearest half of `wrap`.
    /// - Returns: The time in the presentation, or `nil` while the domain has no origin.
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
