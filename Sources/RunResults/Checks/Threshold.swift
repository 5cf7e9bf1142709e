/// A permitted limit for a value that is measured while a scenario runs.
public struct Threshold: Sendable, Equatable {
    /// The kinds of measured values, defined as in CTA-2066 if that standard contains them.
    public enum Metric: String, Sendable, CaseIterable {
        /// The seconds from the request to play to the first frame.
        case startupTime = "startup-time"
        /// The number of stalls during playback; stalls after seeks are not counted.
        case rebufferingCount = "rebuffering-count"
        /// The time spent rebuffering as a fraction of the time spent playing and rebuffering.
        case rebufferingRatio = "rebuffering-ratio"
        /// The seconds spent rebuffering.
        case rebufferingTime = "rebuffering-time"
        /// The number of switches between variants.
        case switches
        /// The number of switches to a variant of lower bandwidth.
        case downSwitches = "down-switches"
        /// The mean bandwidth of the played variants, in bits per second, weighted by duration.
        case meanBitrate = "mean-bitrate"
        /// The number of bytes that were fetched and never played.
        case wastedBytes = "wasted-bytes"
        /// The number of requests that failed and were repeated.
        case retries
        /// The longest time from a seek to its landing, in seconds.
        case seekTime = "seek-time"
    }

    /// The relation that a measured value must have to a bound.
    public enum Comparison: String, Sendable, CaseIterable {
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="
        case equal = "=="
    }

    /// The kind of the measured value.
    public var metric: Metric
    /// The relation that the measured value must have to the bound.
    public var comparison: Comparison
    /// The bound in the unit of the metric: seconds, bits per second, bytes, a ratio or a number.
    public var bound: Double
    /// The names of the players to which the bound applies; empty when it applies to every player.
    package var profiles: [String] = []

    /// Creates a threshold.
    ///
    /// - Parameters:
    ///   - metric: The measured value.
    ///   - comparison: The comparison.
    ///   - bound: The bound.
    public init(_ metric: Metric, _ comparison: Comparison, _ bound: Double) {
        self.metric = metric
        self.comparison = comparison
        self.bound = bound
    }
}
