import Formats
import HeadlessPlayback
import Linting

/// The syntax of the `playctl lint` configuration, and of its parts.
enum LintShape {
    /// The syntax of a configuration of `playctl lint`.
    static let file = Shape<LintFile>.mapping(
        "A configuration of playctl lint. Options on the command line take precedence.",
        from: { LintFile() },
        fields: [
            Field("profile", Shape<LintRule.Profile>.choice, "The rules to check.") {
                $0.profile = $1
            },
            Field(
                "fail-on", Shape<LintRule.Severity>.choice,
                "The lowest severity that makes the command fail."
            ) { $0.failOn = $1 },
            Field(
                "rules", rule.list(),
                "The rules to check, by code or subject; all by default."
            ) { $0.rules = $1 },
            Field(
                "severities", changes,
                "The severities of rules, by code or subject: off, info, warning or error."
            ) { $0.severities = $1 },
            Field(
                "ignore", ignoring.located.list(),
                "Findings that are expected."
            ) { file, list in
                file.ignore = list.map { item in
                    var ignoring = item.value
                    ignoring.line = item.line
                    return ignoring
                }
            },
            Field(
                "baseline", Shape<String>.place, "The file of the findings that are known."
            ) { $0.baseline = $1 },
        ])

    /// The syntax of a rule whose findings are expected in some playlists.
    private static let ignoring = Shape<LintFile.Ignoring>.mapping(
        "Findings of a rule that are expected.", from: { LintFile.Ignoring() },
        fields: [
            Field(
                "rule", rule, "The code of the rule, or its subject.",
                isRequired: true
            ) { $0.rule = $1 },
            Field(
                "paths", Shape<String>.name.oneOrMore,
                "Patterns of playlists: * is any text; without a slash the name of the file is"
                    + " compared. By default, all playlists."
            ) { $0.paths = $1 },
            Field("reason", Shape<String>.name, "The reason, which reports state.") {
                $0.reason = $1
            },
        ])

    /// The subjects of the rules, followed by the codes of the rules.
    ///
    /// The subject of a rule is the part of its code before the first dot.
    private static let words: [String] = {
        var subjects: [String] = []
        for rule in LintRule.all {
            let subject = String(rule.code.prefix { $0 != "." })
            if !subjects.contains(subject) { subjects.append(subject) }
        }
        return subjects + LintRule.all.map(\.code)
    }()

    /// The syntax of the code of a rule, or of the part before the dot that several codes share.
    private static let rule = Shape<String>(
        .definition("rule", .words(words))
    ) { value throws(ScenarioFileError) in
        let word = try Shape<String>.name.read(value)
        guard words.contains(word) else {
            throw value.error(
                .unknownName(word, nearest: nearestWord(to: word, in: words), what: "a rule"))
        }
        return word
    }

    /// The syntax of the severity of a rule, or `off`.
    private static let severity = Shape<LintRule.Severity?>.words(
        [("off", nil)] + LintRule.Severity.allCases.map { ($0.rawValue, $0) })

    /// The syntax of the severities of rules.
    private static let changes = Shape<[LintFile.Change]>(
        .object([
            ("type", .text("object")),
            (
                "properties",
                .object(
                    words.map {
                        ($0, .definition("severity", severity.schema))
                    })
            ),
            ("additionalProperties", .truth(false)),
        ])
    ) { value throws(ScenarioFileError) in
        guard case .mapping(let members) = value.node.content else {
            throw value.unexpected("a mapping of rules to severities")
        }
        let known = words
        var changes: [LintFile.Change] = []
        for member in members {
            guard known.contains(member.key) else {
                throw value.error(
                    .unknownName(
                        member.key, nearest: nearestWord(to: member.key, in: known),
                        what: "a rule"),
                    at: member.place)
            }
            let severity = try LintShape.severity.read(value.member(member))
            changes.append(LintFile.Change(rule: member.key, severity: severity))
        }
        return changes
    }
}
