/// The destinations of results, common to all verbs with checks.
package struct ReportOptions: Equatable, Sendable {
    /// The path of the JUnit report; `-` is standard output, as for the others.
    package var junit: String?
    /// The path of the TAP report.
    package var tap: String?
    /// The path of the JSON report, which loses nothing.
    package var json: String?
    /// The path of the page that shows the results.
    package var html: String?
    /// The folder of the traces that results are compared with.
    package var golden: String?
    /// Whether traces that differ are written instead of reported.
    package var updatesGoldens = false

    /// Creates options with their defaults.
    package init() {}

    /// Whether a report uses standard output, so that the summary must go elsewhere.
    var claimsStandardOutput: Bool { [junit, tap, json, html].contains("-") }
}

extension ReportOptions {
    enum Option {
        static let junit = OptionDescription(
            "junit", value: "FILE",
            "write JUnit XML for CI, a test case for each check; - is stdout")
        static let tap = OptionDescription(
            "tap", value: "FILE", "write TAP 14 with the reasons of failures; - is stdout")
        static let json = OptionDescription(
            "json", value: "FILE", "write everything that is known as JSON; - is stdout")
        static let html = OptionDescription(
            "html", value: "FILE", "write a page that shows what happened; - is stdout")
        static let golden = OptionDescription(
            "golden", value: "DIR", "compare each trace with the one kept in a folder")
        static let update = OptionDescription(
            flag: "update", "with --golden: write the traces that differ or are not there")

        /// The options that write reports.
        static let reports = [junit, tap, json, html]
        /// All of them, in the order of the help.
        static let all = reports + [golden, update]
    }

    /// Converts the values of these options.
    init(_ arguments: MatchedArguments) throws(UsageError) {
        junit = try arguments.value(Option.junit, as: .path)
        tap = try arguments.value(Option.tap, as: .path)
        json = try arguments.value(Option.json, as: .path)
        html = try arguments.value(Option.html, as: .path)
        golden = try arguments.value(Option.golden, as: .path)
        updatesGoldens = arguments.flag(Option.update) ?? false
        if updatesGoldens, golden == nil { throw .missingOption("--golden", value: "DIR") }
        let paths = zip(Option.reports, [junit, tap, json, html])
        for (option, path) in paths {
            guard let path else { continue }
            if let other = paths.first(where: { $0.1 == path }), other.0 != option {
                let words = ("--\(other.0.name) \(path)", "--\(option.name) \(path)")
                throw path == "-" ? .conflict(words.0, words.1) : .sameFile(words.0, words.1)
            }
        }
    }
}
