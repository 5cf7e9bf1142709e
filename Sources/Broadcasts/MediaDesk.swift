import Containers
import Synchronization
import Transport

/// The properties of the media of a broadcast that are found out once, though it repeats its sources.
///
/// It may be used from any thread.
final class MediaDesk: Sendable {
    /// A response without its bytes.
    struct Entry: Sendable {
        var response: ResourceResponse
        let byteCount: Int64
    }

    /// The most responses that are kept, which bounds the memory.
    private static let most = 8192

    /// The results of reading segments and parts.
    let readings = SourceReadings()
    private let entries = Mutex<[String: Entry]>([:])

    /// Returns the response for media, which is loaded once.
    ///
    /// - Parameters:
    ///   - name: The name of the bytes.
    ///   - load: Loads the media.
    /// - Returns: The response.
    /// - Throws: The error of the load, which is not kept.
    func response(
        named name: String, load: () throws(TransportError) -> ResourceResponse
    ) throws(TransportError) -> Entry {
        if let known = entries.withLock({ $0[name] }) { return known }
        var response = try load()
        let byteCount = response.body.byteCount
        response.body = ResourceBody([])
        let entry = Entry(response: response, byteCount: byteCount)
        entries.withLock { entries in
            if entries.count >= Self.most { entries = [:] }
            entries[name] = entry
        }
        return entry
    }
}
