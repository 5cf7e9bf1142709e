/// The public declarations of a module, or of its extensions of another module.
///
/// The compiler writes symbol graphs as JSON.
struct SymbolGraph: Decodable {
    /// A declaration.
    struct Symbol: Decodable {
        /// The kind of a declaration, such as `swift.struct`.
        struct Kind: Decodable {
            let identifier: String
        }

        /// The identifier of a declaration, unique among all modules.
        struct Identifier: Decodable {
            let precise: String
        }

        /// A piece of the text of a declaration.
        struct Fragment: Decodable {
            let spelling: String
        }

        let kind: Kind
        let identifier: Identifier
        let pathComponents: [String]
        let declarationFragments: [Fragment]?

        /// Whether the declaration is a structure, a class, an enumeration or a protocol.
        var isType: Bool {
            ["swift.struct", "swift.class", "swift.enum", "swift.protocol"].contains(
                kind.identifier)
        }

        /// The declaration on one line.
        var text: String {
            (declarationFragments ?? []).map(\.spelling).joined()
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    /// A relationship between two declarations, such as a conformance.
    struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
    }

    let symbols: [Symbol]
    let relationships: [Relationship]
}
