import Foundation
import TestSupport

/// An empty directory; releasing this object removes the directory with its contents.
final class ScratchFolder {
    let path: String

    init() {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("command-tests-\(UUID().uuidString)").path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        } catch {
            fatalError("no place for scratch files: \(error)")
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, and returns its path.
    @discardableResult
    func put(_ bytes: some Sequence<UInt8>, at name: String) throws -> String {
        let file = "\(path)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Writes a file, and returns its path.
    @discardableResult
    func put(_ text: String, at name: String) throws -> String { try put(text.utf8, at: name) }

    /// Creates a sparse file with some bytes followed by zeros.
    func putSparse(_ bytes: [UInt8], byteCount: UInt64, at name: String) throws -> String {
        let file = try put(bytes, at: name)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.truncate(atOffset: byteCount)
        try handle.close()
        return file
    }

    /// Copies a sample, and returns the path of its playlist.
    func copy(_ sample: SampleMedia) throws -> String {
        try FileManager.default.copyItem(atPath: sample.folder, toPath: "\(path)/asset")
        return "\(path)/asset/index.m3u8"
    }

    /// Returns the bytes of a file.
    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
    }

    /// Returns the text of a file; empty when there is none.
    func text(_ name: String) -> String {
        guard let bytes = try? bytes(name) else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Changes the text of a file.
    func edit(_ name: String, _ change: (String) -> String) throws {
        try put(change(text(name)), at: name)
    }

    /// Removes a file.
    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }

    /// Creates a directory, and returns its path.
    func makeFolder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: "\(path)/\(name)", withIntermediateDirectories: true)
        return "\(path)/\(name)"
    }
}
