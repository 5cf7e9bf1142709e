import Playlists

/// Decides whether the files stored by one plan are valid for another plan.
extension PackagePlan {
    /// Returns whether the plan describes the same files as another plan.
    ///
    /// The hosts and the signatures of locations change between two loads of a playlist, as
    /// ``LocationIdentity`` describes. Stored files remain valid as long as the rest of each
    /// location, the variant stream, tracks, names, durations, byte ranges and keys are equal.
    /// Otherwise the asset may have been encoded again. Keys whose licences are stored may be
    /// added.
    ///
    /// - Parameter other: The plan by which files were stored.
    /// - Returns: Whether the stored files remain valid.
    package func isContinuation(of other: PackagePlan) -> Bool {
        guard tracks.count == other.tracks.count, resources.count == other.resources.count
        else { return false }
        let sameTracks = zip(tracks, other.tracks).allSatisfy { one, other in
            one.kind == other.kind && one.playlistName == other.playlistName
                && one.language == other.language && one.duration == other.duration
        }
        let sameResources = zip(resources, other.resources).allSatisfy { one, other in
            one.name == other.name && one.byteRange == other.byteRange && one.kind == other.kind
                && one.track == other.track && one.duration == other.duration
                && LocationIdentity(of: one.url) == LocationIdentity(of: other.url)
        }
        return sameTracks && sameResources && variantBandwidth == other.variantBandwidth
            && embeddedKeys == other.embeddedKeys && other.licensedKeys.isSubset(of: licensedKeys)
    }

    /// The identities of the keys whose licences are stored.
    private var licensedKeys: Set<KeyIdentity> {
        Set(licenceKeys.map { KeyIdentity(of: $0.key) })
    }

    /// The properties of a key that stay the same between two loads of a playlist.
    private struct KeyIdentity: Hashable {
        var key: EncryptionKey
        let location: LocationIdentity?

        init(of key: EncryptionKey) {
            self.key = key
            self.key.uri = nil
            location = key.uri.map(LocationIdentity.init(of:))
        }
    }

    /// Whether any part of the package is encrypted.
    var hasKeys: Bool { !licenceKeys.isEmpty || hasPlainKeys }

    /// Whether the playlists of the package contain plain keys.
    var hasPlainKeys: Bool { !embeddedKeys.isEmpty }

    /// The indices of the tracks that have segments encrypted as a whole, not by samples.
    var encryptedTracks: Set<Int> {
        tracks { keys in keys.contains { $0.contains("METHOD=AES-") } }
    }

    /// The indices of the tracks with segments that are encrypted as a whole, all in cipher blocks.
    ///
    /// Cipher block chaining pads a segment to whole blocks; other ciphers keep its length.
    var blockTracks: Set<Int> {
        tracks { keys in
            let whole = keys.filter { $0.contains("METHOD=AES-") }
            return !whole.isEmpty
                && whole.allSatisfy { key in
                    ["METHOD=AES-128,", "METHOD=AES-256,"].contains { key.contains($0) }
                }
        }
    }

    /// Returns the indices of the tracks whose playlists have key lines with a property.
    private func tracks(where fits: ([Substring]) -> Bool) -> Set<Int> {
        let names = texts.filter { text in
            fits(text.text.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-KEY:") })
        }.map(\.name)
        return Set(tracks.indices.filter { names.contains(tracks[$0].playlistName) })
    }

    /// The playlist lines that contain plain keys.
    ///
    /// Stored files are not valid for a plan with other keys: segments that were encrypted again
    /// can have the same names.
    private var embeddedKeys: [Substring] {
        texts.flatMap { text in
            text.text.split(separator: "\n").filter {
                $0.hasPrefix("#EXT-X-KEY:") && $0.contains("URI=\"data:")
            }
        }
    }
}
