import Foundation

/// A rule for logs in the Static Analysis Results Interchange Format.
///
/// The rules come from OASIS SARIF 2.1.0 and its schema, for the members that `lint` writes, and
/// from "SARIF support for code scanning" in GitHub's documentation.
struct SarifRule {
    /// A requirement on the member of an object.
    enum Requirement {
        /// The member is present.
        case required
        /// The member, where it is present, is one of these texts.
        case oneOf(Set<String>)
        /// The member, where it is present, is a text of 1 to this number of characters.
        case text(Int)
        /// The member, where it is present, is a reference to a resource without unsafe characters.
        case reference
        /// The member, where it is present, is `true` or `false`.
        case truth
        /// The member, where it is present, is an integer of at least this value.
        case integer(Int)
        /// The member, where it is present, is an array of at most this many elements.
        case list(Int)
        /// The member, where it is present, is an array without duplicate texts.
        case unique
    }

    /// The path to the objects in a log, as names of members; `[]` follows the name of an array.
    let place: String
    /// The member to which the requirement applies, in each object at the path.
    let member: String
    let requirement: Requirement
    /// The section of the standard that states the rule.
    let section: String

    private init(_ place: String, _ member: String, _ requirement: Requirement, _ section: String) {
        self.place = place
        self.member = member
        self.requirement = requirement
        self.section = section
    }

    private static let levels = Requirement.oneOf(["none", "note", "warning", "error"])
    private static let run = "runs[]"
    private static let result = "runs[].results[]"
    private static let driver = "runs[].tool.driver"
    private static let invocation = "runs[].invocations[]"
    private static let github = "GitHub, SARIF support for code scanning"

    /// The rules of the format.
    static let format: [SarifRule] = [
        SarifRule("", "version", .required, "3.13.2"),
        SarifRule("", "version", .oneOf(["2.1.0"]), "3.13.2"),
        SarifRule("", "$schema", .reference, "3.13.3"),
        SarifRule("", "runs", .required, "3.13.4"),
        SarifRule("", "runs", .list(20), github),
        SarifRule(run, "tool", .required, "3.14.6"),
        SarifRule(run, "columnKind", .oneOf(["utf16CodeUnits", "unicodeCodePoints"]), "3.14.27"),
        SarifRule(run, "results", .required, "3.14.23, for a run that was made"),
        SarifRule(run, "results", .list(25_000), github),
        SarifRule("runs[].tool", "driver", .required, "3.18.2"),
        SarifRule(driver, "name", .required, "3.19.8"),
        SarifRule(driver, "name", .text(255), "3.19.8"),
        SarifRule(driver, "version", .text(255), "3.19.13"),
        SarifRule(driver, "rules", .list(25_000), github),
        SarifRule("\(driver).rules[]", "id", .required, "3.49.3"),
        SarifRule("\(driver).rules[]", "id", .text(255), "3.49.3"),
        SarifRule("\(driver).rules[]", "shortDescription", .required, github),
        SarifRule("\(driver).rules[]", "fullDescription", .required, github),
        SarifRule("\(driver).rules[]", "help", .required, github),
        SarifRule("\(driver).rules[].shortDescription", "text", .required, "3.12.3"),
        SarifRule("\(driver).rules[].shortDescription", "text", .text(1024), github),
        SarifRule("\(driver).rules[].fullDescription", "text", .required, "3.12.3"),
        SarifRule("\(driver).rules[].fullDescription", "text", .text(1024), github),
        SarifRule("\(driver).rules[].help", "text", .required, "3.12.3"),
        SarifRule("\(driver).rules[].defaultConfiguration", "level", levels, "3.50.3"),
        SarifRule("\(driver).rules[].properties", "tags", .list(20), github),
        SarifRule("\(driver).rules[].properties", "tags", .unique, "3.8.2.1"),
        SarifRule(invocation, "executionSuccessful", .required, "3.20.14"),
        SarifRule(invocation, "executionSuccessful", .truth, "3.20.14"),
        SarifRule("\(invocation).toolExecutionNotifications[]", "message", .required, "3.58.5"),
        SarifRule("\(invocation).toolExecutionNotifications[]", "level", levels, "3.58.6"),
        SarifRule(
            "\(invocation).toolExecutionNotifications[].message", "text", .required, "3.11.8"),
        SarifRule(
            "\(invocation).toolExecutionNotifications[].locations[].physicalLocation"
                + ".artifactLocation", "uri", .reference, "3.4.3"),
        SarifRule(result, "ruleId", .text(255), "3.27.5"),
        SarifRule(result, "ruleIndex", .integer(0), "3.27.6"),
        SarifRule(result, "level", levels, "3.27.10"),
        SarifRule(result, "message", .required, "3.27.11"),
        SarifRule("\(result).message", "text", .required, "3.11.8"),
        SarifRule("\(result).message", "text", .text(.max), "3.11.8"),
        SarifRule(result, "locations", .required, github),
        SarifRule(result, "locations", .list(1000), github),
        SarifRule(result, "partialFingerprints", .required, github),
        SarifRule("\(result).suppressions[]", "kind", .required, "3.35.2"),
        SarifRule("\(result).suppressions[]", "kind", .oneOf(["inSource", "external"]), "3.35.2"),
        SarifRule("\(result).locations[]", "physicalLocation", .required, github),
        SarifRule("\(result).locations[].physicalLocation", "region", .required, github),
    ]

    /// The rules for the physical locations of a result.
    static let places: [SarifRule] =
        ["locations[]", "relatedLocations[]"].flatMap { list in
            let place = "\(result).\(list).physicalLocation"
            return [
                SarifRule(place, "artifactLocation", .required, "3.29.2"),
                SarifRule("\(place).artifactLocation", "uri", .required, github),
                SarifRule("\(place).artifactLocation", "uri", .reference, "3.4.3"),
                SarifRule("\(place).region", "startLine", .integer(1), "3.30.5"),
                SarifRule("\(place).region", "startColumn", .integer(1), "3.30.6"),
                SarifRule("\(place).region", "endLine", .integer(1), "3.30.7"),
                SarifRule("\(place).region", "endColumn", .integer(1), "3.30.8"),
                SarifRule("\(place).region", "byteOffset", .integer(0), "3.30.11"),
                SarifRule("\(place).region", "byteLength", .integer(0), "3.30.12"),
            ]
        }
        + ["startLine", "startColumn", "endLine", "endColumn"].map {
            SarifRule("\(result).locations[].physicalLocation.region", $0, .required, github)
        }

    /// Returns the breaches of the rules in a log.
    ///
    /// - Parameter log: The log as `JSONSerialization` reads it.
    /// - Returns: A line for each breach, with its location and the section of the standard.
    static func breaches(of log: Any) -> [String] {
        (format + places).flatMap { rule in
            nodes(at: rule.place, of: log).compactMap { node in
                rule.breach(by: node).map {
                    "\(rule.place).\(rule.member): \($0) (\(rule.section))"
                }
            }
        } + ruleReferences(of: log) + regions(of: log)
    }

    private func breach(by node: Any) -> String? {
        guard let object = node as? [String: Any] else { return "no object" }
        guard let value = object[member] else {
            if case .required = requirement { return "missing" }
            return nil
        }
        switch requirement {
        case .required: return value is NSNull ? "null" : nil
        case .oneOf(let words):
            return (value as? String).map(words.contains) == true ? nil : "is \(value)"
        case .text(let most):
            let count = (value as? String)?.count ?? 0
            return (1...most).contains(count) ? nil : "has \(count) characters"
        case .reference:
            let text = value as? String ?? ""
            let odd = CharacterSet(charactersIn: " \"<>\\^`{|}").union(.controlCharacters)
            return !text.isEmpty && text.rangeOfCharacter(from: odd) == nil
                && URL(string: text) != nil ? nil : "is '\(text)'"
        case .truth: return value is Bool ? nil : "is \(value)"
        case .integer(let least):
            guard let number = value as? Int, number >= least else { return "is \(value)" }
            return nil
        case .list(let most):
            guard let list = value as? [Any] else { return "no array" }
            return list.count <= most ? nil : "has \(list.count) elements"
        case .unique:
            let list = value as? [String] ?? []
            return Set(list).count == list.count ? nil : "has equal elements"
        }
    }

    /// Returns the objects of a log at a path of member names.
    private static func nodes(at place: String, of log: Any) -> [Any] {
        var nodes = [log]
        for step in place.split(separator: ".") {
            let isList = step.hasSuffix("[]")
            let name = isList ? String(step.dropLast(2)) : String(step)
            nodes = nodes.flatMap { node -> [Any] in
                guard let value = (node as? [String: Any])?[name] else { return [] }
                return isList ? value as? [Any] ?? [] : [value]
            }
        }
        return nodes
    }

    /// Returns the breaches of the rules for rule references (3.19.23, 3.27.6).
    ///
    /// The rule index of a result leads to the rule that the result names, and rule identifiers are
    /// unique.
    private static func ruleReferences(of log: Any) -> [String] {
        nodes(at: run, of: log).flatMap { run -> [String] in
            let ids = nodes(at: "tool.driver.rules[]", of: run).map {
                ($0 as? [String: Any])?["id"] as? String ?? ""
            }
            let twice = Set(ids).count == ids.count ? [] : ["a rule is listed twice (3.19.23)"]
            return twice
                + nodes(at: "results[]", of: run).compactMap { result in
                    let result = result as? [String: Any] ?? [:]
                    let id = result["ruleId"] as? String ?? ""
                    guard let index = result["ruleIndex"] as? Int, ids.indices.contains(index),
                        ids[index] == id
                    else { return "\(id): not the rule of its index (3.27.6)" }
                    return nil
                }
        }
    }

    /// Returns the breaches of the rules for regions (3.30.1).
    ///
    /// A region does not end before its start, and covers either text or bytes.
    private static func regions(of log: Any) -> [String] {
        let lists = ["locations[]", "relatedLocations[]"]
        return lists.flatMap { nodes(at: "\(result).\($0).physicalLocation.region", of: log) }
            .compactMap { region in
                let region = region as? [String: Int] ?? [:]
                let start = (region["startLine"] ?? 0, region["startColumn"] ?? 1)
                let end = (region["endLine"] ?? start.0, region["endColumn"] ?? .max)
                if start > end { return "a region ends before its start (3.30.2)" }
                let isOfText = region["startLine"] != nil
                let isOfBytes = region["byteOffset"] != nil
                return isOfText != isOfBytes ? nil : "a region is not of one kind (3.30.1)"
            }
    }
}
