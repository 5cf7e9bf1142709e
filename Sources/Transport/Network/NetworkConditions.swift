public import VirtualTime

/// What a simulated network lets through, over the time of a world.
///
/// It slows down transfers in virtual time and touches neither files nor sockets. The same
/// conditions and the same transfers give the same instants on every machine.
public struct NetworkConditions: Sendable, Hashable {
    /// A change of the bandwidth.
    public struct Step: Sendable, Hashable {
        /// When the bandwidth changes.
        public var start: Instant

        /// The bandwidth from then on; zero is an outage, `nil` means unlimited.
        public var bitsPerSecond: Int64?

        /// Creates a change of the bandwidth.
        public init(start: Instant, bitsPerSecond: Int64?) {
            self.start = start
            self.bitsPerSecond = bitsPerSecond
        }
    }

    /// The bandwidth that counts as no limit; more is not simulated.
    public static let highestBitsPerSecond: Int64 = 1_000_000_000_000

    /// The most packets in a million that may be lost: nine in ten.
    public static let highestLossPerMillion = 900_000

    /// The bandwidth over time, by rising starts; before the first step it is that of the first.
    ///
    /// All transfers that are under way share it evenly. No steps mean no limit.
    public let steps: [Step]

    /// How long each transfer waits before its first byte; from zero to an hour.
    public let latency: Duration

    /// How many packets in a million are lost, each time that they are sent.
    ///
    /// A transfer is sent in packets of 1,460 bytes, and what is lost is sent again. So a transfer
    /// takes the bandwidth of more bytes than it delivers.
    public let lossPerMillion: Int

    /// What decides which packets are lost.
    public let seed: UInt64

    /// Creates conditions.
    ///
    /// - Parameters:
    ///   - steps: The bandwidth over time, in any order; of steps with the same start the last
    ///     counts, and bandwidths are held within zero and ``highestBitsPerSecond``.
    ///   - latency: How long each transfer waits before its first byte; held within zero and an hour.
    ///   - lossPerMillion: How many packets in a million are lost; held within zero and
    ///     ``highestLossPerMillion``.
    ///   - seed: What decides which packets are lost.
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

    /// Creates conditions with one bandwidth throughout.
    ///
    /// - Parameters:
    ///   - bitsPerSecond: The bandwidth; `nil` means unlimited.
    ///   - latency: How long each transfer waits before its first byte.
    ///   - lossPerMillion: How many packets in a million are lost.
    ///   - seed: What decides which packets are lost.
    public init(
        bitsPerSecond: Int64?, latency: Duration = .zero, lossPerMillion: Int = 0, seed: UInt64 = 0
    ) {
        let step = Step(start: .start, bitsPerSecond: bitsPerSecond)
        self.init(steps: [step], latency: latency, lossPerMillion: lossPerMillion, seed: seed)
    }

    /// A network that takes no time at all.
    public static let unlimited = NetworkConditions(steps: [])

    /// Whether no transfer ever takes time.
    public var isUnlimited: Bool {
        latency == .zero && steps.allSatisfy { $0.bitsPerSecond == nil }
    }

    /// The bandwidth at an instant, and when it changes next.
    ///
    /// - Parameter instant: The instant.
    /// - Returns: The bandwidth, `nil` when it is unlimited, and the start of the next step, `nil`
    ///   when it stays so for ever.
    package func bandwidth(at instant: Instant) -> (bitsPerSecond: Int64?, until: Instant?) {
        let next = steps.firstPlace { $0.start > instant }
        let current = next > 0 ? steps[next - 1] : steps.first
        return (current?.bitsPerSecond, next < steps.count ? steps[next].start : nil)
    }
}
