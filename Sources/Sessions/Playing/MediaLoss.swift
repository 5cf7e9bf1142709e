package import Presentation

/// Media that a session could not obtain or use, and the track that it belongs to.
package struct MediaLoss {
    /// The role of the track.
    package let role: PlacedSegment.Role
    /// The rendition that lists the segment; `nil` when its playlist could not be obtained.
    package let media: RenditionMedia?
    /// The number of the segment; `nil` when the playlist itself could not be obtained.
    package let number: SegmentNumber?
    /// The selected rendition; `nil` for the variant stream.
    package let option: MediaOption?
    /// The reason the media could not be obtained or used.
    package let error: SessionError
    /// Whether the session stops fetching the track.
    package let endsTrack: Bool

    /// The identity of the segment; `nil` when the playlist itself could not be obtained.
    package var identity: SegmentIdentity? { number.flatMap { media?.identity(of: $0) } }
}

extension AssetLoad {
    /// Returns the loss of a rendition whose playlist cannot be obtained.
    func loss(_ error: SessionError, of role: Track.Role) -> MediaLoss {
        MediaLoss(
            role: role.placed, media: nil, number: nil, option: selection.option(of: role),
            error: error, endsTrack: true)
    }

    /// Returns the loss of the media that comes next in a track.
    func loss(_ error: SessionError, of track: Track, endsTrack: Bool) -> MediaLoss {
        MediaLoss(
            role: track.role.placed, media: track.media, number: track.next,
            option: selection.option(of: track.role), error: error, endsTrack: endsTrack)
    }
}

extension Track.Role {
    /// The role of the track, as segment observers receive it.
    var placed: PlacedSegment.Role {
        switch self {
        case .main: .main
        case .audio: .audio
        case .subtitles: .subtitles
        }
    }
}
