import CommandTree
import Formats
import HTTPServing
import HeadlessPlayback
import OfflineDownloads
import Transport

/// A complete resource of the server, from which a reply takes all bytes or a range.
struct ServedContent: Sendable {
    let body: HTTPServerReply.Body
    let byteCount: Int
    /// The entity tag of the resource, in quotes; each version has a different tag.
    let tag: String
    /// The media type; `nil` derives it from the location.
    var type: String?
    /// The `Age` header field in seconds; `nil` for a resource that no cache stores.
    var age: Int?

    /// Creates the content of a file; `nil` if the location does not name a readable file.
    ///
    /// The bytes are read from the disk when they are needed.
    ///
    /// - Parameter location: The location of the file.
    init?(file location: String) {
        guard let path = ServedAsset.filePath(location),
            let identity = FileIdentity(path: Array(path.utf8)), SystemCalls.isReadable(path)
        else { return nil }
        byteCount = Int(identity.byteCount)
        body = .file(path, byteCount: byteCount)
        tag = "\"\(identity.name)\""
    }

    /// Creates the content of a response, whose bytes are kept in memory.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - limit: The maximum number of bytes.
    /// - Throws: `TransportError` when the bytes cannot be obtained.
    init(_ response: ResourceResponse, limit: Int64) throws(TransportError) {
        let bytes = try response.body.bytes(limit: limit)
        body = .memory(bytes)
        byteCount = bytes.count
        tag = "\"\(String(Checksum.of(bytes), radix: 16))\""
        type = response.contentType
        age = response.age
    }
}
