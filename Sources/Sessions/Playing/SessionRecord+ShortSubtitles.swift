import Formats
import Playlists
import Presentation
import VirtualTime

/// The remark about subtitles whose playlist ends before the other media.
extension SessionRecord {
    /// Records that the playhead passed the end of subtitles that are too short.
    ///
    /// The last segments of subtitles may have no cues and are then often omitted. A difference of
    /// one target duration is therefore permitted, as in the rule `set.duration` of `playctl lint`.
    /// A playlist that a packager ends with the last cue cannot be distinguished from a playlist
    /// whose end is missing, unless a cue outlasts the playlist: the cue would be repeated in a
    /// further segment.
    ///
    /// - Parameters:
    ///   - tracks: The tracks of a video on demand.
    ///   - passed: The intervals that the playhead passed while subtitles were selected.
    mutating func remarkShortSubtitles(of tracks: TrackSet, passed: IntervalSet) {
        let end = tracks.presentationEnd
        let target = tracks.main?.media.playlist.targetDuration ?? .zero
        for track in tracks.lasting where track.role == .subtitles {
            let media = track.media
            let textEnd = media.bounds.end
            // A generated playlist has the location of its only file, which contains all cues.
            let isSingleFile = media.segmentURL(media.timeline.first) == media.url
            guard !media.isFollowed, !isSingleFile,
                end - textEnd > max(target, media.playlist.targetDuration ?? .zero),
                passed.overlaps(textEnd..<end)
            else { continue }
            remarks.add(
                .shortSubtitles,
                SafeText.line(
                    "the playlist of the subtitles has \(textEnd) s, and the presentation has"
                        + " \(end) s: \(media.url)"))
            guard tracks.retiredSubtitles == nil, let cueEnd = cueChecks.end(ofCueAcross: textEnd)
            else { continue }
            remarks.add(
                .lostCues,
                SafeText.line(
                    "cues are lost: the playlist of the subtitles ends at \(textEnd) s, within a"
                        + " cue that ends at \(cueEnd) s: \(media.url)"))
        }
    }
}
