/// The reason why a text is not a usable playlist.
public struct PlaylistError: Error, Equatable, Sendable {
    /// The kind of an error.
    public enum Reason: Equatable, Sendable {
        /// The text has only blank lines.
        case empty
        /// The first line is not `#EXTM3U`.
        case missingHeader
        /// The text is HTML or XML.
        case markup
        /// The text has no tag that belongs to only one kind of playlist.
        case undetermined
        /// The text has tags of both kinds of playlist.
        case mixedKinds(tag: String)
        /// A URI lacks the tag required before it.
        case missingTag(String)
        /// A tag lacks the URI required after it.
        case missingURI(tag: String)
        /// A tag lacks a required attribute.
        case missingAttribute(String, tag: String)
        /// A value does not have the form required by its tag or attribute.
        case malformed(tag: String, value: String, expected: String)
        /// A number exceeds the representable range.
        case tooLarge(tag: String, value: String)
        /// A repeated tag makes the playlist ambiguous.
        case duplicate(tag: String)
        /// An undefined variable is used.
        case undefinedVariable(String, tag: String)
        /// The playlist exceeds ``ParsingLimits``.
        case limitExceeded(String, maximum: Int)
        /// A delta update does not continue the playlist that it is merged into.
        case deltaMismatch(String)
    }

    /// The kind of the error.
    public let reason: Reason

    /// The line at fault, counted from 1; `nil` when no single line is at fault.
    public let line: Int?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The kind of the error.
    ///   - line: The line at fault, counted from 1.
    public init(_ reason: Reason, line: Int?) {
        self.reason = reason
        self.line = line
    }

    /// The tag at fault, without `#`; `nil` when no tag is at fault.
    public var tag: String? {
        switch reason {
        case .mixedKinds(let tag), .missingTag(let tag), .missingURI(let tag),
            .missingAttribute(_, let tag), .malformed(let tag, _, _), .tooLarge(let tag, _),
            .duplicate(let tag), .undefinedVariable(_, let tag):
            // The reason's `tag` contains the tag and, after a comma, the attribute at fault, if
            // any.
            tag.isEmpty ? nil : String(tag.prefix { $0 != "," })
        case .missingHeader: "EXTM3U"
        case .empty, .markup, .undetermined, .limitExceeded, .deltaMismatch: nil
        }
    }
}

extension PlaylistError: CustomStringConvertible {
    /// A human-readable description of the error: line number, tag and cause.
    ///
    /// The description has one line.
    public var description: String {
        guard let line else { return cause }
        return "line \(line): \(cause)"
    }

    private var cause: String {
        switch reason {
        case .empty: "the playlist is empty"
        case .missingHeader: "not a playlist: the first line is not #EXTM3U"
        case .markup: "not a playlist but HTML or XML"
        case .undetermined: "neither variant streams nor media segments are listed"
        case .mixedKinds(let tag):
            "\(tag) does not belong in this kind of playlist; multivariant and media tags are mixed"
        case .missingTag(let tag): "the URI has no \(tag) before it"
        case .missingURI(let tag): "\(tag) is not followed by a URI"
        case .missingAttribute(let name, let tag): "\(tag) has no attribute \(name)"
        case .malformed(let tag, let value, let expected):
            "\(tag.isEmpty ? "value" : tag): \"\(value)\" is not \(expected)"
        case .tooLarge(let tag, let value):
            "\(tag): \(value) is above \(Int.max), the largest number that is read"
        case .duplicate(let tag): "\(tag) appears more than once"
        case .undefinedVariable(let name, let tag):
            "\(tag.isEmpty ? "the URI" : tag) uses the variable \"\(name)\", which is not defined"
        case .limitExceeded(let what, let maximum): "more than \(maximum) \(what)"
        case .deltaMismatch(let why): "the delta update does not fit: \(why)"
        }
    }
}
