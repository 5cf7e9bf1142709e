import Formats

/// A breach of a rule by an asset, and the file and line of the breach.
package struct LintBreach: Equatable, Sendable {
    /// The rule that the asset breaches.
    package let rule: LintRule
    /// The severity, which a configuration can change.
    package var severity: LintRule.Severity
    /// The location of the playlist or the media file.
    package let file: String
    /// The line of the playlist, counted from 1.
    ///
    /// The value is `nil` when the line is unknown, or the file is not a playlist.
    package let line: Int?
    /// The column, in Unicode scalars counted from 1; `nil` for a whole line.
    package let column: Int?
    /// The location of the media file that breaks the rule; `nil` if only playlists break it.
    package var resource: String?
    /// The byte range in ``resource`` that breaks the rule.
    ///
    /// The value is `nil` when the complete file breaks the rule, or ``resource`` is `nil`.
    package var bytes: Range<Int64>?
    /// The problem, as a sentence without a period and without the secret parts of locations.
    package let problem: String
    /// A description of the playlist or media that the rule expects.
    package let expected: String
    /// The number of further breaches of this rule in the file; these breaches are not listed.
    package var more = 0
    /// The breaches that are consequences of this breach.
    package var consequences: [LintBreach] = []
    /// The reason why the breach does not count; `nil` when it counts.
    ///
    /// The reason names the playlist comment that suppresses the breach.
    package var suppression: String?

    /// Creates a breach.
    package init(
        _ rule: LintRule, _ severity: LintRule.Severity, in file: String, line: Int?,
        column: Int? = nil, resource: String? = nil, bytes: Range<Int64>? = nil, problem: String,
        expected: String
    ) {
        self.rule = rule
        self.severity = severity
        self.file = file
        self.line = line
        self.column = column
        self.resource = resource
        self.bytes = bytes
        // A problem may quote a location that contains secrets.
        self.problem = SafeText.cleaned(problem)
        self.expected = expected
    }
}

/// The breaches that were found so far, up to a limit for each rule and file.
struct BreachLog {
    /// The maximum number of listed breaches of one rule in one file.
    ///
    /// Further breaches are only counted.
    static let mostOfARule = 1000

    private struct Key: Hashable {
        let rule: LintRule
        let file: String
    }

    let profile: LintRule.Profile
    private(set) var breaches: [LintBreach] = []
    private var places: [Key: (count: Int, last: Int)] = [:]

    init(_ profile: LintRule.Profile) { self.profile = profile }

    /// Records a breach if the profile contains its rule.
    ///
    /// - Parameters:
    ///   - code: The code of the rule.
    ///   - file: The location of the playlist or the media file.
    ///   - line: The line.
    ///   - column: The column.
    ///   - problem: A description of the breach.
    ///   - expected: A description of the playlist or media that the rule expects.
    ///   - resource: The location of the media file that breaks the rule.
    ///   - bytes: The byte range in the media file at `resource` that breaks the rule.
    ///   - more: The number of further breaches that are only counted.
    mutating func note(
        _ code: String, in file: String, line: Int?, column: Int? = nil,
        _ problem: @autoclosure () -> String, expected: @autoclosure () -> String,
        resource: String? = nil, bytes: Range<Int64>? = nil, more: Int = 0
    ) {
        guard let rule = LintRule.named(code) else {
            assertionFailure("\(code) is not in the table of rules")
            return
        }
        guard rule.isPart(of: profile) else { return }
        let key = Key(rule: rule, file: file)
        if let known = places[key], known.count >= Self.mostOfARule {
            breaches[known.last].more += 1 + more
            return
        }
        places[key] = ((places[key]?.count ?? 0) + 1, breaches.count)
        var breach = LintBreach(
            rule, rule.severity(in: profile), in: file, line: line, column: column,
            resource: resource, bytes: bytes, problem: problem(), expected: expected())
        breach.more = more
        breaches.append(breach)
    }
}
