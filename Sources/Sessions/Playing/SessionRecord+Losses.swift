import Containers
import Presentation
import VirtualTime

/// The records of frames that are absent at the boundaries of segments.
extension SessionRecord {
    /// Records frames that are absent.
    ///
    /// - Parameters:
    ///   - losses: The absent frames.
    ///   - media: The rendition in which the frames are absent.
    ///   - kinds: The kinds of media that are played from the rendition.
    mutating func lose(
        _ losses: [SegmentSeams.Loss], of media: RenditionMedia, kinds: [TrackDescription.Kind]
    ) {
        for loss in losses where kinds.contains(loss.kind) {
            let place = media.segmentURL(loss.segment)
            update(loss.kind.ledgerName) {
                $0.lose(loss.interval, cause: "\(place): \(loss.cause)")
            }
        }
    }

    /// Records the frames whose absence was found only when a playlist changed.
    mutating func loseLate(of tracks: TrackSet) {
        for track in tracks.tracks { lose(track.media.takeLateLosses(), of: track, among: tracks) }
    }

    /// Records the frames that are absent before a change to other renditions.
    ///
    /// The function also passes the end of each current rendition to the rendition that replaces
    /// it. The new rendition compares this end with its own start.
    ///
    /// - Parameters:
    ///   - tracks: The tracks before the change.
    ///   - main: The variant stream that is played after the change.
    ///   - audio: The audio rendition that is played after the change; `nil` if there is none.
    mutating func loseEnds(
        of tracks: TrackSet, before main: RenditionMedia, _ audio: RenditionMedia?
    ) {
        for track in tracks.tracks where track.role.blocksPlayhead {
            let next = track.role == .main ? main : audio
            if next === track.media { continue }
            let (losses, end) = track.media.leave()
            lose(losses, of: track, among: tracks)
            next?.seams.succeed(end)
            switch track.role {
            case .main where audio != nil && tracks.audio == nil:
                audio?.seams.succeed(end?.beforeRendition(picturesUpTo: track.resolvedEnd))
            case .main where audio == nil:
                if let end = track.media.seams.takeFormerAudio() { main.seams.succeed(audio: end) }
            case .audio where audio == nil:
                if let end, end.lead != nil { main.seams.succeed(audio: end) }
            default: break
            }
        }
    }

    private mutating func lose(
        _ losses: [SegmentSeams.Loss], of track: Track, among tracks: TrackSet
    ) {
        guard !losses.isEmpty else { return }
        let kinds = SegmentIntake.kindsToRead(by: track.role, hasAudioTrack: tracks.audio != nil)
        lose(losses, of: track.media, kinds: kinds)
    }
}

extension SessionRecord {
    /// Records that the selected subtitles are lost from the next segment to the video's end.
    ///
    /// - Parameters:
    ///   - tracks: The tracks with the subtitles.
    ///   - error: The reason.
    mutating func loseSubtitles(of tracks: TrackSet, after error: SessionError) {
        endWaitForSubtitles()
        let track = tracks.tracks.first { $0.role == .subtitles }
        let start = track?.requestedInterval.lowerBound ?? .zero
        update(Track.Role.subtitles.rawValue) { $0.miss(start..<(.indefinite), cause: "\(error)") }
    }

    /// Records that playback leaves a variant stream because of an error.
    ///
    /// - Parameters:
    ///   - bandwidth: The bandwidth of the variant stream. If it is unknown (`nil`), nothing is
    ///     recorded.
    ///   - error: The reason.
    ///   - position: The position from which the variant stream is not played.
    ///   - time: The time for which the variant stream is not chosen; `nil` means permanently.
    mutating func replaceVariant(
        of bandwidth: Int?, after error: SessionError, from position: MediaTime,
        for time: Duration?
    ) {
        guard let bandwidth else { return }
        let time = time.map { " for \($0.components.seconds) s" } ?? ""
        remarks.add(
            .replacedVariant,
            "\(error); the variant stream of \(bandwidth) bit/s is not played from \(position) s on"
                + time)
    }
}
