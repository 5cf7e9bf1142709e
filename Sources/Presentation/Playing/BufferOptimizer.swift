public import VirtualTime

/// Decides how much media to buffer ahead of the playhead.
///
/// Every five seconds, the buffer goal becomes the time viewed so far, within two bounds. As a
/// result, a short session fetches little media, and a long session fetches much.
///
/// Source: `Documentation/Brightcove.md#buffer-optimizer`.
public struct BufferOptimizer: Equatable, Sendable {
    /// The choice of a buffer goal: constant, or dependent on the time viewed so far.
    public enum Method: Int, Equatable, Sendable {
        /// The buffer goal is always the upper bound.
        case none = 0
        /// The buffer goal is the time viewed so far, within the lower and the upper bound.
        case standard = 1
    }

    /// The choice of the buffer goal: constant, or dependent on the time viewed so far.
    public var method: Method
    /// The smallest buffer goal; at least one second.
    public private(set) var minimumDuration: MediaTime
    /// The largest buffer goal; at least `minimumDuration`.
    public private(set) var maximumDuration: MediaTime

    /// The interval at which the buffer goal is updated.
    package static let interval = MediaTime.seconds(5)

    /// Creates an optimizer.
    ///
    /// - Parameters:
    ///   - method: The choice of the buffer goal: constant, or dependent on the time viewed so far.
    ///   - minimumDuration: The smallest goal; values below one second count as one second.
    ///   - maximumDuration: The largest goal; values below the smallest count as the smallest.
    public init(
        method: Method = .standard, minimumDuration: MediaTime = .seconds(30),
        maximumDuration: MediaTime = .seconds(90)
    ) {
        self.method = method
        self.minimumDuration = max(minimumDuration, .seconds(1))
        self.maximumDuration = max(maximumDuration, self.minimumDuration)
    }

    /// Returns the amount of media to buffer ahead of the playhead.
    ///
    /// - Parameter viewed: The amount of media played in this session.
    /// - Returns: The buffer goal.
    package func goal(viewed: MediaTime) -> MediaTime {
        guard method == .standard else { return maximumDuration }
        let steps = max(viewed, .zero).ticks / Self.interval.ticks
        return min(
            max(MediaTime(ticks: steps * Self.interval.ticks), minimumDuration), maximumDuration)
    }

    /// Returns the amount of viewed media at which the buffer goal may change next.
    ///
    /// - Parameter viewed: The media played in this session.
    /// - Returns: The amount, larger than `viewed`; `nil` when the goal cannot grow any more.
    package func nextChange(viewed: MediaTime) -> MediaTime? {
        guard goal(viewed: viewed) < maximumDuration else { return nil }
        return max(viewed, .zero).nextMultiple(of: Self.interval)
    }
}
