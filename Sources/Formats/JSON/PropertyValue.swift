/// The value of a free-form property of a video, a source, a playlist or a cue point.
///
/// The cases are the types of JSON, with a separate case for whole numbers so that ids and
/// milliseconds stay exact. Two values are equal regardless of the order of an object's members.
public enum PropertyValue: Hashable, Sendable {
    /// The JSON value `null`.
    case null
    /// A Boolean value.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction, or one too large for `integer`.
    case number(Double)
    /// A string.
    case string(String)
    /// A list of values.
    case array([PropertyValue])
    /// An object: values that are identified by their names.
    case object([String: PropertyValue])
}

extension PropertyValue {
    /// The Boolean value; `nil` for every other kind.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The whole number; `nil` for every other kind and for a number with a fraction.
    public var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The number as a `Double`; `nil` for other values.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The string; `nil` for every other kind.
    public var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The list; `nil` for every other kind.
    public var array: [PropertyValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The named values; `nil` for every other kind.
    public var object: [String: PropertyValue]? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// The members of an object in the order of their keys; empty for other values.
    ///
    /// JSON output lists the members in this order, too.
    public var sortedMembers: [(key: String, value: PropertyValue)] {
        (object ?? [:]).sorted { $0.key < $1.key }
    }

    /// Whether the value is `null`.
    public var isNull: Bool { self == .null }

    /// The member of an object, or `nil` when the value is not an object or has no such member.
    ///
    /// - Parameter key: The name of the member.
    public subscript(key: String) -> PropertyValue? {
        object?[key]
    }

    /// The element of a list, or `nil` when the value is not a list or the list is shorter.
    ///
    /// - Parameter index: The position in the list, counted from zero.
    public subscript(index: Int) -> PropertyValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

extension PropertyValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates `null`.
    public init(nilLiteral: ()) {
        self = .null
    }

    /// Creates a Boolean value.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Creates a whole number.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// Creates a number.
    public init(floatLiteral value: Double) {
        self = .number(value)
    }

    /// Creates a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Creates a list.
    public init(arrayLiteral elements: PropertyValue...) {
        self = .array(elements)
    }

    /// Creates an object; of several members with the same key, the last one is used.
    public init(dictionaryLiteral elements: (String, PropertyValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
