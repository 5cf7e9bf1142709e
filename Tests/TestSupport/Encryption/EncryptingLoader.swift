import HeadlessPlayback
package import Transport

/// A loader that encrypts clear assets with `AES-128` while they are loaded.
///
/// Media playlists contain the key itself, in a `data:` URI. Everything that they list is encrypted
/// as a whole: segments, byte ranges of segments, initialization sections and text.
package struct EncryptingLoader: ResourceLoader {
    private static let vector = [UInt8](repeating: 0x5A, count: 16)
    private static let tag =
        "#EXT-X-KEY:METHOD=AES-128,URI=\"data:;base64,dGhlIGtleSBvZiBmaWxtcw==\",IV=0x"
        + String(repeating: "5a", count: 16)

    private let behind: any ResourceLoader

    package init(behind: any ResourceLoader = StandardLoader()) {
        self.behind = behind
    }

    package func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        var response = try behind.load(request)
        let bytes = try response.body.bytes()
        switch request.kind {
        case .multivariantPlaylist, .mediaPlaylist:
            let text = String(decoding: bytes, as: UTF8.self)
            guard text.contains("#EXTINF") else { return response }
            let named = text.replacing(
                "#EXTM3U\n", with: "#EXTM3U\n\(Self.tag)\n", maxReplacements: 1)
            response.body = ResourceBody(Array(named.utf8))
        case .segment, .subtitle, .initializationSection:
            do {
                response.body = ResourceBody(
                    try EncryptorWholeSegment.encrypt(
                        bytes, key: ProtectedMedia.key, vector: Self.vector))
            } catch {
                throw TransportError(url: request.url, cause: .failed("\(error)"))
            }
        case .key, .other: break
        }
        return response
    }
}
