/// The problems found so far, up to a limit for each kind.
struct ProblemLog {
    /// The properties that problems of one kind have in common.
    ///
    /// Problems of one kind are equally severe. The problems beyond the limit of their kind are
    /// therefore never more severe than the listed ones.
    private struct Kind: Hashable {
        let rule: PlaylistRule
        let tag: String
        /// The names of the attributes that are missing, malformed or inconsistent.
        ///
        /// The detail is empty for any other rule. The parser itself chooses these names; they are
        /// not taken from the playlist.
        let detail: String

        init(_ rule: PlaylistRule, _ tag: String, _ detail: String) {
            self.rule = rule
            self.tag = tag
            switch rule {
            case .missingAttribute, .malformedAttribute, .inconsistentAttributes:
                self.detail = detail
            default: self.detail = ""
            }
        }
    }

    /// The number of listed problems of one kind, and the index of their summary in `unlisted`.
    private struct Tally {
        /// The number of listed problems of the kind.
        var count = 0
        /// The index of the kind's element in `unlisted`; `nil` until the limit is exceeded.
        var place: Int?
    }

    let limit: Int
    private(set) var problems: [PlaylistProblem] = []
    /// For each kind, the first problem beyond the limit and the number of unlisted problems.
    private(set) var unlisted: [UnlistedProblems] = []
    private(set) var count = 0
    private var tallies: [Kind: Tally] = [:]

    init(limit: Int) { self.limit = limit }

    /// Returns whether the limit is reached for a rule's problems that concern no tag.
    ///
    /// Further problems are only counted.
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

/// The problems of one kind that are only counted, because there are too many of them.
package struct UnlistedProblems: Equatable, Sendable {
    /// The first unlisted problem.
    package let first: PlaylistProblem
    /// The number of unlisted problems.
    package internal(set) var count: Int
}
