/// The reason why a JSON text is malformed or does not have the expected form.
public struct JSONError: Error, Hashable, Sendable {
    /// The kind of an error.
    public enum Reason: Hashable, Sendable {
        /// The text breaks the grammar of JSON at a line and a column, both counted from 1.
        case malformed(expected: String, line: Int, column: Int)
        /// The text exceeds the size limit, in bytes.
        case tooLarge(limit: Int)
        /// Lists and objects are nested too deeply.
        case tooDeep(limit: Int)
        /// A required member is missing.
        case missing
        /// A value does not have the expected type or content.
        case unexpected(expected: String)
    }

    /// The kind of the error.
    public let reason: Reason

    /// The path of the value at fault, such as `sources[1].src`; empty for the text as a whole.
    public let path: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The kind of the error.
    ///   - path: The path of the value at fault; empty for the text as a whole.
    public init(_ reason: Reason, at path: String = "") {
        self.reason = reason
        self.path = path
    }
}

extension JSONError: CustomStringConvertible {
    /// The cause on one line.
    public var description: String {
        let subject = path.isEmpty ? "the JSON text" : path
        return switch reason {
        case .malformed(let expected, let line, let column):
            "line \(line), column \(column): expected \(expected)"
        case .tooLarge(let limit): "\(subject) is longer than \(limit) bytes"
        case .tooDeep(let limit): "\(subject) nests deeper than \(limit) levels"
        case .missing: "\(subject) is missing"
        case .unexpected(let expected): "\(subject) is not \(expected)"
        }
    }
}
