import Testing

/// `Package.swift` is the table of the permitted imports.
///
/// The build refuses only a module on which a target does not depend at all. It accepts a module
/// that a target reaches through a listed one, and a listed module that nothing imports, so the
/// table would not show which targets use a module.
@Suite struct ImportTableTests {
    @Test func `a target imports exactly the modules that Package.swift lists for it`() throws {
        let manifest = try #require(ProjectText.all.first { $0.path == "Package.swift" })
        let table = ImportTable(manifest: manifest.text)
        #expect(table.targets.count >= 75)
        let files = ProjectText.all.filter {
            $0.path.hasSuffix(".swift")
                && ($0.path.hasPrefix("Sources/") || $0.path.hasPrefix("Tests/"))
        }
        let known = files.flatMap { ImportTable.imports(in: $0.text) }
            .count(where: { table.targets[$0] != nil })
        #expect(known >= 4_000, "only \(known) imports were found")
        let breaches = table.breaches(in: files)
        #expect(breaches.isEmpty, "Package.swift does not list: \(breaches)")
        let unused = table.unused(in: files)
        #expect(unused.isEmpty, "Package.swift lists modules that are not imported: \(unused)")
    }

    @Test func `an import that is not listed and a module that is not imported are found`() {
        let table = ImportTable(
            manifest: """
                let package = Package(
                    targets: [
                        floor("Low"),
                        floor("High", imports: ["Low", .target(name: "CBus", condition: .when(x))]),
                        suite("HighTests", imports: ["High"], exclude: ["Low"]),
                        .target(name: "Shared", dependencies: ["Low"], path: "Tests/Shared"),
                    ])
                """)
        let text = """
            import High
            // A comment.
            #if canImport(CBus)
                @_exported public import struct Low.Value
            #endif
            @testable import Shared

            let text = ""
            import Testing
            """
        #expect(ImportTable.imports(in: text) == ["High", "Low", "Shared"])
        let places = ["Sources/High/A.swift", "Tests/HighTests/A.swift", "Tests/Shared/A.swift"]
        let files = places.map { ProjectText(path: $0, text: text) }
        #expect(
            table.breaches(in: files) == [
                "Sources/High/A.swift: Shared", "Tests/HighTests/A.swift: Low",
                "Tests/HighTests/A.swift: Shared", "Tests/Shared/A.swift: High",
            ])
        #expect(table.unused(in: files) == ["High: CBus"])
    }
}
