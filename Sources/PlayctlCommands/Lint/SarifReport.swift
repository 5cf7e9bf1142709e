import Formats
import Linting

/// The findings in the Static Analysis Results Interchange Format.
///
/// Reference: OASIS, SARIF 2.1.0, sections 3.13 (sarifLog), 3.14 (run), 3.27 (result). The limits are
/// those that GitHub documents: 25,000 results a run, of which it shows 5,000.
struct SarifReport {
    private static let mostResults = 25_000

    private let results: [LintResult]
    private let version: String

    init(_ results: [LintResult], version: String) {
        self.results = results
        self.version = version
    }

    /// The report.
    var json: [UInt8] {
        let breaches = results.flatMap(\.breaches).flatMap { [$0] + $0.consequences }
        let rules = LintRule.asset
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
                    json.key("results")
                    json.array { json in
                        for breach in breaches.prefix(Self.mostResults) {
                            Self.write(breach, places[breach.rule.code] ?? 0, to: &json)
                        }
                    }
                }
            }
        }
        json.endLine()
        return json.bytes
    }

    private static func level(_ severity: LintRule.Severity) -> String {
        severity == .info ? "note" : severity.rawValue
    }

    private static func write(_ rule: LintRule, to json: inout JSONText) {
        json.object { json in
            json.member("id", rule.code)
            json.key("shortDescription")
            json.object { $0.member("text", rule.sentence) }
            json.key("help")
            json.object { $0.member("text", "\(rule.sentence) (\(rule.section))") }
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

    private static func write(_ breach: LintBreach, _ place: Int, to json: inout JSONText) {
        json.object { json in
            json.member("ruleId", breach.rule.code)
            json.member("ruleIndex", place)
            json.member("level", level(breach.severity))
            json.key("message")
            json.object { $0.member("text", "\(breach.problem); expected \(breach.expected)") }
            json.key("locations")
            json.array { json in
                json.object { json in
                    json.key("physicalLocation")
                    json.object { json in
                        json.key("artifactLocation")
                        json.object { $0.member("uri", uri(breach.file)) }
                        json.key("region")
                        json.object { json in
                            json.member("startLine", breach.line ?? 1)
                            if let column = breach.column { json.member("startColumn", column) }
                        }
                    }
                }
            }
            json.key("partialFingerprints")
            json.object {
                $0.member(
                    "playctlFinding/v1", LintBaseline.fingerprint(of: breach))
            }
        }
    }

    /// The location relative to the working directory, percent-encoded as in the asset.
    private static func uri(_ file: String) -> String {
        let folder =
            "file://" + PercentCoding.encodePath(Array((SystemCalls.workingDirectory + "/").utf8))
        return file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : SafeText.url(file)
    }
}
