import Playlists
import Transport

/// The keys that the playlists of a download name, and what becomes of them in the package.
///
/// A key of the format `identity` is fetched and put into the local playlist itself, as a `data:`
/// URI. A key of FairPlay keeps its URI and needs a licence. Of several formats in effect, any of
/// which gives the same bytes, the plain one is taken alone, or else that of FairPlay; others are
/// dropped, and are refused where they stand alone.
struct LocalKeys: Sendable {
    /// How many different keys are fetched for one download.
    static let maximumCount = 4_096

    /// The locations of the plain keys, absolute, each once, with who led to them.
    private(set) var wanted: [(url: String, referrer: String)] = []
    private var places: [String: Int] = [:]
    private var sizes: [Int] = []
    private var bytes: [[UInt8]?] = []
    /// The keys that need licences, by absolute location.
    private(set) var licensed: [PackagePlan.LicenceKey] = []
    private var licensedURLs: Set<String> = []

    /// Chooses one of the keys in effect.
    ///
    /// - Parameter keys: The keys in effect, one for each key format.
    /// - Returns: The key, or `nil` when nothing is encrypted.
    /// - Throws: When there are only keys of formats that are not known.
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

    /// Takes note of the keys in effect somewhere.
    ///
    /// - Parameters:
    ///   - keys: The keys, one for each key format.
    ///   - playlistURL: The playlist that names them.
    /// - Throws: When they cannot be kept, or when there are too many.
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
            // What came from elsewhere may not lead to local files, whoever else names the key.
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

    /// Puts the licensed keys of a list in front, in the order of the list.
    ///
    /// Keys that no track uses stay out: a server may well refuse them.
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

    /// Takes the bytes of a plain key.
    mutating func receive(_ key: [UInt8], at place: Int) throws(OfflineError) {
        guard key.count == sizes[place] else {
            throw OfflineError(
                .downloadFailure,
                "the key at \(SafeText.url(wanted[place].url)) has \(key.count) bytes,"
                    + " not \(sizes[place])")
        }
        bytes[place] = key
    }

    /// The key as the local playlist has it; `nil` for one that no track uses.
    func local(_ key: EncryptionKey, in playlistURL: String) -> EncryptionKey? {
        var local = key
        local.otherAttributes = []
        local.precedingLines = []
        let url = URIReference.resolve(key.uri ?? "", against: playlistURL)
        if key.keyFormat == EncryptionKey.fairPlayFormat {
            guard licensedURLs.contains(url) else { return nil }
            // The URI of a key system is an identifier and must not change in any letter.
            if URIReference(key.uri ?? "").scheme == nil { local.uri = url }
            return local
        }
        guard key.keyFormat == EncryptionKey.identityFormat, let place = places[url],
            let bytes = bytes[place]
        else { return nil }
        local.uri = Self.dataURI(bytes)
        return local
    }

    /// A URI that holds a key itself.
    ///
    /// Its fragment is not part of the bytes: it makes players that judge any location by its end,
    /// such as ffmpeg, take it without being told to.
    static func dataURI(_ bytes: [UInt8]) -> String {
        "data:application/octet-stream;base64,\(String(decoding: Base64.encode(bytes), as: UTF8.self))#key.ts"
    }
}

extension EncryptionKey {
    /// The key format of FairPlay.
    static let fairPlayFormat = "com.apple.streamingkeydelivery"

    /// How many bytes a plain key of the method has; `nil` for a method that is not known.
    fileprivate var byteCount: Int? {
        switch method.rawValue {
        case "AES-128", "SAMPLE-AES", "SAMPLE-AES-CTR": 16
        case "AES-256", "AES-256-CTR": 32
        default: nil
        }
    }
}
