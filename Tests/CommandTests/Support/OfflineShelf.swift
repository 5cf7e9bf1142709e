import Foundation
import TestSupport
import Testing

/// A store of its own, and `playctl offline` on it.
final class OfflineShelf {
    let scratch = ScratchFolder()
    var path: String { scratch.path + "/store" }

    /// The command line of a verb on this store.
    func line(_ arguments: [String]) -> [String] {
        ["offline"] + arguments + ["--store", path]
    }

    /// Starts a verb.
    func start(_ arguments: String...) throws -> Playctl { try Playctl(line(arguments)) }

    /// Runs a verb to its end.
    func run(_ arguments: String...) throws -> Playctl.Outcome {
        try Playctl(line(arguments)).wait()
    }

    /// What `list --json` tells.
    func list() throws -> [[String: Any]] {
        let run = try run("list", "--json")
        #expect(run.status == 0)
        let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        return try #require(value as? [[String: Any]])
    }

    /// The token of the download at a place in the list.
    func token(_ place: Int = 0) throws -> String {
        try #require(try list()[place]["token"] as? String)
    }

    /// The state of the download at a place in the list.
    func state(_ place: Int = 0) throws -> String {
        try #require(try list()[place]["state"] as? String)
    }

    /// The names and contents of the files of a package.
    func package(_ token: String) throws -> [String: [UInt8]] {
        try files(in: "\(path)/packages/\(token)")
    }

    /// The names and contents of the files in a folder and below it.
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
