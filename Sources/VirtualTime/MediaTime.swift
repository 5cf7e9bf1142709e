/// A point or a span on a media timeline, as a whole number of ticks.
///
/// A second has 705,600,000 ticks. This number is a multiple of every common media clock: 90 kHz,
/// 48 kHz, 44.1 kHz, 24, 25, 30 and 60 frames a second and their 1000/1001 variants. Sums of times
/// on these clocks do not drift. The range is about ±414 years; arithmetic saturates at its ends.
public struct MediaTime: Hashable, Sendable {
    /// The number of ticks in a second.
    public static let ticksPerSecond: Int64 = 705_600_000

    /// The number of ticks, each of 1/705,600,000 s.
    public var ticks: Int64

    /// Creates a time from a number of ticks, each of 1/705,600,000 s.
    @inlinable
    public init(ticks: Int64) {
        self.ticks = ticks
    }

    /// Creates a time from a count of a media clock, rounded to the nearest tick.
    ///
    /// Ties are rounded away from zero.
    ///
    /// - Parameters:
    ///   - value: The count.
    ///   - timescale: The number of counts per second; must be positive.
    @inlinable
    public init(_ value: Int64, timescale: Int64) {
        precondition(timescale > 0, "a timescale is a positive number of ticks a second")
        let factor = Self.ticksPerSecond / timescale
        if factor * timescale == Self.ticksPerSecond {
            let (product, overflow) = value.multipliedReportingOverflow(by: factor)
            ticks = overflow ? (value < 0 ? .min : .max) : product
        } else {
            ticks = Self.scale(value, by: Self.ticksPerSecond, over: timescale)
        }
    }

    /// Creates the time nearest to a number of seconds; `nil` outside the range.
    ///
    /// - Parameter seconds: A finite number of seconds.
    public init?(seconds: Double) {
        let ticks = (seconds * Double(Self.ticksPerSecond)).rounded()
        guard ticks.isFinite, abs(ticks) < 9.2e18 else { return nil }
        self.ticks = Int64(ticks)
    }

    /// The origin of a timeline, and the empty span.
    public static let zero = MediaTime(ticks: 0)

    /// The duration of a broadcast without a known end; also used for a time that is not a number.
    ///
    /// It is later than every other time.
    public static let indefinite = MediaTime(ticks: .max)

    /// The latest time that is a number; larger numbers of seconds are clamped to it.
    package static let latest = MediaTime(ticks: .max - 1)

    /// Whether the value is the duration of a broadcast that has no known end.
    public var isIndefinite: Bool { self == .indefinite }

    /// Returns a time of a whole number of seconds.
    public static func seconds(_ count: Int64) -> MediaTime {
        MediaTime(count, timescale: 1)
    }

    /// Returns the time nearest to a number of seconds, clamped to the range.
    ///
    /// A value that is not a number becomes ``indefinite``, which no playhead reaches.
    ///
    /// - Parameter seconds: The number of seconds.
    /// - Returns: The time.
    @_disfavoredOverload
    public static func seconds(_ seconds: Double) -> MediaTime {
        if seconds.isNaN { return .indefinite }
        return MediaTime(seconds: seconds) ?? (seconds < 0 ? MediaTime(ticks: -.max) : .latest)
    }

    /// The number of seconds for a command, which `seconds(_:)` converts back to this time.
    ///
    /// The value is infinite for a time that was clamped, and NaN for ``indefinite``.
    package var secondsOfCommand: Double {
        switch ticks {
        case .max: .nan
        case Self.latest.ticks: .infinity
        case ...(-.max): -.infinity
        default: seconds
        }
    }

    /// Returns a time of a whole number of milliseconds.
    public static func milliseconds(_ count: Int64) -> MediaTime {
        MediaTime(count, timescale: 1000)
    }

    /// The time in seconds, to the precision of `Double`.
    public var seconds: Double {
        Double(ticks) / Double(Self.ticksPerSecond)
    }

    /// Returns this time as a count of a media clock, rounded to the nearest; ties away from zero.
    ///
    /// - Parameter timescale: The number of counts per second; must be positive.
    /// - Returns: The number of counts.
    public func value(timescale: Int64) -> Int64 {
        precondition(timescale > 0, "a timescale is a positive number of ticks a second")
        return Self.scale(ticks, by: timescale, over: Self.ticksPerSecond)
    }

    /// Returns the first whole multiple of a span after this time.
    ///
    /// A negative time that is itself a multiple of the span is returned unchanged.
    ///
    /// - Parameter span: The span, which is positive.
    /// - Returns: The multiple.
    package func nextMultiple(of span: MediaTime) -> MediaTime {
        precondition(span > .zero, "a period is positive")
        let quotient = ticks / span.ticks
        return MediaTime(ticks: (ticks < 0 ? quotient : quotient + 1) * span.ticks)
    }

    /// Returns the shortest equivalent of this span on a clock that restarts.
    ///
    /// The result is negative if the shortest span leads backward.
    ///
    /// - Parameter wrap: The span after which the clock restarts; `nil` when it never restarts.
    /// - Returns: This span without whole multiples of `wrap`.
    package func unwrapped(by wrap: MediaTime?) -> MediaTime {
        guard let wrap, wrap > .zero else { return self }
        let rest = ticks % wrap.ticks
        let half = wrap.ticks / 2
        return MediaTime(
            ticks: rest > half ? rest - wrap.ticks : rest < -half ? rest + wrap.ticks : rest)
    }

    /// Returns `value * factor / divisor` rounded to the nearest integer, clamped to the range.
    @usableFromInline
    static func scale(_ value: Int64, by factor: Int64, over divisor: Int64) -> Int64 {
        let product = Int128(value) * Int128(factor)
        let half = Int128(divisor) / 2
        let quotient = (product + (product < 0 ? -half : half)) / Int128(divisor)
        return Int64(clamping: quotient)
    }
}

extension MediaTime: Comparable {
    /// Returns whether one time precedes another.
    @inlinable
    public static func < (lhs: MediaTime, rhs: MediaTime) -> Bool {
        lhs.ticks < rhs.ticks
    }
}

extension MediaTime: AdditiveArithmetic {
    /// Returns the sum of two times, clamped to the range.
    @inlinable
    public static func + (lhs: MediaTime, rhs: MediaTime) -> MediaTime {
        let (sum, overflow) = lhs.ticks.addingReportingOverflow(rhs.ticks)
        return MediaTime(ticks: overflow ? (rhs.ticks < 0 ? .min : .max) : sum)
    }

    /// Returns the difference of two times, clamped to the range.
    @inlinable
    public static func - (lhs: MediaTime, rhs: MediaTime) -> MediaTime {
        let (difference, overflow) = lhs.ticks.subtractingReportingOverflow(rhs.ticks)
        return MediaTime(ticks: overflow ? (rhs.ticks > 0 ? .min : .max) : difference)
    }

    /// Returns a multiple of a span, clamped to the range.
    package static func * (span: MediaTime, count: Int) -> MediaTime {
        let (product, overflow) = span.ticks.multipliedReportingOverflow(by: Int64(count))
        let limit: Int64 = (span.ticks < 0) == (count < 0) ? .max : .min
        return MediaTime(ticks: overflow ? limit : product)
    }

    /// Returns the time with the opposite sign.
    @inlinable
    public static prefix func - (time: MediaTime) -> MediaTime {
        zero - time
    }
}

extension MediaTime: CustomStringConvertible {
    /// The time in seconds with three decimals, rounded half away from zero, as traces print it.
    ///
    /// An indefinite duration is `indefinite`.
    public var description: String {
        if isIndefinite { return "indefinite" }
        let milliseconds = value(timescale: 1000)
        let magnitude = milliseconds.magnitude
        let fraction = String(magnitude % 1000)
        let padding = String(repeating: "0", count: 3 - fraction.count)
        return "\(milliseconds < 0 ? "-" : "")\(magnitude / 1000).\(padding)\(fraction)"
    }
}
