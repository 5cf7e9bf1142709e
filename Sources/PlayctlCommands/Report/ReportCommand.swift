import HeadlessPlayback
import Verification

/// The options of `playctl report merge`.
package struct MergeOptions: Equatable, Sendable {
    /// The paths of the files.
    package var files: [String] = []
    /// The destinations of the results.
    package var reports = ReportOptions()

    /// Creates options with their defaults.
    package init() {}
}

/// `playctl report merge`: joins the results of the parts of a run.
struct ReportCommand {
    let options: MergeOptions
    let output: OutputStream
    let errors: OutputStream

    /// Joins the files and reports their combined result.
    ///
    /// - Returns: The exit code that a run of all parts would have.
    /// - Throws: ``CommandFailure`` when a file cannot be read or contradicts another one.
    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        var merge = ResultMerge()
        var junit: [JUnitFile] = []
        for path in options.files {
            guard let bytes = try FileBytes.readGiven(path) else {
                throw CommandFailure(file: path, "there is no such file")
            }
            if Self.looksLikeXML(bytes) {
                junit.append(try JUnitFile(bytes, path: path))
            } else {
                do {
                    try merge.add(ResultFile(json: bytes), path: path)
                } catch let failure as CommandFailure {
                    throw failure
                } catch {
                    throw CommandFailure(file: path, "\(error)")
                }
            }
        }
        guard junit.isEmpty else { return try join(junit) }
        let delivery = ResultDelivery(
            options: options.reports, output: output, errors: errors)
        return try delivery.deliver(merge.finish())
    }

    /// JUnit reports hold too little for anything but another one.
    private func join(_ files: [JUnitFile]) throws(CommandFailure) -> CommandFailure.ExitCode {
        guard files.count == options.files.count else {
            throw CommandFailure(.usage, "JUnit files are joined with JUnit files alone")
        }
        var reports = options.reports
        reports.junit = nil
        guard reports == ReportOptions(), let path = options.reports.junit else {
            throw CommandFailure(
                .usage, "JUnit files become one with --junit FILE, and nothing else")
        }
        let bytes = JUnitFile.joined(files)
        if path == "-" { output.write(bytes) } else { try FileBytes.write(bytes, to: path) }
        if files.allSatisfy({ $0.counts["testcase"] == nil }) { return .nothingToRun }
        let bad = files.contains { $0.counts["failure"] != nil || $0.counts["error"] != nil }
        return bad ? .failed : .success
    }

    private static func looksLikeXML(_ bytes: [UInt8]) -> Bool {
        let rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        return rest.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
    }
}

// MARK: Reading

extension ReportCommand {
    /// The verb, for the help of the tool.
    static let summary = CommandDescription(
        name: "report", summary: "Joins the results of runs that were divided.", options: [])

    private static let merge = CommandDescription(
        name: "merge",
        summary: "Joins the results of the parts of a run, and reports them as one.",
        operand: OperandDescription(
            name: "FILE",
            summary: "results as --json writes them; or JUnit files, for --junit alone",
            count: 1...10_000),
        options: ReportOptions.Option.all,
        notes: [
            "It fails when a part is missing, and when a scenario is in two files with different"
                + " results. Otherwise the exit code is the one that the whole run would have had.",
            "JUnit files may come from any tool. Their suites are taken over as they are, and any"
                + " failure in them is a 1.",
        ],
        examples: [
            ("playctl report merge part-*.json --html page.html", "one page of all parts"),
            ("playctl report merge --junit all.xml a.xml b.xml", "one JUnit file of two"),
        ])

    /// Returns the command whose help explains the arguments of `playctl report`.
    static func nearestHelp(_ arguments: ArraySlice<String>) -> String {
        "playctl report" + (arguments.first == merge.name ? " \(merge.name)" : "") + " --help"
    }

    /// Parses the arguments of `playctl report`.
    static func read(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
        let help = HelpText(
            tool: "playctl report", summary: summary.summary, verbs: [merge], notes: [])
        let mergeHelp = HelpText(tool: "playctl report", verb: merge)
        guard let word = arguments.first, !["--help", "-h"].contains(word) else {
            return .help(help.text)
        }
        if word == "help" {
            return .help(arguments.dropFirst().first == merge.name ? mergeHelp.text : help.text)
        }
        guard word == merge.name else {
            if word.hasPrefix("-") {
                throw .unknownOption(word, nearest: nearestWord(to: word, in: ["--help"]))
            }
            throw .unknownVerb(
                word, nearest: nearestWord(to: word, in: [merge.name]), verbs: [merge.name])
        }
        let matched = try ArgumentReader(merge).read(arguments.dropFirst())
        if matched.flag(.help) != nil { return .help(mergeHelp.text) }
        var options = MergeOptions()
        options.files = matched.operands
        if options.files.count(where: { $0 == "-" }) > 1 { throw .inputTwice }
        options.reports = try ReportOptions(matched)
        return .merge(options)
    }
}
