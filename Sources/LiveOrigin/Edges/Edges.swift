import Formats
import VirtualTime

/// The edge servers between an origin and its clients.
package struct Edges: Equatable, Sendable {
    /// The way in which an edge server is selected for a request.
    package enum Pick: String, CaseIterable, Sendable {
        /// Each client always uses the same server.
        case sticky
        /// The requests of a client go to all servers in turn.
        case alternate
        /// Each request goes to a pseudorandom server.
        case seeded
    }

    /// The way in which an edge server is selected.
    package var pick: Pick
    /// The edge servers; if there are none, clients reach the origin itself.
    package var list: [EdgeServer]
    /// The seed for the pseudorandom selection of servers.
    package var seed: UInt64

    /// Creates edge servers; by default, there are none.
    package init(_ list: [EdgeServer] = [], pick: Pick = .sticky, seed: UInt64 = 0) {
        self.list = list
        self.pick = pick
        self.seed = seed
    }

    /// Returns the edge server for a request; `nil` when clients reach the origin itself.
    package func server(for request: OriginRequest) -> EdgeServer? {
        guard !list.isEmpty else { return nil }
        let count = UInt64(list.count)
        let ordinal = UInt64(bitPattern: Int64(request.ordinal))
        let client = HashedNumber.value(of: request.client)
        let index =
            switch pick {
            case .alternate: ordinal % count
            case .sticky: HashedNumber.value(seed: seed, client) % count
            case .seeded: HashedNumber.value(seed: seed, client, ordinal) % count
            }
        return list[Int(index)]
    }
}

/// One edge server between an origin and its clients.
package struct EdgeServer: Equatable, Sendable {
    /// A span in which a server refuses all requests.
    package struct Outage: Equatable, Sendable {
        /// The time range of the outage, from the start of virtual time.
        package var span: Range<Duration>
        /// The HTTP status of the refusals.
        package var status: Int

        /// Creates an outage.
        package init(_ span: Range<Duration>, status: Int = 503) {
            self.span = span
            self.status = status
        }
    }

    /// The delay after which a playlist of the origin is available at this edge server.
    package var lag: Duration
    /// The delay of segments; `nil` means the delay of playlists.
    package var segmentLag: Duration?
    /// The time for which a playlist is cached; responses to blocking requests are not cached.
    package var lifetime: Duration
    /// Whether responses state their age (the header field `Age`).
    package var statesAge: Bool
    /// The outages.
    package var outages: [Outage]

    /// Creates an edge server; by default, it has no effect.
    package init(
        lag: Duration = .zero, segmentLag: Duration? = nil, lifetime: Duration = .zero,
        statesAge: Bool = false, outages: [Outage] = []
    ) {
        self.lag = lag
        self.segmentLag = segmentLag
        self.lifetime = lifetime
        self.statesAge = statesAge
        self.outages = outages
    }

    /// Returns the instant at which the origin had the state that the edge server delivers.
    ///
    /// The result is earlier than `instant` by the server's delay, and also by the age of a cached
    /// response. The cache is renewed at multiples of the lifetime. The age can therefore be
    /// computed, and no response needs to be stored.
    func view(at instant: Instant, ofMedia isMedia: Bool, isBlocking: Bool) -> Instant {
        let shown = instant.sinceStart - (isMedia ? segmentLag ?? lag : lag)
        guard !isMedia, !isBlocking, lifetime > .zero else { return Instant(sinceStart: shown) }
        let (ticks, span) = (shown.attoseconds, lifetime.attoseconds)
        let rest = ticks.dividedDown(by: span).remainder
        return Instant(sinceStart: Duration(attoseconds: ticks - rest))
    }

    /// Returns the HTTP status of the outage at an instant; `nil` when there is no outage.
    func status(at instant: Instant) -> Int? {
        outages.first { $0.span.contains(instant.sinceStart) }?.status
    }
}
