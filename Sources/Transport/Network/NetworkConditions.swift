public import VirtualTime

/// The bandwidth, latency and packet loss of a simulated network over virtual time.
///
/// The network delays transfers in virtual time and does not affect files or sockets. Equal
/// conditions and transfers give equal instants on every machine.
public struct NetworkConditions: Sendable, Hashable {
    /// A change of the bandwidth.
    public struct Step: Sendable, Hashable {
        /// The instant of the change.
        public var start: Instant

        /// The bandwidth until the next change; zero is an outage, `nil` means unlimited.
        public var bitsPerSecond: Int64?

        /// Creates a change of the bandwidth.
        public init(start: Instant, bitsPerSecond: Int64?) {
            self.start = start
            self.bitsPerSecond = bitsPerSecond
        }
    }

    /// The highest simulated bandwidth; higher values count as unlimited.
    public static let highestBitsPerSecond: Int64 = 1_000_000_000_000

    /// The highest simulated loss, in packets per million.
    public static let highestLossPerMillion = 900_000

    /// The changes of the bandwidth, in ascending order of time.
    ///
    /// The first step also applies before its start. All active transfers share the bandwidth
    /// evenly. An empty list means unlimited.
    public let steps: [Step]

    /// The delay of each transfer's first byte, from zero to an hour.
    public let latency: Duration

    /// The packets lost per million packets sent.
    ///
    /// A transfer is sent in packets of 1,460 bytes, and lost packets are sent again. So a transfer
    /// uses the bandwidth of more bytes than it delivers.
    public let lossPerMillion: Int

    /// The random seed for the loss of packets.
    public let seed: UInt64

    /// The size in bytes of the head of a response: the status line and the header fields.
    ///
    /// The head uses bandwidth like the body, but no ledger counts its bytes. With zero, the
    /// default, the head takes no time.
    package var headByteCount: Int64 = 0

    /// The usual size in bytes of the head of a response.
    ///
    /// The origin server sent heads of this size in the recorded runs of `Documentation/Truth.md`.
    package static let usualHeadByteCount: Int64 = 305

    /// The maximum simulated size in bytes of the head of a response.
    package static let highestHeadByteCount: Int64 = 65_536

    /// Creates conditions.
    ///
    /// - Parameters:
    ///   - steps: The bandwidth over time, in any order; of several steps with the same start, the
    ///     last one counts. Bandwidths are clamped to the range from zero to
    ///     ``highestBitsPerSecond``.
    ///   - latency: The delay of each transfer's first byte, clamped to the range from zero to an
    ///     hour.
    ///   - lossPerMillion: The packets lost per million, clamped to the range from zero to
    ///     ``highestLossPerMillion``.
    ///   - seed: The random seed for the loss of packets.
    public init(
        steps: [Step], latency: Duration = .zero, lossPerMillion: Int = 0, seed: UInt64 = 0
    ) {
        var ordered: [Step] = []
        let rising = steps.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }
        for (_, step) in rising {
            var step = step
            step.bitsPerSecond = step.bitsPerSecond.map {
                min(max($0, 0), Self.highestBitsPerSecond)
            }
            if ordered.last?.start == step.start { ordered.removeLast() }
            ordered.append(step)
        }
        self.steps = ordered
        self.latency = min(max(latency, .zero), .seconds(3600))
        self.lossPerMillion = min(max(lossPerMillion, 0), Self.highestLossPerMillion)
        self.seed = seed
    }

    /// Creates conditions with a constant bandwidth.
    ///
    /// - Parameters:
    ///   - bitsPerSecond: The bandwidth; `nil` means unlimited.
    ///   - latency: The delay of each transfer's first byte.
    ///   - lossPerMillion: The packets lost per million.
    ///   - seed: The random seed for the loss of packets.
    public init(
        bitsPerSecond: Int64?, latency: Duration = .zero, lossPerMillion: Int = 0, seed: UInt64 = 0
    ) {
        let step = Step(start: .start, bitsPerSecond: bitsPerSecond)
        self.init(steps: [step], latency: latency, lossPerMillion: lossPerMillion, seed: seed)
    }

    /// A network on which transfers take no time.
    public static let unlimited = NetworkConditions(steps: [])

    /// Whether transfers take no time.
    public var isUnlimited: Bool {
        latency == .zero && steps.allSatisfy { $0.bitsPerSecond == nil }
    }

    /// The total duration of all outages except for one that never ends.
    package var outageTime: Duration {
        var time = Duration.zero
        // The bandwidth of the first step also applies before that step, so its period starts with
        // the world.
        var start = Instant.start
        for (step, next) in zip(steps, steps.dropFirst()) {
            if step.bitsPerSecond == 0, next.start > start {
                time += start.duration(to: next.start)
            }
            start = max(start, next.start)
        }
        return time
    }

    /// Returns the bandwidth at an instant, and the instant of its next change.
    ///
    /// - Parameter instant: The instant.
    /// - Returns: The bandwidth, `nil` when unlimited, and the start of the next step, `nil` when
    ///   there is none.
    package func bandwidth(at instant: Instant) -> (bitsPerSecond: Int64?, until: Instant?) {
        let next = steps.firstPlace { $0.start > instant }
        let current = next > 0 ? steps[next - 1] : steps.first
        return (current?.bitsPerSecond, next < steps.count ? steps[next].start : nil)
    }

    /// Returns the end of an outage; the instant itself if there is no outage at this instant.
    ///
    /// - Parameter instant: The instant.
    /// - Returns: The first instant, not earlier than the given one, at which the network transfers
    ///   bytes; `nil` if the outage never ends.
    package func end(ofOutageAt instant: Instant) -> Instant? {
        var instant = instant
        while true {
            let (bitsPerSecond, next) = bandwidth(at: instant)
            guard bitsPerSecond == 0 else { return instant }
            guard let next else { return nil }
            instant = next
        }
    }
}
