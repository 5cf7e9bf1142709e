import Foundation
import Testing

/// The device page names every callback and command, and only tests and traces that exist.
@Suite struct DevicePageTests {
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

    @Test(arguments: [("Device", 90), ("JWPlayer", 12)])
    func `each fact that is simulated names a test or a trace that exists`(
        name: String, facts: Int
    ) throws {
        let page = try text("Documentation/\(name).md")
        let files = FileManager.default.enumerator(atPath: Self.tests.path)
        let names = Set(
            (files?.compactMap { $0 as? String } ?? []).compactMap { path -> String? in
                guard path.hasSuffix(".swift") || path.hasSuffix(".txt") else { return nil }
                return (path as NSString).lastPathComponent.split(separator: ".").first
                    .map(String.init)
            })
        var count = 0
        var isTable = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("| ") && line.hasSuffix("| checked by |") { isTable = true }
            if line.isEmpty { isTable = false }
            guard isTable, line.hasPrefix("| "), !line.hasSuffix("| checked by |") else { continue }
            let named = line.split(separator: "|").last.map { spans($0) } ?? []
            #expect(!named.isEmpty, "\(line)")
            for name in named {
                #expect(names.contains(name), "\(name)")
                count += 1
            }
        }
        #expect(count >= facts)
    }

    @Test func `the Callbacks section names every method of the delegate except reports`() throws {
        let page = try text("Documentation/Device.md")
        let start = try #require(page.firstRange(of: "## Callbacks")).lowerBound
        let stated = Set(spans(page[start...]))
        let code = try text("Sources/PlaybackControl/PlaybackControllerDelegate.swift")
        let methods = code.split(separator: "\n    func ").dropFirst()
        var count = 0
        for method in methods {
            let head = method.prefix { $0 != "{" && $0 != "/" }
            let labels = head.matches(of: /([a-zA-Z]+)( [a-z][A-Za-z]*)?:/).map { String($0.1) }
            let name = head.prefix { $0 != "(" }
            let all = [String(name)] + labels
            guard !all.contains("didReport") else { continue }
            #expect(all.contains { stated.contains($0) }, "\(all)")
            count += 1
        }
        #expect(count == 24)
    }

    @Test func `the page lists every command in the table of outside commands`() throws {
        let page = try text("Documentation/Device.md")
        let listed = Set(spans(page[...]))
        let table = try text("Sources/PlaybackControl/Outside/OutsideCommandTable.swift")
        let names = table.matches(of: /row\("([a-z-]+)"/).map { String($0.1) }
        #expect(names.count == 23)
        for name in names { #expect(listed.contains(name), "\(name)") }
    }
}
