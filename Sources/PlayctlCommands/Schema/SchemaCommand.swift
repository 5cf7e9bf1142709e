import CommandTree
import Scenarios

/// `playctl schema`: prints the JSON Schema of the tool's files.
enum SchemaCommand {
    /// The options of the verb.
    struct Options: Sendable {
        /// The kind of files whose schema is printed; empty for the default kind.
        var kinds: [String] = []
    }

    /// The schemas, by the kind of file.
    private static let schemas: [(kind: String, text: @Sendable () -> String)] = [
        ("scenario", { ScenarioFile.schema }), ("lint", { LintFile.schema }),
    ]

    static let verb = Command(
        "schema",
        "Prints the JSON Schema (draft 2020-12) of scenarios or lint configurations, for editors.",
        defaults: Options(),
        operands: .some(
            "KIND", \.kinds, count: 0...1, words: schemas.map(\.kind),
            "scenario (the default), or lint for the files of 'playctl lint --config'"),
        options: [],
        notes: [
            "Editors check files that begin with"
                + " '# yaml-language-server: $schema=playctl.schema.json' while they are written."
        ],
        examples: [
            ("playctl schema > playctl.schema.json", "keep the schema with the scenarios"),
            ("playctl schema lint > lint.schema.json", "keep the schema of lint configurations"),
        ],
        check: { (_, options) throws(UsageError) in
            guard let kind = options.kinds.first, !schemas.contains(where: { $0.kind == kind })
            else { return }
            throw .invalidOperand(kind, "one of scenario, lint")
        }
    ) { options, output, _ in
        let kind = options.kinds.first ?? "scenario"
        output.write(schemas.first { $0.kind == kind }?.text() ?? "")
        return .success
    }
}
