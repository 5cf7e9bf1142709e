import Formats
import VirtualTime

/// The servers between an origin and its clients.
package struct Edges: Equatable, Sendable {
    /// The choice of a server for a request.
    package enum Pick: String, CaseIterable, Sendable {
        /// Each client always uses the same server.
        case sticky
        /// The requests of a client go to all servers in turn.
        case alternate
        /// Each request goes to a pseudorandom server.
        case seeded
    }

    /// The choice of a server.
    package var pick: Pick
    /// The servers; without any, clients reach the origin itself.
    package var list: [EdgeServer]
    /// The seed of choices by chance.
    package var seed: UInt64

    /// Creates servers; none by default.
    package init(_ list: [EdgeServer] = [], pick: Pick = .sticky, seed: UInt64 = 0) {
        self.list = list
        self.pick = pick
        self.seed = seed
    }

    /// Returns the server for a request; `nil` when clients reach the origin itself.
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

/// One server between an origin and its clients.
package struct EdgeServer: Equatable, Sendable {
    /// A span in which a server refuses all requests.
    package struct Outage: Equatable, Sendable {
        /// The span, from the start of the world.
        package var span: Range<Duration>
        /// The status.
        package var status: Int

        /// Creates an outage.
        package init(_ span: Range<Duration>, status: Int = 503) {
            self.span = span
            self.status = status
        }
    }

    /// The delay of playlists from the origin to the server.
    package var lag: Duration
    /// The delay of segments; `nil` means the delay of playlists.
    package var segmentLag: Duration?
    /// The time for which a playlist is cached; responses to blocking requests are not cached.
    package var lifetime: Duration
    /// Whether answers state their age.
    package var statesAge: Bool
    /// The outages.
    package var outages: [Outage]

    /// Creates a server; without lag and lifetime, it has no effect.
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

    /// Returns the instant of the origin that the server shows at an instant.
    ///
    /// The cache of a server is renewed at multiples of the lifetime, so that no state is needed.
    func view(at instant: Instant, ofMedia isMedia: Bool, isBlocking: Bool) -> Instant {
        let shown = instant.sinceStart - (isMedia ? segmentLag ?? lag : lag)
        guard !isMedia, !isBlocking, lifetime > .zero else { return Instant(sinceStart: shown) }
        let (ticks, span) = (shown.attoseconds, lifetime.attoseconds)
        let rest = ticks.dividedDown(by: span).remainder
        return Instant(sinceStart: Duration(attoseconds: ticks - rest))
    }

    /// Returns the status of the outage at an instant; `nil` when there is none.
    func status(at instant: Instant) -> Int? {
        outages.first { $0.span.contains(instant.sinceStart) }?.status
    }
}
