import Scenarios

/// `playctl schema`: prints the JSON Schema of the files of scenarios.
enum SchemaCommand {
    /// The options of a verb that has none.
    struct Options: Sendable {}

    static let verb = Command(
        "schema",
        "Prints the JSON Schema (draft 2020-12) of scenarios, from which editors complete keys.",
        defaults: Options(), options: [],
        notes: [
            "Editors check files that begin with"
                + " '# yaml-language-server: $schema=playctl.schema.json' while they are written."
        ],
        examples: [
            ("playctl schema > playctl.schema.json", "keep the schema beside the scenarios")
        ]
    ) { _, output, _ in
        output.write(ScenarioFile.schema)
        return .success
    }
}
