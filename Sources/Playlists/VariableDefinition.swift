/// A variable of a playlist, from `EXT-X-DEFINE`.
///
/// Reference: rfc8216bis, sections 4.3 (Variable Substitution) and 4.4.2.3 (EXT-X-DEFINE).
public struct VariableDefinition: Hashable, Sendable {
    /// The source of a variable's value.
    public enum Source: Hashable, Sendable {
        /// The tag itself, with the attributes `NAME` and `VALUE`.
        case value
        /// The multivariant playlist, with the attribute `IMPORT`.
        case imported
        /// The query of the playlist's own URI, with the attribute `QUERYPARAM`.
        case queryParameter
    }

    /// The name used by references.
    public var name: String
    /// The value substituted for references.
    public var value: String
    /// The source of the value.
    public var source: Source
    /// The attributes for which this type has no property, in order.
    public var otherAttributes: [Attribute]

    /// Creates a variable.
    ///
    /// - Parameters:
    ///   - name: The name used by references.
    ///   - value: The value substituted for references.
    ///   - source: The source of the value.
    ///   - otherAttributes: The attributes for which this type has no property.
    public init(
        name: String, value: String, source: Source = .value, otherAttributes: [Attribute] = []
    ) {
        self.name = name
        self.value = value
        self.source = source
        self.otherAttributes = otherAttributes
    }
}
