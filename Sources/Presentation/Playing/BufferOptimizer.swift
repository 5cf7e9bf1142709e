public import VirtualTime

/// Decides how much media to hold ahead of the playhead.
///
/// Every five seconds the goal becomes the time viewed so far, held between two bounds: little is
/// fetched for someone who looks in, and much for someone who stays.
///
/// Source: `Documentation/Brightcove.md#buffer-optimiser`.
public struct BufferOptimizer: Equatable, Sendable {
    /// Whether and how the goal follows the time viewed.
    public enum Method: Int, Equatable, Sendable {
        /// The goal is the upper bound throughout.
        case none = 0
        /// The goal follows the time viewed.
        case standard = 1
    }

    /// Whether and how the goal follows the time viewed.
    public var method: Method
    /// The smallest goal; at least one second.
    public private(set) var minimumDuration: MediaTime
    /// The largest goal; at least the smallest.
    public private(set) var maximumDuration: MediaTime

    /// How often the goal is set anew.
    package static let interval = MediaTime.seconds(5)

    /// Creates an optimiser.
    ///
    /// - Parameters:
    ///   - method: Whether and how the goal follows the time viewed.
    ///   - minimumDuration: The smallest goal; less than one second counts as one second.
    ///   - maximumDuration: The largest goal; less than the smallest counts as the smallest.
    public init(
        method: Method = .standard, minimumDuration: MediaTime = .seconds(30),
        maximumDuration: MediaTime = .seconds(90)
    ) {
        self.method = method
        self.minimumDuration = max(minimumDuration, .seconds(1))
        self.maximumDuration = max(maximumDuration, self.minimumDuration)
    }

    /// How much media to hold ahead of the playhead.
    ///
    /// - Parameter viewed: How much has been played in this session.
    /// - Returns: The goal.
    package func goal(viewed: MediaTime) -> MediaTime {
        guard method == .standard else { return maximumDuration }
        let steps = max(viewed, .zero).ticks / Self.interval.ticks
        return min(
            max(MediaTime(ticks: steps * Self.interval.ticks), minimumDuration), maximumDuration)
    }
}
