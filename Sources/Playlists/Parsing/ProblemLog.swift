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

    /// The problems of one kind.
    private struct Tally {
        /// The number of listed problems.
        var count = 0
        /// The index of the further ones in `unlisted`; `nil` while there are none.
        var place: Int?
    }

    let limit: Int
    private(set) var problems: [PlaylistProblem] = []
    /// The first problem of each kind beyond the limit, and the number of problems like it.
    private(set) var unlisted: [UnlistedProblems] = []
    private(set) var count = 0
    private var tallies: [Kind: Tally] = [:]

    init(limit: Int) { self.limit = limit }

    /// Returns whether further problems of a rule without a tag are only counted.
    func isFull(of rule: PlaylistRule) -> Bool {
        tallies[Kind(rule, "", "")]?.count ?? 0 >= limit
    }

    mutating func note(
        _ rule: PlaylistRule, line: Int, tag: String = "", _ detail: String = ""
    ) {
        count += 1
        let kind = Kind(rule, tag, detail)
        var tally = tallies[kind] ?? Tally()
        if let place = tally.place {
            unlisted[place].count += 1
            return
        }
        let problem = PlaylistProblem(line: line, tag: tag, rule: rule, detail: detail)
        if tally.count < limit {
            tally.count += 1
            problems.append(problem)
        } else {
            tally.place = unlisted.count
            unlisted.append(UnlistedProblems(first: problem, count: 1))
        }
        tallies[kind] = tally
    }
}

/// The problems of one kind that a playlist does not list, because there are too many.
package struct UnlistedProblems: Equatable, Sendable {
    /// The first of them.
    package let first: PlaylistProblem
    /// Their number.
    package internal(set) var count: Int
}
