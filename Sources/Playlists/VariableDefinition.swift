/// A variable of a playlist, from `EXT-X-DEFINE`.
///
/// Reference: rfc8216bis, sections 4.3 (Variable Substitution) and 4.4.2.3 (EXT-X-DEFINE).
public struct VariableDefinition: Hashable, Sendable {
    /// Where the value comes from.
    public enum Source: Hashable, Sendable {
        /// The tag itself, `NAME` and `VALUE`.
        case value
        /// The multivariant playlist, `IMPORT`.
        case imported
        /// The query of the playlist's own URI, `QUERYPARAM`.
        case queryParameter
    }

    /// The name that references use.
    public var name: String
    /// The value that replaces references.
    public var value: String
    /// Where the value comes from.
    public var source: Source
    /// Attributes that have no field here, in order.
    public var otherAttributes: [Attribute]

    /// Creates a variable.
    ///
    /// - Parameters:
    ///   - name: The name that references use.
    ///   - value: The value that replaces references.
    ///   - source: Where the value comes from.
    ///   - otherAttributes: Attributes that have no field here.
    public init(
        name: String, value: String, source: Source = .value, otherAttributes: [Attribute] = []
    ) {
        self.name = name
        self.value = value
        self.source = source
        self.otherAttributes = otherAttributes
    }
}
