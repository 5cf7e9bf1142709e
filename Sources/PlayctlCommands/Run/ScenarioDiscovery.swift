import Scenarios

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

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
    /// The files that were found, each by its folder and its name.
    ///
    /// They do not depend on the spelling of paths, such as `a` and `./a`. Links to one file are
    /// several scenarios.
    private var seen: Set<Place> = []
    /// The folders that were searched.
    private var searched: Set<FileNode> = []
    /// The symbolic links to folders that were found in the searched folders.
    private var links: [(path: FilePath, folder: FileNode)] = []
    /// The files in the searched folders whose names nearly end as those of scenarios do.
    private(set) var nearMisses: [String] = []
    /// The endings, in lowercase, that suggest a scenario.
    private static let similarEndings = [".play.yaml", ".play.yml"].map { Array($0.utf8) }

    /// A file as a name in a folder.
    private struct Place: Hashable {
        let folder: FileNode?
        let name: [UInt8]
    }

    /// Creates a search without results.
    ///
    /// - Parameter root: The folder relative to which scenarios are named; `nil` names a scenario
    ///   relative to the searched folder, or by its file name if the file was given by itself.
    init(root: String?) {
        self.root = root
    }

    /// Adds a file, or all scenario files in a folder and its subfolders.
    ///
    /// - Parameter operand: The path, as it was typed.
    /// - Throws: ``CommandFailure`` when there is no such file, or a folder cannot be read.
    mutating func add(_ operand: String) throws(CommandFailure) {
        guard let kind = FileKind(following: FilePath(operand)) else {
            throw CommandFailure(file: operand, lastSystemError())
        }
        switch kind {
        case .folder:
            let folder = Self.withoutEnd(operand)
            try search(FilePath(folder), depth: 0, root: root ?? folder)
        case .file, .link, .other: take(FilePath(operand), root: root, isNamed: true)
        }
    }

    /// The links to folders whose scenarios were not found by another path, in order.
    ///
    /// Links to folders are not followed, because they may form cycles or name a scenario twice.
    var unfollowedLinks: [String] {
        links.filter { !searched.contains($0.folder) }.map(\.path.description)
    }

    private mutating func search(
        _ folder: FilePath, depth: Int, root: String
    ) throws(CommandFailure) {
        guard depth < Self.maximumDepth else {
            throw CommandFailure(.failed, "\(folder): folders nest too deep")
        }
        if let identity = FileNode(following: folder) {
            guard searched.insert(identity).inserted else { return }
        }
        let ending = Array(ScenarioFile.nameEnding.utf8)
        for name in try folder.names() where name.first != UInt8(ascii: ".") {
            let path = folder.appending(name)
            let isScenario = name.suffix(ending.count).elementsEqual(ending)
            switch FileKind(of: path) {
            case .folder: try search(path, depth: depth + 1, root: root)
            case .file where isScenario: take(path, root: root)
            case .file where Self.isNearMiss(name): nearMisses.append(path.description)
            case .link:
                // Links to files are followed, because build systems create folders of such links.
                switch FileKind(following: path) {
                case .folder:
                    if let identity = FileNode(following: path) {
                        links.append((path, identity))
                    }
                case nil where isScenario:
                    take(path, root: root, problem: "it is a link that leads nowhere")
                case .file where isScenario: take(path, root: root)
                case .some where isScenario: take(path, root: root, problem: Self.noFile)
                default: continue
                }
            case .other where isScenario:
                // Only regular files are read, because reading a pipe would wait for a writer.
                take(path, root: root, problem: Self.noFile)
            default: continue
            }
            guard found.count <= Self.maximumCount, links.count <= Self.maximumCount else {
                throw CommandFailure(.failed, "\(folder): more than \(Self.maximumCount) scenarios")
            }
        }
    }

    private static let noFile = "not a file"

    /// Returns whether a name ends as that of a scenario does, except for case and spelling.
    private static func isNearMiss(_ name: [UInt8]) -> Bool {
        let word = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return similarEndings.contains { word.suffix($0.count).elementsEqual($0) }
    }

    private mutating func take(
        _ path: FilePath, root: String?, problem: String? = nil, isNamed: Bool = false
    ) {
        let text = path.description
        let place = Place(folder: FileNode(following: path.folder), name: path.name)
        guard seen.insert(place).inserted else { return }
        // A path that is not UTF-8 could not be named in reports and commands.
        let problem = path.isText ? problem : "its path is not UTF-8"
        found.append(
            FoundScenario(path: text, root: root, problem: problem, isNamed: isNamed))
    }

    /// Returns a path without slashes at its end.
    private static func withoutEnd(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.last == "/" { path = path.dropLast() }
        return String(path)
    }
}

/// The kind of file at a path.
private enum FileKind {
    case file, folder, link, other

    /// Examines a path without following links; `nil` when it does not exist.
    init?(of path: FilePath) {
        var status = stat()
        guard unsafe lstat(path.terminated, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Examines a path, following links; `nil` when it does not exist.
    init?(following path: FilePath) {
        var status = stat()
        guard unsafe stat(path.terminated, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        default: self = .other
        }
    }
}
