import HeadlessPlaybackTesting
import Testing
import VirtualTime

@Suite struct LineDiffTests {
    private static func lines(_ text: String) -> [String] { text.map { String($0) } }

    private static func patched(_ old: [String], _ new: [String], _ diff: LineDiff) -> [String] {
        var result: [String] = []
        var position = 0
        for change in diff.changes {
            result += old[position..<change.old.lowerBound] + new[change.new]
            position = change.old.upperBound
        }
        return result + old[position...]
    }

    /// Returns the length of the longest common subsequence, computed in the slow and obvious way.
    private static func commonCount(_ old: [String], _ new: [String]) -> Int {
        var row = [Int](repeating: 0, count: new.count + 1)
        for line in old {
            var diagonal = 0
            for (index, other) in new.enumerated() {
                let above = row[index + 1]
                row[index + 1] = line == other ? diagonal + 1 : max(above, row[index])
                diagonal = above
            }
        }
        return row[new.count]
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `a diff turns one list into the other with the fewest changes`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func list() -> [String] {
            (0..<random.next() % 40).map { _ in String(random.next() % 6) }
        }
        let old = list()
        let new = list()
        let diff = LineDiff(from: old, to: new)
        #expect(Self.patched(old, new, diff) == new)
        #expect(old.count - diff.removedCount == Self.commonCount(old, new))
    }

    @Test func `a unified diff reads as the diff tool writes it`() {
        let old = Self.lines("abcdefghijklmnop")
        let new = Self.lines("abcdXefghijklmnp!")
        let diff = LineDiff(from: old, to: new)
        #expect(
            UnifiedDiff(from: old, to: new, diff, maximumCount: 100).lines == [
                "@@ -2,6 +2,7 @@", " b", " c", " d", "+X", " e", " f", " g",
                "@@ -12,5 +13,5 @@", " l", " m", " n", "-o", " p", "+!",
            ])
        #expect(
            UnifiedDiff(from: old, to: new, diff, maximumCount: 8).lines.last
                == "… and 2 more lines that differ")
        #expect(
            UnifiedDiff(from: [], to: ["a"], LineDiff(from: [], to: ["a"]), maximumCount: 9).lines
                == ["@@ -0,0 +1 @@", "+a"])
    }
}
