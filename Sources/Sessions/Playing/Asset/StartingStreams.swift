import Presentation

/// The playlists that must arrive before playback can start.
package struct StartingStreams {
    /// The media with which playback starts.
    package struct Media {
        package let main: RenditionMedia
        package var audio: RenditionMedia?
        package var subtitles: RenditionMedia?

        package init(
            main: RenditionMedia, audio: RenditionMedia? = nil, subtitles: RenditionMedia? = nil
        ) {
            self.main = main
            self.audio = audio
            self.subtitles = subtitles
        }
    }

    /// The action to take when a playlist has arrived or cannot be obtained.
    package enum Step {
        /// Other playlists have not arrived yet.
        case wait
        /// The last awaited playlist has arrived, and playback can start.
        case start(Media)
        /// The variant stream cannot be played, so another variant stream must be chosen.
        case leaveVariant(Int)
        /// The session plays without a rendition, and playback starts if nothing else is missing.
        case lose(Track.Role, thenStart: Media?)
        /// Playback cannot start.
        case fail
    }

    /// The index of the variant stream in the asset.
    package let variant: Int
    /// The links to the playlists.
    package let links: [(role: Track.Role, uri: String)]
    private let policy: PlaybackPolicy
    private var media: [Track.Role: RenditionMedia] = [:]
    private var missing: Int

    /// Creates the list of the playlists to load.
    ///
    /// - Parameters:
    ///   - variant: The index of the variant stream.
    ///   - main: The link to the playlist of the variant stream.
    ///   - audio: The link to the audio rendition; `nil` if the variant stream itself has the
    ///     audio.
    ///   - subtitles: The link to the subtitles; `nil` when none are selected.
    ///   - policy: The reaction to a rendition that cannot be obtained.
    package init(
        variant: Int, main: String, audio: String?, subtitles: String?, policy: PlaybackPolicy
    ) {
        self.variant = variant
        self.policy = policy
        var links: [(role: Track.Role, uri: String)] = [(.main, main)]
        if let audio { links.append((.audio, audio)) }
        if let subtitles { links.append((.subtitles, subtitles)) }
        self.links = links
        missing = links.count
    }

    /// Records a playlist that has arrived, and returns the action to take.
    package mutating func take(_ role: Track.Role, _ arrived: RenditionMedia) -> Step {
        media[role] = arrived
        missing -= 1
        return complete.map { .start($0) } ?? .wait
    }

    /// Records a playlist that cannot be obtained, and returns the action to take.
    package mutating func lose(_ role: Track.Role) -> Step {
        switch role {
        case .main: return policy.recovery.failover == .none ? .fail : .leaveVariant(variant)
        case .audio where policy.recovery.skipsEveryLoss: break
        case .subtitles where policy.dropsMissingSubtitles: break
        case .audio, .subtitles: return .fail
        }
        missing -= 1
        return .lose(role, thenStart: complete)
    }

    private var complete: Media? {
        guard missing == 0, let main = media[.main] else { return nil }
        return Media(main: main, audio: media[.audio], subtitles: media[.subtitles])
    }
}
