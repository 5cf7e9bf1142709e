import Containers
import Linting
import VirtualTime

/// Finds the time ranges of tracks, and gaps between samples, based on the fragments' boxes.
extension StructureCheck {
    /// The formats in which all samples of a track have the same duration.
    private static let constantFormats: Set<String> = ["mp4a", "ac-3", "ec-3", "alac"]
    /// The longest gap between samples that may result from rounding to milliseconds.
    ///
    /// Only longer gaps are reported.
    private static let leastPause = MediaTime.milliseconds(2)
    /// The longest gap after the first sample of a track that is not reported.
    ///
    /// A muxer that writes no edit list states in this way that sound starts later than video.
    private static let longestDelay = MediaTime.milliseconds(500)

    /// Describes a gap between samples, before or in a fragment; `nil` if there is none.
    ///
    /// There is a gap before a fragment if its decode time is later than the end of the previous
    /// fragment. There is a gap within a fragment if a sample is longer than usual, because the
    /// duration of a sample extends to the next sample. Gaps within fragments are detected only in
    /// formats with a constant sample duration. In audio, a gap must have at least half the usual
    /// duration of a sample, so that rounded times and shortened samples are not reported. In video
    /// with a constant rate, a gap must have at least three quarters of the duration of a picture.
    ///
    /// - Parameters:
    ///   - run: The samples of the track in the fragment.
    ///   - track: The track of the initialization section.
    ///   - isLater: Whether an earlier fragment of the segment has samples of the track.
    /// - Returns: The description.
    func pause(
        in run: FragmentStructure.Run, _ track: MovieStructure.Track?, isLater: Bool
    ) -> String? {
        guard let track, let kind = Self.kinds[track.handler], track.timescale > 0,
            let usual = kind == .audio ? run.usualDuration : paces[run.track]?.steadyDuration,
            usual > 0, let time = run.decodeTime
        else { return nil }
        let least = kind == .audio ? usual / 2 : usual / 4 * 3
        func words(_ length: UInt64, _ start: UInt64) -> String? {
            let pause = Self.time(length, track)
            guard length >= max(1, least), pause > Self.leastPause else { return nil }
            return "the \(kind.rawValue) of track \(run.track) has no samples for \(pause) s at"
                + " \(Self.time(start, track)) s"
        }
        if isLater, let expected = times[run.track], time > expected,
            let pause = words(time - expected, expected)
        {
            return pause
        }
        let isDelay =
            run.longest.map { longest in
                time == 0 && longest.offset == 0 && longest.duration > usual
                    && Self.time(longest.duration - usual, track) <= Self.longestDelay
            } ?? false
        guard Self.constantFormats.contains(track.format),
            let longest = isDelay ? run.longestLater : run.longest, longest.duration > usual
        else { return nil }
        let (start, overflow) = time.addingReportingOverflow(longest.offset + usual)
        return overflow ? nil : words(longest.duration - usual, start)
    }

    /// Returns the tracks of a segment, with time ranges computed from decode times.
    ///
    /// - Parameter runs: The samples of each track in each fragment of the segment, in order.
    /// - Returns: The tracks, in the order of their first fragments.
    func describedTracks(_ runs: [FragmentStructure.Run]) -> [MeasuredTrack] {
        var order: [UInt32] = []
        var spans: [UInt32: (start: UInt64, end: UInt64, count: UInt64)] = [:]
        for run in runs {
            guard let start = run.decodeTime, let duration = run.duration else { continue }
            let (end, overflow) = start.addingReportingOverflow(duration)
            guard !overflow else { continue }
            if let span = spans[run.track] {
                spans[run.track] = (
                    min(span.start, start), max(span.end, end), span.count &+ run.sampleCount
                )
            } else {
                order.append(run.track)
                spans[run.track] = (start, end, run.sampleCount)
            }
        }
        return order.compactMap { id in
            guard let track = section?.track(id), let kind = Self.kinds[track.handler],
                track.timescale > 0, let span = spans[id], span.count > 0
            else { return nil }
            var measured = MeasuredTrack(
                kind, start: Self.time(span.start, track), end: Self.time(span.end, track))
            measured.id = Int(id)
            measured.sampleCount = Int(clamping: span.count)
            measured.decodeTime = measured.duration
            measured.fastestRate = fastestRates[id]
            if kind == .video, measured.duration > .zero {
                measured.frameRate = Double(span.count) / measured.duration.seconds
            }
            return measured
        }
    }

    private static let kinds: [String: MeasuredTrack.Kind] = ["vide": .video, "soun": .audio]

    private static func time(_ count: UInt64, _ track: MovieStructure.Track) -> MediaTime {
        MediaTime(Int64(clamping: count), timescale: Int64(track.timescale))
    }
}
