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
        let variants = asset.playlists.compactMap {
            playlist -> (LintedPlaylist, [EncryptionKey])? in
            guard case .variant = playlist.role, let media = playlist.media else { return nil }
            return (playlist, Self.keys(of: media))
        }
        compareSessionKeys(&log)
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

    /// Compares the keys of all media playlists with the session keys that have the same URI.
    private func compareSessionKeys(_ log: inout BreachLog) {
        for playlist in asset.mediaPlaylists where playlist.furtherUse == nil {
            guard let media = playlist.media else { continue }
            let keys = Self.keys(of: media)
            for key in keys {
                guard let place = place(of: key, in: playlist.url) else { continue }
                let sessions = multivariant.sessionKeys.filter {
                    self.place(of: $0, in: main.url) == place
                }
                guard !sessions.isEmpty, !sessions.contains(where: { Self.agrees($0, with: key) })
                else { continue }
                // Two key systems may share a URI. A key without a session key in its own format is
                // then no contradiction, if the session keys have their counterparts.
                let others = keys.filter { self.place(of: $0, in: playlist.url) == place }
                let isOfOther = sessions.allSatisfy { session in
                    session.keyFormat != key.keyFormat
                        && others.contains { Self.agrees(session, with: $0) }
                }
                guard !isOfOther else { continue }
                let tags = playlist.text.tags(.key)
                log.note(
                    "key.session-mismatch", in: playlist.url,
                    line: (tags.first { $0["URI"]?.value == key.uri } ?? tags.first)?.line,
                    "METHOD, KEYFORMAT or KEYFORMATVERSIONS differ from those of the session key",
                    expected: "the attributes of the session key")
            }
        }
    }

    private func place(of key: EncryptionKey, in playlistURL: String) -> String? {
        key.uri.map { URIReference.resolve($0, against: playlistURL) }
    }

    private static func agrees(_ session: EncryptionKey, with key: EncryptionKey) -> Bool {
        session.method == key.method && session.keyFormat == key.keyFormat
            && session.keyFormatVersions == key.keyFormatVersions
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
