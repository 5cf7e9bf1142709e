package import Formats

/// A line that a client has sent, in the format of mpv's JSON IPC.
///
/// Source: `Documentation/Controls.md#socket`.
package enum IPCLine: Equatable, Sendable {
    /// An empty line or a comment, which has no reply.
    case nothing
    /// A JSON object with a command, which has a reply.
    case request(Request)
    /// A command written as plain words, which has no reply.
    case words([String])
    /// Any other line; the reply is an error with this request id.
    case invalid(PropertyValue)

    /// A command with its arguments.
    package struct Request: Equatable, Sendable {
        /// The name of the command.
        package var name: String
        /// The arguments.
        package var arguments: [PropertyValue]
        /// The id that the reply repeats: a number, or the value that the client sent instead.
        package var id: PropertyValue

        /// Creates a command.
        package init(name: String, arguments: [PropertyValue], id: PropertyValue) {
            self.name = name
            self.arguments = arguments
            self.id = id
        }
    }

    /// The largest number of arguments of a command.
    private static let mostArguments = 64
    /// The maximum nesting depth of an argument.
    private static let depth = 16

    /// Reads a line.
    ///
    /// - Parameter bytes: The line without its end.
    package init(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]
        guard let first = bytes.first(where: { !blanks.contains($0) }), first != UInt8(ascii: "#")
        else {
            self = .nothing
            return
        }
        guard first == UInt8(ascii: "{") else {
            self = Self.words(of: bytes)
            return
        }
        let object = (try? JSONReader.read(bytes, maximumDepth: Self.depth))?.object ?? [:]
        if let request = Self.request(object) {
            self = .request(request)
        } else {
            self = .invalid(object["request_id"] ?? .integer(0))
        }
    }

    private static func request(_ object: [String: PropertyValue]) -> Request? {
        let id = object["request_id"] ?? .integer(0)
        switch object["command"] {
        case .array(let list):
            guard let name = list.first?.string, list.count <= mostArguments else { return nil }
            return Request(name: name, arguments: Array(list.dropFirst()), id: id)
        case .object(let named):
            guard let name = named["name"]?.string else { return nil }
            let names = IPCCommandTable.row(named: name)?.parameters ?? []
            var arguments: [PropertyValue] = []
            for parameter in names {
                guard let argument = named[parameter] else { break }
                arguments.append(argument)
            }
            // Without this check, unknown arguments, and arguments after a missing argument, would
            // be ignored.
            guard named.count == arguments.count + 1 else { return nil }
            return Request(name: name, arguments: arguments, id: id)
        default: return nil
        }
    }

    /// Returns the words of a text; quoted words may contain blanks.
    private static func words(of bytes: [UInt8]) -> IPCLine {
        var words: [[UInt8]] = []
        var word: [UInt8]?
        var quote: UInt8?
        for byte in bytes {
            if let open = quote {
                if byte == open { quote = nil } else { word?.append(byte) }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
                word = word ?? []
            } else if byte == 0x20 || byte == 0x09 || byte == 0x0D {
                if let ended = word { words.append(ended) }
                word = nil
            } else {
                if word == nil { word = [] }
                word?.append(byte)
            }
        }
        if let ended = word { words.append(ended) }
        guard quote == nil, words.count <= mostArguments else { return .invalid(.integer(0)) }
        return .words(words.map { String(decoding: $0, as: UTF8.self) })
    }
}

/// Divides the bytes that a client sends into lines of limited length.
package struct IPCLineBuffer: Sendable {
    /// The largest number of bytes in a line.
    package static let limit = 64 << 10

    private var bytes: [UInt8] = []
    private var scanned = 0

    /// Creates an empty buffer.
    package init() {}

    /// Whether a line is too long, so that the client is disconnected.
    package private(set) var isOverfull = false

    /// The number of buffered bytes.
    package var count: Int { bytes.count }

    /// Adds bytes.
    package mutating func append(_ more: [UInt8]) { bytes += more }

    /// Removes the first line.
    ///
    /// - Returns: The line without its end; `nil` when no line is complete.
    package mutating func next() -> ArraySlice<UInt8>? {
        guard !isOverfull else { return nil }
        guard let end = bytes[scanned...].firstIndex(of: 0x0A) else {
            scanned = bytes.count
            isOverfull = bytes.count > Self.limit
            return nil
        }
        guard end <= Self.limit else {
            isOverfull = true
            return nil
        }
        let line = bytes[..<end]
        bytes.removeFirst(end + 1)
        scanned = 0
        return line
    }
}
