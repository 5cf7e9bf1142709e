/// A difference in unified form.
///
/// Removed lines begin with `-` and added lines with `+`; a few unchanged lines surround them.
package struct UnifiedDiff: Equatable, Sendable {
    private static let contextCount = 3

    /// The lines of the difference, up to the requested maximum number.
    package private(set) var lines: [String] = []

    /// Creates the text of a difference.
    ///
    /// - Parameters:
    ///   - old: The earlier lines.
    ///   - new: The new lines.
    ///   - diff: The changes that turn the old lines into the new ones.
    ///   - maximumCount: The maximum number of lines to show; a final line states the number of
    ///     changed lines that are omitted.
    package init(from old: [String], to new: [String], _ diff: LineDiff, maximumCount: Int) {
        var leftOut = 0
        for changes in Self.hunks(diff.changes) {
            guard let first = changes.first, let last = changes.last else { continue }
            guard lines.count < maximumCount else {
                leftOut += changes.reduce(0) { $0 + $1.old.count + $1.new.count }
                continue
            }
            let oldStart = max(0, first.old.lowerBound - Self.contextCount)
            let newStart = max(0, first.new.lowerBound - Self.contextCount)
            let oldEnd = min(old.count, last.old.upperBound + Self.contextCount)
            let newEnd = min(new.count, last.new.upperBound + Self.contextCount)
            let before = Self.span(oldStart..<oldEnd)
            lines.append("@@ -\(before) +\(Self.span(newStart..<newEnd)) @@")
            var position = oldStart
            var written: [String] = []
            for change in changes {
                written += old[position..<change.old.lowerBound].map { " " + $0 }
                written += old[change.old].map { "-" + $0 }
                written += new[change.new].map { "+" + $0 }
                position = change.old.upperBound
            }
            written += old[position..<oldEnd].map { " " + $0 }
            let room = max(1, maximumCount - lines.count)
            lines += written.prefix(room)
            leftOut += written.dropFirst(room).count { !$0.hasPrefix(" ") }
        }
        if leftOut > 0 { lines.append("… and \(leftOut) more lines that differ") }
    }

    /// Returns the changes in groups; changes that are close together form one group.
    private static func hunks(_ changes: [LineDiff.Change]) -> [[LineDiff.Change]] {
        var hunks: [[LineDiff.Change]] = []
        for change in changes {
            if let last = hunks.last?.last,
                change.old.lowerBound - last.old.upperBound <= 2 * contextCount
            {
                hunks[hunks.count - 1].append(change)
            } else {
                hunks.append([change])
            }
        }
        return hunks
    }

    /// Returns a range as in a hunk header: the first line, counted from 1, and the line count.
    private static func span(_ range: Range<Int>) -> String {
        let start = range.isEmpty ? range.lowerBound : range.lowerBound + 1
        return range.count == 1 ? "\(start)" : "\(start),\(range.count)"
    }
}
