/// The reason for a player's request, and the media that the request is for.
package struct RequestCause: Hashable, Sendable {
    /// The reasons for requests.
    package enum Reason: String, Sendable, CaseIterable {
        /// The app plays this location: a playlist, or a single file.
        case asset
        /// Playback begins, and needs the playlists and the first media of the first streams.
        case start
        /// The playhead was moved to a position at which no media is buffered.
        case seek
        /// The buffer has room for more media.
        case fill
        /// The variant stream changes.
        case change = "switch"
        /// Audio or subtitles were selected.
        case selection
        /// A playlist of a broadcast may have a newer version.
        case reload
        /// A playlist announces a partial segment that it does not list yet.
        case announced
        /// Media is encrypted, so a key is needed.
        case key
        /// The locations of playlists are renewed.
        case renewal
        /// Media is downloaded.
        case download
    }

    /// A variant stream of a multivariant playlist.
    package struct Variant: Hashable, Sendable {
        /// The position in the multivariant playlist, counted from 1.
        package var number: Int
        /// The declared bandwidth in bits per second.
        package var bandwidth: Int

        /// Creates a reference to a variant stream.
        package init(number: Int, bandwidth: Int) {
            self.number = number
            self.bandwidth = bandwidth
        }
    }

    /// The reason for the request.
    package var reason: Reason
    /// The track that the request is for: `main`, `audio` or `subtitles`; `nil` for all tracks.
    package var track: String?
    /// The variant stream that the request is for; `nil` when it is for no particular stream.
    package var variant: Variant?

    /// Creates a cause.
    ///
    /// - Parameters:
    ///   - reason: The reason.
    ///   - track: The track.
    ///   - variant: The variant stream.
    package init(_ reason: Reason, track: String? = nil, variant: Variant? = nil) {
        self.reason = reason
        self.track = track
        self.variant = variant
    }
}
