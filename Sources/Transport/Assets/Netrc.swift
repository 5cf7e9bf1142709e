import Formats

/// The login for one machine, from a netrc file.
package struct NetrcEntry: Hashable, Sendable {
    /// The host of the login; `nil` for the `default` entry, which is for all other hosts.
    package var machine: String?
    /// The name of the user.
    package var login: String
    /// The password.
    package var password: String

    /// Creates a login.
    package init(machine: String?, login: String, password: String) {
        self.machine = machine
        self.login = login
        self.password = password
    }

    /// The value of the `Authorization` header field, for HTTP Basic.
    var authorization: String {
        let bytes = Base64.encode(Array("\(login):\(password)".utf8))
        return "Basic \(String(decoding: bytes, as: UTF8.self))"
    }
}

/// The logins of a netrc file.
///
/// The parser supports `machine`, `default`, `login`, `password` and `account`, quoted values with
/// backslash escapes, comments, and macros, which it skips.
package struct Netrc: Hashable, Sendable {
    /// The maximum size of a netrc file in bytes.
    package static let byteLimit = 1 << 20
    /// The maximum number of logins in a file.
    private static let entryLimit = 10_000

    /// The logins, in the order of the file.
    package private(set) var entries: [NetrcEntry] = []

    /// The error of a text that is not a valid netrc file: the line and the reason.
    ///
    /// The error does not contain values of the file, which are secrets.
    package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The line number, counted from 1.
        package let line: Int
        /// The reason.
        package let reason: String

        /// The line and the reason.
        package var description: String { "line \(line): \(reason)" }
    }

    /// Parses a file.
    ///
    /// - Parameter bytes: The bytes of the file.
    /// - Throws: ``Problem`` when they are not a netrc file.
    package init(_ bytes: [UInt8]) throws(Problem) {
        guard bytes.count <= Self.byteLimit else {
            throw Problem(line: 1, reason: "more than \(Self.byteLimit) bytes")
        }
        var words = NetrcWords(bytes)
        while let (word, line) = try words.next() {
            switch word {
            case "machine": try begin(try words.value(of: word), line)
            case "default": try begin(nil, line)
            case "login": try set(\.login, to: try words.value(of: word), line)
            case "password": try set(\.password, to: try words.value(of: word), line)
            case "account": _ = try words.value(of: word)
            case "macdef": words.skipMacro()
            default: throw Problem(line: line, reason: "a word that netrc files do not have")
            }
        }
    }

    private mutating func begin(_ machine: String?, _ line: Int) throws(Problem) {
        guard entries.count < Self.entryLimit else {
            throw Problem(line: line, reason: "more than \(Self.entryLimit) machines")
        }
        entries.append(NetrcEntry(machine: machine, login: "", password: ""))
    }

    private mutating func set(
        _ property: WritableKeyPath<NetrcEntry, String>, to value: String, _ line: Int
    ) throws(Problem) {
        guard !entries.isEmpty else {
            throw Problem(line: line, reason: "a login without a machine")
        }
        entries[entries.count - 1][keyPath: property] = value
    }
}

/// Reads the words of a netrc file, with their line numbers.
private struct NetrcWords {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    private mutating func take() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        if bytes[position] == 0x0A { line += 1 }
        return bytes[position]
    }

    /// Returns the next word and its line; `nil` at the end.
    mutating func next() throws(Netrc.Problem) -> (String, Int)? {
        while position < bytes.count {
            if Self.isSpace(bytes[position]) {
                _ = take()
            } else if bytes[position] == UInt8(ascii: "#") {
                skipLine()
            } else {
                return try word()
            }
        }
        return nil
    }

    /// Returns the value that follows a word.
    mutating func value(of word: String) throws(Netrc.Problem) -> String {
        while position < bytes.count, Self.isSpace(bytes[position]) { _ = take() }
        // A number sign begins a comment only in place of a keyword, never in place of a value.
        guard position < bytes.count, let (value, _) = try self.word() else {
            throw Netrc.Problem(line: line, reason: "\(word) without a value")
        }
        return value
    }

    private mutating func word() throws(Netrc.Problem) -> (String, Int)? {
        let start = line
        var word: [UInt8] = []
        if bytes[position] == UInt8(ascii: "\"") {
            _ = take()
            while true {
                guard let byte = take(), byte != 0x0A else {
                    throw Netrc.Problem(line: start, reason: "a quoted value without an end")
                }
                if byte == UInt8(ascii: "\"") { break }
                guard byte == UInt8(ascii: "\\") else {
                    word.append(byte)
                    continue
                }
                guard let escaped = take() else {
                    throw Netrc.Problem(line: start, reason: "a quoted value without an end")
                }
                let byteAfter: UInt8 =
                    switch escaped {
                    case UInt8(ascii: "n"): 0x0A
                    case UInt8(ascii: "r"): 0x0D
                    case UInt8(ascii: "t"): 0x09
                    default: escaped
                    }
                word.append(byteAfter)
            }
        } else {
            while position < bytes.count, !Self.isSpace(bytes[position]) {
                word.append(bytes[position])
                position += 1
            }
        }
        guard !word.contains(0) else {
            throw Netrc.Problem(line: start, reason: "a zero byte")
        }
        return (String(decoding: word, as: UTF8.self), start)
    }

    private mutating func skipLine() {
        while let byte = take(), byte != 0x0A {}
    }

    /// Skips a macro, which ends with an empty line.
    mutating func skipMacro() {
        var isEmpty = false
        while let byte = take() {
            if byte == 0x0A {
                if isEmpty { return }
                isEmpty = true
            } else if byte != 0x0D {
                isEmpty = false
            }
        }
    }
}
