import Foundation
import TestSupport
import Testing

/// A store, and runs of `playctl offline` on it.
final class OfflineShelf {
    let scratch = ScratchFolder()
    var path: String { scratch.path + "/store" }

    /// Returns a command line of `playctl offline` that uses this store.
    func line(_ arguments: [String]) -> [String] {
        ["offline"] + arguments + ["--store", path]
    }

    /// Starts a subcommand of `playctl offline`.
    func start(_ arguments: String...) throws -> Playctl { try Playctl(line(arguments)) }

    /// Runs a subcommand of `playctl offline` to its end.
    func run(_ arguments: String...) throws -> Playctl.Outcome {
        try Playctl.run(line(arguments))
    }

    /// Returns the output of `list --json`.
    func list() throws -> [[String: Any]] {
        let run = try run("list", "--json")
        #expect(run.status == 0)
        let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        return try #require(value as? [[String: Any]])
    }

    /// Returns the token of the download at an index of the list.
    func token(_ place: Int = 0) throws -> String {
        try #require(try list()[place]["token"] as? String)
    }

    /// Returns the state of the download at an index of the list.
    func state(_ place: Int = 0) throws -> String {
        try #require(try list()[place]["state"] as? String)
    }

    /// Returns the names and contents of the files of a package.
    func package(_ token: String) throws -> [String: [UInt8]] {
        try files(in: "\(path)/packages/\(token)")
    }

    /// Returns the names and contents of the files in a folder and below it.
    func files(in root: String) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
            if let bytes = FileManager.default.contents(atPath: "\(root)/\(name)") {
                files[name] = Array(bytes)
            }
        }
        return files
    }

    /// Downloads a sample from the disk, and returns its token.
    func download(_ sample: SampleMedia = .transportStream) throws -> String {
        let run = try run("download", sample.path, "--json")
        #expect(run.status == 0, "\(run.errors)")
        return try #require(try run.objects.first?["token"] as? String)
    }
}
