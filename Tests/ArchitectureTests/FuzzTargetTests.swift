import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The fuzzers take their modules and imports from a part of `Package.swift`.
///
/// Only the fuzzers read this part.
@Suite struct FuzzTargetTests {
    @Test func `every fuzzer in Package.swift has a source folder and a corpus folder`() throws {
        let names = try manifest().matches(of: /fuzzer\(\s*"(\w+)"/).map { String($0.1) }
        #expect(names.count >= 13)
        #expect(names.sorted() == (try folders("Fuzz/Sources")))
        #expect(names.sorted() == (try folders("Fuzz/Corpus")))
    }

    @Test func `every fuzzer depends only on modules that Package.swift declares as floor modules`()
        throws
    {
        let manifest = try manifest()
        let floors = Set(manifest.matches(of: /floor\(\s*"(\w+)"/).map { String($0.1) })
        #expect(floors.count >= 15)
        let uses = manifest.matches(of: /fuzzer\(\s*"(\w+)",\s*of: \[([^\]]*)\]/)
        #expect(uses.count >= 13)
        for use in uses {
            let named = use.2.matches(of: /"(\w+)"/).map { String($0.1) }
            #expect(!named.isEmpty, "\(use.1) runs on no floor")
            for name in named {
                #expect(floors.contains(name), "\(use.1) runs on \(name), which is not a floor")
            }
        }
    }

    @Test func `other manifests reference the library modules only as products`() {
        for file in ProjectText.all where file.path.hasSuffix("/Package.swift") {
            for floor in ["Sessions", "Playlists", "VirtualTime", "Transport"] {
                let repeats = file.lines(with: "\"\(floor)\"")
                    .filter { !$0.line.contains(".product(name: \"\(floor)\"") }.map(\.number)
                #expect(repeats.isEmpty, "\(file.path), lines \(repeats): depend on a product")
            }
        }
    }

    private func manifest() throws -> String {
        try #require(ProjectText.all.first { $0.path == "Package.swift" }).text
    }

    private func folders(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(SourceFile.package)/\(path)")
            .filter { !$0.hasPrefix(".") }.sorted()
    }
}
