/// The rules that the comments of a playlist switch off, with the lines of the comments.
struct IgnoredRules {
    /// The line of the comment for each rule, by the code of the rule.
    private typealias Comments = [String: Int]

    private var file: Comments = [:]
    private var lines: [Int: Comments] = [:]
    /// The comments that apply to the next line that is not a comment.
    private var waiting: Comments = [:]

    /// Whether no comment switches a rule off.
    var isEmpty: Bool { file.isEmpty && lines.isEmpty }

    /// Adds a comment.
    ///
    /// - Parameters:
    ///   - comment: The comment.
    ///   - line: The line of the comment, counted from 1.
    mutating func add(_ comment: IgnoringComment, inLine line: Int) {
        let added = Dictionary(comment.codes.map { ($0, line) }) { first, _ in first }
        if comment.isOfFile {
            file.merge(added) { first, _ in first }
        } else {
            waiting.merge(added) { first, _ in first }
        }
    }

    /// Applies the comments before a line to the line, which is not a comment itself.
    mutating func apply(toLine line: Int) {
        guard !waiting.isEmpty else { return }
        lines[line] = waiting
        waiting = [:]
    }

    /// Returns the line of the comment that switches a rule off for a breach; `nil` if none does.
    func comment(on breach: LintBreach) -> Int? {
        let code = breach.rule.code
        if let comment = file[code] { return comment }
        // A comment on one line does not apply to the further breaches that `more` counts.
        guard let line = breach.line, breach.more == 0 else { return nil }
        return lines[line]?[code]
    }
}
