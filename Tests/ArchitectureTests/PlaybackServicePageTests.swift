import Foundation
import Testing

/// The page about the simulated playback service names existing tests and traces.
@Suite struct PlaybackServicePageTests {
    @Test func `each fact that is simulated names a test or a trace that exists`() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(
            contentsOf: tests.deletingLastPathComponent()
                .appendingPathComponent("Documentation/PlaybackService.md"), encoding: .utf8)
        let files = FileManager.default.enumerator(atPath: tests.path)
        let names = Set(
            (files?.compactMap { $0 as? String } ?? []).compactMap { path -> String? in
                guard path.hasSuffix(".swift") || path.hasSuffix(".txt") else { return nil }
                return (path as NSString).lastPathComponent.split(separator: ".").first
                    .map(String.init)
            })
        let simulated = page.prefix(
            upTo: try #require(page.firstRange(of: "## Not simulated")).lowerBound)
        var count = 0
        for line in simulated.split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|")
            guard cells.count == 2, !cells[1].contains("checked by") else { continue }
            let named = cells[1].split(separator: "`", omittingEmptySubsequences: false)
                .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
                .filter { !$0.contains("/") }
            #expect(!named.isEmpty, "\(line)")
            for name in named {
                let isThere = names.contains(name)
                #expect(isThere, "\(name)")
                count += 1
            }
        }
        #expect(count > 40)
    }
}
