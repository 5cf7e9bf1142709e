/// The problems found so far, up to a limit for each kind.
struct ProblemLog {
    /// The properties by which problems are of one kind.
    ///
    /// Problems of one kind are equally severe, so that many of them never hide a more severe one.
    private struct Kind: Hashable {
        let rule: PlaylistRule
        let tag: String
        /// The detail, for the rules whose details are names that the parser itself chooses.
        let detail: String

        init(_ rule: PlaylistRule, _ tag: String, _ detail: String) {
            self.rule = rule
            self.tag = tag
            switch rule {
            case .missingAttribute, .inconsistentAttributes: self.detail = detail
            default: self.detail = ""
            }
        }
    }

    let limit: Int
    private(set) var problems: [PlaylistProblem] = []
    /// The first problem of each kind beyond the limit, and the number of problems like it.
    private(set) var unlisted: [UnlistedProblems] = []
    private(set) var count = 0
    private var counts: [Kind: Int] = [:]
    private var places: [Kind: Int] = [:]

    init(limit: Int) { self.limit = limit }

    /// Returns whether further problems of a rule without a tag are only counted.
    func isFull(of rule: PlaylistRule) -> Bool {
        counts[Kind(rule, "", ""), default: 0] >= limit
    }

    mutating func note(
        _ rule: PlaylistRule, line: Int, tag: String = "", _ detail: String = ""
    ) {
        count += 1
        let kind = Kind(rule, tag, detail)
        if let place = places[kind] {
            unlisted[place].count += 1
            return
        }
        let problem = PlaylistProblem(line: line, tag: tag, rule: rule, detail: detail)
        guard counts[kind, default: 0] < limit else {
            places[kind] = unlisted.count
            unlisted.append(UnlistedProblems(first: problem, count: 1))
            return
        }
        counts[kind, default: 0] += 1
        problems.append(problem)
    }
}

/// The problems of one kind that a playlist does not list, because there are too many.
package struct UnlistedProblems: Equatable, Sendable {
    /// The first of them.
    package let first: PlaylistProblem
    /// Their number.
    package internal(set) var count: Int
}
