import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads a whole file; a file that cannot be read is empty.
package func fileBytes(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map(Array.init) ?? []
}

/// A folder for one test; it is removed with its contents when the object is released.
public final class ScratchFolder: Sendable {
    /// The path of the folder.
    public let path: String

    /// Creates the folder.
    public init() {
        var template = Array("/tmp/headless-playback-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { fatalError("no place for scratch files") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the contents of a file; `nil` when there is none.
    public func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init)
    }

    /// Removes a file, if it exists.
    public func remove(_ name: String) {
        try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }

    /// Writes a file, creates the folders around it, and returns its path.
    @discardableResult
    public func put(_ bytes: some Sequence<UInt8>, at name: String) -> String {
        if let end = name.lastIndex(of: "/") {
            try? FileManager.default.createDirectory(
                atPath: "\(path)/\(name[..<end])", withIntermediateDirectories: true)
        }
        guard FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(bytes))
        else { fatalError("cannot write \(name)") }
        return "\(path)/\(name)"
    }

    /// Creates a symbolic link where no file exists.
    public func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(path)/\(name)", withDestinationPath: target)
    }

    /// Returns the names and contents of all files in a folder and below it.
    public func files(in folder: String) -> [String: [UInt8]] {
        let root = "\(path)/\(folder)"
        var files: [String: [UInt8]] = [:]
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? [] {
            if let bytes = FileManager.default.contents(atPath: "\(root)/\(name)") {
                files[name] = Array(bytes)
            }
        }
        return files
    }
}
