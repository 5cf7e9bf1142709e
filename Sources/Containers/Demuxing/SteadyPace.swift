import VirtualTime

/// Finds gaps (holes) in a track whose samples have a constant rate.
///
/// A transport stream does not state the duration of a picture. A hole is therefore found only by
/// comparing the intervals between pictures. A track in which these intervals vary has a variable
/// rate, so no holes are found in it.
struct SteadyPace {
    /// The minimum number of equal intervals between samples that proves a constant rate.
    private static let fewestSteps = 6
    private static let mostSamples = 1 << 16
    private static let mostClasses = 16
    /// The largest rounding error of timestamps, because many muxers count in milliseconds.
    private static let jitter = MediaTime(1500, timescale: 1_000_000)

    /// A group of intervals of equal length, each from one sample to the next.
    private struct StepClass {
        /// The length of the first interval in this group.
        var step: MediaTime
        var count: Int
        var sum: MediaTime
    }

    private var starts: [MediaTime] = []
    private var classes: [StepClass] = []
    private var lastDecodeTime: MediaTime?
    private var isVarying = false

    /// Records the next sample.
    mutating func add(_ start: MediaTime, decodedAt decodeTime: MediaTime) {
        guard !isVarying else { return }
        if let lastDecodeTime { note(decodeTime - lastDecodeTime) }
        lastDecodeTime = decodeTime
        starts.append(start)
        if starts.count > Self.mostSamples { isVarying = true }
        if isVarying { starts = [] }
    }

    /// The spans of more than a frame that no sample covers, in order.
    var holes: [Range<MediaTime>] {
        guard !isVarying, let usual = usual?.step, hasConstantRate(usual) else { return [] }
        let sorted = starts.sorted()
        return zip(sorted, sorted.dropFirst()).compactMap { one, next in
            let end = one + usual
            return next - end > MediaTime(ticks: usual.ticks / 2) ? end..<next : nil
        }
    }

    /// The time between samples of a track with a constant rate; `nil` for any other track.
    var step: MediaTime? {
        guard !isVarying, let usual, hasConstantRate(usual.step) else { return nil }
        return MediaTime(ticks: usual.sum.ticks / Int64(usual.count))
    }

    /// The highest number of samples per second, measured over twelve intervals between samples.
    ///
    /// The property is `nil` for a track with a constant rate or with too few samples.
    var fastestRate: Double? {
        let count = 12
        guard !isVarying, starts.count > count, classes.count > 1,
            usual.map({ !hasConstantRate($0.step) }) ?? true
        else { return nil }
        let sorted = starts.sorted()
        let shortest = zip(sorted, sorted.dropFirst(count)).map { $1 - $0 }.min() ?? .zero
        return shortest > .zero ? Double(count) / shortest.seconds : nil
    }

    private mutating func note(_ step: MediaTime) {
        let index = classes.firstIndex { max($0.step - step, step - $0.step) <= Self.jitter }
        if let index {
            classes[index].count += 1
            classes[index].sum += step
        } else if classes.count < Self.mostClasses {
            classes.append(StepClass(step: step, count: 1, sum: step))
        } else {
            isVarying = true
        }
    }

    /// The most frequent interval between samples.
    private var usual: StepClass? {
        let usual = classes.max { $0.count < $1.count }
        return usual.flatMap { $0.step > .zero ? $0 : nil }
    }

    /// Returns whether the track has a constant rate.
    ///
    /// All intervals between samples must have the usual length, except for a few much longer ones.
    private func hasConstantRate(_ usual: MediaTime) -> Bool {
        let others = classes.filter { $0.step != usual }
        let holeCount = others.reduce(0) { $0 + $1.count }
        let regularCount = classes.reduce(0) { $0 + $1.count } - holeCount
        return regularCount >= Self.fewestSteps && holeCount * 4 <= regularCount
            && others.allSatisfy { $0.step.ticks >= usual.ticks / 2 * 5 }
    }
}
