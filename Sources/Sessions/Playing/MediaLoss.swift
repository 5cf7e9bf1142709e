/// Media that a session could not obtain or use, and the track that it belongs to.
package struct MediaLoss {
    /// What the session fetches the track for.
    package let role: PlacedSegment.Role
    /// The playlist that lists the segment; `nil` when the playlist itself could not be obtained.
    package let media: RenditionMedia?
    /// The place of the segment in its playlist, counted from zero.
    package let index: Int
    /// The selected rendition; `nil` for the variant stream.
    package let option: MediaOption?
    /// Why the media could not be obtained or used.
    package let error: SessionError
    /// Whether the session fetches nothing more of the track.
    package let endsTrack: Bool
}

extension PlaybackSession {
    /// Reports to observers that the next segment of a track is lost.
    func tellLost(_ error: SessionError, of feeder: TrackFeeder, endsTrack: Bool) {
        tell(
            MediaLoss(
                role: feeder.role.placed, media: feeder.media, index: feeder.nextIndex,
                option: option(of: feeder.role), error: error, endsTrack: endsTrack))
    }

    /// Reports to observers that the playlist of a track could not be obtained.
    func tellLost(_ error: SessionError, of role: TrackFeeder.Role) {
        tell(
            MediaLoss(
                role: role.placed, media: nil, index: 0, option: option(of: role), error: error,
                endsTrack: true))
    }

    private func tell(_ loss: MediaLoss) {
        for observer in segmentObservers { observer.session(number, didLose: loss) }
    }

    private func option(of role: TrackFeeder.Role) -> MediaOption? {
        switch role {
        case .main: nil
        case .audio: selection.audible
        case .subtitles: selection.legible
        }
    }
}

extension TrackFeeder.Role {
    /// The role as observers know it.
    var placed: PlacedSegment.Role {
        switch self {
        case .main: .main
        case .audio: .audio
        case .subtitles: .subtitles
        }
    }
}
