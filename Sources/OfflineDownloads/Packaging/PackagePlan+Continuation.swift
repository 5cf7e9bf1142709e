/// Whether what was stored by one plan is still right for another.
extension PackagePlan {
    /// Whether the plan describes the same files as another one, wherever they come from now.
    ///
    /// Tokens in queries and hosts change from one reading of a playlist to the next; what is
    /// stored stays valid as long as tracks, names, durations, byte ranges and keys are the same.
    ///
    /// - Parameter other: The plan by which files were stored.
    /// - Returns: Whether those files may stay.
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
        }
        return sameTracks && sameResources && embeddedKeys == other.embeddedKeys
    }

    /// Whether a part of the package is encrypted.
    var hasKeys: Bool { !licenceKeys.isEmpty || hasPlainKeys }

    /// Whether the package holds keys itself.
    var hasPlainKeys: Bool { !embeddedKeys.isEmpty }

    /// The lines with the keys that the playlists hold themselves.
    ///
    /// Another key means that the segments were encrypted anew, whatever their names.
    private var embeddedKeys: [Substring] {
        texts.flatMap { text in
            text.text.split(separator: "\n").filter {
                $0.hasPrefix("#EXT-X-KEY:") && $0.contains("URI=\"data:")
            }
        }
    }
}
