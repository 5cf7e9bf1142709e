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

/// A folder for one test; it goes with everything in it when this is released.
public final class ScratchFolder: Sendable {
    /// Where it is.
    public let path: String

    /// Makes the folder.
    public init() {
        var template = Array("/tmp/headless-playback-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { fatalError("no place for scratch files") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// What a file holds; `nil` when there is none.
    public func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init)
    }

    /// Removes a file; that there is none is no error.
    public func remove(_ name: String) {
        try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }

    /// Writes a file, and makes the folders that it is in.
    public func put(_ bytes: some Sequence<UInt8>, at name: String) {
        if let end = name.lastIndex(of: "/") {
            try? FileManager.default.createDirectory(
                atPath: "\(path)/\(name[..<end])", withIntermediateDirectories: true)
        }
        guard FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(bytes))
        else { fatalError("cannot write \(name)") }
    }

    /// Puts a link in the place of a file that is not there.
    public func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(path)/\(name)", withDestinationPath: target)
    }

    /// The names and contents of all files in a folder and below it.
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
