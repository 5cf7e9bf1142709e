import Testing

/// The size of types, with all their extensions.
@Suite struct TypeSizeTests {
    /// The most lines of code that a type may have with all its extensions.
    ///
    /// Comments and blank lines are not counted here, but they count towards the limit of 500 lines
    /// for each file. A larger type must be divided into values that make their own decisions.
    /// Otherwise, a type grows across files: the session once had thirteen files that shared 33
    /// properties.
    private static let limit = 500

    /// The types that exceeded the limit when it was set, with their sizes, which may only fall.
    private static let older = [
        "AssetLoad": 525, "InspectedAsset": 502, "JSONText": 585, "MediaSupply": 535,
        "PlaybackMachine": 511, "PlaylistParser": 1175, "ScenarioStage": 567, "Shape": 1560,
    ]

    /// The types that are tables, with their sizes, which grow by a declaration for each row.
    ///
    /// A table makes no decisions, so no part of it can become a value of its own. A second type
    /// would only cut the table in the middle.
    private static let tables = ["LintRule": 1509, "RuleAdvice": 742]

    private static let exceptions = older.merging(tables) { min($0, $1) }

    @Test func `a type with all its extensions is within its limit of lines`() {
        let sizes = TypeSize(SourceFile.all).lines
        for (name, size) in sizes.sorted(by: { $0.key < $1.key }) {
            let most = Self.exceptions[name] ?? Self.limit
            #expect(
                size <= most,
                "\(name) has \(size) lines with its extensions, more than \(most): find the values in it that can decide on their own"
            )
        }
    }

    @Test func `the limit of an older type falls with the size of the type`() {
        let sizes = TypeSize(SourceFile.all).lines
        for (name, most) in Self.older {
            #expect(
                sizes[name] == most,
                "\(name) has \(sizes[name] ?? 0) lines, but its limit is \(most): state the size")
        }
    }

    @Test
    func `every type with a limit of its own exists, and that limit is above the general one`() {
        let sizes = TypeSize(SourceFile.all).lines
        for (name, most) in Self.exceptions {
            #expect(sizes[name] != nil, "\(name): no such type")
            #expect(most > Self.limit, "\(name): no exception is needed for \(most) lines")
        }
    }

    @Test func `the size of a type includes extensions and nested types`() {
        let first = SourceFile(
            path: "A.swift",
            text: """
                import B

                /// Not counted: struct Fake {
                public final class Large<Value>: Base {
                    struct Inner {

                        // Not counted.
                        let text = "}"
                    }
                }

                @available(macOS 15, *) package extension Large.Inner {
                }
                private enum Small { case one }
                func free() {
                }

                """)
        let second = SourceFile(
            path: "B.swift",
            text: "extension Large where Value == Int {\n    var a: Int {\n        1\n    }\n}\n")
        #expect(
            TypeSize([first, second]).lines == ["Large": 5 + 2 + 5, "Small": 1])
    }
}
