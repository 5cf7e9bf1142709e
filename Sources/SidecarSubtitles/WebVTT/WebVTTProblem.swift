/// Something that a WebVTT file says and a player leaves out.
///
/// The rules for reading WebVTT never fail a file for it; a test of a file may want to.
public struct WebVTTProblem: Equatable, Sendable {
    /// What is left out.
    public enum Reason: Equatable, Sendable {
        /// A cue whose timings are not in the right form.
        case malformedTimings(String)
        /// A setting of a cue or of a region that has no meaning.
        case ignoredSetting(String)
        /// A region that no block defines.
        case unknownRegion(String)
        /// An `X-TIMESTAMP-MAP` that is not in the right form.
        case malformedTimestampMap(String)
        /// A `STYLE` or `REGION` block after the first cue.
        case lateDefinition(String)
        /// A block that is neither a cue nor a comment nor a definition.
        case unknownBlock(String)
    }

    /// What is left out.
    public let reason: Reason

    /// The line, counted from 1.
    public let line: Int

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - reason: What is left out.
    ///   - line: The line, counted from 1.
    public init(_ reason: Reason, line: Int) {
        self.reason = reason
        self.line = line
    }
}

extension WebVTTProblem: CustomStringConvertible {
    /// One line for people: place and cause.
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
