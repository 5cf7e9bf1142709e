/// The number of media seconds that play in one second of virtual time.
///
/// Rates are whole millionths, so that conversion between media time and virtual time is exact
/// integer arithmetic with the same result on every machine.
public struct PlaybackRate: Hashable, Sendable {
    /// The rate in millionths; always positive.
    public let millionths: Int64

    /// Creates a rate; `nil` unless it is a number from 0.001 to 1000.
    ///
    /// - Parameter rate: The media seconds per second of virtual time.
    public init?(_ rate: Double) {
        guard rate >= 0.001, rate <= 1000 else { return nil }
        millionths = Int64((rate * 1_000_000).rounded())
    }

    private init(millionths: Int64) {
        self.millionths = millionths
    }

    /// The rate of one media second per second of virtual time.
    public static let normal = PlaybackRate(millionths: 1_000_000)

    /// The number of media seconds that play in one second of virtual time.
    public var value: Double { Double(millionths) / 1_000_000 }
}

// One step is ten microseconds: 7056 ticks of media time, or 10^13 attoseconds of virtual time.
private let ticksPerStep: Int128 = 7056
private let attosecondsPerStep: Int128 = 10_000_000_000_000
private let attosecondMillionthsPerStep: Int128 = attosecondsPerStep * 1_000_000

extension MediaTime {
    /// A number of attoseconds below which the product with ``ticksPerStep`` fits in 128 bits.
    private static let longestProduct = Int128(1) << 112

    /// Creates the media time that plays in a span of virtual time, rounded down.
    ///
    /// - Parameters:
    ///   - elapsed: The span of virtual time.
    ///   - rate: The rate of playback.
    public init(elapsed: Duration, rate: PlaybackRate) {
        let attoseconds = elapsed.attoseconds
        // Almost all playback has the normal rate, for which one division suffices.
        if rate == .normal, attoseconds >= 0, attoseconds < Self.longestProduct {
            let ticks = attoseconds * ticksPerStep / attosecondsPerStep
            self.init(ticks: Int64(clamping: ticks))
            return
        }
        // Whole milliseconds are converted first, so that the product below stays within 128 bits.
        let unit: Int128 = 1_000_000_000_000_000
        let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: unit)
        let perMillisecond = Int128(rate.millionths) * Int128(Self.ticksPerSecond)
        let wholeTicks = (whole * perMillisecond).quotientAndRemainder(dividingBy: 1_000_000_000)
        // Adds the remainder of the whole milliseconds to the rest. The common denominator is 10^9
        // (for milliseconds times millionths) times 10^15 (attoseconds per millisecond).
        let carried = wholeTicks.remainder * unit + rest * perMillisecond
        var restTicks = carried / (1_000_000_000 * unit)
        if carried < 0, restTicks * 1_000_000_000 * unit != carried { restTicks -= 1 }
        self.init(ticks: Int64(clamping: wholeTicks.quotient + restTicks))
    }
}

extension Duration {
    /// Creates the span of virtual time in which a span of media plays, rounded up.
    ///
    /// After this span, the playhead has reached the end of the media but has not passed it.
    ///
    /// - Parameters:
    ///   - media: The span of media; negative spans give zero.
    ///   - rate: The rate of playback.
    public init(playing media: MediaTime, at rate: PlaybackRate) {
        guard media > .zero else {
            self = .zero
            return
        }
        if rate == .normal {
            // A span of whole steps of ten microseconds, such as the interval between progress
            // reports, needs no 128-bit division.
            let (steps, rest) = media.ticks.quotientAndRemainder(dividingBy: Int64(ticksPerStep))
            if rest == 0 {
                self.init(attoseconds: Int128(steps) * attosecondsPerStep)
                return
            }
            let scaled = Int128(media.ticks) * attosecondsPerStep
            self.init(attoseconds: (scaled + (ticksPerStep - 1)) / ticksPerStep)
            return
        }
        let scaled = Int128(media.ticks) * attosecondMillionthsPerStep
        let divisor = ticksPerStep * Int128(rate.millionths)
        let (quotient, remainder) = scaled.quotientAndRemainder(dividingBy: divisor)
        self.init(attoseconds: quotient + (remainder == 0 ? 0 : 1))
    }
}
