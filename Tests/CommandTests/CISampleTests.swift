import Foundation
import TestSupport
import Testing

/// The files in `Samples/CI`, run as the CI services run them.
@Suite struct CISampleTests {
    private let folder = ScratchFolder()
    private static let samples = SampleMedia.folder + "/.."
    private static let names = ["mid-roll", "seeks.over-a-break", "subtitles", "thin-network"]

    /// A Python interpreter that can read YAML.
    private static let python: String? = ["python3", "/usr/bin/python3"].first { python in
        succeeds(python, "-c", "import yaml")
    }

    private static func succeeds(_ command: String...) -> Bool {
        (try? Playctl(command: ["/usr/bin/env"] + command))?.wait().status == 0
    }

    /// Whether GNU parallel is installed, and not another tool with the name `parallel`.
    private static let hasParallel =
        (try? Playctl(command: ["/usr/bin/env", "parallel", "--version"]))?
        .wait().output.hasPrefix("GNU parallel") == true

    /// Hosts to log in to; `nil` where there is no ssh server.
    private static let hosts = LoginHosts()

    /// Whether the tool that validates files against the schemas of CI services is installed.
    private static let hasSchemas = succeeds("check-jsonschema", "--version")
    private static let hasKubernetesSchemas = succeeds("kubernetes-validate", "--version")

    /// Runs a script in a folder that looks like the root folder of the project.
    private func run(
        _ shell: String, _ script: String, _ variables: [String: String] = [:]
    ) throws -> Playctl.Outcome {
        if !FileManager.default.fileExists(atPath: "\(folder.path)/Samples") {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/Samples", withDestinationPath: Self.samples)
        }
        let tools = URL(fileURLWithPath: Playctl.path).deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let unset = ["GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE"]
        return try Playctl(
            command: ["/usr/bin/env"] + unset.flatMap { ["-u", $0] } + ["PATH=\(tools):\(path)"]
                + variables.map { "\($0.key)=\($0.value)" } + [shell, "-e", "-c", script],
            in: folder.path
        ).wait()
    }

    /// Returns the documents of a YAML file.
    private func documents(_ name: String) throws -> [[String: Any]] {
        let script = """
            import json, sys, yaml
            print(json.dumps(list(yaml.safe_load_all(open(sys.argv[1], encoding="utf-8")))))
            """
        let run = try Playctl(command: [
            "/usr/bin/env", Self.python ?? "python3", "-c", script, "\(Self.samples)/CI/\(name)",
        ]).wait()
        #expect(run.status == 0, "\(run.errors)")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    }

    /// Expects that the report of a run lists all scenarios as passed.
    private func expectReport(_ outcome: Playctl.Outcome) throws {
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.last == "4 passed, 0 failed")
        let names = outcome.lines.compactMap { line -> String? in
            let words = line.split(separator: " ")
            return words.first == "passed" ? words.dropFirst().first.map(String.init) : nil
        }
        #expect(names == Self.names)
        #expect(folder.text("junit.xml").contains("<testsuites name=\"playctl\""))
        #expect(folder.text("page.html").hasPrefix("<!"))
    }

    @Test func `the CI scenario suite passes with a report`() throws {
        let outcome = try run(
            "sh", "playctl run Samples/CI/suite --junit junit.xml --html page.html")
        try expectReport(outcome)
    }

    @Test(.enabled(if: python != nil, "YAML for Python is not installed"))
    func `the workflow of GitHub gives one report of four parts`() throws {
        let jobs = try #require(
            try documents("github-workflow.yml").first?["jobs"] as? [String: Any])
        func script(_ job: String, _ step: String) throws -> String {
            let steps = (jobs[job] as? [String: Any])?["steps"] as? [[String: Any]]
            return try #require(steps?.first { $0["name"] as? String == step }?["run"] as? String)
        }
        for part in 1...4 {
            let outcome = try run(
                "bash", try script("part", "scenarios"),
                ["PART": "\(part)", "GITHUB_ACTIONS": "true"])
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        try expectReport(try run("bash", try script("report", "report")))
    }

    @Test(.enabled(if: python != nil, "YAML for Python is not installed"))
    func `the pipeline of GitLab gives one report of its parallel jobs`() throws {
        let pipeline = try #require(try documents("gitlab-ci.yml").first)
        let play = try #require(pipeline["play"] as? [String: Any])
        let report = try #require(pipeline["report"] as? [String: Any])
        let count = try #require(play["parallel"] as? Int)
        for index in 1...count {
            let outcome = try run(
                "bash", try #require(play["script"] as? [String]).joined(separator: "\n"),
                ["CI_NODE_INDEX": "\(index)", "CI_NODE_TOTAL": "\(count)"])
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let script = try #require(report["script"] as? [String]).joined(separator: "\n")
        try expectReport(try run("bash", script))
    }

    @Test(.enabled(if: python != nil, "YAML for Python is not installed"))
    func
        `the Kubernetes Job runs every index, and fails an index for exit codes 1, 2, 3, 5 and 99`()
        throws
    {
        let jobs = try documents("kubernetes-job.yaml").map {
            try #require($0["spec"] as? [String: Any])
        }
        func script(_ job: [String: Any]) throws -> String {
            let template = (job["template"] as? [String: Any])?["spec"] as? [String: Any]
            let container = (template?["containers"] as? [[String: Any]])?.first
            return try #require((container?["args"] as? [String])?.first)
        }
        let count = try #require(jobs[0]["completions"] as? Int)
        let variables = ["SUITE": "Samples/CI/suite", "RESULTS": "."]
        for index in 0..<count {
            let outcome = try run(
                "sh", try script(jobs[0]),
                variables.merging(["JOB_COMPLETION_INDEX": "\(index)", "PLAYCTL_TOTAL": "\(count)"])
                {
                    $1
                })
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        try expectReport(try run("sh", try script(jobs[1]), variables))

        let policy = try #require(jobs[0]["podFailurePolicy"] as? [String: Any])
        let rules = try #require(policy["rules"] as? [[String: Any]])
        let codes = rules.compactMap { ($0["onExitCodes"] as? [String: Any])?["values"] as? [Int] }
        #expect(codes == [[1, 2, 3, 5, 99]])
    }

    @Test(.enabled(if: hasParallel, "GNU parallel is not installed"))
    func `GNU parallel gives one report of its hosts`() throws {
        try expectReport(
            try run(
                "bash",
                "Samples/CI/run-on-hosts : 3 Samples/CI/suite --junit junit.xml"
                    + " --html page.html"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
    }

    @Test(
        .enabled(if: hasParallel && hosts != nil, "there is no GNU parallel, or no ssh server"),
        arguments: ["one,two", ":,one", "lost,one"])
    func `hosts reached by ssh give one report, and the part of a lost host is run elsewhere`(
        names: String
    ) throws {
        let login = try #require(Self.hosts?.command)
        try expectReport(
            try run(
                "bash",
                "Samples/CI/run-on-hosts \(names) 3 Samples/CI/suite --junit junit.xml"
                    + " --html page.html", ["PARALLEL_SSH": login, "PLAYCTL": Playctl.path]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
    }

    @Test(
        .enabled(if: hasSchemas, "check-jsonschema is not installed"),
        arguments: [
            ("github-workflows", "github-workflow.yml"), ("gitlab-ci", "gitlab-ci.yml"),
        ])
    func `a file is valid by the schema of its service`(schema: String, name: String) throws {
        let outcome = try Playctl(command: [
            "/usr/bin/env", "check-jsonschema", "--builtin-schema", "vendor.\(schema)",
            "\(Self.samples)/CI/\(name)",
        ]).wait()
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test(.enabled(if: hasKubernetesSchemas, "kubernetes-validate is not installed"))
    func `the Jobs are valid by the schema of Kubernetes`() throws {
        let outcome = try Playctl(command: [
            "/usr/bin/env", "kubernetes-validate", "--strict",
            "\(Self.samples)/CI/kubernetes-job.yaml",
        ]).wait()
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test(.enabled(if: hasParallel, "GNU parallel is not installed"))
    func `a part of the suite that gives no results is reported as missing`() throws {
        try folder.put(
            "#!/bin/sh\ncase $* in *\\ 2/3\\ *) exit 3 ;; *) exec playctl \"$@\" ;; esac\n",
            at: "lame")
        let outcome = try run(
            "bash",
            "chmod +x lame && PLAYCTL=$PWD/lame Samples/CI/run-on-hosts : 3 Samples/CI/suite")
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.last == "playctl: part 2 of 3 is missing")
    }
}
