import CommandTree

/// The destinations of results, common to all verbs with checks.
package struct ReportOptions: Equatable, Sendable {
    /// The path of the JUnit report; for all reports, `-` is standard output.
    package var junit: String?
    /// The path of the TAP report.
    package var tap: String?
    /// The path of the JSON report, which has all details.
    package var json: String?
    /// The path of the HTML page that shows the results.
    package var html: String?
    /// The path of earlier results, with which the results are compared; `nil` for none.
    package var against: String?
    /// The folder of the golden traces, with which the traces of results are compared.
    package var golden: String?
    /// Whether differing traces replace the golden traces instead of being reported.
    package var updatesGoldens = false

    /// Creates options with their defaults.
    package init() {}

    /// Whether a report uses standard output, so that the summary must go elsewhere.
    var claimsStandardOutput: Bool { [junit, tap, json, html].contains("-") }

    /// Whether one of the reports shows or compares the traces and the histories of sessions.
    var showsHistories: Bool { json != nil || html != nil || golden != nil }
}

extension ReportOptions {
    /// The options that write reports.
    static let reports: [BoundOption<ReportOptions>] = [
        .value(
            "junit", \.junit, as: .path, named: "FILE",
            "write JUnit XML for CI, a test case per check; - is stdout"),
        .value(
            "tap", \.tap, as: .path, named: "FILE",
            "write TAP 14 with the reasons of failures; - is stdout"),
        .value(
            "json", \.json, as: .path, named: "FILE",
            "write all results as JSON; - is stdout"),
        .value(
            "html", \.html, as: .path, named: "FILE",
            "write a page that shows the results; - is stdout"),
        .value(
            "against", \.against, as: .path, named: "FILE",
            "report what differs from earlier results that --json wrote"),
    ]

    /// All options for the destinations of results, in the order of the help.
    static let options: [BoundOption<ReportOptions>] =
        reports + [
            .value(
                "golden", \.golden, as: .path, named: "DIR",
                "compare each trace with the trace that is stored in this folder"),
            .flag(
                "update", \.updatesGoldens,
                "with --golden: write the traces that differ or are missing"),
        ]

    /// The rules about options that require each other.
    static let rules: [OptionRule] = [.needs("update", ["golden"])]

    /// Throws when two outputs name the same file or both use standard output.
    ///
    /// - Parameter requests: The path of the file for the list of requests; `nil` for none.
    /// - Throws: ``UsageError`` when two outputs have the same path.
    func checkPaths(requests: String? = nil) throws(UsageError) {
        var paths = OutputPaths()
        for (name, path) in zip(Self.reports.map(\.description.name), [junit, tap, json, html]) {
            try paths.add(name, path)
        }
        try paths.add("requests", requests)
    }
}
