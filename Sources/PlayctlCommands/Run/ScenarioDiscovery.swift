import Verification

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file of a scenario, and the folder from which it is named.
struct FoundScenario: Equatable {
    let path: String
    let root: String?
    /// Why what lies there cannot be read; `nil` as far as anybody knows.
    var problem: String?

    /// The name that the scenario has unless its file says another one.
    var name: String { ScenarioFile.name(of: path, in: root) }
}

/// Finds the files of scenarios, in the same order on every machine.
struct ScenarioDiscovery {
    /// How deep folders may lie within each other.
    private static let maximumDepth = 64
    /// How many files there may be.
    private static let maximumCount = 1_000_000

    private let root: String?
    private(set) var found: [FoundScenario] = []
    private var seen: Set<String> = []

    /// Creates a search that found nothing yet.
    ///
    /// - Parameter root: The folder from which scenarios are named; `nil` names those of a folder
    ///   from there, and a file by itself.
    init(root: String?) {
        self.root = root
    }

    /// Takes a file in, or all files of scenarios in a folder and below it.
    ///
    /// - Parameter operand: The path, as it was typed.
    /// - Throws: ``CommandFailure`` when there is no such file, or a folder cannot be read.
    mutating func add(_ operand: String) throws(CommandFailure) {
        guard let kind = FileKind(following: operand) else {
            throw CommandFailure(file: operand, lastSystemError())
        }
        switch kind {
        case .folder:
            let folder = Self.withoutEnd(operand)
            try search(folder, depth: 0, root: root ?? folder)
        case .file, .link, .other: take(operand, root: root)
        }
    }

    private mutating func search(
        _ folder: String, depth: Int, root: String
    ) throws(CommandFailure) {
        guard depth < Self.maximumDepth else {
            throw CommandFailure(.failed, "\(folder): folders nest too deep")
        }
        for name in try Self.names(in: folder) where !name.hasPrefix(".") {
            let path =
                folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            switch FileKind(of: path) {
            case .folder: try search(path, depth: depth + 1, root: root)
            case .file where name.hasSuffix(ScenarioFile.nameEnding): take(path, root: root)
            case .link where name.hasSuffix(ScenarioFile.nameEnding):
                // Build systems lay out folders of links to files elsewhere. Links to folders are left
                // alone: they may lead in circles.
                switch FileKind(following: path) {
                case nil: take(path, root: root, problem: "it is a link that leads nowhere")
                case .file: take(path, root: root)
                case .folder: continue
                default: take(path, root: root, problem: Self.noFile)
                }
            case .other where name.hasSuffix(ScenarioFile.nameEnding):
                // A pipe would be waited for.
                take(path, root: root, problem: Self.noFile)
            default: continue
            }
            guard found.count <= Self.maximumCount else {
                throw CommandFailure(.failed, "\(folder): more than \(Self.maximumCount) scenarios")
            }
        }
    }

    private static let noFile = "it is no file"

    private mutating func take(_ path: String, root: String?, problem: String? = nil) {
        guard seen.insert(path).inserted else { return }
        found.append(FoundScenario(path: path, root: root, problem: problem))
    }

    /// A path without the slashes at its end.
    private static func withoutEnd(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.last == "/" { path = path.dropLast() }
        return String(path)
    }

    /// The names in a folder, by their bytes; those that are no UTF-8 are left out.
    private static func names(in folder: String) throws(CommandFailure) -> [String] {
        guard let stream = unsafe opendir(folder) else {
            throw CommandFailure(.failed, "\(folder): \(lastSystemError())")
        }
        defer { unsafe closedir(stream) }
        guard let place = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return [] }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else {
                    throw CommandFailure(.failed, "\(folder): \(lastSystemError())")
                }
                return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            }
            let text = unsafe (UnsafeRawPointer(entry) + place).assumingMemoryBound(to: CChar.self)
            if let name = unsafe String(validatingCString: text) { names.append(name) }
        }
    }
}

/// What lies at a path.
private enum FileKind {
    case file, folder, link, other

    /// What lies there, links being links; `nil` when there is nothing.
    init?(of path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What lies there or where a link there leads to; `nil` when there is nothing.
    init?(following path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
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
