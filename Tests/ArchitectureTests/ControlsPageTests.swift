import Foundation
import Testing

/// The page about the controls of `play` names only existing tests, and names every key.
@Suite struct ControlsPageTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let root = tests.deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Returns the contents of the code spans in a text.
    private func spans(_ text: Substring) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    @Test func `each row names a test that exists`() throws {
        let files = FileManager.default.enumerator(atPath: Self.tests.path)
        let names = Set(
            (files?.compactMap { $0 as? String } ?? []).compactMap { path in
                path.hasSuffix(".swift")
                    ? (path as NSString).lastPathComponent.split(separator: ".").first
                        .map(String.init) : nil
            })
        var count = 0
        for line in try text("Documentation/Controls.md").split(separator: "\n")
        where line.hasPrefix("| ") && !line.hasSuffix("| checked by |") {
            let named = line.split(separator: "|").last.map { spans($0) } ?? []
            #expect(!named.isEmpty, "\(line)")
            for name in named { #expect(names.contains(name), "\(name)") }
            count += named.count
        }
        #expect(count > 15)
    }

    @Test func `every key of the key table is listed on the Controls page`() throws {
        let page = try text("Documentation/Controls.md")
        let table = try text("Sources/RemoteControl/Terminal/KeyTable.swift")
        let names = table.matches(of: /named: "([^"]+)"/).flatMap { $0.1.split(separator: " ") }
        #expect(names.count == 20)
        for name in names {
            #expect(page.contains("`\(name)`") || page.contains("\(name)"), "\(name)")
        }
    }
}
