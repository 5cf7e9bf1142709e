import VirtualTime

/// The reason why a text is not a network trace.
public struct NetworkTraceError: Error, Hashable, Sendable {
    /// The kind of an error.
    public enum Reason: Hashable, Sendable {
        /// The text has no line with a bandwidth.
        case empty
        /// A line is not a pair of non-negative numbers.
        case malformed
        /// The time of a line is not later than the time of the previous line.
        case notRising
        /// The trace has too many lines.
        case tooManyLines(limit: Int)
    }

    /// The kind of the error.
    public let reason: Reason

    /// The number of the faulty line, counted from 1; `nil` when the error concerns no line.
    public let line: Int?
}

extension NetworkTraceError: CustomStringConvertible {
    /// A readable description on one line: the line number, if known, and the cause.
    public var description: String {
        let cause =
            switch reason {
            case .empty: "the network trace contains no bandwidth"
            case .malformed: "expected seconds and kilobits a second"
            case .notRising: "the time is not later than the time of the line before"
            case .tooManyLines(let limit): "the network trace has more than \(limit) lines"
            }
        return line.map { "line \($0): \(cause)" } ?? cause
    }
}

extension NetworkConditions {
    /// The maximum number of lines in a trace.
    public static let highestTraceLineCount = 1_000_000

    /// Creates conditions with the bandwidth over time from a trace.
    ///
    /// Each line has a time in seconds since the start of the simulated world and a bandwidth in
    /// kilobits (1,000 bits) per second, as decimal numbers separated by space. Times ascend. The
    /// bandwidth of the first line also applies before its time, and the bandwidth of the last line
    /// applies to the end. Empty lines and text after a `#` are ignored.
    ///
    /// - Parameters:
    ///   - trace: The text.
    ///   - latency: The delay of each transfer's first byte.
    ///   - lossPerMillion: The packets lost per million.
    ///   - seed: The random seed for the loss of packets.
    /// - Throws: When the text is not a trace; the error names the line.
    public init(
        trace: [UInt8], latency: Duration = .zero, lossPerMillion: Int = 0, seed: UInt64 = 0
    ) throws(NetworkTraceError) {
        var steps: [Step] = []
        var number = 0
        for line in trace.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard number <= Self.highestTraceLineCount else {
                let reason = NetworkTraceError.Reason.tooManyLines(
                    limit: Self.highestTraceLineCount)
                throw NetworkTraceError(reason: reason, line: number)
            }
            let words = line.prefix { $0 != UInt8(ascii: "#") }
                .split { [0x20, 0x09, 0x0D].contains($0) }
            if words.isEmpty { continue }
            guard words.count == 2,
                let attoseconds = Self.fixedPoint(words[0], decimals: 18),
                let bitsPerSecond = Self.fixedPoint(words[1], decimals: 3)
            else { throw NetworkTraceError(reason: .malformed, line: number) }
            let start = Instant(sinceStart: Duration(attoseconds: attoseconds))
            if let last = steps.last, last.start >= start {
                throw NetworkTraceError(reason: .notRising, line: number)
            }
            steps.append(Step(start: start, bitsPerSecond: Int64(clamping: bitsPerSecond)))
        }
        if steps.isEmpty { throw NetworkTraceError(reason: .empty, line: nil) }
        self.init(steps: steps, latency: latency, lossPerMillion: lossPerMillion, seed: seed)
    }

    /// Parses a decimal number as an integer, in units of the last kept decimal place.
    ///
    /// - Parameters:
    ///   - text: Digits, with at most one point among them.
    ///   - decimals: The number of digits kept after the point, which sets the unit; further digits
    ///     are dropped.
    /// - Returns: The number of units, or `nil` if malformed or if more than 15 digits precede the
    ///   point.
    private static func fixedPoint(_ text: ArraySlice<UInt8>, decimals: Int) -> Int128? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, whole.count <= 15, text.count <= 64 else {
            return nil
        }
        var fraction = parts.count == 2 ? Array(parts[1]) : []
        guard !(whole.isEmpty && fraction.isEmpty) else { return nil }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard (whole + fraction).allSatisfy(digits.contains) else { return nil }
        fraction = Array(fraction.prefix(decimals))
        fraction += [UInt8](repeating: digits.lowerBound, count: decimals - fraction.count)
        return (whole + fraction).reduce(0) { $0 * 10 + Int128($1 - digits.lowerBound) }
    }
}
