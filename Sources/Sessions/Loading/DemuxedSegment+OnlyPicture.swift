import Containers
import Presentation
import VirtualTime

extension DemuxedSegment {
    /// Returns the segment with a duration for the only picture of its video track.
    ///
    /// A transport stream does not state how long a picture is shown, and the duration of a single
    /// picture cannot be computed from the time to the next picture. The picture therefore lasts
    /// for the segment's duration in the playlist. If the pictures of the first segment are much
    /// shorter, the other pictures of this segment count as missing, and the picture lasts as long
    /// as a picture of the first segment.
    ///
    /// - Parameters:
    ///   - promised: The duration of the segment in the playlist.
    ///   - first: The first segment of the rendition; `nil` when it is this segment.
    /// - Returns: The segment, unchanged if the duration of its pictures is known.
    func withOnlyPicture(lasting promised: MediaTime, beside first: DemuxedSegment?)
        -> DemuxedSegment
    {
        let place = tracks.firstIndex { $0.description.kind == .video && $0.sampleCount == 1 }
        guard format == .mpegTS, let place, tracks[place].duration <= .zero, promised > .zero else {
            return self
        }
        var duration = promised
        if let rate = first?.playableTrack(.video)?.description.frameRate, rate.frames > 0 {
            let usual = MediaTime(rate.seconds, timescale: rate.frames)
            let longest = max(usual + MediaTime(ticks: usual.ticks / 4), TrackTimeline.tolerance)
            if promised > longest { duration = usual }
        }
        var segment = self
        segment.tracks[place].end = tracks[place].start + duration
        return segment
    }
}
