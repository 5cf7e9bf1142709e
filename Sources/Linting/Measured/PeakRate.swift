package import VirtualTime

/// The bitrate of a stream over time, by Apple's definition.
///
/// The peak is the largest rate of any contiguous run of segments with a total duration of 0.5 to
/// 1.5 target durations. Reference: rfc8216bis, section 4.1 (segment bitrate).
package struct PeakRate: Equatable, Sendable {
    /// The peak bitrate, in bits per second.
    package private(set) var peak = 0.0
    /// The position of the peak on the timeline of the playlist.
    package private(set) var peakTime = MediaTime.zero
    /// The average bitrate, in bits per second.
    package private(set) var average = 0.0
    /// The total duration of the segments.
    package private(set) var duration = MediaTime.zero

    /// For each segment, the largest bitrate of a run of segments that starts with the segment.
    ///
    /// A run lasts from 0.5 to 1.5 target durations. The rate is zero for a segment with which no
    /// run starts, such as a short segment at the end.
    package private(set) var rates: [Double] = []

    /// The highest rate; higher rates are clamped to it.
    ///
    /// A playlist may state any duration for a segment, so that a rate has no other bound. A sum of
    /// a few rates is still in the range of `Int`.
    private static let highest = 1e18

    /// Computes the rates of segments.
    ///
    /// - Parameters:
    ///   - segments: The durations and sizes in order.
    ///   - target: The target duration.
    package init(_ segments: [(duration: MediaTime, bytes: Int64)], target: MediaTime) {
        let (least, most) = (target.seconds / 2, target.seconds * 3 / 2)
        var start = MediaTime.zero
        var bits = 0.0
        for first in segments.indices {
            bits += Double(segments[first].bytes) * 8
            var run = (bits: 0.0, seconds: 0.0)
            var best = 0.0
            for (place, segment) in segments[first...].enumerated() {
                run.bits += Double(segment.bytes) * 8
                run.seconds += segment.duration.seconds
                // A segment that is longer than the longest permitted run of segments forms a run
                // by itself.
                let isAlone = place == 0
                if run.seconds > most, !isAlone { break }
                guard run.seconds >= least, run.seconds > 0 else { continue }
                let rate = min(run.bits / run.seconds, Self.highest)
                best = max(best, rate)
                if rate > peak { (peak, peakTime) = (rate, start) }
                if run.seconds > most { break }
            }
            rates.append(best)
            start += segments[first].duration
        }
        duration = start
        if duration > .zero { average = min(bits / duration.seconds, Self.highest) }
        // A stream shorter than half a target duration has no run of segments, so the average is
        // used.
        if peak == 0 { peak = average }
    }
}
