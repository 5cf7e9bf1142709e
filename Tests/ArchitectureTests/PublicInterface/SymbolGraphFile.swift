import Foundation

/// A symbol graph with the names of the declaring module and of the extended module.
struct SymbolGraphFile {
    /// The module that declares the symbols.
    let module: String
    /// The module whose types the symbols extend; `nil` for the module's own declarations.
    let extended: String?
    /// The declarations.
    let graph: SymbolGraph

    /// Returns the symbol graphs of the given modules, as extracted from this build.
    ///
    /// - Parameter modules: The names of the modules.
    /// - Returns: The graphs, sorted by file name.
    /// - Throws: When a module cannot be read.
    static func extract(_ modules: [String]) async throws -> [SymbolGraphFile] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "symbol-graphs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for module in modules {
                group.addTask { try await extract(module, into: folder.path) }
            }
            try await group.waitForAll()
        }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().compactMap
        {
            guard let stem = $0.wholeMatch(of: /(.+)\.symbols\.json/)?.1 else { return nil }
            let names = stem.split(separator: "@").map(String.init)
            let bytes = try Data(contentsOf: folder.appendingPathComponent($0))
            return SymbolGraphFile(
                module: names[0], extended: names.count > 1 ? names[1] : nil,
                graph: try JSONDecoder().decode(SymbolGraph.self, from: bytes))
        }
    }

    /// Writes the graphs of one module into a folder.
    private static func extract(_ module: String, into folder: String) async throws {
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "swift-symbolgraph-extract", "-module-name", module,
                "-target", products.deletingLastPathComponent().lastPathComponent,
                "-I", products.appendingPathComponent("Modules").path,
                "-output-dir", folder, "-minimum-access-level", "public",
                "-skip-synthesized-members", "-skip-protocol-implementations",
                "-skip-inherited-docs",
            ] + bedrock.flatMap { ["-I", $0] }
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw UnreadableModule(
                module: module, text: String(decoding: text, as: UTF8.self))
        }
    }

    /// The folders that hold the module maps of system libraries.
    private static let bedrock: [String] = {
        let sources = SourceFile.package + "/Sources"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []
        return names.sorted().map { "\(sources)/\($0)" }.filter {
            FileManager.default.fileExists(atPath: "\($0)/module.modulemap")
        }
    }()

    /// A module whose declarations could not be listed.
    struct UnreadableModule: Error, CustomStringConvertible {
        let module: String
        let text: String
        var description: String { "the symbols of \(module) cannot be listed:\n\(text)" }
    }
}
