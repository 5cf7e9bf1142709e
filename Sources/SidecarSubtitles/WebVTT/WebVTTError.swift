/// The reason why bytes are not a usable WebVTT file.
public struct WebVTTError: Error, Equatable, Sendable {
    /// The kind of an error.
    public enum Reason: Equatable, Sendable {
        /// The file does not start with the signature `WEBVTT`.
        ///
        /// A space, a tab, a line end or the end of the file must follow the signature.
        case missingSignature
        /// The file exceeds the named limit of ``WebVTTLimits``.
        case limitExceeded(String, maximum: Int)
    }

    /// The kind of the error.
    public let reason: Reason

    /// The number of the faulty line, counted from 1; `nil` if the error has no specific line.
    public let line: Int?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The kind of the error.
    ///   - line: The number of the faulty line, counted from 1.
    public init(_ reason: Reason, line: Int?) {
        self.reason = reason
        self.line = line
    }
}

extension WebVTTError: CustomStringConvertible {
    /// A readable description on one line: the line number, if known, and the cause.
    public var description: String {
        let cause =
            switch reason {
            case .missingSignature: "not a WebVTT file: the first line does not start with WEBVTT"
            case .limitExceeded(let what, let maximum): "more than \(maximum) \(what)"
            }
        return line.map { "line \($0): \(cause)" } ?? cause
    }
}
