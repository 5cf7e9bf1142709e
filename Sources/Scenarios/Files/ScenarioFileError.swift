public import Formats
import HeadlessPlayback

/// The reason why a file could not be read as a scenario, and the position of the error.
public struct ScenarioFileError: Error, Equatable, Sendable {
    /// The kind of an error.
    public enum Reason: Equatable, Sendable {
        /// The text is malformed; the associated sentence gives the reason.
        case unreadable(String)
        /// A key is unknown in its mapping.
        case unknownKey(String, nearest: String?, known: [String])
        /// A required key is missing.
        case missingKey(String)
        /// One of several keys is required.
        case missingChoice([String])
        /// Two keys exclude each other.
        case conflict(String, String)
        /// A value does not match the syntax that is expected in its place.
        case unexpected(found: String, expected: String)
        /// A name refers to nothing; `nearest` is the most similar known name, if any.
        case unknownName(String, nearest: String?, what: String)
        /// An address leads to a server, but access to servers is not allowed.
        case networkRefused(String)
        /// An environment variable is not set.
        case unsetVariable(String)
        /// A referenced file is unusable; the associated values are its path and the reason.
        case unusableFile(String, String)
    }

    /// The kind of the error.
    public let reason: Reason
    /// The path of the file, as given; empty for a text that does not come from a file.
    public let file: String
    /// The line that contains the error, counted from 1.
    public let line: Int
    /// The column of the error, counted in characters from 1.
    public let column: Int
    /// The keys that lead to the value at fault, such as `steps[2].seek.to`.
    ///
    /// List indices are counted from 1. An error of the file as a whole has an empty path.
    public let path: String
    /// The error that occurred while the file or a value was read; `nil` if there was none.
    public let underlying: UnderlyingError?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The problem.
    ///   - file: The path of the file, as given.
    ///   - line: The line at fault.
    ///   - column: The column at fault.
    ///   - path: The keys that lead to the value at fault.
    ///   - underlying: The error that occurred while the file or a value was read.
    public init(
        _ reason: Reason, file: String, line: Int, column: Int, path: String,
        underlying: (any Error)? = nil
    ) {
        self.reason = reason
        self.file = file
        self.line = line
        self.column = column
        self.path = path
        self.underlying = underlying.map { UnderlyingError($0) }
    }
}

extension ScenarioFileError {
    /// The file, line and column of the error, as compilers write them.
    package var place: String { (file.isEmpty ? "" : "\(file):") + "\(line):\(column)" }

    /// Whether the cause is an unset environment variable; the file itself may then be valid.
    package var isUnsetVariable: Bool {
        if case .unsetVariable = reason { true } else { false }
    }
}

extension ScenarioFileError: CustomStringConvertible {
    /// The place and the cause of the error on one line.
    public var description: String {
        if case .unreadable = reason, underlying?.error is TransportError {
            return "\(file): \(reason)"
        }
        return place + ": " + (path.isEmpty ? "" : "\(path): ") + "\(reason)"
    }
}

extension ScenarioFileError.Reason: CustomStringConvertible {
    /// The cause of the error on one line, without the place.
    public var description: String {
        switch self {
        case .unreadable(let sentence): SafeText.quoted(sentence, limit: 1000)
        case .unknownKey(let key, let nearest?, _):
            "unknown key '\(SafeText.quoted(key))'; did you mean '\(nearest)'?"
        case .unknownKey(let key, nil, let known):
            "unknown key '\(SafeText.quoted(key))'; the known keys here are:"
                + " \(known.joined(separator: ", "))"
        case .missingKey(let key): "'\(key)' is missing"
        case .missingChoice(let keys): "one of these is missing: \(keys.joined(separator: ", "))"
        case .conflict(let one, let other): "'\(one)' and '\(other)' exclude each other"
        case .unexpected(let found, let expected): "expected \(expected), not \(found)"
        case .unknownName(let name, let nearest?, let what):
            "'\(SafeText.quoted(name))' is not \(what); did you mean '\(SafeText.quoted(nearest))'?"
        case .unknownName(let name, nil, let what): "'\(SafeText.quoted(name))' is not \(what)"
        case .networkRefused(let address):
            "'\(SafeText.quoted(address))' leads to a server, which must be allowed"
                + " (--allow-network)"
        case .unsetVariable(let name): "the environment variable \(name) is not set"
        case .unusableFile(let path, let sentence):
            "'\(SafeText.quoted(path))': \(SafeText.quoted(sentence, limit: 1000))"
        }
    }
}
