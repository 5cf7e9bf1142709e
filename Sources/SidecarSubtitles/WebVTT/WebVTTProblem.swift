/// A part of a WebVTT file that players ignore.
///
/// The parsing rules accept the file, but a test that checks the file may reject it.
public struct WebVTTProblem: Equatable, Sendable {
    /// The kind of an ignored part.
    public enum Reason: Equatable, Sendable {
        /// A cue with malformed timings.
        case malformedTimings(String)
        /// A cue or region setting without effect.
        case ignoredSetting(String)
        /// A reference from a cue to a region that no block defines.
        case unknownRegion(String)
        /// A malformed `X-TIMESTAMP-MAP`.
        case malformedTimestampMap(String)
        /// A `STYLE` or `REGION` block after the first cue.
        case lateDefinition(String)
        /// A block that is neither a cue nor a comment nor a definition.
        case unknownBlock(String)
    }

    /// The kind of the ignored part.
    public let reason: Reason

    /// The line number, counted from 1.
    public let line: Int

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - reason: The kind of the ignored part.
    ///   - line: The line number, counted from 1.
    public init(_ reason: Reason, line: Int) {
        self.reason = reason
        self.line = line
    }
}

extension WebVTTProblem: CustomStringConvertible {
    /// A readable description in one line: the line number and the cause.
    public var description: String {
        let cause =
            switch reason {
            case .malformedTimings(let text): "\"\(text)\" is not a pair of times; the cue is lost"
            case .ignoredSetting(let text): "the setting \"\(text)\" means nothing"
            case .unknownRegion(let name): "no region is called \"\(name)\""
            case .malformedTimestampMap(let text): "\"\(text)\" is not a timestamp map"
            case .lateDefinition(let name): "a \(name) block after the first cue means nothing"
            case .unknownBlock(let text): "\"\(text)\" starts neither a cue nor a comment"
            }
        return "line \(line): \(cause)"
    }
}
