import Playlists

extension EndedWindows<LintedPlaylist.Key> {
    /// Finds the segments of an asset's playlists that the comparison leaves out.
    init(_ playlists: [LintedPlaylist]) {
        self.init(
            playlists.compactMap { playlist in
                guard let media = playlist.media else { return nil }
                var isVariant = false
                if case .variant = playlist.role { isVariant = true }
                return Window(key: playlist.key, media: media, isVariant: isVariant)
            })
    }

    /// Returns a playlist without the segments that the comparison leaves out.
    func shortened(_ playlist: LintedPlaylist) -> LintedPlaylist {
        lead(of: playlist.key).map { playlist.removingFirst($0.count) } ?? playlist
    }

    /// Returns the media of a playlist without the segments that the comparison leaves out.
    func shortened(_ stream: MeasuredStream) -> MeasuredStream {
        guard let count = lead(of: stream.key)?.count else { return stream }
        var stream = stream
        stream.segments.removeAll { $0.index < count }
        for index in stream.segments.indices { stream.segments[index].index -= count }
        return stream
    }
}
