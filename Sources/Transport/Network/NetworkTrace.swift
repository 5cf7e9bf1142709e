import VirtualTime

/// Why a text is not a network trace.
public struct NetworkTraceError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// There is no line with a bandwidth.
        case empty
        /// A line is not two numbers that are not negative.
        case malformed
        /// A line is not later than the one before.
        case notRising
        /// There are more lines than a trace may have.
        case tooManyLines(limit: Int)
    }

    /// What is wrong.
    public let reason: Reason

    /// The line at fault, counted from 1; `nil` when no line is.
    public let line: Int?
}

extension NetworkTraceError: CustomStringConvertible {
    /// One line that names the place and the cause.
    public var description: String {
        let cause =
            switch reason {
            case .empty: "the network trace holds no bandwidth"
            case .malformed: "expected seconds and kilobits a second"
            case .notRising: "the time is not later than that of the line before"
            case .tooManyLines(let limit): "the network trace has more than \(limit) lines"
            }
        return line.map { "line \($0): \(cause)" } ?? cause
    }
}

extension NetworkConditions {
    /// How many lines a trace may have.
    public static let highestTraceLineCount = 1_000_000

    /// Reads the bandwidth over time from a trace.
    ///
    /// Each line holds a time in seconds since the start of the world and a bandwidth in kilobits
    /// (1,000 bits) a second, as decimal numbers with space between them. Times rise. The bandwidth
    /// of the first line holds before it too, that of the last for ever. Empty lines and what
    /// follows a `#` are passed over.
    ///
    /// - Parameters:
    ///   - trace: The text.
    ///   - latency: How long each transfer waits before its first byte.
    ///   - lossPerMillion: How many packets in a million are lost.
    ///   - seed: What decides which packets are lost.
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

    /// A decimal number as a count of units of a power of ten.
    ///
    /// - Parameters:
    ///   - text: Digits, with at most one point among them.
    ///   - decimals: How many digits after the point count; further ones are dropped.
    /// - Returns: The count, or `nil` for what is no such number or has more than 15 digits before
    ///   the point.
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
