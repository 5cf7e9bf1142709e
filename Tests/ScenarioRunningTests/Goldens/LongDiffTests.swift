import HeadlessPlaybackTesting
import Testing

/// The time and memory of a diff grow with the length of the lists, not with its square.
@Suite struct LongDiffTests {
    @Test func `lists with nothing in common differ by one change`() {
        let old = (0..<100_000).map { "a\($0)" }
        let new = (0..<90_000).map { "b\($0)" }
        let diff = LineDiff(from: old, to: new)
        #expect(diff.changes == [LineDiff.Change(old: 0..<100_000, new: 0..<90_000)])
    }

    @Test func `many changes in a long list are found`() {
        let old = (0..<100_000).map { "line \($0)" }
        let new = old.enumerated().map { $0.offset % 50 == 7 ? "other \($0.offset)" : $0.element }
        let diff = LineDiff(from: old, to: new)
        #expect(diff.changes.count == 2000)
        #expect(diff.removedCount == 2000)
        #expect(diff.addedCount == 2000)
    }

    @Test func `a list that lacks its first lines differs by one removal`() {
        let old = (0..<50_000).map { "line \($0)" }
        let diff = LineDiff(from: old, to: Array(old.dropFirst(100)))
        #expect(diff.changes == [LineDiff.Change(old: 0..<100, new: 0..<0)])
    }
}
