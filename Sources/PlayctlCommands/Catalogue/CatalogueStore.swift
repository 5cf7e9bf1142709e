import CommandTree
import ContentProtection
import Formats
import HeadlessPlayback

/// The folder of a catalogue: `account.json`, `videos`, `playlists`, `keys` and `media`.
struct CatalogueStore {
    /// The size limit of a document in bytes.
    private static let largestDocument = 16 << 20
    /// The maximum number of documents in each subfolder.
    private static let mostDocuments = 100_000

    let folder: String

    var accountPath: String { "\(folder)/account.json" }
    var mediaPath: String { "\(folder)/media" }

    /// Reads the account with its videos, playlists and keys.
    ///
    /// - Returns: The account of the catalogue.
    /// - Throws: ``CommandFailure`` that names the file, and the line or the member at fault.
    func account() throws(CommandFailure) -> PlaybackServer.Account {
        guard let bytes = try read(accountPath) else {
            throw CommandFailure(
                file: accountPath, "no such file; its minimal content is {\"id\": \"1\"}")
        }
        var account = try naming(accountPath) { () throws(JSONError) in
            try PlaybackServer.Account(json: bytes)
        }
        for path in try paths(in: "videos", ending: ".json") {
            let bytes = try read(path) ?? []
            try naming(path) { () throws(JSONError) in try account.addVideo(json: bytes) }
            try check(account.videos.last?["id"]?.string, path)
        }
        for path in try paths(in: "playlists", ending: ".json") {
            let bytes = try read(path) ?? []
            try naming(path) { () throws(JSONError) in try account.addPlaylist(json: bytes) }
            try check(account.playlists.last?["id"]?.string, path)
        }
        for path in try paths(in: "keys", ending: ".pem") {
            let key = try read(path) ?? []
            guard PlaybackServer.acceptsKey(key) else {
                throw CommandFailure(
                    file: path, "not a public key in PEM: RSA, or of the curve P-256")
            }
            account.tokenKeys.append(key)
        }
        return account
    }

    /// Throws an error unless a document's file is named after the id of the document.
    ///
    /// Users can then find the file of a document by its id.
    private func check(_ id: String?, _ path: String) throws(CommandFailure) {
        guard let id, !path.hasSuffix("/\(id).json") else { return }
        throw CommandFailure(
            file: path, "the id is \(SafeText.quoted(id)), which is not the name of the file")
    }

    /// Returns the paths of the files with the given extension in a subfolder, sorted by name.
    private func paths(in name: String, ending: String) throws(CommandFailure) -> [String] {
        let path = "\(folder)/\(name)"
        guard SystemCalls.exists(path) else { return [] }
        let names: [[UInt8]]
        do throws(CommandFailure) {
            names = try FilePath(path).names()
        } catch {
            throw CommandFailure(.usage, error.message)
        }
        let files = names.compactMap { String(validating: $0, as: UTF8.self) }
            .filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
        guard files.count <= Self.mostDocuments else {
            throw CommandFailure(file: path, "more than \(Self.mostDocuments) files")
        }
        return files.map { "\(path)/\($0)" }
    }

    private func read(_ path: String) throws(CommandFailure) -> [UInt8]? {
        guard let bytes = try FileBytes.readGiven(path) else { return nil }
        guard bytes.count <= Self.largestDocument else {
            throw CommandFailure(file: path, "longer than \(Self.largestDocument) bytes")
        }
        return bytes
    }

    private func naming<Result>(
        _ path: String, _ body: () throws(JSONError) -> Result
    ) throws(CommandFailure) -> Result {
        do throws(JSONError) {
            return try body()
        } catch {
            throw CommandFailure(file: path, error)
        }
    }
}
