import Formats
import Playlists

/// The rules about keys that several playlists use.
struct SessionKeyRules {
    let asset: LintedAsset
    let multivariant: MultivariantPlaylist
    private var main: LintedPlaylist { asset.main }

    func check(_ log: inout BreachLog) {
        var known: Set<EncryptionKey> = []
        let tags = main.text.tags(.sessionKey).filter { $0["METHOD"]?.value != "NONE" }
        for (place, key) in multivariant.sessionKeys.enumerated() {
            var key = key
            key.precedingLines = []
            let line = tags.indices.contains(place) ? tags[place].line : nil
            if !known.insert(key).inserted {
                log.note(
                    "key.session-duplicate", in: main.url, line: line,
                    "the session key is stated before", expected: "each session key once")
            }
        }
        let playlists = asset.mediaPlaylists.compactMap { playlist in
            playlist.media.map { (playlist, Self.keys(of: $0)) }
        }
        compareSessionKeys(playlists, &log)
        let variants = playlists.filter { if case .variant = $0.0.role { true } else { false } }
        checkLevels(variants, &log)
        let shared = variants.map { Set($0.1.compactMap(\.uri)) }
        guard shared.count > 1, let common = shared.first(where: { !$0.isEmpty }),
            shared.allSatisfy({ $0 == common }), multivariant.sessionKeys.isEmpty,
            let tag = main.text.variants.first
        else { return }
        log.note(
            "key.session-missing", in: main.url, line: tag.line,
            "all variants have the same keys, which players could request early",
            expected: "EXT-X-SESSION-KEY")
    }

    private static func keys(of media: MediaPlaylist) -> [EncryptionKey] {
        var known: Set<EncryptionKey> = []
        return media.segments.flatMap(\.keys).filter { known.insert($0).inserted }
    }

    /// The attributes in which a session key agrees with the keys that have its URI.
    private struct Traits: Hashable {
        let method: EncryptionKey.Method
        let keyFormat: String
        let keyFormatVersions: [Int]

        init(_ key: EncryptionKey) {
            method = key.method
            keyFormat = key.keyFormat
            keyFormatVersions = key.keyFormatVersions
        }
    }

    /// Returns the attributes of keys by the locations of the keys.
    private static func traits(
        of keys: [EncryptionKey], in playlistURL: String
    ) -> [String: Set<Traits>] {
        keys.reduce(into: [:]) { traits, key in
            guard let place = place(of: key, in: playlistURL) else { return }
            traits[place, default: []].insert(Traits(key))
        }
    }

    private static func place(of key: EncryptionKey, in playlistURL: String) -> String? {
        key.uri.map { URIReference.resolve($0, against: playlistURL) }
    }

    /// Compares the keys of all media playlists with the session keys that have the same URI.
    private func compareSessionKeys(
        _ playlists: [(LintedPlaylist, [EncryptionKey])], _ log: inout BreachLog
    ) {
        let sessions = Self.traits(of: multivariant.sessionKeys, in: main.url)
        guard !sessions.isEmpty else { return }
        for (playlist, keys) in playlists where playlist.furtherUse == nil {
            let own = Self.traits(of: keys, in: playlist.url)
            lazy var lines = playlist.text.lines(of: .key, by: "URI")
            for key in keys {
                guard let uri = key.uri, let place = Self.place(of: key, in: playlist.url),
                    let stated = sessions[place], !stated.contains(Traits(key))
                else { continue }
                // Two key systems may share a URI. A key without a session key in its own format is
                // then no contradiction, if the session keys have their counterparts.
                let isOfOther =
                    !stated.contains { $0.keyFormat == key.keyFormat }
                    && stated.isSubset(of: own[place, default: []])
                guard !isOfOther else { continue }
                log.note(
                    "key.session-mismatch", in: playlist.url,
                    line: lines[uri] ?? playlist.text.first(.key)?.line,
                    "METHOD, KEYFORMAT or KEYFORMATVERSIONS differ from those of the session key",
                    expected: "the attributes of the session key")
            }
        }
    }

    private func checkLevels(
        _ variants: [(LintedPlaylist, [EncryptionKey])], _ log: inout BreachLog
    ) {
        var levels: [String: String] = [:]
        for (playlist, keys) in variants {
            guard case .variant(let place) = playlist.role, !keys.isEmpty,
                multivariant.variants.indices.contains(place),
                main.text.variants.indices.contains(place)
            else { continue }
            let variant = multivariant.variants[place]
            let tag = main.text.variants[place]
            let height = variant.resolution?.height ?? 0
            let isProtected = keys.contains { $0.keyFormat != EncryptionKey.identityFormat }
            if isProtected, height > 480, variant.hdcpLevel == nil {
                log.note(
                    "drm.hdcp-hd", in: main.url, line: tag.line,
                    "protected video of \(height) lines has no HDCP-LEVEL",
                    expected: "HDCP-LEVEL=TYPE-0")
            }
            if isProtected, height > 1080, let level = variant.hdcpLevel, level != "TYPE-1" {
                log.note(
                    "drm.hdcp-uhd", in: main.url, line: tag.line,
                    column: tag.column(of: "HDCP-LEVEL"),
                    "protected video of \(height) lines has HDCP-LEVEL=\(SafeText.quoted(level))",
                    expected: "HDCP-LEVEL=TYPE-1")
            }
            for uri in keys.compactMap(\.uri) {
                let level = variant.hdcpLevel ?? "NONE"
                guard let other = levels.updateValue(level, forKey: uri), other != level else {
                    continue
                }
                log.note(
                    "drm.hdcp-shared-key", in: main.url, line: tag.line,
                    "the key is shared by HDCP levels \(SafeText.quoted(other)) and"
                        + " \(SafeText.quoted(level))", expected: "a key for each level")
            }
        }
    }
}
