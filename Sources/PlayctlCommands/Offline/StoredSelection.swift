import HeadlessPlayback
import OfflineDownloads
import Playlists

/// The parts of an asset that a download contains, and the selection that was first requested.
struct StoredSelection {
    /// The selection that the download follows.
    let first: DownloadSelection
    /// The bandwidth of the stored variant stream; `nil` without a choice of variant streams.
    let bandwidth: Int64?
    private let renditions: [Rendition]

    /// Reads the parts of a download.
    ///
    /// - Parameters:
    ///   - token: The download.
    ///   - catalogue: The catalogue of its store.
    /// - Throws: When there is no such download, or the catalogue cannot be read.
    init(of token: OfflineVideoToken, by catalogue: Catalogue) throws(StoreError) {
        guard let record = try catalogue.record(of: token) else { throw .unknownToken(token) }
        first = record.request.selection
        let plan = try catalogue.plan(of: token)
        bandwidth = plan?.variantBandwidth
        renditions = plan?.multivariantPlaylist?.renditions ?? []
    }

    /// Returns whether the download has a rendition of a kind in exactly a language.
    func has(_ kind: Rendition.Kind, in language: String) -> Bool {
        renditions.contains {
            $0.kind == kind && $0.language?.lowercased() == language.lowercased()
        }
    }
}

extension DownloadSelection {
    /// Returns the selected parts that a download does not contain for certain, one line for each.
    ///
    /// An option that was not given selects nothing. Whether the asset has a better match than the
    /// stored part is unknown, because its playlists are not read again.
    func lacks(in stored: StoredSelection) -> [String] {
        var lines: [String] = []
        let isOtherBitrate = bitrate != .lowestWithVideo && bitrate != stored.first.bitrate
        if isOtherBitrate, let bandwidth = stored.bandwidth {
            lines.append(
                "has the variant stream of \(bandwidth) bit/s, which was selected by another bitrate"
            )
        }
        let kinds: [(String, Rendition.Kind, Languages, Languages)] = [
            ("audio", .audio, audio, stored.first.audio),
            ("subtitles", .subtitles, subtitles, stored.first.subtitles),
        ]
        for (name, kind, wanted, first) in kinds where wanted != first {
            switch wanted {
            case .preferred, .none: break
            case .all: lines.append("was downloaded with a selection of \(name), not all of it")
            case .tags(let tags):
                let known: Set<String> = if case .tags(let tags) = first { Set(tags) } else { [] }
                let absent = tags.filter { !known.contains($0) && !stored.has(kind, in: $0) }
                guard !absent.isEmpty else { continue }
                let list = absent.joined(separator: ", ")
                lines.append("was downloaded without \(name) in \(list)")
            }
        }
        return lines
    }
}
