import AssetChecking
import CommandTree
import Formats
import Linting
import PlaybackCommands
import RunResults
import Transport

extension InspectedAsset {
    /// Returns the location of a file for display.
    ///
    /// A local file is shown by its path, which is relative if the file is below the working
    /// directory.
    static func shown(_ file: String) -> String {
        let path = LocalPath.path(ofFileURL: file) ?? file
        let folder = SystemCalls.workingDirectory + "/"
        return SafeText.url(path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path)
    }

    // MARK: Text

    /// The key of a group of findings: a rule and a file.
    ///
    /// The report shows the first findings of each group.
    private struct Kind: Hashable {
        let rule: LintRule
        let file: String

        init(_ breach: LintBreach) {
            rule = breach.rule
            file = breach.file
        }
    }

    /// The maximum number of findings of one rule in one file that the text report lists.
    ///
    /// Other reports list more.
    private static let mostLines = 5

    /// Returns the text report, with each finding followed by its consequences.
    func text(isQuiet: Bool) -> String {
        var text = ""
        var shown: [Kind: Int] = [:]
        let folded = AssetLinter.folded(breaches)
        let all = folded.reduce(into: [Kind: Int]()) { $0[Kind($1), default: 0] += 1 + $1.more }
        for breach in folded
        where !isQuiet || ([breach] + breach.consequences).contains(where: { $0.severity > .info })
        {
            let kind = Kind(breach)
            let count = shown[kind, default: 0] + 1
            shown[kind] = count
            if count <= Self.mostLines { text += Self.lines(of: breach) }
            if count == Self.mostLines, let more = all[kind].map({ $0 - count }), more > 0 {
                text += "    and \(more) more in this file\n"
            }
        }
        for omission in coverage.omissions { text += Self.line(of: omission) }
        if isQuiet { return text }
        let counts = [
            (count(.error), "error"), (count(.warning), "warning"), (count(.info), "remark"),
        ]
        let words = counts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
        let checked = coverage.checked.count
        text +=
            "\(SafeText.url(place)): \(words);"
            + " \(checked) rule\(checked == 1 ? "" : "s") checked"
        if !coverage.partly.isEmpty { text += ", \(coverage.partly.count) in part" }
        text += ", \(coverage.unchecked.count) not checked"
        if !forgiven.isEmpty { text += ", \(forgiven.count) known findings forgiven" }
        if !ignored.isEmpty { text += ", \(ignored.count) ignored" }
        return text + "\n"
    }

    /// Returns the text about an unchecked part: the file, the reason and the unchecked rules.
    private static func line(of omission: LintOmission) -> String {
        let few = omission.rules.prefix(3).map(\.code).joined(separator: ", ")
        let rest = omission.rules.count > 3 ? " and \(omission.rules.count - 3) more rules" : ""
        return "\(shown(omission.file)): not checked: \(SafeText.line(omission.reason))\n"
            + "    for \(few)\(rest)\n"
    }

    private static func lines(of breach: LintBreach) -> String {
        var place = shown(breach.file)
        if let line = breach.line { place += ":\(line)" }
        if let column = breach.column { place += ":\(column)" }
        var text =
            "\(place): \(breach.severity.rawValue): \(breach.problem) [\(breach.rule.code)]\n"
            + "    expected \(breach.expected) (\(breach.rule.section))\n"
        if let resource = breach.resource, let bytes = breach.bytes {
            let range = "\(bytes.lowerBound)-\(bytes.upperBound - 1)"
            text += "    in bytes \(range) of \(shown(resource))\n"
        }
        for consequence in breach.consequences {
            text += "    follows: \(consequence.problem) [\(consequence.rule.code)]\n"
        }
        return text
    }

    // MARK: JSON

    /// Writes the result as an object into a JSON array.
    func write(to json: inout JSONText) {
        json.object { json in
            json.member("asset", SafeText.url(place))
            json.member("profile", profile.rawValue)
            for severity in LintRule.Severity.allCases.reversed() {
                json.member(severity.rawValue, count(severity))
            }
            json.member("interrupted", wasInterrupted)
            let causes = AssetLinter.causes(of: breaches)
            json.key("findings")
            json.array { json in
                for (place, breach) in breaches.enumerated() {
                    breach.write(to: &json, cause: causes[place].map { breaches[$0].rule })
                }
            }
            json.key("known")
            json.array { json in
                for breach in forgiven { breach.write(to: &json) }
            }
            json.key("ignored")
            json.array { json in
                for item in ignored { item.breach.write(to: &json) }
            }
            json.key("checked")
            json.array { json in
                for rule in coverage.checked { json.value(rule.code) }
            }
            json.key("partlyChecked")
            json.array { json in
                for rule in coverage.partly { json.value(rule.code) }
            }
            json.key("notChecked")
            json.array { json in
                for item in coverage.unchecked {
                    json.object {
                        $0.member("rule", item.rule.code)
                        $0.member("reason", "not checked: \(item.reason)")
                    }
                }
            }
            json.key("omissions")
            json.array { json in
                for omission in coverage.omissions {
                    json.object {
                        $0.member("file", Self.shown(omission.file))
                        $0.member("reason", "not checked: \(SafeText.line(omission.reason))")
                        $0.member("rules", omission.rules.map(\.code))
                    }
                }
            }
        }
    }

    // MARK: Checks

    /// Returns the result in the form that the reports of all commands use.
    func result(command: String) -> ScenarioResult {
        var result = ScenarioResult(name: AssetTitle.text(of: place), command: command)
        result.file = SafeText.url(place)
        result.checks = checks(shown: Self.shown)
        return result
    }
}

extension LintBreach {
    /// Writes the finding as an object into a JSON array.
    ///
    /// - Parameters:
    ///   - json: Receives the object.
    ///   - cause: The rule of the finding that caused this finding; `nil` when there is none.
    fileprivate func write(to json: inout JSONText, cause: LintRule? = nil) {
        json.object { json in
            json.member("rule", rule.code)
            json.member("severity", severity.rawValue)
            json.member("section", rule.section)
            json.member("owner", rule.owner.rawValue)
            json.member("file", InspectedAsset.shown(file))
            if let line { json.member("line", line) }
            if let column { json.member("column", column) }
            if let resource { json.member("resource", InspectedAsset.shown(resource)) }
            if let bytes {
                json.member("firstByte", bytes.lowerBound)
                json.member("byteCount", bytes.count)
            }
            json.member("problem", problem)
            json.member("expected", expected)
            if more > 0 { json.member("more", more) }
            if let cause { json.member("follows", cause.code) }
        }
    }
}
