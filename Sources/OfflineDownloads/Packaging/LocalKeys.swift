import Formats
import Playlists
import Transport

/// The keys of a download's playlists, and their representation in the package.
///
/// A key with the key format `identity` is loaded, and is stored in the local playlist as a `data:`
/// URI. A FairPlay key keeps its URI and needs a licence. When keys of several equivalent formats
/// are in effect, the `identity` key is used or, if there is none, the FairPlay key; keys of other
/// formats are dropped. If there is neither, the download is refused.
struct LocalKeys: Sendable {
    /// The maximum number of different keys loaded for one download.
    static let maximumCount = 4_096

    /// The distinct absolute locations of the plain keys, each with a playlist that refers to it.
    private(set) var wanted: [(url: String, referrer: String)] = []
    private var places: [String: Int] = [:]
    private var sizes: [Int] = []
    private var bytes: [[UInt8]?] = []
    /// The keys that need licences, one for each absolute location.
    private(set) var licensed: [PackagePlan.LicenceKey] = []
    private var licensedURLs: Set<String> = []

    /// Chooses one of the keys in effect.
    ///
    /// - Parameter keys: The keys in effect, one for each key format.
    /// - Returns: The key; `nil` when nothing is encrypted.
    /// - Throws: When all key formats are unknown, or the method of a plain key is unknown.
    static func choose(among keys: [EncryptionKey]) throws(OfflineError) -> EncryptionKey? {
        guard let first = keys.first else { return nil }
        if let key = keys.first(where: { $0.keyFormat == EncryptionKey.identityFormat }) {
            guard key.byteCount != nil else {
                let method = SafeText.line(key.method.rawValue)
                throw OfflineError(.unsupported, "the encryption method \(method) is not known")
            }
            return key
        }
        if let key = keys.first(where: { $0.keyFormat == EncryptionKey.fairPlayFormat }) {
            return key
        }
        let format = SafeText.line(first.keyFormat)
        throw OfflineError(.unsupported, "the key format \"\(format)\" cannot be kept offline")
    }

    /// Records the keys in effect for a segment or an initialization section.
    ///
    /// - Parameters:
    ///   - keys: The keys, one for each key format.
    ///   - playlistURL: The location of the playlist that contains the keys.
    /// - Throws: When the keys cannot be stored, or when there are too many.
    mutating func note(
        _ keys: [EncryptionKey], in playlistURL: String
    ) throws(OfflineError) {
        guard let key = try Self.choose(among: keys) else { return }
        let url = URIReference.resolve(key.uri ?? "", against: playlistURL)
        guard let size = key.byteCount, key.keyFormat == EncryptionKey.identityFormat else {
            guard licensedURLs.insert(url).inserted else { return }
            try checkCount(licensed.count)
            licensed.append(PackagePlan.LicenceKey(key: key, playlistURL: playlistURL))
            return
        }
        if let place = places[url] {
            guard sizes[place] == size else {
                throw OfflineError(.unsupported, "one key has two sizes, by \(SafeText.url(url))")
            }
            // A remote playlist must not lead to local files. If the recorded referrer of the key
            // is a local playlist, the playlist at `playlistURL` therefore replaces it.
            if ResourceScheme(of: wanted[place].referrer).isLocal {
                wanted[place].referrer = playlistURL
            }
            return
        }
        try checkCount(wanted.count)
        places[url] = wanted.count
        wanted.append((url, playlistURL))
        sizes.append(size)
        bytes.append(nil)
    }

    private func checkCount(_ count: Int) throws(OfflineError) {
        guard count < Self.maximumCount else {
            throw OfflineError(.unsupported, "more than \(Self.maximumCount) keys")
        }
    }

    /// Moves the licensed keys that are also in a list to the front, in list order.
    ///
    /// The list contains the session keys of the source. A session key that no track uses is not
    /// added, because a server may refuse its licence.
    mutating func putFirst(_ keys: [EncryptionKey], in playlistURL: String) {
        var first: [PackagePlan.LicenceKey] = []
        var seen: Set<String> = []
        for key in keys where key.keyFormat == EncryptionKey.fairPlayFormat {
            let url = URIReference.resolve(key.uri ?? "", against: playlistURL)
            guard licensedURLs.contains(url), seen.insert(url).inserted else { continue }
            first.append(PackagePlan.LicenceKey(key: key, playlistURL: playlistURL))
        }
        let rest = licensed.filter {
            !seen.contains(URIReference.resolve($0.key.uri ?? "", against: $0.playlistURL))
        }
        licensed = first + rest
    }

    /// Receives the bytes of a plain key.
    mutating func receive(_ key: [UInt8], at place: Int) throws(OfflineError) {
        guard key.count == sizes[place] else {
            throw OfflineError(
                .downloadFailure,
                "the key at \(SafeText.url(wanted[place].url)) has \(key.count) bytes,"
                    + " not \(sizes[place])")
        }
        bytes[place] = key
    }

    /// Returns the key as the local playlist states it; `nil` for a key that no track uses.
    func local(_ key: EncryptionKey, in playlistURL: String) -> EncryptionKey? {
        var local = key
        local.otherAttributes = []
        local.precedingLines = []
        let url = URIReference.resolve(key.uri ?? "", against: playlistURL)
        if key.keyFormat == EncryptionKey.fairPlayFormat {
            guard licensedURLs.contains(url) else { return nil }
            // A URI with a scheme identifies the key in its key system, so the URI must not change.
            if URIReference(key.uri ?? "").scheme == nil { local.uri = url }
            return local
        }
        guard key.keyFormat == EncryptionKey.identityFormat, let place = places[url],
            let bytes = bytes[place]
        else { return nil }
        local.uri = Self.dataURI(bytes)
        return local
    }

    /// Returns a `data:` URI that contains a key.
    ///
    /// The URI has a fragment, which is not part of the key. The fragment ends with a file
    /// extension for players, such as ffmpeg, that check the extension of every location.
    static func dataURI(_ bytes: [UInt8]) -> String {
        "data:application/octet-stream;base64,\(String(decoding: Base64.encode(bytes), as: UTF8.self))#key.ts"
    }
}

extension EncryptionKey {
    /// The key format of FairPlay.
    static let fairPlayFormat = "com.apple.streamingkeydelivery"

    /// The length in bytes of a plain key for the method; `nil` for an unknown method.
    fileprivate var byteCount: Int? {
        switch method.rawValue {
        case "AES-128", "SAMPLE-AES", "SAMPLE-AES-CTR": 16
        case "AES-256", "AES-256-CTR": 32
        default: nil
        }
    }
}
