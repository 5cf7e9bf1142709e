import Linting
import Playlists
import Recordings
import Transport

extension Recording {
    /// Returns the recorded responses with their header fields, for the rules about responses.
    ///
    /// - Parameter asset: The asset whose playlists refer to the recorded resources.
    /// - Returns: The responses, in the order in which they ended.
    func answers(of asset: LintedAsset) -> [AnsweredResource] {
        var referrers: [String: String] = [:]
        for playlist in asset.mediaPlaylists {
            for segment in playlist.media?.segments ?? [] {
                let location = URIReference.resolve(segment.uri, against: playlist.url)
                referrers[self.location(of: location)] = playlist.url
            }
        }
        let answers = responses.lazy.compactMap { response -> AnsweredResource? in
            // A response that was recorded without header fields cannot be checked.
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
