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

    /// Records the frames that are absent before a change to other renditions.
    ///
    /// - Parameters:
    ///   - tracks: The tracks before the change.
    ///   - media: The renditions that are played after it.
    mutating func loseEnds(of tracks: TrackSet, before media: [RenditionMedia]) {
        for track in tracks.tracks where !media.contains(where: { $0 === track.media }) {
            guard track.role.blocksPlayhead else { continue }
            lose(track.media.seams.leave(), of: track, among: tracks)
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
