import Containers
import Presentation
import VirtualTime

/// Frames that are absent where segments meet.
extension SessionRecord {
    /// Records frames that are absent.
    ///
    /// - Parameters:
    ///   - losses: The frames.
    ///   - media: Their rendition.
    ///   - kinds: The kinds of media that are played from it.
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

    /// Records the frames that were found to be absent when a playlist changed.
    mutating func loseLate(of tracks: TrackSet) {
        for track in tracks.tracks { lose(track.media.takeLateLosses(), of: track, among: tracks) }
    }

    /// Records the frames that are absent before a change to other renditions, and compares the starts
    /// of these with the ends of the present ones.
    ///
    /// - Parameters:
    ///   - tracks: The tracks before the change.
    ///   - main: The variant stream that is played after it.
    ///   - audio: The audio rendition that is played after it; `nil` for none.
    mutating func loseEnds(
        of tracks: TrackSet, before main: RenditionMedia, _ audio: RenditionMedia?
    ) {
        for track in tracks.tracks where track.role.blocksPlayhead {
            let next = track.role == .main ? main : audio
            if next === track.media { continue }
            let (losses, end) = track.media.leave()
            lose(losses, of: track, among: tracks)
            next?.seams.succeed(end)
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
