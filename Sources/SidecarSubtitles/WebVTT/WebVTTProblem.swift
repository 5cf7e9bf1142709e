public import VirtualTime

/// A part of a WebVTT file that players ignore.
///
/// The parsing rules accept the file, but a test that checks the file may reject it. If cues or
/// their times are lost because of a problem, ``WebVTT/losses`` lists this loss, too.
public struct WebVTTProblem: Equatable, Sendable {
    /// The kind of an ignored part.
    public enum Reason: Equatable, Sendable {
        /// A cue that is lost because its timings are malformed.
        ///
        /// The faulty line is either at the position of a cue's timings, or it contains times but
        /// not the arrow `-->`. Lines of comments do not count.
        case malformedTimings(String)
        /// A cue with text that is never shown, because it does not end after its start.
        case neverShown(start: MediaTime, end: MediaTime)
        /// The end of the file, within a setting of a cue and before the text of the cue.
        case cutSettings(String)
        /// A line with `-->` that is not meant as timings, such as a line of a comment.
        case strayArrow(String)
        /// A cue or region setting without effect.
        case ignoredSetting(String)
        /// A reference from a cue to a region that no block defines.
        case unknownRegion(String)
        /// A malformed `X-TIMESTAMP-MAP`.
        case malformedTimestampMap(String)
        /// An `X-TIMESTAMP-MAP` that is not in the header, and has no effect.
        case misplacedTimestampMap(String)
        /// A `STYLE` or `REGION` block after the first cue.
        case lateDefinition(String)
        /// A block that is neither a cue nor a comment nor a definition.
        case unknownBlock(String)
        /// The first line of the file with bytes that are not valid UTF-8.
        ///
        /// The bytes become U+FFFD. Later lines may have such bytes, too.
        case invalidUTF8
        /// The first line of the file with a null character, which becomes U+FFFD.
        ///
        /// Later lines may have such characters, too.
        case nullCharacter
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

extension WebVTTProblem {
    /// Whether the problem is a cue that is not shown.
    package var losesCue: Bool {
        switch reason {
        case .malformedTimings, .neverShown, .cutSettings: true
        default: false
        }
    }

    /// Whether the problem is that the file is not valid UTF-8, or has null characters.
    package var isOfEncoding: Bool { reason == .invalidUTF8 || reason == .nullCharacter }

    /// Whether the problem is a timestamp map that has no effect.
    package var isOfTimestampMap: Bool {
        switch reason {
        case .malformedTimestampMap, .misplacedTimestampMap: true
        default: false
        }
    }
}

extension WebVTTProblem: CustomStringConvertible {
    /// A readable description on one line: the line number and the cause.
    public var description: String { "line \(line): \(cause)" }

    /// The problem in words, without the line number.
    var cause: String {
        switch reason {
        case .malformedTimings(let text): "\"\(text)\" is not a pair of times"
        case .neverShown(let start, let end):
            "the cue ends at \(end) s, which is not after its start at \(start) s"
        case .cutSettings(let text): "the file ends after \"\(text)\", before the text of the cue"
        case .strayArrow(let text): "\"\(text)\" has an arrow and is not a pair of times"
        case .ignoredSetting(let text): "the setting \"\(text)\" means nothing"
        case .unknownRegion(let name): "no region is called \"\(name)\""
        case .malformedTimestampMap(let text): "\"\(text)\" is not a timestamp map"
        case .misplacedTimestampMap(let text):
            "\"\(text)\" is not in the header, and has no effect"
        case .lateDefinition(let name): "a \(name) block after the first cue means nothing"
        case .unknownBlock(let text): "\"\(text)\" starts neither a cue nor a comment"
        case .invalidUTF8: "the text is not UTF-8"
        case .nullCharacter: "the text has a null character"
        }
    }
}
