import HeadlessPlayback
public import Transport

/// The files of scenarios, with the suffix `.play.yaml`.
///
/// Reading is strict: unknown keys, anchors, tags and times without a unit are errors, which state
/// their line and column. JSON is accepted as well, because it is valid YAML.
public struct ScenarioFile {
    /// The suffix of file names.
    public static let nameEnding = ".play.yaml"

    /// Reads a scenario.
    ///
    /// Paths in the file are relative to its folder. Referenced files, such as lists of cue points,
    /// are read immediately, but assets are not.
    ///
    /// - Parameters:
    ///   - bytes: The file, in UTF-8.
    ///   - path: The path of the file.
    ///   - root: The folder relative to which the scenario is named; `nil` means that the name
    ///     consists only of the file name.
    ///   - allowsNetwork: Whether the file may refer to servers.
    ///   - loader: Loads the files that the scenario names.
    ///   - environment: Returns the value of an environment variable; `nil` if the variable is not
    ///     set.
    /// - Returns: The scenario.
    /// - Throws: ``ScenarioFileError`` with the place of the error.
    public static func scenario(
        from bytes: [UInt8], path: String, root: String? = nil, allowsNetwork: Bool = false,
        loader: any ResourceLoader = StandardLoader(),
        environment: @escaping @Sendable (String) -> String? = { _ in nil }
    ) throws(ScenarioFileError) -> Scenario {
        let node = try YAMLNode(file: bytes, at: path)
        let surroundings = FileSurroundings(
            file: path, assetNames: (node["assets"]?.elements ?? []).map(\.assetName),
            broadcasts: .init(among: node["assets"]?.elements ?? []),
            allowsNetwork: allowsNetwork, loader: loader, environment: environment)
        let draft = try Shape<ScenarioDraft>.scenario.read(
            FileValue(node: node, path: "", surroundings: surroundings))
        var scenario = draft.scenario
        for index in scenario.assets.indices {
            scenario.assets[index].assetOptions =
                scenario.assets[index].assetOptions.merged(over: draft.requests)
        }
        scenario.name = draft.name ?? name(of: path, in: root)
        scenario.file = path
        scenario.references = surroundings.references.all
        scenario.surroundings.network = draft.network.conditions
        return scenario
    }

    /// Reads the tags of a file, even if its other parts are invalid.
    ///
    /// - Parameter bytes: The file, in UTF-8.
    /// - Returns: The tags, which may be empty; `nil` if they cannot be read.
    package static func tags(in bytes: [UInt8]) -> [String]? {
        guard let node = try? YAMLNode(yaml: bytes) else {
            let lines = tagLines(in: bytes)
            return lines.isEmpty ? nil : tags(in: lines)
        }
        guard case .mapping = node.content else { return nil }
        guard let list = node["tags"] else { return [] }
        let surroundings = FileSurroundings(
            file: "", assetNames: [], broadcasts: .none, allowsNetwork: false,
            loader: StandardLoader(), environment: { _ in nil })
        return try? Shape<String>.tag.list(isEmptyAllowed: true).read(
            FileValue(node: list, path: "tags", surroundings: surroundings))
    }

    /// Returns the lines of the key `tags` in a file that is not valid YAML.
    ///
    /// The result is empty if the file contains several such keys or none, or if it contains
    /// nothing besides this key.
    private static func tagLines(in bytes: [UInt8]) -> [UInt8] {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let key = Array("tags:".utf8)
        let starts = lines.indices.filter { lines[$0].starts(with: key) }
        // If the file contains only this key and is not valid YAML, the tags themselves are
        // invalid.
        guard starts.count == 1, let start = starts.first, lines.count > 1 else { return [] }
        let rest = lines[(start + 1)...].prefix { line in
            line.first.map { [0x20, UInt8(ascii: "-"), UInt8(ascii: "#")].contains($0) } ?? true
        }
        let found = Array(([lines[start]] + rest).joined(separator: [0x0A]))
        return found.count < bytes.count ? found : []
    }

    /// Returns the name of a scenario.
    ///
    /// The name is the path of the file from a root, with dots between the parts and no extension.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - root: The folder relative to which the scenario is named; `nil` means that the name
    ///     consists only of the file name.
    /// - Returns: The name.
    public static func name(of path: String, in root: String?) -> String {
        var words = root.map { parts(of: path, from: $0) } ?? Array(parts(of: path).suffix(1))
        guard var last = words.popLast() else { return path }
        for ending in [nameEnding, ".yaml", ".yml", ".json"] where last.hasSuffix(ending) {
            if last.utf8.count > ending.utf8.count { last = last.dropLast(ending.count) }
            break
        }
        return (words + [last]).joined(separator: ".")
    }

    /// Returns the names on the way from a root to a file; only the file's name if it is elsewhere.
    private static func parts(of path: String, from root: String) -> [Substring] {
        let (words, start) = (parts(of: path), parts(of: root))
        if path.hasPrefix("/") == root.hasPrefix("/"), let rest = remainder(of: words, after: start)
        {
            return rest
        }
        // Only one of the two may be relative to the current directory, or one may contain `..`.
        return remainder(of: resolved(path), after: resolved(root))
            ?? (start.isEmpty ? words : Array(words.suffix(1)))
    }

    private static func parts(of path: String) -> [Substring] {
        path.split(separator: "/").filter { $0 != "." }
    }

    /// Returns the parts after a start; `nil` if the parts have another start, or no others.
    private static func remainder(of words: [Substring], after start: [Substring]) -> [Substring]? {
        words.starts(with: start) && words.count > start.count
            ? Array(words.dropFirst(start.count)) : nil
    }

    /// Returns the parts of the absolute path, without `..`.
    private static func resolved(_ path: String) -> [Substring] {
        let absolute = LocalPath.path(ofFileURL: LocalPath.url(path)) ?? path
        return parts(of: absolute).reduce(into: []) { words, word in
            if word == ".." { _ = words.popLast() } else { words.append(word) }
        }
    }

    /// The JSON Schema (draft 2020-12) of the files, for editors and validators.
    public static var schema: String {
        SchemaText.text(
            head: [
                ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
                ("title", .text("Scenario of playctl")),
            ], Shape<ScenarioDraft>.scenario.schema)
    }
}

extension YAMLNode {
    /// The name of the asset that this node describes; `nil` if the asset has no name.
    fileprivate var assetName: String? {
        guard case .scalar(let name, _) = self["name"]?.content else { return nil }
        return name
    }
}

extension YAMLNode {
    /// Parses a file.
    ///
    /// - Parameters:
    ///   - bytes: The file, in UTF-8.
    ///   - path: The path of the file, for errors.
    /// - Throws: ``ScenarioFileError`` with the place of malformed or unsupported YAML.
    init(file bytes: [UInt8], at path: String) throws(ScenarioFileError) {
        do throws(YAMLError) {
            self = try YAMLNode(yaml: bytes)
        } catch {
            throw ScenarioFileError(
                .unreadable("\(error.reason)"), file: path, line: error.place.line,
                column: error.place.column, path: "", underlying: error)
        }
    }
}
