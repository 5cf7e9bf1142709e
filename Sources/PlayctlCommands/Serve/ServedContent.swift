import Formats
import HTTPServing
import HeadlessPlayback
import OfflineDownloads
import Transport

/// A complete resource of the server, before a part of it is requested.
struct ServedContent: Sendable {
    let body: HTTPServerReply.Body
    let byteCount: Int
    /// The entity tag of its version, in quotes.
    let tag: String
    /// The media type; `nil` leaves it to the location.
    var type: String?
    /// The age in seconds; `nil` for a resource that no cache stores.
    var age: Int?

    /// Creates the content of a file, which is read from the disk when needed; `nil` if it is not a
    /// file.
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

    /// A response in memory.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - limit: The largest number of bytes.
    /// - Throws: `TransportError` when its bytes cannot be obtained.
    init(_ response: ResourceResponse, limit: Int64) throws(TransportError) {
        let bytes = try response.body.bytes(limit: limit)
        body = .memory(bytes)
        byteCount = bytes.count
        tag = "\"\(String(Checksum.of(bytes), radix: 16))\""
        type = response.contentType
        age = response.age
    }
}
