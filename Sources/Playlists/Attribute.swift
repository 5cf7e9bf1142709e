/// A tag attribute that no property of the playlist types represents.
///
/// Reference: rfc8216bis, section 4.2 (Attribute Lists).
public struct Attribute: Hashable, Sendable {
    /// The value and whether it is quoted.
    public enum Value: Hashable, Sendable {
        /// Quoted text, here without the quotes.
        case quoted(String)
        /// A number, an enumerated string or a hexadecimal sequence as written.
        case unquoted(String)

        /// The value as text, without quotes.
        public var text: String {
            switch self {
            case .quoted(let text), .unquoted(let text): text
            }
        }
    }

    /// The name as written.
    public var name: String
    /// The value.
    public var value: Value

    /// Creates an attribute.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}
