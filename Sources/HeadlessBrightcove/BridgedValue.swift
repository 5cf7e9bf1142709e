import Formats
import Foundation

/// Converts between the Foundation objects of an app and the property values of this package.
extension PropertyValue {
    /// Creates a property value from an object of the app.
    ///
    /// Text, numbers, Booleans, `NSNull`, lists, dictionaries, URLs and dates (as seconds since
    /// 2001) are supported. Any other object becomes `null`.
    ///
    /// - Parameter object: The object.
    init(bridging object: Any) {
        switch object {
        case let value as PropertyValue: self = value
        case let value as String: self = .string(value)
        case let value as NSString: self = .string(String(describing: value))
        case let value as Bool where Self.isTruthValue(object): self = .bool(value)
        case let value as Int: self = .integer(Int64(value))
        case let value as any BinaryInteger: self = .integer(Int64(clamping: value))
        case let value as Double: self = .number(value)
        case let value as any BinaryFloatingPoint: self = .number(Double(value))
        case let value as NSNumber: self = .number(value.doubleValue)
        case let value as URL: self = .string(value.absoluteString)
        case let value as Foundation.Date: self = .number(value.timeIntervalSinceReferenceDate)
        case let value as [Any]: self = .array(value.map(PropertyValue.init(bridging:)))
        case let value as [AnyHashable: Any]: self = .object(PropertyValue.members(bridging: value))
        default: self = .null
        }
    }

    /// Returns whether an object is a truth value: a `Bool` or a Foundation Boolean object.
    private static func isTruthValue(_ value: Any) -> Bool {
        // The name of the class is compared, because a cast cannot distinguish the number 1 from a
        // truth value: Foundation converts both to `Bool`.
        type(of: value) == Bool.self || "\(type(of: value))".contains("Boolean")
    }

    /// Returns the entries of an app's dictionary whose keys are text, as property values.
    static func members(bridging dictionary: [AnyHashable: Any]?) -> [String: PropertyValue] {
        var members: [String: PropertyValue] = [:]
        for (key, value) in dictionary ?? [:] {
            if case .string(let name) = PropertyValue(bridging: key.base) {
                members[name] = PropertyValue(bridging: value)
            }
        }
        return members
    }

    /// The value as an object for an app; whole numbers are `Int`, and `null` is `NSNull`.
    var bridged: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .integer(let value): Int(value)
        case .number(let value): value
        case .string(let value): value
        case .array(let values): values.map(\.bridged)
        case .object(let members): members.mapValues(\.bridged)
        }
    }
}

extension [String: PropertyValue] {
    /// The values as a dictionary for an app.
    var bridged: [AnyHashable: Any] {
        var dictionary: [AnyHashable: Any] = [:]
        for (name, value) in self { dictionary[name] = value.bridged }
        return dictionary
    }
}

/// A dictionary of options or parameters that an app passes to the SDK.
struct BCOVDictionary {
    private let members: [String: PropertyValue]

    /// Creates the options from a dictionary; `nil` counts as an empty dictionary.
    init(_ dictionary: [AnyHashable: Any]?) {
        members = PropertyValue.members(bridging: dictionary)
    }

    /// Returns the string for a key; `nil` when there is none.
    func text(_ key: String) -> String? { members[key]?.string }

    /// Returns the number for a key; `nil` when there is none.
    func number(_ key: String) -> Double? { members[key]?.number }

    /// Returns the Boolean value for a key; `nil` when there is none.
    ///
    /// A number other than zero counts as true, and zero as false.
    func flag(_ key: String) -> Bool? { members[key]?.bool ?? number(key).map { $0 != 0 } }

    /// Returns the strings for a key, whose value is a list or one string; `nil` if there are none.
    func texts(_ key: String) -> [String]? {
        members[key]?.array?.compactMap(\.string) ?? text(key).map { [$0] }
    }

    /// The values that are strings or whole numbers, each as a string, by their keys.
    ///
    /// They serve as the query parameters of a request.
    var texts: [String: String] {
        members.compactMapValues { $0.string ?? $0.integer.map(String.init) }
    }
}
