import Playlists

/// The rows of one download in the catalogue, all read at the same moment.
///
/// The rows of a plan are written together, and all files that its playlists list have rows. If
/// another program has removed some of the rows, the remaining ones show which are missing.
package struct PackageRecords {
    let record: DownloadRecord
    let hasPlan: Bool
    let tracks: [PackagePlan.Track]
    let resources: [StoredResource]
    let texts: [PackagePlan.Text]
    let licences: [StoredLicence]

    /// The findings about missing rows, one for each affected file.
    ///
    /// If a complete download has lost all licences, they are not included: its licence is then
    /// reported as unusable, and cannot be replaced.
    package var losses: [PackageVerification.Finding] {
        let isPlanned = hasPlan || !tracks.isEmpty || !resources.isEmpty || !texts.isEmpty
        guard isPlanned || record.state == .completed || record.percent > 0 else { return [] }
        var losses = Losses()
        if !hasPlan {
            losses.add(PackagePlan.topName, "the catalogue has lost the plan of the download")
        }
        addPlaylists(to: &losses)
        let stored = Set(resources.map(\.resource.name))
        let hasLicences = record.state != .completed || !licences.isEmpty
        for text in texts where text.name != PackagePlan.topName {
            guard case .media(let playlist)? = try? Playlist(parsing: Array(text.text.utf8)) else {
                continue
            }
            for uri in Self.fileURIs(of: playlist) {
                let name = LocalNames.file(uri, besides: text.name)
                if stored.contains(name) { continue }
                losses.add(name, "the catalogue has lost the record of this file")
            }
            if hasLicences, lacksLicence(of: playlist, text.name) {
                losses.add(text.name, "the catalogue has lost the licence of its key")
            }
        }
        return losses.findings
    }

    /// Adds the playlists that lack their text or their track.
    private func addPlaylists(to losses: inout Losses) {
        let top = texts.multivariantPlaylist
        let listed = (top?.variants ?? []).map(\.uri) + (top?.renditions ?? []).compactMap(\.uri)
        let names = Set(texts.map(\.name))
        let tracked = Set(tracks.map(\.playlistName))
        let media = texts.map(\.name).filter(LocalNames.isPlaylist)
        for name in [PackagePlan.topName] + tracks.map(\.playlistName) + listed + media
        where !name.isEmpty {
            if !names.contains(name) {
                losses.add(name, "the catalogue has lost this playlist")
            } else if name != PackagePlan.topName, !tracked.contains(name) {
                losses.add(name, "the catalogue has lost the track of this playlist")
            }
        }
    }

    /// Returns the URIs of the segments and initialization sections that have files in a package.
    ///
    /// They are in playlist order; a URI may occur more than once.
    private static func fileURIs(of playlist: MediaPlaylist) -> [String] {
        var uris: [String] = []
        var section: String?
        for segment in playlist.segments {
            if let uri = segment.initializationSection?.uri, uri != section {
                uris.append(uri)
                section = uri
            }
            if !segment.isGap { uris.append(segment.uri) }
        }
        return uris
    }

    /// Returns whether a playlist has a key of FairPlay for which there is no row.
    private func lacksLicence(of playlist: MediaPlaylist, _ name: String) -> Bool {
        let track = tracks.first { $0.playlistName == name }
        let licensed = Set(
            licences.map { URIReference.resolve($0.key.key.uri ?? "", against: $0.key.playlistURL) }
        )
        return playlist.segments.contains { segment in
            segment.keys.contains { key in
                key.keyFormat == EncryptionKey.fairPlayFormat
                    && !licensed.contains(
                        URIReference.resolve(key.uri ?? "", against: track?.sourceURL ?? ""))
            }
        }
    }

    /// The files for which rows are missing, each once.
    private struct Losses {
        private(set) var findings: [PackageVerification.Finding] = []
        private var names: Set<String> = []

        mutating func add(_ name: String, _ reason: String) {
            guard names.insert(name).inserted else { return }
            findings.append(
                PackageVerification.Finding(
                    name: name, ordinal: nil, damage: .unusableRecord(reason)))
        }
    }
}

extension PackageRecords {
    /// Reads the rows of a download.
    ///
    /// - Throws: When there is no such download, or when its rows cannot be read.
    package init(of token: OfflineVideoToken, in catalogue: Catalogue) throws(StoreError) {
        self = try catalogue.snapshot { () throws(StoreError) -> Self in
            guard let record = try catalogue.record(of: token) else { throw .unknownToken(token) }
            return Self(
                record: record, hasPlan: try catalogue.hasPlan(of: token),
                tracks: try catalogue.tracks(of: token),
                resources: try catalogue.resources(of: token),
                texts: try catalogue.texts(of: token), licences: try catalogue.licences(of: token))
        }
    }
}
