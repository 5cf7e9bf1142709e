/// Why bytes are not a usable WebVTT file.
public struct WebVTTError: Error, Equatable, Sendable {
    /// What is wrong.
    public enum Reason: Equatable, Sendable {
        /// The file does not start with `WEBVTT`, alone or followed by a space, a tab or a line end.
        case missingSignature
        /// The file holds more than ``WebVTTLimits`` admit.
        case limitExceeded(String, maximum: Int)
    }

    /// What is wrong.
    public let reason: Reason

    /// The line at fault, counted from 1; `nil` when no single line is.
    public let line: Int?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: What is wrong.
    ///   - line: The line at fault, counted from 1.
    public init(_ reason: Reason, line: Int?) {
        self.reason = reason
        self.line = line
    }
}

extension WebVTTError: CustomStringConvertible {
    /// One line for people: place and cause.
    public var description: String {
        let cause =
            switch reason {
            case .missingSignature: "not a WebVTT file: the first line does not start with WEBVTT"
            case .limitExceeded(let what, let maximum): "more than \(maximum) \(what)"
            }
        return line.map { "line \($0): \(cause)" } ?? cause
    }
}
