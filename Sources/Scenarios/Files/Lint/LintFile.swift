import HeadlessPlayback
package import Linting
import Transport

/// The configuration file of `playctl lint`, with the rules to check and their severities.
package struct LintFile: Equatable, Sendable {
    /// A change to the severity of one rule or of several rules.
    package struct Change: Equatable, Sendable {
        /// The code of a rule, or the part before the dot that the codes of several rules share.
        package var rule: String
        /// The severity; `nil` switches the rule off.
        package var severity: LintRule.Severity?
    }

    /// A rule, or several rules, whose findings are expected in some playlists.
    package struct Ignoring: Equatable, Sendable {
        /// The code of a rule, or the part before the dot that the codes of several rules share.
        package var rule = ""
        /// The patterns of playlist locations, in the syntax of request patterns.
        ///
        /// An empty list means all playlists.
        package var paths: [String] = []
        /// The reason why the findings are expected, for reports; `nil` if it is not stated.
        package var reason: String?
        /// The line of the file at which this entry starts.
        package var line = 0

        /// Returns whether the entry matches a finding.
        ///
        /// - Parameter breach: The finding.
        /// - Returns: Whether it matches.
        package func fits(_ breach: LintBreach) -> Bool {
            guard breach.rule.matches(rule) else { return false }
            // For a local file, a pattern may match either the path or the file URL.
            let places = [breach.file, LocalPath.path(ofFileURL: breach.file)].compactMap(\.self)
            return paths.isEmpty
                || paths.contains { path in
                    let pattern = RequestPattern(path)
                    return places.contains {
                        pattern.fits(url: $0, kind: .mediaPlaylist, byteRange: nil)
                    }
                }
        }
    }

    /// The profile that selects the rules; `nil` if the file states no profile.
    package var profile: LintRule.Profile?
    /// The lowest severity at which a finding makes the command fail; `nil` if it is not stated.
    package var failOn: LintRule.Severity?
    /// The rules to check; an empty list means all rules.
    package var rules: [String] = []
    /// The changed severities; a later change takes precedence.
    package var severities: [Change] = []
    /// The findings that are expected.
    package var ignore: [Ignoring] = []
    /// The path of the file that lists known findings; `nil` if it is not stated.
    package var baseline: String?

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file, in UTF-8.
    ///   - path: The path of the file; paths in the file are relative to its folder.
    /// - Returns: The configuration.
    /// - Throws: ``ScenarioFileError`` with the place of the error.
    package static func reading(
        _ bytes: [UInt8], path: String
    ) throws(ScenarioFileError) -> LintFile {
        let node = try YAMLNode(file: bytes, at: path)
        let surroundings = FileSurroundings(
            file: path, assetNames: [], broadcasts: .none, allowsNetwork: false,
            loader: StandardLoader(), environment: { _ in nil })
        return try LintShape.file.read(
            FileValue(node: node, path: "", surroundings: surroundings))
    }

    /// The JSON Schema (draft 2020-12) of the files, for editors and validators.
    package static var schema: String {
        SchemaText.text(
            head: [
                ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
                ("title", .text("Configuration of playctl lint")),
            ], LintShape.file.schema)
    }
}
