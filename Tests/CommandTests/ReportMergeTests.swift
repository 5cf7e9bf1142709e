import Foundation
import ResultReports
import RunResults
import TestSupport
import Testing

/// Tests of `playctl report merge`, and thus of the reports that all verbs write.
@Suite struct ReportMergeTests {
    private let folder = ScratchFolder()

    /// Runs the tool without the environment variables of a CI service.
    private func merge(_ arguments: String..., environment: [String] = []) throws -> Playctl.Outcome
    {
        let unset = ["GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE"]
        return try Playctl(
            command: ["/usr/bin/env"] + unset.flatMap { ["-u", $0] } + environment
                + [Playctl.path, "report", "merge"] + arguments, in: folder.path
        ).wait()
    }

    @Test func `the parts of a run are merged in the order of names`() throws {
        _ = try folder.put([ResultFiles.result("b", .passed)], part: 1, of: 2, at: "1.json")
        _ = try folder.put(
            [ResultFiles.result("c", .passed), ResultFiles.result("a", .passed)], part: 2, of: 2,
            at: "2.json")
        let run = try merge("2.json", "1.json", "--json", "all.json")
        #expect(run.errors == "")
        #expect(run.status == 0)
        #expect(
            run.output == """
                passed  a  1 check  12.000 s
                passed  b  1 check  12.000 s
                passed  c  1 check  12.000 s

                3 passed, 0 failed

                """)
        let all = try ResultFile(json: folder.bytes("all.json"))
        #expect(all.shard == nil)
        #expect(all.results.map(\.name) == ["a", "b", "c"])
        #expect(all.results[1] == ResultFiles.result("b", .passed))
    }

    @Test func `a merge with a missing part fails`() throws {
        _ = try folder.put([ResultFiles.result("a", .passed)], part: 2, of: 4, at: "2.json")
        let run = try merge("2.json")
        #expect(run.status == 1)
        #expect(run.errors == "playctl: part 1 of 4 and 2 more are missing\n")
    }

    @Test func `results of a run that ended early are refused`() throws {
        let file = ResultFile([ResultFiles.result("a", .passed)], planned: 3)
        try folder.put(file.json(), at: "1.json")
        let run = try merge("1.json", "--json", "all.json")
        #expect(run.status == 1)
        #expect(run.errors == "playctl: 1.json: is incomplete: 1 of 3 were run\n")
        #expect(folder.text("all.json") == "")
    }

    @Test func `two files with the same part must have the same results`() throws {
        let a = ResultFiles.result("a", .passed)
        _ = try folder.put([a], part: 1, of: 1, at: "1.json")
        _ = try folder.put([a], part: 1, of: 1, at: "again.json")
        _ = try folder.put([ResultFiles.result("b", .passed)], part: 1, of: 1, at: "other.json")
        #expect(try merge("1.json", "again.json").status == 0)
        let run = try merge("1.json", "other.json")
        #expect(run.status == 1)
        #expect(
            run.errors
                == "playctl: other.json: is part 1 of 1, and so is 1.json with other scenarios\n")
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
    func `a report that cannot be written does not prevent the others`() throws {
        _ = try folder.put([ResultFiles.result("a", .passed)], at: "1.json")
        let run = try merge("1.json", "--junit", "/dev/full", "--tap", "a.tap")
        #expect(run.status == 1)
        #expect(
            run.errors
                == "playctl: /dev/full: cannot be written: No space left on device\n")
        #expect(folder.text("a.tap").hasPrefix("TAP version 14\n1..1\n"))
    }

    @Test func `parts of different runs are refused`() throws {
        _ = try folder.put([], part: 1, of: 2, at: "1.json")
        _ = try folder.put([], part: 2, of: 3, at: "2.json")
        let run = try merge("1.json", "2.json")
        #expect(run.status == 1)
        #expect(run.errors == "playctl: 2.json: is a part of 3, others are parts of 2\n")
    }

    /// Writes two partial results, each with its own scenarios and the list of the whole suite.
    private func put(_ parts: [(ran: [String], suite: [String])]) throws {
        for (index, part) in parts.enumerated() {
            _ = try folder.put(
                part.ran.map { ResultFiles.result($0, .passed) }, part: index + 1, of: 2,
                suite: part.suite, at: "\(index + 1).json")
        }
    }

    @Test func `a suite divided into parts is complete when every scenario is in one part`() throws
    {
        try put([(["b"], ["a", "b", "c"]), (["a", "c"], ["c", "b", "a"])])
        #expect(try merge("1.json", "2.json").status == 0)
        try put([([], []), ([], [])])
        #expect(try merge("1.json", "2.json").status == 5)
    }

    @Test(arguments: [
        (
            ["a"], ["a", "b"], ["b"], ["a", "b", "c"],
            "2.json: is a part of other scenarios than 1.json"
        ),
        (["a"], ["a", "b"], ["a"], ["a", "b"], "2.json: 'a' is in part 2 and in part 1, 1.json"),
        (["a"], ["a", "b", "c"], ["b"], ["a", "b", "c"], "contain 2 of the 3 scenarios"),
        (["a"], ["a", "b"], ["x"], ["a", "b"], "contain 2 of the 2 scenarios"),
    ])
    func `a scenario in no part or in two is refused`(
        one: [String], suite: [String], other: [String], otherSuite: [String], message: String
    ) throws {
        try put([(one, suite), (other, otherSuite)])
        let run = try merge("1.json", "2.json")
        #expect(run.status == 1)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test func `parts divided with different costs are refused`() throws {
        for name in ["a", "b", "c", "d"] {
            try folder.put(
                "playctl: 1\nassets: ['\(SampleMedia.single.path)']\n", at: "\(name).play.yaml")
        }
        try folder.put("{\"a\": 9, \"b\": 1, \"c\": 1, \"d\": 1}", at: "1.costs")
        try folder.put("{\"a\": 1, \"b\": 1, \"c\": 1, \"d\": 9}", at: "2.costs")
        func part(_ number: Int, costs: Int) throws {
            let run = try Playctl(
                [
                    "run", ".", "--shard", "\(number)/2", "--costs", "\(costs).costs", "--json",
                    "\(number).json",
                ], in: folder.path
            ).wait()
            #expect(run.status == 0)
        }
        for number in 1...2 { try part(number, costs: 1) }
        #expect(try merge("1.json", "2.json").status == 0)
        try part(2, costs: 2)
        let run = try merge("1.json", "2.json")
        #expect(run.status == 1)
        #expect(run.errors.contains("the same --costs?"))
    }

    @Test func `standard input is read once`() throws {
        let run = try merge("-", "-")
        #expect(run.status == 2)
        #expect(run.errors.contains("'-' is given twice"))
    }

    @Test func `two results of a scenario must be equal except for their wall time`() throws {
        var slower = ResultFiles.result("a", .passed)
        slower.wallTime = .seconds(9)
        _ = try folder.put([ResultFiles.result("a", .passed)], at: "1.json")
        _ = try folder.put([slower], at: "2.json")
        _ = try folder.put([ResultFiles.result("a", .failed(ResultFiles.failure))], at: "3.json")
        #expect(try merge("1.json", "2.json").lines.first == "passed  a  1 check  12.000 s")
        let run = try merge("1.json", "3.json")
        #expect(run.status == 1)
        #expect(run.errors == "playctl: 3.json: 'a' has another result than in 1.json\n")
    }

    @Test func `two assets of one name are refused with their locations`() throws {
        for asset in ["a", "b"] {
            let place = "\(asset)/film/index.m3u8"
            var result = ScenarioResult(name: "film", command: "playctl verify \(place)")
            result.assets = [place]
            _ = try folder.put([result], at: "\(asset).json")
        }
        let run = try merge("a.json", "b.json")
        #expect(run.status == 1)
        #expect(
            run.errors
                == "playctl: b.json: 'film' is b/film/index.m3u8, and in a.json it is"
                + " a/film/index.m3u8; give one another name ('verify --name')\n")
    }

    @Test(
        arguments: [
            ([], 5), ([.passed], 0), ([.skipped("no key")], 0),
            ([.known(ResultFiles.failure, bug: nil)], 0), ([.broken(ResultFiles.failure)], 99),
            ([.broken(ResultFiles.failure), .failed(ResultFiles.failure)], 1),
        ] as [([Check.Outcome], Int32)])
    func `the exit code of a merge depends on the outcomes of all results`(
        outcomes: [Check.Outcome], code: Int32
    ) throws {
        let results = outcomes.enumerated().map { ResultFiles.result("s\($0.offset)", $0.element) }
        _ = try folder.put(results, at: "1.json")
        #expect(try merge("1.json").status == code)
    }

    @Test func `a part of a run may be empty`() throws {
        _ = try folder.put([], part: 1, of: 1, at: "1.json")
        #expect(try merge("1.json").status == 5)
    }

    @Test(arguments: [
        (["none.json"], "none.json: there is no such file", 2),
        (["bad.json"], "bad.json: results is missing", 2),
        (["bad.xml"], "bad.xml: line 2: ", 2),
        (["other.xml"], "other.xml: line 1: 'html' is not a JUnit report", 2),
        (["doctype.xml"], "doctype.xml: line 1: a document type is not read", 2),
        (["latin.xml"], "latin.xml: line 1: the encoding is ISO-8859-1 and not UTF-8", 2),
        (["good.xml"], "JUnit files are joined with --junit FILE, without other", 2),
        (["good.xml", "--junit", "a", "--tap", "b"], "JUnit files are joined with --junit", 2),
        (
            ["good.xml", "good.json", "--junit", "a"],
            "JUnit files are joined only with JUnit files", 2
        ),
        ([], "FILE is missing (see 'playctl report merge --help')", 2),
        (["good.json", "--tap", "a", "--json", "a"], "'--tap a' and '--json a' name the same", 2),
        (["good.json", "--update"], "'--update' has no effect without '--golden'", 2),
        (["good.json", "--tap", "-", "--json", "-"], "'--tap -' and '--json -' exclude each", 2),
        (["good.json", "--junit", "none/a"], "none/a: cannot be written: No such file", 1),
    ])
    func `each mistake is reported in one line`(
        arguments: [String], cause: String, code: Int32
    ) throws {
        try folder.put(#"{"format":"playctl-results","version":1}"#, at: "bad.json")
        try folder.put("<testsuites>\n<testsuite></testsuites>", at: "bad.xml")
        try folder.put("<html/>", at: "other.xml")
        try folder.put("<!DOCTYPE a [<!ENTITY b 'c'>]><testsuites/>", at: "doctype.xml")
        try folder.put("<?xml version='1.0' encoding='ISO-8859-1'?><testsuites/>", at: "latin.xml")
        try folder.put("<testsuites/>", at: "good.xml")
        _ = try folder.put([ResultFiles.result("a", .passed)], at: "good.json")
        let run = try Playctl(["report", "merge"] + arguments, in: folder.path).wait()
        #expect(run.status == code)
        #expect(run.errors.hasPrefix("playctl: \(cause)"), "\(run.errors)")
        #expect(run.errorLines.count == 1)
    }

    @Test func `JUnit files of any tool are merged with their suites unchanged`() throws {
        try folder.put(
            """
            <?xml version="1.0"?>
            <testsuites name="x" tests="9"><properties/>
            <testsuite name="a" time="1.5"><testcase name="1"><failure>]]&gt; &#27;</failure>\
            </testcase><testsuite name="inner"><testcase name="2"/></testsuite></testsuite>
            <testsuite name="empty"/>
            </testsuites>
            """.replacing("&#27;", with: "ü"), at: "a.xml")
        try folder.put(
            "\u{FEFF}<testsuite name='b' time='0.25'><testcase name='3'><error/></testcase></testsuite>\n",
            at: "b.xml")
        let run = try merge("a.xml", "b.xml", "--junit", "-")
        #expect(run.status == 1)
        #expect(
            run.output == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="playctl" tests="3" failures="1" errors="1" time="1.750000">
                  <testsuite name="a" time="1.5"><testcase name="1"><failure>]]&gt; ü</failure>\
                </testcase><testsuite name="inner"><testcase name="2"/></testsuite></testsuite>
                  <testsuite name="empty"/>
                  <testsuite name='b' time='0.25'><testcase name='3'><error/></testcase></testsuite>
                </testsuites>

                """)
    }

    @Test func `JUnit files without a test case are not a success`() throws {
        try folder.put("<testsuites><testsuite name='a'/></testsuites>", at: "a.xml")
        try folder.put("<testsuites/>", at: "b.xml")
        #expect(try merge("a.xml", "b.xml", "--junit", "all.xml").status == 5)
    }

    @Test(arguments: [
        (
            #"<testsuites failures="2"><testsuite tests="3" failures="2" errors="1"/></testsuites>"#,
            "tests=\"3\" failures=\"2\" errors=\"1\""
        ),
        ("<testsuites errors='1'/>", "tests=\"0\" failures=\"0\" errors=\"1\""),
        ("<testsuites><testcase><failure/></testcase></testsuites>", "<testcase><failure/>"),
        (
            "<testsuites><group><testsuite><testcase><failure/></testcase></testsuite></group></testsuites>",
            "<testsuite><testcase><failure/></testcase></testsuite>"
        ),
        (
            "<testsuites xmlns:j='x'><j:testsuite><j:testcase><j:failure/></j:testcase></j:testsuite></testsuites>",
            "<j:testsuite xmlns:j=\"x\"><j:testcase><j:failure/></j:testcase></j:testsuite>"
        ),
        (
            "<testsuites xmlns='u'><testsuite><error/></testsuite></testsuites>",
            "<testsuite xmlns=\"u\">"
        ),
    ])
    func `a failure in any form of JUnit file fails the merge and is copied`(
        report: String, copy: String
    ) throws {
        try folder.put(report, at: "a.xml")
        try folder.put(
            "<testsuite><testcase name='good'/></testsuite>", at: "b.xml")
        let run = try merge("a.xml", "b.xml", "--junit", "all.xml")
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("a.xml: "), "\(run.output)")
        let all = folder.text("all.xml")
        #expect(all.contains(copy) || copy.hasPrefix("tests=\"0") && all.contains("errors=\"1\""))
        #expect(all.contains("<testcase name='good'/>"))
        // The merged file is itself a JUnit file, and merging it again gives the same verdict.
        #expect(try merge("all.xml", "--junit", "again.xml").status == 1)
    }

    @Test func `the numbers of suites are counted or stated, at any depth`() throws {
        // One suite states failures without listing them, and the other lists a failure without
        // stating the number.
        try folder.put(
            "<testsuites><testsuite><testsuite tests='4' failures='3'/>"
                + "<testsuite><testcase><failure/></testcase></testsuite></testsuite></testsuites>",
            at: "a.xml")
        let run = try merge("a.xml", "--junit", "all.xml")
        #expect(run.status == 1)
        #expect(run.output == "a.xml: 4 failed, 0 with an error, of 5 test cases\n")
        #expect(folder.text("all.xml").contains("tests=\"5\" failures=\"4\" errors=\"0\""))
        try folder.put("<testsuite><testcase><error/></testcase></testsuite>", at: "a.xml")
        let one = try merge("a.xml", "--junit", "all.xml")
        #expect(one.output == "a.xml: 0 failed, 1 with an error, of 1 test case\n")
    }

    @Test(arguments: ["1.0", "x", "", "-1", "1 1", "99999999999999999999"])
    func `a JUnit file with a number that is not a count is refused`(number: String) throws {
        for name in ["failures", "errors", "tests"] {
            try folder.put(
                "<testsuite \(name)='\(number)'><testcase name='a'/></testsuite>", at: "a.xml")
            let run = try merge("a.xml", "--junit", "all.xml")
            #expect(run.status == 2)
            let words = "\(name)=\"\(number)\" of 'testsuite' is not a count"
            #expect(run.errors == "playctl: a.xml: line 1: \(words)\n")
        }
    }

    @Test func `blanks around the number of failures are ignored`() throws {
        try folder.put(
            "<testsuite failures=' 1&#9;'><testcase name='a'/></testsuite>", at: "a.xml")
        #expect(try merge("a.xml", "--junit", "all.xml").status == 1)
    }

    @Test func `hostile namespaces do not multiply the size of the result`() throws {
        let long = String(repeating: "x", count: 1 << 20)
        let suites = String(repeating: "<testsuite/>", count: 1000)
        let many = (0..<300).map { " xmlns:a\($0)='u'" }.joined()
        let deep = String(repeating: "<a xmlns:b='c'>", count: 2000)
        for (text, cause) in [
            (
                "<testsuites xmlns:a='\(long)'>\(suites)</testsuites>",
                "its namespaces are too large"
            ),
            ("<testsuites\(many)>\(suites)</testsuites>", "it has too many namespaces"),
            ("<testsuites>\(deep)", "its elements nest too deep"),
        ] {
            try folder.put(text, at: "a.xml")
            let run = try merge("a.xml", "--junit", "all.xml")
            #expect(run.status == 2)
            #expect(run.errors == "playctl: a.xml: line 1: \(cause)\n")
        }
    }

    @Test func `inherited namespaces are declared in copied suites`() throws {
        try folder.put(
            "<testsuites xmlns:a='u&amp;v' xmlns:b='w'><testsuite a:x='1' xmlns:b='own'><testcase/></testsuite></testsuites>",
            at: "a.xml")
        let run = try merge("a.xml", "--junit", "-")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.output.contains("<testsuite xmlns:a=\"u&amp;v\" a:x='1' xmlns:b='own'>"),
            "\(run.output)")
        // A combining mark follows each escape; in Swift, the mark and the semicolon are one
        // `Character`.
        let value = "&lt;\u{301}&amp;\u{301}&quot;\u{301}"
        try folder.put(
            "<testsuites xmlns:a='\(value)'><testsuite><testcase/></testsuite></testsuites>",
            at: "a.xml")
        #expect(try merge("a.xml", "--junit", "all.xml").status == 0)
        #expect(folder.text("all.xml").contains("<testsuite xmlns:a=\"\(value)\">"))
    }

    @Test func `a part of a run with another file, option or seed is refused`() throws {
        func write(_ text: String) throws {
            for name in ["a", "b"] {
                try folder.put(
                    "playctl: 1\nassets: ['\(SampleMedia.single.path)']\n\(text)",
                    at: "\(name).play.yaml")
            }
        }
        func part(_ number: Int, _ options: String...) throws {
            let run = try Playctl(
                ["run", ".", "--shard", "\(number)/2", "--json", "\(number).json"] + options,
                in: folder.path
            ).wait()
            #expect(run.status == 0, "\(run.output)")
        }
        try write("")
        for number in 1...2 { try part(number) }
        #expect(try merge("1.json", "2.json").status == 0)
        for options in [["--seed", "7"], ["--profile", "apple"], ["--n-runs", "2"]] {
            let run = try Playctl(
                ["run", ".", "--shard", "2/2", "--json", "2.json"] + options, in: folder.path
            ).wait()
            #expect(run.status == 0)
            let merged = try merge("1.json", "2.json")
            #expect(merged.status == 1)
            #expect(merged.errors.contains("2.json: is a part of another run than 1.json"))
        }
        try write("expect: [end]\n")
        try part(2)
        #expect(try merge("1.json", "2.json").status == 1)
        try part(1, "--jobs", "1")
        #expect(try merge("1.json", "2.json").status == 0)
    }

    @Test func `a report on standard output is the only output there`() throws {
        _ = try folder.put([ResultFiles.result("a", .failed(ResultFiles.failure))], at: "1.json")
        let run = try merge("1.json", "--tap", "-", "--html", "page.html")
        #expect(run.status == 1)
        #expect(run.lines.first == "TAP version 14")
        #expect(run.errorLines.last == "0 passed, 1 failed")
        #expect(folder.text("page.html").hasPrefix("<!"))
    }

    @Test func `annotations are written for GitHub in its environment only`() throws {
        _ = try folder.put(
            [
                ResultFiles.result("a", .failed(ResultFiles.failure)),
                ResultFiles.result("b", .passed),
            ],
            at: "1.json")
        #expect(try !merge("1.json").output.contains("::error"))
        let run = try merge(
            "1.json",
            environment: [
                "GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY=\(folder.path)/summary.md",
            ])
        let annotation = """
            ::error file=a.play.yaml,line=14,title=a::\
            expect.cue-points cue point 1 is passed once: found twice, expected once\
            %0Arepeat: playctl run a.play.yaml
            """
        #expect(run.lines.last == annotation)
        #expect(folder.text("summary.md").hasPrefix("### playctl: 1 passed, 1 failed\n"))
    }

    @Test func `a file is named relative to the workspace`() throws {
        let inner = try folder.makeFolder("inner")
        _ = try folder.put([ResultFiles.result("a", .failed(ResultFiles.failure))], at: "1.json")
        let run = try Playctl(
            command: [
                "/usr/bin/env", "-u", "GITHUB_STEP_SUMMARY", "GITHUB_ACTIONS=true",
                "GITHUB_WORKSPACE=\(inner.dropLast("/inner".count))", Playctl.path, "report",
                "merge",
                "../1.json",
            ], in: inner
        ).wait()
        #expect(run.lines.last?.hasPrefix("::error file=inner/a.play.yaml,") == true)
    }

    @Test func `reports are reproducible except for their wall times`() throws {
        _ = try folder.put([ResultFiles.nasty], at: "1.json")
        let runs = try (0..<2).map { _ in try merge("1.json", "--tap", "-") }
        #expect(runs[0].output == runs[1].output)
        #expect(runs[0].errors == runs[1].errors)
        #expect(!runs[0].errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
}
