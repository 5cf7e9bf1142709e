package import VirtualTime

/// The control that raises the playback rate with the latency error, as in hls.js.
///
/// The latency error is the difference between the latency and its target. The control never slows
/// playback down. The model is `latency-controller` of hls.js at commit afe5b8bf. There, the rate
/// does not change by default, since `maxLiveSyncPlaybackRate` is 1.
package struct SigmoidCatchUp: Equatable, Sendable {
    /// The largest difference between the latency and its target that does not change the rate.
    private static let deadBand = MediaTime.milliseconds(50)
    /// The duration of media buffered ahead of the playhead, above which the rate may be raised.
    private static let leastLead = MediaTime.seconds(1)
    private static let steepness = 0.75
    private static let stepsPerUnit = 20.0
    /// The time between two checks of the latency, which occur at `timeupdate` events.
    ///
    /// The HTML specification permits 15 to 250 ms; Chromium uses 250 ms.
    package static let interval = Duration.milliseconds(250)

    /// The highest rate; 1 means that the rate never changes.
    package let maximumRate: Double

    /// Creates a control of the rate.
    ///
    /// - Parameter maximumRate: The highest rate, which is limited to the range from 1 to 2.
    package init(maximumRate: Double) { self.maximumRate = min(max(maximumRate, 1), 2) }

    /// Returns the rate.
    ///
    /// - Parameters:
    ///   - latency: The distance of the playhead from the live edge.
    ///   - target: The target distance.
    ///   - limit: The difference between latency and target at or above which the rate is 1. At
    ///     such a difference, the viewer has evidently chosen an earlier position.
    ///   - lead: The duration of the media buffered ahead of the playhead.
    ///   - edgeStalled: The time that has passed since the live edge stalled. The live edge is
    ///     stalled when it has not moved for three target durations; otherwise, the time is zero.
    /// - Returns: The rate, rounded to twentieths.
    package func rate(
        latency: MediaTime, target: MediaTime, limit: MediaTime, lead: MediaTime,
        edgeStalled: MediaTime = .zero
    ) -> Double {
        let error = latency - target
        guard maximumRate > 1, error > Self.deadBand, error < limit, lead > Self.leastLead else {
            return 1
        }
        let exponent = -Self.steepness * error.seconds - edgeStalled.seconds
        let rate = 2 / (1 + Exponential.value(exponent))
        let rounded = (rate * Self.stepsPerUnit).rounded() / Self.stepsPerUnit
        return min(max(rounded, 1), maximumRate)
    }
}

/// The exponential function, with the same result on every machine.
enum Exponential {
    private static let terms = 16
    private static let halvings = 8

    static func value(_ exponent: Double) -> Double {
        let small = min(max(exponent, -700), 700) / Double(1 << halvings)
        var (sum, term) = (1.0, 1.0)
        for index in 1...terms {
            term *= small / Double(index)
            sum += term
        }
        for _ in 0..<halvings { sum *= sum }
        return sum
    }
}
