import CommandTree
import Scenarios

/// A scenario file, and the folder relative to which the scenario is named.
struct FoundScenario: Equatable {
    let path: String
    let root: String?
    /// The reason why the file cannot be read; `nil` when none is known.
    var problem: String?
    /// Whether the command line names the file itself, and not a folder that contains it.
    var isNamed = false

    /// The name of the scenario, unless its file states another one.
    var name: String { ScenarioFile.name(of: path, in: root) }
}

/// Finds the files of scenarios, in the same order on every machine.
struct ScenarioDiscovery {
    /// The maximum depth of nested folders.
    private static let maximumDepth = 64
    /// The maximum number of files.
    private static let maximumCount = 1_000_000

    private let root: String?
    private(set) var found: [FoundScenario] = []
    /// The folders of the command line that contain no scenario file, in order.
    private(set) var emptyFolders: [String] = []
    /// The number of times that the search reached a scenario file or an already searched folder.
    private var reached = 0
    /// The files that were found, each identified by its folder and its name.
    ///
    /// Differently spelled paths, such as `a` and `./a`, identify the same file. Several links to
    /// one file count as several scenarios.
    private var seen: Set<Place> = []
    /// The folders that were searched.
    private var searched: Set<FileNode> = []
    /// The symbolic links to folders that were found in the searched folders.
    private var links: [(path: FilePath, folder: FileNode)] = []
    /// The files in the searched folders with names similar to the names of scenario files.
    private var similar: [FilePath] = []
    /// The endings, in lowercase, of names that resemble the names of scenario files.
    private static let similarEndings = [".play.yaml", ".play.yml"].map { Array($0.utf8) }

    /// A file, identified by its folder and its name.
    private struct Place: Hashable {
        private let folder: FileNode?
        private let name: [UInt8]

        init(_ path: FilePath) {
            folder = FileStatus(following: path.folder)?.node
            name = path.name
        }
    }

    /// Creates a search without results.
    ///
    /// - Parameter root: The folder relative to which scenarios are named; `nil` names a scenario
    ///   relative to the searched folder, or by its file name if the operand is the file.
    init(root: String?) {
        self.root = root
    }

    /// Adds a file, or all scenario files in a folder and its subfolders.
    ///
    /// - Parameter operand: The path, as it was typed.
    /// - Throws: ``CommandFailure`` when there is no such file, or a folder cannot be read.
    mutating func add(_ operand: String) throws(CommandFailure) {
        guard let status = FileStatus(following: FilePath(operand)) else {
            throw CommandFailure(file: operand, lastSystemError())
        }
        switch status.kind {
        case .folder:
            let folder = Self.withoutEnd(operand)
            let former = reached
            try search(FilePath(folder), depth: 0, root: root ?? folder)
            if reached == former { emptyFolders.append(operand) }
        case .file, .link, .pipe, .other: take(FilePath(operand), root: root, isNamed: true)
        }
    }

    /// The links to folders that the search did not reach through another path, in order.
    ///
    /// Links to folders are not followed, because they may form cycles or lead to the same scenario
    /// twice.
    var unfollowedLinks: [String] {
        links.filter { !searched.contains($0.folder) }.map(\.path.description)
    }

    /// The files that are not run, although their names resemble the names of scenario files.
    var nearMisses: [String] {
        // A file that the command line names is run under any name, so it is not a near miss.
        similar.filter { !seen.contains(Place($0)) }.map(\.description)
    }

    private mutating func search(
        _ folder: FilePath, depth: Int, root: String
    ) throws(CommandFailure) {
        guard depth < Self.maximumDepth else {
            throw CommandFailure(.failed, "\(folder): folders nest too deep")
        }
        if let status = FileStatus(following: folder) {
            guard searched.insert(status.node).inserted else {
                reached += 1
                return
            }
        }
        let ending = Array(ScenarioFile.nameEnding.utf8)
        for name in try folder.names() where name.first != UInt8(ascii: ".") {
            let path = folder.appending(name)
            let isScenario = name.suffix(ending.count).elementsEqual(ending)
            switch FileStatus(of: path)?.kind {
            case .folder: try search(path, depth: depth + 1, root: root)
            case .file where isScenario: take(path, root: root)
            case .file where Self.isNearMiss(name): similar.append(path)
            case .link:
                // Links to files are followed, because build systems create folders of such links.
                let target = FileStatus(following: path)
                switch target?.kind {
                case .folder: if let target { links.append((path, target.node)) }
                case nil where isScenario:
                    take(path, root: root, problem: "it is a link to a missing file")
                case .file where isScenario: take(path, root: root)
                case .file where Self.isNearMiss(name): similar.append(path)
                case .some where isScenario: take(path, root: root, problem: Self.noFile)
                default: continue
                }
            case .pipe where isScenario, .other where isScenario:
                // A file that is not a regular file is reported but not read, because reading a
                // pipe would wait for a writer.
                take(path, root: root, problem: Self.noFile)
            default: continue
            }
            guard max(found.count, links.count, similar.count) <= Self.maximumCount else {
                throw CommandFailure(.failed, "\(folder): more than \(Self.maximumCount) scenarios")
            }
        }
    }

    private static let noFile = "not a file"

    /// Returns whether a name resembles a scenario file name, but differs in case or spelling.
    private static func isNearMiss(_ name: [UInt8]) -> Bool {
        let word = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return similarEndings.contains { word.suffix($0.count).elementsEqual($0) }
    }

    private mutating func take(
        _ path: FilePath, root: String?, problem: String? = nil, isNamed: Bool = false
    ) {
        let text = path.description
        reached += 1
        guard seen.insert(Place(path)).inserted else { return }
        // A path that is not UTF-8 could not be named in reports and commands.
        let problem = path.isText ? problem : "its path is not UTF-8"
        found.append(
            FoundScenario(path: text, root: root, problem: problem, isNamed: isNamed))
    }

    /// Returns a path without trailing slashes.
    private static func withoutEnd(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.last == "/" { path = path.dropLast() }
        return String(path)
    }
}
