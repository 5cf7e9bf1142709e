import Foundation
import TestSupport
import Testing

/// The GitHub action, the pre-commit hook and the lint workflow, run as the services run them.
@Suite struct LintSampleTests {
    private let folder = ScratchFolder()
    private static let root = SampleMedia.folder + "/../.."

    /// A Python interpreter that can read YAML; `nil` where there is none.
    private static let python: String? = ["python3", "/usr/bin/python3"].first { python in
        (try? Playctl(command: ["/usr/bin/env", python, "-c", "import yaml"]))?.wait().status == 0
    }

    /// Returns a YAML file as an object.
    private func yaml(_ name: String) throws -> Any {
        let script = """
            import json, sys, yaml
            print(json.dumps(yaml.safe_load(open(sys.argv[1], encoding="utf-8"))))
            """
        let run = try Playctl(command: [
            "/usr/bin/env", Self.python ?? "python3", "-c", script, "\(Self.root)/\(name)",
        ]).wait()
        try #require(run.status == 0, "\(run.errors)")
        return try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    }

    /// Runs a script in a folder that looks like the root folder of the project.
    private func run(
        _ script: String, _ variables: [String: String] = [:]
    ) throws -> Playctl.Outcome {
        if !FileManager.default.fileExists(atPath: "\(folder.path)/Samples") {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/Samples", withDestinationPath: "\(Self.root)/Samples")
        }
        let tools = URL(fileURLWithPath: Playctl.path).deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return try Playctl(
            command: [
                "/usr/bin/env", "-u", "GITHUB_ACTIONS", "-u", "GITHUB_STEP_SUMMARY",
                "PATH=\(tools):\(path)",
            ] + variables.map { "\($0.key)=\($0.value)" } + ["bash", "-e", "-c", script],
            in: folder.path
        ).wait()
    }

    /// Runs the step of the GitHub action with the given inputs.
    private func act(_ inputs: [String: String]) throws -> Playctl.Outcome {
        let action = try #require(try yaml("action.yml") as? [String: Any])
        let runs = try #require(action["runs"] as? [String: Any])
        let step = try #require((runs["steps"] as? [[String: Any]])?.first)
        let declared = try #require(action["inputs"] as? [String: [String: Any]])
        let names = try #require(step["env"] as? [String: String])
        var variables: [String: String] = [:]
        for (name, text) in names {
            let input = text.dropFirst("${{ inputs.".count).dropLast(" }}".count)
            let entry = try #require(declared[String(input)], "\(text)")
            variables[name] = inputs[String(input)] ?? entry["default"] as? String ?? ""
        }
        #expect(inputs.keys.allSatisfy { declared[$0] != nil })
        return try run(try #require(step["run"] as? String), variables)
    }

    @Test(.enabled(if: python != nil, "needs python3-yaml"))
    func `the action lints with its inputs and writes SARIF`() throws {
        let wrong = "Samples/Media/markers-wrong/index.m3u8"
        let failed = try act(["assets": "\(wrong) Samples/Media/single/index.m3u8"])
        #expect(failed.status == 1)
        #expect(failed.output.contains("[set.target-duration]"))
        #expect(folder.text("lint.sarif").contains("set.target-duration"))
        #expect(try act(["assets": wrong, "config": "Samples/Linting/lint.yaml"]).status == 0)
        let text = try act(["assets": "Samples/Media/single/index.m3u8", "media": "false"])
        #expect(text.status == 0)
        let odd = try act(["assets": "Samples/Media/single/index.m3u8", "media": "yes"])
        #expect(odd.status == 2)
        // The script does not execute the text of an input.
        let hostile = try act([
            "assets": "$(touch made) `touch made`", "profile": "rfc; touch made",
        ])
        #expect(hostile.status != 0)
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/made"))
    }

    @Test(.enabled(if: python != nil, "needs python3-yaml"))
    func `the workflow uses inputs that the action has`() throws {
        let workflow = try #require(try yaml("Samples/CI/github-lint.yml") as? [String: Any])
        let jobs = try #require(workflow["jobs"] as? [String: [String: Any]])
        let steps = try #require(jobs["lint"]?["steps"] as? [[String: Any]])
        let step = try #require(steps.first { $0["uses"] as? String == "./" })
        let inputs = try #require(step["with"] as? [String: String])
        #expect(try act(inputs).status == 0)
        let upload = steps.first { ($0["uses"] as? String)?.contains("upload-sarif") == true }
        #expect((upload?["with"] as? [String: String])?["sarif_file"] == inputs["sarif"])
    }

    @Test(.enabled(if: python != nil, "needs python3-yaml"))
    func `the pre-commit hook fails on a wrong playlist, and passes a correct one`() throws {
        let hooks = try #require(try yaml(".pre-commit-hooks.yaml") as? [[String: Any]])
        let entry = try #require(hooks.first?["entry"] as? String)
        #expect(try run("\(entry) Samples/Media/single/index.m3u8").status == 0)
        let wrong = try run("\(entry) Samples/Media/markers-wrong/low/index.m3u8")
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("[range.start-missing]"))
    }
}
