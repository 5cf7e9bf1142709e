import AssetChecking
import CommandTree
import Formats
import HeadlessPlayback
import Linting
import Transport

/// The findings in the Static Analysis Results Interchange Format.
///
/// Reference: OASIS, SARIF 2.1.0, sections 3.13 (sarifLog), 3.14 (run), 3.27 (result). The limits
/// are documented by GitHub: it accepts 25,000 results a run and shows 5,000.
struct SarifReport {
    private static let mostResults = 25_000

    private let results: [InspectedAsset]
    private let version: String
    private let ends: LineEnds
    private let fingerprints: FindingFingerprints

    init(_ results: [InspectedAsset], version: String) {
        self.results = results
        self.version = version
        ends = LineEnds(results)
        fingerprints = FindingFingerprints(results)
    }

    /// The report as SARIF text.
    var json: [UInt8] {
        let all =
            results.flatMap(\.breaches).map { ($0, false) }
            + results.flatMap { $0.forgiven + $0.ignored.map(\.breach) }.map { ($0, true) }
        // If there are more findings than GitHub accepts, only the most severe ones are listed.
        let listed = all.count <= Self.mostResults ? all : Self.mostSevere(all)
        // Only watching a broadcast can find breaches of the rules about origin servers, so these
        // rules are listed only if they are broken.
        let found = Set(listed.map(\.0.rule))
        let rules = LintRule.asset + LintRule.origin.filter(found.contains)
        let places = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.code, $0) })
        var json = JSONText()
        json.object { json in
            json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            json.member("version", "2.1.0")
            json.key("runs")
            json.array { json in
                json.object { json in
                    json.key("tool")
                    json.object { json in
                        json.key("driver")
                        json.object { json in
                            json.member("name", "playctl lint")
                            json.member("version", version)
                            json.key("rules")
                            json.array { json in
                                for rule in rules { Self.write(rule, to: &json) }
                            }
                        }
                    }
                    json.member("columnKind", "unicodeCodePoints")
                    writeInvocation(unlisted: all.count - listed.count, to: &json)
                    json.key("results")
                    json.array { json in
                        for (breach, isKnown) in listed {
                            let place = places[breach.rule.code] ?? 0
                            write(breach, place, isKnown: isKnown, to: &json)
                        }
                    }
                }
            }
        }
        json.endLine()
        return json.bytes
    }

    private static func mostSevere(_ all: [(LintBreach, Bool)]) -> [(LintBreach, Bool)] {
        var listed: [(LintBreach, Bool)] = []
        for severity in LintRule.Severity.allCases.reversed() {
            listed += all.filter { $0.0.severity == severity }.prefix(mostResults - listed.count)
        }
        return listed
    }

    /// Writes the outcome of the run, with a notification for each unchecked part of an asset.
    private func writeInvocation(unlisted: Int, to json: inout JSONText) {
        json.key("invocations")
        json.array { json in
            json.object { json in
                json.member(
                    "executionSuccessful", !results.contains(where: \.wasInterrupted))
                json.key("toolExecutionNotifications")
                json.array { json in
                    if unlisted > 0 {
                        Self.write("\(unlisted) more findings are not listed", nil, to: &json)
                    }
                    for result in results {
                        if result.wasInterrupted {
                            Self.write("the run was interrupted", result.place, to: &json)
                        }
                        for omission in result.coverage.omissions {
                            let rules = omission.rules.map(\.code).joined(separator: ", ")
                            Self.write(
                                "not checked: \(SafeText.line(omission.reason)) (\(rules))",
                                omission.file, to: &json)
                        }
                        for (reason, rules) in result.uncheckedByReason {
                            Self.write(
                                "not checked: \(reason) (\(rules.map(\.code).joined(separator: ", ")))",
                                result.place, to: &json)
                        }
                    }
                }
            }
        }
    }

    private static func write(_ text: String, _ file: String?, to json: inout JSONText) {
        json.object { json in
            json.member("level", "warning")
            json.key("message")
            json.object { $0.member("text", text) }
            guard let file else { return }
            json.key("locations")
            json.array { json in
                json.object { json in
                    json.key("physicalLocation")
                    json.object { json in
                        json.key("artifactLocation")
                        json.object { $0.member("uri", uri(LocalPath.url(file))) }
                    }
                }
            }
        }
    }

    private static func level(_ severity: LintRule.Severity) -> String {
        severity == .info ? "note" : severity.rawValue
    }

    private static func write(_ rule: LintRule, to json: inout JSONText) {
        json.object { json in
            json.member("id", rule.code)
            json.key("shortDescription")
            json.object { $0.member("text", rule.sentence) }
            json.key("fullDescription")
            json.object { $0.member("text", "\(rule.sentence) (\(rule.section))") }
            json.key("help")
            json.object { $0.member("text", RuleText.help(for: rule)) }
            json.key("defaultConfiguration")
            json.object { $0.member("level", level(rule.severity)) }
            json.key("properties")
            json.object { json in
                json.key("tags")
                json.array { json in
                    json.value("hls")
                    json.value(rule.owner.rawValue)
                }
            }
        }
    }

    private func write(
        _ breach: LintBreach, _ place: Int, isKnown: Bool, to json: inout JSONText
    ) {
        json.object { json in
            json.member("ruleId", breach.rule.code)
            json.member("ruleIndex", place)
            json.member("level", Self.level(breach.severity))
            if isKnown {
                json.key("suppressions")
                let kind = breach.suppression == nil ? "external" : "inSource"
                json.array { json in json.object { $0.member("kind", kind) } }
            }
            let more = breach.more > 0 ? ", and \(breach.more) more of them" : ""
            json.key("message")
            json.object {
                $0.member("text", "\(breach.problem)\(more); expected \(breach.expected)")
            }
            Self.writeLocation("locations", in: breach.file, to: &json) { json in
                let line = breach.line ?? 1
                let column = breach.column ?? 1
                json.member("startLine", line)
                json.member("startColumn", column)
                json.member("endLine", line)
                json.member("endColumn", max(column, ends.end(ofLine: line, in: breach.file)))
            }
            if let resource = breach.resource, let bytes = breach.bytes {
                Self.writeLocation("relatedLocations", in: resource, to: &json) { json in
                    json.member("byteOffset", bytes.lowerBound)
                    json.member("byteLength", bytes.count)
                }
            }
            json.key("partialFingerprints")
            json.object {
                $0.member("playctlFinding/v3", fingerprints.fingerprint(of: breach))
            }
        }
    }

    private static func writeLocation(
        _ list: String, in file: String, to json: inout JSONText, region: (inout JSONText) -> Void
    ) {
        json.key(list)
        json.array { json in
            json.object { json in
                json.key("physicalLocation")
                json.object { json in
                    json.key("artifactLocation")
                    json.object { $0.member("uri", uri(file)) }
                    json.key("region")
                    json.object { region(&$0) }
                }
            }
        }
    }

    /// Returns the URI of a file, relative to the working directory if the file is below it.
    ///
    /// The URI keeps the percent-encoding of the asset.
    private static func uri(_ file: String) -> String {
        let folder =
            "file://" + PercentCoding.encodePath(Array((SystemCalls.workingDirectory + "/").utf8))
        return file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : SafeText.url(file)
    }
}

/// The column at which each line of the playlists ends, counted in Unicode scalars.
private struct LineEnds {
    private var ends: [String: [Int]] = [:]

    /// Measures the lines of the playlists that have findings.
    init(_ results: [InspectedAsset]) {
        for result in results {
            guard let asset = result.asset else { continue }
            let found = result.breaches + result.forgiven + result.ignored.map(\.breach)
            let files = Set(found.map(\.file))
            for playlist in [asset.main] + asset.playlists where files.contains(playlist.url) {
                ends[playlist.url] = playlist.bytes.split(
                    separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
                ).map { line in
                    // UTF-8 continuation bytes and carriage returns do not count as columns.
                    line.count { $0 & 0xC0 != 0x80 && $0 != UInt8(ascii: "\r") } + 1
                }
            }
        }
    }

    /// Returns the column after the last character of a line, counted from 1.
    func end(ofLine line: Int, in file: String) -> Int {
        guard let lines = ends[file], lines.indices.contains(line - 1) else { return 1 }
        return lines[line - 1]
    }
}

extension InspectedAsset {
    /// The rules that were not checked, grouped by the reason.
    fileprivate var uncheckedByReason: [(String, [LintRule])] {
        var reasons: [String] = []
        var rules: [String: [LintRule]] = [:]
        for item in coverage.unchecked {
            if rules[item.reason] == nil { reasons.append(item.reason) }
            rules[item.reason, default: []].append(item.rule)
        }
        return reasons.map { ($0, rules[$0] ?? []) }
    }
}
