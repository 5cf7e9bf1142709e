import Linting
import Playlists
import Recordings
import Transport

extension Recording {
    /// The recorded headers of servers' answers, as the rules about answers take them.
    ///
    /// - Parameter asset: The playlists, which name the recorded resources.
    /// - Returns: The answers in the order of their ends.
    func answers(of asset: LintedAsset) -> [AnsweredResource] {
        var referrers: [String: String] = [:]
        for playlist in asset.mediaPlaylists {
            for segment in playlist.media?.segments ?? [] {
                let location = RecordingMask.location(
                    URIReference.resolve(segment.uri, against: playlist.url))
                referrers[location] = playlist.url
            }
        }
        let answers = responses.lazy.compactMap { response -> AnsweredResource? in
            // A recording without fields shows nothing about a header.
            guard case .response(let content) = response.outcome, let status = content.status,
                !content.fields.isEmpty
            else { return nil }
            let kind: AnsweredResource.Kind =
                switch response.kind {
                case .multivariantPlaylist, .mediaPlaylist: .playlist
                case .segment, .initializationSection: .media
                case .subtitle: .subtitles
                case .key, .other: .other
                }
            let final = content.finalLocation ?? response.location
            return AnsweredResource(
                kind, url: RecordedPlaylist.plain(response.location),
                finalURL: RecordedPlaylist.plain(final),
                referrer: kind == .playlist
                    ? nil : referrers[response.location] ?? asset.main.url,
                status: status, isOfRange: response.byteRange != nil,
                byteCount: Int64(content.byteCount),
                fields: content.fields.map { ($0.name, $0.value) })
        }
        return Array(answers.prefix(AnsweredResource.mostKept))
    }
}
