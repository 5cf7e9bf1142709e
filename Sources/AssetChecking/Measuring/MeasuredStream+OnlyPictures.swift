import Linting
import Playlists
import VirtualTime

extension MeasuredStream {
    /// Sets the duration of each picture that is the only picture of a transport stream segment.
    ///
    /// A transport stream does not state how long a picture is shown, and one picture has no
    /// interval to the next one. The picture therefore lasts for the duration in the playlist. If
    /// the pictures of the nearest other segment are much shorter, the other pictures of this
    /// segment are missing, and the picture lasts for the duration of a picture of that segment.
    mutating func setDurationsOfOnlyPictures(in media: MediaPlaylist) {
        guard !media.isIFramesOnly else { return }
        let rates = segments.map { $0.track(.video)?.frameRate }
        var rate = rates.first { $0 != nil } ?? nil
        for place in segments.indices {
            defer { rate = rates[place] ?? rate }
            guard segments[place].isTransportStream else { continue }
            let track = segments[place].tracks.firstIndex {
                $0.kind == .video && $0.sampleCount == 1 && $0.duration <= .zero
            }
            guard let track else { continue }
            let usual = rate.flatMap { $0 > 0 ? MediaTime(seconds: 1 / $0) : nil }
            var duration = media.segments[segments[place].index].duration
            if let usual {
                let longest = max(usual + MediaTime(ticks: usual.ticks / 4), .milliseconds(100))
                if duration > longest { duration = usual }
            }
            segments[place].tracks[track].end = segments[place].tracks[track].start + duration
        }
    }
}
