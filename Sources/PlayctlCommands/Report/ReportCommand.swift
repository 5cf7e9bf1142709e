import CommandTree
import HeadlessPlayback
import ResultReports
import RunResults

/// The options of `playctl report merge`.
package struct MergeOptions: Equatable, Sendable {
    /// The paths of the result files to join.
    package var files: [String] = []
    /// The destinations of the results.
    package var reports = ReportOptions()
    /// Whether only errors and warnings are written.
    package var isQuiet = false

    /// Creates options with their defaults.
    package init() {}
}

/// `playctl report merge`: joins the results of a run that was divided into parts.
struct ReportCommand {
    let options: MergeOptions
    let output: OutputStream
    let errors: OutputStream

    /// Joins the files and reports their combined result.
    ///
    /// - Returns: The exit code that a run of all parts would have.
    /// - Throws: ``CommandFailure`` when a file cannot be read or contradicts another file.
    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        var merge = ResultMerge()
        var junit: [JUnitFile] = []
        for path in options.files {
            guard let bytes = try FileBytes.readGiven(path) else {
                throw CommandFailure(file: path, "there is no such file")
            }
            if Self.looksLikeXML(bytes) {
                junit.append(try JUnitFile(bytes, path: path))
                errors.warn(ofOldCodes: junit.last?.codes ?? [], in: path)
            } else if Self.firstSign(of: bytes) != UInt8(ascii: "{") {
                throw CommandFailure(
                    file: path, "neither results that --json wrote nor a JUnit file")
            } else {
                do {
                    let file = try ResultFile(json: bytes)
                    try merge.add(file, path: path)
                    let codes = file.results.flatMap(\.checks).map(\.code)
                    errors.warn(ofOldCodes: codes, in: path)
                } catch let failure as CommandFailure {
                    throw failure
                } catch {
                    throw CommandFailure(file: path, "\(error)")
                }
            }
        }
        guard junit.isEmpty else { return try join(junit) }
        let delivery = ResultDelivery(
            options: options.reports, output: output, errors: errors, isQuiet: options.isQuiet,
            sparing: options.files)
        return try delivery.deliver(merge.finish())
    }

    /// Joins JUnit files, which contain too little data for any other kind of report.
    private func join(_ files: [JUnitFile]) throws(CommandFailure) -> CommandFailure.ExitCode {
        guard files.count == options.files.count else {
            throw CommandFailure(
                .usage, "JUnit files are joined only with JUnit files, not with results")
        }
        var reports = options.reports
        reports.junit = nil
        guard reports == ReportOptions(), let path = options.reports.junit else {
            throw CommandFailure(
                .usage, "JUnit files are joined with --junit FILE, without other reports")
        }
        let bytes = JUnitFile.joined(files)
        if path == "-" {
            output.write(bytes)
        } else {
            var outputs = OutputFiles(sparing: options.files)
            try FileBytes.write(bytes, to: outputs.create(path), path)
        }
        let people = path == "-" ? errors : output
        for (path, file) in zip(options.files, files) where file.isBad {
            let words = "\(file.failures) failed, \(file.errors) with an error"
            let cases = file.tests == 1 ? "1 test case" : "\(file.tests) test cases"
            let line = "\(path): \(words), of \(cases)\n"
            (options.isQuiet ? errors : people).write(line)
        }
        if files.contains(where: \.isBad) { return .failed }
        return files.allSatisfy { $0.tests == 0 } ? .nothingToRun : .success
    }

    private static func looksLikeXML(_ bytes: [UInt8]) -> Bool {
        firstSign(of: bytes) == UInt8(ascii: "<")
    }

    /// Returns the first byte that is not a part of a byte order mark or white space.
    private static func firstSign(of bytes: [UInt8]) -> UInt8? {
        let rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        return rest.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
}

extension ReportCommand {
    /// The definition of the verbs of `playctl report`.
    static let group = CommandGroup(
        name: "report", summary: "Joins the results of runs that were divided.",
        members: [.verb(merge)])

    private static let merge = Command(
        "merge", "Joins the results of the parts of a run, and reports them as one.",
        defaults: MergeOptions(),
        operands: .some(
            "FILE", \.files, count: 1...10_000,
            "results that --json wrote, or JUnit files to join with --junit"),
        options: ReportOptions.options.map { $0.lifted(to: \.reports) } + [.quiet(\.isQuiet)],
        rules: ReportOptions.rules,
        notes: [
            "The merge fails if a part is missing, if a scenario has different results in two"
                + " files, or if the parts come from runs with different scenario files, options"
                + " or versions of playctl. A part of an earlier run without these differences is"
                + " accepted. Otherwise the exit code is the exit code of the whole run.",
            "JUnit files may come from any tool. Their suites are copied unchanged, with the"
                + " namespaces that they inherit. The exit code is 1 if a file has a failure or an"
                + " error, or a suite that states one.",
        ],
        examples: [
            ("playctl report merge part-*.json --html page.html", "one page of all parts"),
            ("playctl report merge --junit all.xml a.xml b.xml", "one JUnit file of two"),
        ],
        check: { (_, options) throws(UsageError) in
            if options.files.count(where: { $0 == "-" }) > 1 { throw .inputTwice }
            try options.reports.checkPaths()
        }
    ) { (options, output, errors) throws(CommandFailure) in
        try ReportCommand(options: options, output: output, errors: errors).run()
    }
}
