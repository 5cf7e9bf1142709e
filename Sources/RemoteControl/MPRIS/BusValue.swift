/// A value in a D-Bus message.
package indirect enum BusValue: Equatable, Sendable {
    case string(String)
    /// The path of an object.
    case path(String)
    case int64(Int64)
    case double(Double)
    case bool(Bool)
    case strings([String])
    /// Names with values of any type, in order.
    case properties([(String, BusValue)])
    /// A value with its type.
    case variant(BusValue)

    /// The type in the notation of D-Bus.
    package var signature: String {
        switch self {
        case .string: "s"
        case .path: "o"
        case .int64: "x"
        case .double: "d"
        case .bool: "b"
        case .strings: "as"
        case .properties: "a{sv}"
        case .variant: "v"
        }
    }

    /// Returns whether two values are equal.
    package static func == (one: BusValue, other: BusValue) -> Bool {
        switch (one, other) {
        case (.string(let a), .string(let b)), (.path(let a), .path(let b)): a == b
        case (.int64(let a), .int64(let b)): a == b
        case (.double(let a), .double(let b)): a == b
        case (.bool(let a), .bool(let b)): a == b
        case (.strings(let a), .strings(let b)): a == b
        case (.properties(let a), .properties(let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.0 == $1.0 && $0.1 == $1.1 }
        case (.variant(let a), .variant(let b)): a == b
        default: false
        }
    }
}

/// A D-Bus method call.
package struct BusCall: Equatable, Sendable {
    /// The path of the object.
    package var path: String
    /// The interface; empty when the caller omits it.
    package var interface: String
    /// The name of the method.
    package var member: String
    /// The arguments; a variant is represented by the value that it contains.
    package var arguments: [BusValue]

    /// Creates a call.
    package init(path: String, interface: String, member: String, arguments: [BusValue]) {
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// The reply to a call.
package enum BusReply: Equatable, Sendable {
    /// The results of the call.
    case values([BusValue])
    /// An error, with its name and its text.
    case error(String, String)

    /// The reply without results.
    static let done = BusReply.values([])

    /// Returns an error that D-Bus itself defines.
    static func failure(_ name: String, _ text: String) -> BusReply {
        .error("org.freedesktop.DBus.Error.\(name)", text)
    }
}

/// The reason why a player cannot be published on the session bus.
package struct MPRISError: Error, Equatable, CustomStringConvertible {
    /// The cause.
    package let cause: String

    /// The cause on one line.
    package var description: String { "--mpris needs a session bus: \(cause)" }
}
