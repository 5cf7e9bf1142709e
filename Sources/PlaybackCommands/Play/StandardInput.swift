import CommandTree
import HeadlessPlayback
import Transport

/// A playlist on standard input, which is loaded under a generated location.
///
/// The playlist's relative URIs are resolved against the current directory.
struct StandardInput: ResourceLoader {
    /// The operand that denotes standard input.
    static let operand = "-"

    /// The location of the playlist.
    let url: String
    private let bytes: [UInt8]
    private let others: any ResourceLoader

    /// Reads standard input to its end.
    ///
    /// - Parameter others: The loader of all resources except the playlist on standard input.
    /// - Throws: ``CommandFailure`` when standard input cannot be read or is too long.
    init(others: any ResourceLoader) throws(CommandFailure) {
        bytes = try FileBytes.readGiven(Self.operand) ?? []
        url = LocalPath.url("standard-input.m3u8")
        self.others = others
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        guard request.url == url, request.byteRange == nil else { return try others.load(request) }
        let limit = request.maximumByteCount
        if Int64(bytes.count) > limit {
            throw TransportError(url: url, cause: .tooLarge(limit: limit))
        }
        return ResourceResponse(url: url, body: ResourceBody(bytes))
    }

    func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        if request.url != url { return try others.load(request, into: sink) }
        return try load(request).handOver(to: sink, for: request)
    }
}
