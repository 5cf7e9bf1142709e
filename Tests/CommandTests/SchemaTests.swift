import Foundation
import TestSupport
import Testing

/// The schema of scenarios, checked with an independent validator.
@Suite struct SchemaTests {
    /// A Python interpreter with the required modules; `nil` when there is none.
    static let python: String? = ["python3", "/usr/bin/python3"].first { python in
        let run = try? Playctl(command: ["/usr/bin/env", python, "-c", "import jsonschema, yaml"])
        return run?.wait().status == 0
    }

    /// A script that prints `ok` or the problem, one line for each file.
    ///
    /// The script reads YAML according to the core schema of YAML 1.2, as editors do.
    private static let script = """
        import json, re, sys, yaml, jsonschema
        class Core(yaml.SafeLoader): pass
        Core.yaml_implicit_resolvers = {}
        digits = list("-+.0123456789")
        for tag, pattern, first in [
            ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
            ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
            ("int", r"^[-+]?[0-9]+$", digits),
            ("float", r"^[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", digits),
        ]:
            Core.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), first)
        Core.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value))
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for path in sys.argv[2:]:
            errors = list(validator.iter_errors(yaml.load(open(path), Core)))
            print("ok" if not errors else " ".join(errors[0].message.split())[:200])
        """

    /// Returns the validator's verdict on each file.
    private func verdicts(on texts: [String]) throws -> [String] {
        let folder = ScratchFolder()
        let schema = try folder.put(try Playctl.run("schema").output, at: "schema.json")
        let files = try texts.enumerated().map { try folder.put($1, at: "\($0).play.yaml") }
        let python = try #require(Self.python)
        let run = try Playctl(
            command: ["/usr/bin/env", python, "-c", Self.script, schema] + files
        ).wait()
        #expect(run.errors == "")
        #expect(run.lines.count == texts.count)
        return run.lines
    }

    @Test func `the schema is the same each time`() throws {
        let run = try Playctl.run("schema")
        #expect(run.status == 0)
        #expect(run.output == (try Playctl.run("schema").output))
        let object = try run.object
        #expect(object["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        #expect((object["required"] as? [String]) == ["playctl", "assets"])
    }

    @Test(.enabled(if: python != nil, "needs python3-jsonschema and python3-yaml"))
    func `a validator accepts the files that the reader accepts`() throws {
        #expect(
            try verdicts(on: [
                ScenarioText.everyKey, ScenarioText.everyLiveKey, ScenarioText.everyServiceKey,
                ScenarioText.everyDeviceKey, "{\"playctl\": 1, \"assets\": [\"a\"]}",
            ]) == ["ok", "ok", "ok", "ok", "ok"])
    }

    @Test(.enabled(if: python != nil, "needs python3-jsonschema and python3-yaml"))
    func `a validator refuses the files that the reader refuses`() throws {
        // A schema cannot know the number of assets, so references to missing assets are left out.
        let mistakes = ScenarioText.refused.filter { !$0.message.contains("one of 1 assets") }
        for (mistake, verdict) in zip(mistakes, try verdicts(on: mistakes.map(\.file))) {
            #expect(verdict != "ok", "\(mistake)")
        }
    }

    @Test(.enabled(if: python != nil, "needs python3-jsonschema and python3-yaml"))
    func `the shipped scenarios are valid`() throws {
        let samples = URL(fileURLWithPath: SampleMedia.folder).deletingLastPathComponent().path
        var texts: [String] = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: samples).sorted()
        where name.hasSuffix(".play.yaml") && !name.contains(".build/") {
            texts.append(try String(contentsOfFile: "\(samples)/\(name)", encoding: .utf8))
        }
        try #require(!texts.isEmpty)
        #expect(try verdicts(on: texts).allSatisfy { $0 == "ok" })
    }
}
