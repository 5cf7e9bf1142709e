import Containers
import Synchronization
import Transport

/// A cache for the media of a broadcast, because a broadcast repeats the same source assets.
///
/// The cache may be used from any thread.
final class MediaDesk: Sendable {
    /// A response without its bytes.
    struct Entry: Sendable {
        var response: ResourceResponse
        let byteCount: Int64
    }

    /// The source segments that were used recently.
    private struct Sources {
        var responses: [String: ResourceResponse] = [:]
        var byteCount: Int64 = 0
    }

    /// The segments and parts that were sent recently.
    private struct Made {
        var bytes: [String: [UInt8]] = [:]
        var byteCount: Int64 = 0
    }

    /// The maximum size of a cached segment, in bytes.
    ///
    /// `mostSourceBytes` is the maximum total size of the cached segments.
    private static let largestSource: Int64 = 4 << 20
    private static let mostSourceBytes: Int64 = 16 << 20

    /// The maximum number of cached responses, which bounds the memory.
    private static let most = 8192

    /// The cached results of parsing the source segments and their parts.
    let readings = SourceReadings()
    private let entries = Mutex<[String: Entry]>([:])
    private let sources = Mutex(Sources())
    private let made = Mutex(Made())

    /// Returns the bytes of a segment or part of the broadcast.
    ///
    /// The bytes are cached for the next client unless they are larger than `largestSource`.
    ///
    /// - Parameters:
    ///   - location: The location in the broadcast, which always has the same bytes.
    ///   - make: Generates the bytes.
    /// - Returns: The bytes of the segment or part.
    /// - Throws: The error of `make`, which is not cached.
    func bytes(
        at location: String, make: () throws(TransportError) -> [UInt8]
    ) throws(TransportError) -> [UInt8] {
        if let known = made.withLock({ $0.bytes[location] }) { return known }
        let bytes = try make()
        guard bytes.count <= Self.largestSource else { return bytes }
        made.withLock { made in
            if made.byteCount + Int64(bytes.count) > Self.mostSourceBytes { made = Made() }
            if made.bytes.updateValue(bytes, forKey: location) == nil {
                made.byteCount += Int64(bytes.count)
            }
        }
        return bytes
    }

    /// Returns a segment of a source; a small segment is cached.
    ///
    /// - Parameters:
    ///   - name: The location of the segment, with its byte range if it has one.
    ///   - load: Loads the segment, with its body in memory.
    /// - Returns: The response with the segment, which may be from the cache.
    /// - Throws: The error of `load`, which is not cached.
    func source(
        named name: String, load: () throws(TransportError) -> ResourceResponse
    ) throws(TransportError) -> ResourceResponse {
        if let known = sources.withLock({ $0.responses[name] }) { return known }
        let response = try load()
        let byteCount = response.body.byteCount
        guard byteCount <= Self.largestSource else { return response }
        sources.withLock { sources in
            if sources.byteCount + byteCount > Self.mostSourceBytes { sources = Sources() }
            if sources.responses.updateValue(response, forKey: name) == nil {
                sources.byteCount += byteCount
            }
        }
        return response
    }

    /// Returns the response for a segment or part, without the media bytes.
    ///
    /// While the response is cached, the media is not loaded again.
    ///
    /// - Parameters:
    ///   - name: The cache key of the segment or part.
    ///   - load: Loads the media.
    /// - Returns: The response without bytes, and the size of the media in bytes.
    /// - Throws: The error of `load`, which is not cached.
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
