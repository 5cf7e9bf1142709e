import Playlists
import Sessions
import VirtualTime

/// The keys that a session uses for one load of its video.
///
/// Each key is requested once and kept until the load ends. Its lease is renewed in time.
final class KeyRing: SessionProtection {
    /// The maximum number of session keys requested in advance; a playlist may announce any number.
    private static let preloadLimit = 64
    /// The error domain of failures in the key ring itself.
    static let errorDomain = "KeyRingErrorDomain"

    /// The key format and the location, which together identify a key.
    private struct Name: Hashable {
        let format: String
        let url: String
    }

    /// A key that a playlist declares, and the key system that accepts this key.
    private struct Choice {
        let key: EncryptionKey
        let system: any KeySystem
        let name: Name
        let playlistURL: String

        init(_ key: EncryptionKey, of system: any KeySystem, in playlistURL: String) {
            self.key = key
            self.system = system
            let url = key.uri.map { URIReference.resolve($0, against: playlistURL) } ?? ""
            name = Name(format: key.keyFormat, url: url)
            self.playlistURL = playlistURL
        }
    }

    private let host: ProtectionHost
    /// The stored licences of the video, which take precedence over all key systems.
    private let kept: KeptKeySystem?
    private let systems: [any KeySystem]
    private let policy: RenewalPolicy
    /// The keys available without a request, each from the first key system that has this key.
    private let known: [KeyIdentifier: [UInt8]]
    private var entries: [Name: KeyEntry] = [:]
    private var refusals: [EventToken] = []

    init(
        host: ProtectionHost, kept: KeptKeySystem?, systems: [any KeySystem],
        policy: RenewalPolicy
    ) {
        self.host = host
        self.kept = kept
        self.systems = systems
        self.policy = policy
        known = systems.reduce(into: [:]) { keys, system in
            keys.merge(system.knownKeys) { first, _ in first }
        }
    }

    // MARK: SessionProtection

    func prepare(_ keys: [EncryptionKey], playlistURL: String) {
        var count = 0
        for key in keys {
            guard let choice = choice(among: [key], playlistURL), entries[choice.name] == nil,
                count < Self.preloadLimit
            else { continue }
            count += 1
            ask(for: choice)
        }
    }

    var unlistedTransform: (any SegmentTransform)? { SegmentDecryptor(forUnlisted: known) }

    func transform(for keys: [EncryptionKey], playlistURL: String) -> (any SegmentTransform)? {
        let choice = choice(among: keys, playlistURL)
        let entry = choice.flatMap { entries[$0.name] }
        if let choice, var found = entry?.key {
            found.byIdentifier.merge(known) { _, given in given }
            return SegmentDecryptor(chosen: choice.key, content: found)
        }
        guard let key = keys.first, mayDoWithKnown(keys), choice == nil || entry?.failure != nil
        else { return nil }
        return SegmentDecryptor(
            chosen: choice?.key ?? key, content: ContentKey(bytes: nil, byIdentifier: known))
    }

    /// Returns whether the known keys may decrypt the samples if the given keys fail.
    ///
    /// The known keys are the keys that key systems have without a request. They may suffice when a
    /// key that the playlist lists cannot be obtained.
    private func mayDoWithKnown(_ keys: [EncryptionKey]) -> Bool {
        !known.isEmpty && keys.contains(where: \.method.isOfSamples)
    }

    func unlock(
        _ keys: [EncryptionKey], playlistURL: String,
        completion: @escaping (SessionError?) -> Void
    ) {
        let isEnough = mayDoWithKnown(keys)
        guard let choice = choice(among: keys, playlistURL) else {
            let error = isEnough ? nil : Self.unknownFormat(keys, playlistURL)
            refusals.append(host.loop.schedule(after: .zero) { completion(error) })
            return
        }
        let entry = entries[choice.name] ?? ask(for: choice)
        // No error is reported if the known keys may suffice. If they do not, decryption reports
        // the missing key.
        entry.wait { error in completion(isEnough ? nil : error) }
    }

    /// Returns the key system to use, with the key that it accepts.
    ///
    /// The stored licences take precedence. Otherwise the first key system that accepts any of the
    /// keys is used.
    private func choice(among keys: [EncryptionKey], _ playlistURL: String) -> Choice? {
        if let kept {
            for key in keys where kept.accepts(key) {
                let choice = Choice(key, of: kept, in: playlistURL)
                if kept.hasAnswer(for: key, url: choice.name.url) { return choice }
            }
        }
        for system in systems {
            guard let key = keys.first(where: system.accepts) else { continue }
            return Choice(key, of: system, in: playlistURL)
        }
        return nil
    }

    private static func unknownFormat(
        _ keys: [EncryptionKey], _ playlistURL: String
    ) -> SessionError {
        let formats = keys.map(\.keyFormat).joined(separator: ", ")
        return .contentKey(
            ContentKeyFailure(
                domain: errorDomain, code: 1, reason: "no key system for the key format \(formats)",
                keyURL: keys.first?.uri ?? playlistURL))
    }

    // MARK: Requests

    @discardableResult
    private func ask(for choice: Choice) -> KeyEntry {
        let entry = KeyEntry(host: host, policy: policy, url: choice.name.url) {
            [host] purpose, completion in
            let request = ContentKeyRequest(
                key: choice.key, url: choice.name.url, playlistURL: choice.playlistURL,
                purpose: purpose, host: host, persistentTerms: nil)
            return choice.system.requestKey(request, completion: completion)
        }
        entries[choice.name] = entry
        entry.ask(.first)
        return entry
    }
}
