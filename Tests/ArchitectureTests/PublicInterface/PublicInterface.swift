/// The public declarations that one import makes visible, with one line for each.
///
/// A line starts with the type that has the declaration, followed by two spaces; the line of a type
/// itself states its protocols. Members that a protocol requires are listed with the protocol.
struct PublicInterface {
    /// The names of a module that an import makes visible.
    enum Names {
        case all
        case some(Set<String>)

        /// Returns whether a name is visible.
        func contains(_ name: String) -> Bool {
            switch self {
            case .all: true
            case .some(let names): names.contains(name)
            }
        }
    }

    /// The lines, sorted by type.
    let lines: [String]
    /// The names of the top-level declarations: types, functions and type aliases.
    let names: [String]

    /// Lists declarations.
    ///
    /// - Parameters:
    ///   - door: The names that are visible, by module.
    ///   - named: Modules from which only some names are listed, with the names for each.
    ///   - files: The symbol graphs of all these modules.
    init(door: [String: Names], named: [String: Set<String>] = [:], of files: [SymbolGraphFile]) {
        var names: Set<String> = []
        var entries: Set<Entry> = []
        var protocols: [String: Set<String>] = [:]
        for relationship in files.flatMap(\.graph.relationships)
        where relationship.kind == "conformsTo" {
            let name = relationship.targetFallback ?? Self.name(of: relationship.target, in: files)
            protocols[relationship.source, default: []].insert(
                name.split(separator: ".").last.map(String.init) ?? name)
        }
        for file in files {
            guard let own = named[file.module].map(Names.some) ?? door[file.module] else {
                continue
            }
            let visible = Self.visible(in: file, own: own, door: door)
            for symbol in file.graph.symbols where symbol.kind.identifier != "swift.extension" {
                guard let root = symbol.pathComponents.first, visible.contains(root) else {
                    continue
                }
                if file.extended == nil, symbol.pathComponents.count == 1 { names.insert(root) }
                entries.insert(Entry(symbol, protocols: protocols[symbol.identifier.precise] ?? []))
            }
        }
        lines = entries.sorted().map(\.line)
        self.names = names.sorted()
    }

    /// Returns the types whose declarations in a symbol graph are visible.
    ///
    /// An extension of a type outside the package is visible wherever the extending module is
    /// visible.
    private static func visible(
        in file: SymbolGraphFile, own: Names, door: [String: Names]
    ) -> Names {
        guard let extended = file.extended else { return own }
        let isOurs = SourceFile.all.contains { $0.path.hasPrefix("\(extended)/") }
        return door[extended] ?? (isOurs ? .some([]) : .all)
    }

    private static func name(of identifier: String, in files: [SymbolGraphFile]) -> String {
        files.lazy.flatMap(\.graph.symbols).first { $0.identifier.precise == identifier }?
            .pathComponents.joined(separator: ".") ?? identifier
    }

    /// One line of the listing; lines are ordered by path, kind and text.
    private struct Entry: Hashable, Comparable {
        let path: String
        let isType: Bool
        let text: String

        init(_ symbol: SymbolGraph.Symbol, protocols: Set<String>) {
            isType = symbol.isType
            path =
                isType
                ? symbol.pathComponents.joined(separator: ".")
                : symbol.pathComponents.dropLast().joined(separator: ".")
            // These protocols are omitted, because other conformances imply them or nearly every
            // type has them.
            let implied: Set = ["Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"]
            let stated = protocols.subtracting(implied).filter {
                $0 != "Equatable" || protocols.isDisjoint(with: ["Hashable", "Comparable"])
            }
            let list = stated.isEmpty ? "" : ": " + stated.sorted().joined(separator: ", ")
            text = symbol.text + (isType ? list : "")
        }

        private var rank: Int { isType ? 0 : 1 }

        var line: String { path.isEmpty ? text : "\(path)  \(text)" }

        static func < (left: Entry, right: Entry) -> Bool {
            (left.path, left.rank, left.text) < (right.path, right.rank, right.text)
        }
    }
}
