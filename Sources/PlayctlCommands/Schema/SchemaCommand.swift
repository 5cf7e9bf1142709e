/// `playctl schema`: prints the JSON Schema of the files of scenarios.
enum SchemaCommand {
    /// The verb, for reading and for help.
    static let description = CommandDescription(
        name: "schema",
        summary:
            "Prints the JSON Schema (draft 2020-12) of the files of scenarios, by which editors"
            + " complete keys.",
        options: [],
        notes: [
            "Files that begin with '# yaml-language-server: $schema=playctl.schema.json' are checked"
                + " by editors while they are written."
        ],
        examples: [
            ("playctl schema > playctl.schema.json", "keep the schema beside the scenarios")
        ])
}
