/// A short list of changes that turns one list of lines into another.
///
/// The algorithm is Myers' (An O(ND) Difference Algorithm, 1986), applied in windows: after a
/// certain number of changes, the path that reaches furthest is kept, and a new search begins at
/// the end of that path. Two unrelated lists of a hundred thousand lines therefore take little
/// time and memory. If the number of changes fits into one window, the result is the shortest
/// possible.
package struct LineDiff: Equatable, Sendable {
    /// A replacement of lines.
    package struct Change: Equatable, Sendable {
        /// The range of removed lines.
        package var old: Range<Int>
        /// The range of added lines.
        package var new: Range<Int>

        /// Creates a change.
        package init(old: Range<Int>, new: Range<Int>) {
            self.old = old
            self.new = new
        }
    }

    /// The changes, in order.
    package private(set) var changes: [Change] = []

    /// Compares lists of lines.
    package init(from old: [String], to new: [String]) {
        var numbers: [String: Int] = [:]
        let old = old.map { numbers.number(of: $0) }
        let new = new.map { numbers.number(of: $0) }
        self.init(old.count, new.count) { old[$0] == new[$1] }
    }

    /// Compares two lists.
    ///
    /// - Parameters:
    ///   - oldCount: The number of elements of the first list.
    ///   - newCount: The number of elements of the second list.
    ///   - isSame: Returns whether an element of the first list equals an element of the second
    ///     list. The arguments are the indices of the elements.
    init(_ oldCount: Int, _ newCount: Int, isSame: (Int, Int) -> Bool) {
        var x = 0
        var y = 0
        while x < oldCount || y < newCount {
            if x < oldCount, y < newCount, isSame(x, y) {
                x += 1
                y += 1
                continue
            }
            var window = DiffWindow(x..<oldCount, y..<newCount)
            for edit in window.edits(isSame) { add(edit) }
            x += window.reachedOld
            y += window.reachedNew
        }
    }

    /// The number of removed lines.
    package var removedCount: Int { changes.reduce(0) { $0 + $1.old.count } }
    /// The number of added lines.
    package var addedCount: Int { changes.reduce(0) { $0 + $1.new.count } }

    private mutating func add(_ edit: Change) {
        if let last = changes.last, last.old.upperBound == edit.old.lowerBound,
            last.new.upperBound == edit.new.lowerBound
        {
            changes[changes.count - 1].old = last.old.lowerBound..<edit.old.upperBound
            changes[changes.count - 1].new = last.new.lowerBound..<edit.new.upperBound
        } else {
            changes.append(edit)
        }
    }
}

extension [String: Int] {
    /// Returns the number that represents a line; equal lines have equal numbers.
    fileprivate mutating func number(of line: String) -> Int {
        if let number = self[line] { return number }
        self[line] = count
        return count - 1
    }
}

/// A search for the fewest changes between ranges of two lists, up to a maximum number.
private struct DiffWindow {
    private static let maximumChanges = 256

    private let old: Range<Int>
    private let new: Range<Int>
    /// The furthest position in the first list on each diagonal, for each number of changes.
    ///
    /// The position is -1 if the diagonal has not been reached.
    private var frontiers: [[Int]] = []
    private(set) var reachedOld = 0
    private(set) var reachedNew = 0

    init(_ old: Range<Int>, _ new: Range<Int>) {
        self.old = old
        self.new = new
    }

    /// Returns the one-line changes up to the point where the search ended, in order.
    mutating func edits(_ isSame: (Int, Int) -> Bool) -> [LineDiff.Change] {
        var diagonal = search(isSame)
        var edits: [LineDiff.Change] = []
        for count in stride(from: frontiers.count - 1, to: 0, by: -1) {
            let (x, removes) = step(to: diagonal, after: count - 1)
            // The position before the change. Each step is one change, followed by lines that are
            // equal in both lists.
            let start = (x: removes ? x - 1 : x, y: x - diagonal - (removes ? 0 : 1))
            let oldStart = old.lowerBound + start.x
            let newStart = new.lowerBound + start.y
            edits.append(
                LineDiff.Change(
                    old: oldStart..<(oldStart + (removes ? 1 : 0)),
                    new: newStart..<(newStart + (removes ? 0 : 1))))
            diagonal += removes ? -1 : 1
        }
        return edits.reversed()
    }

    /// Fills the frontiers, and returns the diagonal on which the path ends.
    private mutating func search(_ isSame: (Int, Int) -> Bool) -> Int {
        for count in 0...Self.maximumChanges {
            var frontier = [Int](repeating: -1, count: 2 * count + 1)
            var best = (diagonal: 0, sum: -1)
            for diagonal in stride(from: -count, through: count, by: 2) {
                var x = count == 0 ? 0 : step(to: diagonal, after: count - 1).x
                guard x >= 0 else { continue }
                while x < old.count, x - diagonal < new.count,
                    isSame(old.lowerBound + x, new.lowerBound + x - diagonal)
                {
                    x += 1
                }
                frontier[diagonal + count] = x
                let sum = 2 * x - diagonal
                if sum > best.sum || sum == best.sum && abs(diagonal) < abs(best.diagonal) {
                    best = (diagonal, sum)
                }
            }
            frontiers.append(frontier)
            reachedOld = (best.sum + best.diagonal) / 2
            reachedNew = reachedOld - best.diagonal
            if best.sum == old.count + new.count { return best.diagonal }
            if count == Self.maximumChanges { return best.diagonal }
        }
        return 0
    }

    /// Returns the position on a diagonal after one more change, and whether a line is removed.
    ///
    /// The position is -1 if no such change is possible.
    private func step(to diagonal: Int, after count: Int) -> (x: Int, removes: Bool) {
        let frontier = frontiers[count]
        func reached(_ diagonal: Int) -> Int {
            abs(diagonal) <= count ? frontier[diagonal + count] : -1
        }
        let removing = reached(diagonal - 1)
        let adding = reached(diagonal + 1)
        let afterRemoving = removing >= 0 && removing < old.count ? removing + 1 : -1
        let afterAdding = adding >= 0 && adding - diagonal <= new.count ? adding : -1
        return afterRemoving > afterAdding ? (afterRemoving, true) : (afterAdding, false)
    }
}
