import VirtualTime

/// Finds the pictures that are absent in fragments whose pictures have a constant duration.
///
/// A fragment states its decode time and the durations of its pictures. The durations predict the
/// decode time of each picture. If a picture is decoded later than predicted, pictures are absent.
/// Only the presentation times show when the absent pictures would be shown.
struct StatedPace {
    private static let mostSamples = 1 << 16
    /// The largest rounding error of durations; many muxers count in milliseconds.
    private static let rounding = MediaTime(1500, timescale: 1_000_000)

    private var starts: [MediaTime] = []
    /// The duration of the first picture.
    private var step = MediaTime.zero
    private var last: (decodeTime: MediaTime, duration: MediaTime)?
    /// The total duration by which pictures are decoded later than predicted.
    private var gapTime = MediaTime.zero
    private var gapCount = 0
    private var isVarying = false

    /// Records the next picture; its duration is zero when it is unknown.
    mutating func add(_ start: MediaTime, decodedAt decodeTime: MediaTime, for duration: MediaTime)
    {
        guard !isVarying else { return }
        if let last {
            let difference = max(last.duration, step) - min(last.duration, step)
            isVarying = difference > Self.rounding || starts.count == Self.mostSamples
            let gap = decodeTime - last.decodeTime - last.duration
            if gap * 4 >= step * 3 {
                gapTime += gap
                gapCount += 1
            }
        } else {
            step = duration
            isVarying = duration <= .zero
        }
        last = (decodeTime, duration)
        starts.append(start)
        if isVarying { starts = [] }
    }

    /// Returns the spans without a picture within an interval, in order.
    ///
    /// If pictures are late often, or if the spans are longer than the decode times show, the rate
    /// is not really constant, and the result is empty.
    func holes(in interval: Range<MediaTime>) -> [Range<MediaTime>] {
        guard !isVarying, gapCount > 0, gapCount * 8 <= starts.count else { return [] }
        let sorted = starts.sorted()
        let holes = zip(sorted, sorted.dropFirst()).compactMap { one, next in
            let end = one + step
            let isHole = next - end > MediaTime(ticks: step.ticks / 2)
            return isHole && end >= interval.lowerBound && next <= interval.upperBound
                ? end..<next : nil
        }
        let total = holes.reduce(MediaTime.zero) { $0 + ($1.upperBound - $1.lowerBound) }
        return total <= gapTime + MediaTime(ticks: step.ticks / 4) ? holes : []
    }
}
