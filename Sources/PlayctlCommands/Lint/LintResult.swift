import Formats
import Linting
import RunResults

/// The findings of one asset.
struct LintResult: Sendable {
    /// The asset as it was given.
    let place: String
    let profile: LintRule.Profile
    /// The least weight that fails.
    let failOn: LintRule.Severity
    /// The findings that count, heaviest causes with their consequences.
    var breaches: [LintBreach]
    /// The findings that a baseline forgives.
    var forgiven: [LintBreach] = []
    /// The rules that were checked.
    let checked: [LintRule]
    /// The rules of the profile that were not, each with the reason.
    let unchecked: [(rule: LintRule, reason: String)]

    /// The number of findings of a weight, with those that are not listed.
    func count(_ severity: LintRule.Severity) -> Int {
        breaches.filter { $0.severity == severity }.reduce(0) { $0 + 1 + $1.more }
    }

    /// Whether a finding is as heavy as the least that fails.
    var isBad: Bool { breaches.contains { $0.severity >= failOn } }

    /// Returns the location of a file as people know it: relative to the asset where possible.
    static func shown(_ file: String) -> String {
        let path = file.hasPrefix("file://") ? String(file.dropFirst("file://".count)) : file
        let folder = SystemCalls.workingDirectory + "/"
        return SafeText.url(path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path)
    }

    // MARK: Text

    /// The findings of one rule in one file, of which people see the first ones.
    private struct Kind: Hashable {
        let rule: LintRule
        let file: String

        init(_ breach: LintBreach) {
            rule = breach.rule
            file = breach.file
        }
    }

    /// The number of findings of one rule in one file that people see; machines see more.
    private static let mostLines = 5

    /// The findings for people.
    func text(isQuiet: Bool) -> String {
        var text = ""
        var shown: [Kind: Int] = [:]
        let all = breaches.reduce(into: [Kind: Int]()) { $0[Kind($1), default: 0] += 1 + $1.more }
        for breach in breaches where !isQuiet || breach.severity >= .warning {
            let kind = Kind(breach)
            let count = shown[kind, default: 0] + 1
            shown[kind] = count
            if count <= Self.mostLines { text += Self.lines(of: breach) }
            if count == Self.mostLines, let more = all[kind].map({ $0 - count }), more > 0 {
                text += "    and \(more) more in this file\n"
            }
        }
        if isQuiet { return text }
        let counts = [
            (count(.error), "error"), (count(.warning), "warning"), (count(.info), "remark"),
        ]
        let words = counts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
        text +=
            "\(SafeText.url(place)): \(words); \(checked.count) rules checked,"
            + " \(unchecked.count) not checked"
        if !forgiven.isEmpty { text += ", \(forgiven.count) known findings forgiven" }
        return text + "\n"
    }

    private static func lines(of breach: LintBreach) -> String {
        var place = shown(breach.file)
        if let line = breach.line { place += ":\(line)" }
        if let column = breach.column { place += ":\(column)" }
        var text =
            "\(place): \(breach.severity.rawValue): \(breach.problem) [\(breach.rule.code)]\n"
            + "    expected \(breach.expected) (\(breach.rule.section))\n"
        for consequence in breach.consequences {
            text += "    follows: \(consequence.problem) [\(consequence.rule.code)]\n"
        }
        return text
    }

    // MARK: JSON

    /// Adds the result to a list.
    func write(to json: inout JSONText) {
        json.object { json in
            json.member("asset", SafeText.url(place))
            json.member("profile", profile.rawValue)
            for severity in LintRule.Severity.allCases.reversed() {
                json.member(severity.rawValue, count(severity))
            }
            json.key("findings")
            json.array { json in
                for breach in breaches { Self.write(breach, to: &json) }
            }
            json.key("known")
            json.array { json in
                for breach in forgiven { Self.write(breach, to: &json) }
            }
            json.key("checked")
            json.array { json in
                for rule in checked { json.value(rule.code) }
            }
            json.key("notChecked")
            json.array { json in
                for item in unchecked {
                    json.object {
                        $0.member("rule", item.rule.code)
                        $0.member("reason", item.reason)
                    }
                }
            }
        }
    }

    private static func write(_ breach: LintBreach, to json: inout JSONText) {
        json.object { json in
            json.member("rule", breach.rule.code)
            json.member("severity", breach.severity.rawValue)
            json.member("section", breach.rule.section)
            json.member("owner", breach.rule.owner.rawValue)
            json.member("file", shown(breach.file))
            if let line = breach.line { json.member("line", line) }
            if let column = breach.column { json.member("column", column) }
            if let bytes = breach.bytes {
                json.member("firstByte", bytes.lowerBound)
                json.member("byteCount", bytes.count)
            }
            json.member("problem", breach.problem)
            json.member("expected", breach.expected)
            if breach.more > 0 { json.member("more", breach.more) }
            if !breach.consequences.isEmpty {
                json.key("consequences")
                json.array { json in
                    for consequence in breach.consequences { write(consequence, to: &json) }
                }
            }
        }
    }

    // MARK: Checks

    /// The result as checks, for the reports that all verbs share: one for each rule.
    func checks(command: String) -> ScenarioResult {
        var result = ScenarioResult(name: AssetTitle.text(of: place), command: command)
        for rule in checked {
            let own = breaches.filter { $0.rule == rule }
            if own.isEmpty { result.checks.append(check(rule, rule.sentence, .passed)) }
            for breach in own {
                let line = breach.line.map { ":\($0)" } ?? ""
                let failure = Failure(
                    problem: breach.problem, expected: breach.expected, found: breach.problem)
                let place = "\(Self.shown(breach.file))\(line)"
                let outcome: Check.Outcome =
                    breach.severity >= failOn
                    ? .failed(failure) : .known(failure, bug: breach.severity.rawValue)
                result.checks.append(check(rule, "\(place): \(breach.problem)", outcome))
            }
        }
        for item in unchecked {
            result.checks.append(check(item.rule, item.rule.sentence, .skipped(item.reason)))
        }
        return result
    }

    private func check(_ rule: LintRule, _ text: String, _ outcome: Check.Outcome) -> Check {
        let name = text.hasSuffix(".") ? String(text.dropLast()) : text
        return Check(rule.code, SafeText.line(name), outcome)
    }
}
