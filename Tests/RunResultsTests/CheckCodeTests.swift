import Foundation
import HeadlessPlaybackTesting
import Testing

@testable import AssetChecking

@Suite struct CheckCodeTests {
    /// The codes in string literals of the sources, each with the name of a file that uses it.
    private static let used: [String: String] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")
        let subjects = Set(CheckCode.all.map { $0.code.prefix { $0 != "." } })
        var result: [String: String] = [:]
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
        // The table itself does not count as a use of its codes.
        for name in names.sorted()
        where name.hasSuffix(".swift") && !name.hasSuffix("/CheckCode.swift") {
            let file = root.appendingPathComponent(name)
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            for match in text.matches(of: /"([a-z]+(?:-[a-z]+)*)\.([a-z]+(?:-[a-z]+)*)"/)
            where subjects.contains(match.1) {
                result["\(match.1).\(match.2)"] = name
            }
            // A string with a digit may also be the name of a file, so only known codes count.
            for match in text.matches(of: /"([a-z0-9-]+\.[a-z0-9-]+)"/)
            where CheckCode.isKnown(String(match.1)) {
                result[String(match.1)] = name
            }
        }
        return result
    }()

    @Test func `every code in the sources is in the table`() {
        #expect(Self.used.count >= 30)
        for (code, file) in Self.used.sorted(by: { $0.key < $1.key }) {
            #expect(CheckCode.isKnown(code), "\(code) in \(file)")
        }
    }

    @Test func `every code of the table is used and described`() {
        let composed = Set(
            Threshold.Metric.allCases.map(\.code) + StreamDifference.Subject.allCases.map(\.code))
        for entry in CheckCode.all where !composed.contains(entry.code) {
            #expect(Self.used[entry.code] != nil, "\(entry.code)")
        }
        #expect(Set(CheckCode.all.map(\.code)).count == CheckCode.all.count)
        let codes = Set(CheckCode.all.map(\.code))
        for (old, new) in CheckCode.aliases {
            #expect(!codes.contains(old) && codes.isSuperset(of: new), "\(old)")
            #expect(CheckCode.isKnown(old) && CheckCode.current(old) == new)
        }
        #expect(CheckCode.all.allSatisfy { $0.sentence.hasSuffix(".") })
    }
}
