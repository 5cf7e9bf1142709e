import Formats
import HeadlessPlayback

/// An event of a YAML parser.
enum YAMLEvent {
    /// The unsupported properties that a node has: an anchor, a tag, or both.
    struct Marks {
        let hasAnchor: Bool
        let hasTag: Bool
    }

    case streamStart, streamEnd
    case documentStart(definesTags: Bool)
    case documentEnd
    case alias
    case scalar(String, YAMLNode.Style, Marks)
    case sequenceStart(Marks), sequenceEnd
    case mappingStart(Marks), mappingEnd
}

/// A line and a column in a text, both counted from 1.
package struct YAMLPlace: Equatable, Sendable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// The reason why a text does not belong to the supported subset of YAML.
package struct YAMLError: Error, Equatable, Sendable {
    /// The kind of an error.
    package enum Reason: Equatable, Sendable {
        /// The text breaks the grammar; the associated value is the parser's message.
        case malformed(String)
        /// The text uses a feature of YAML that is not supported.
        case refused(Feature)
        /// A key is repeated in a mapping; its first occurrence is on the given line.
        case duplicateKey(String, firstLine: Int)
        /// A key is a list or a mapping.
        case keyIsNoText
        /// The text is empty.
        case empty
        /// The text exceeds the size limit, in bytes.
        case tooLarge(limit: Int)
        /// Lists and mappings are nested too deeply.
        case tooDeep(limit: Int)
        /// There are too many values.
        case tooMany(limit: Int)
    }

    /// A feature of YAML that is refused, because a value that uses it can differ from its text.
    package enum Feature: String, Equatable, Sendable, CaseIterable {
        case anchor = "anchors (&name)"
        case alias = "aliases (*name)"
        case tag = "tags (!name)"
        case tagDirective = "%TAG directives"
        case document = "more than one document"
    }

    package let reason: Reason
    package let place: YAMLPlace

    package init(_ reason: Reason, at place: YAMLPlace) {
        self.reason = reason
        self.place = place
    }
}

extension YAMLError.Reason: CustomStringConvertible {
    /// The cause on one line, without the place.
    package var description: String {
        switch self {
        case .malformed(let problem): "not YAML: \(problem)"
        case .refused(.document): "a file contains one document; another one starts here"
        case .refused(let feature): "\(feature.rawValue) are not supported: write the values out"
        case .duplicateKey(let key, let line):
            "'\(SafeText.quoted(key))' is already on line \(line)"
        case .keyIsNoText: "a key must be a text on one line"
        case .empty: "the file is empty"
        case .tooLarge(let limit): "the file is longer than \(limit) bytes"
        case .tooDeep(let limit): "lists and mappings nest deeper than \(limit) levels"
        case .tooMany(let limit): "there are more than \(limit) values"
        }
    }
}
