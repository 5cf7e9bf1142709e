import VirtualTime

/// Compares the durations that fragments state for audio samples with coded frame durations.
///
/// A few samples may have other durations: the first and the last one, and one before a gap. Many
/// muxers round durations to milliseconds, or derive them from irregular arrival times. The
/// durations therefore contradict the codec only if most of them differ in the same direction, and
/// their mean does too.
struct CodedDurations {
    /// The minimum number of samples that are needed for a comparison.
    private static let fewestSamples: Int64 = 6

    /// The duration of a coded frame.
    let frame: MediaTime
    private var total = MediaTime.zero
    private var count: Int64 = 0
    private var shortCount: Int64 = 0
    private var longCount: Int64 = 0

    init(frame: MediaTime) {
        self.frame = frame
    }

    /// Records the stated duration of the next sample; zero means that it is unknown.
    mutating func add(_ duration: MediaTime) {
        guard duration > .zero else { return }
        total += duration
        count += 1
        if isLong(duration) { longCount += 1 }
        if isShort(duration) { shortCount += 1 }
    }

    /// The mean of the stated durations if it contradicts the codec; `nil` otherwise.
    var contradiction: ContainerProblem.Kind? {
        guard count >= Self.fewestSamples else { return nil }
        let mean = MediaTime(ticks: total.ticks / count)
        let isWrong =
            longCount * 2 > count && isLong(mean) || shortCount * 2 > count && isShort(mean)
        return isWrong ? .contradictedDurations(stated: mean, coded: frame) : nil
    }

    /// Returns whether a duration is more than 5% longer than a frame.
    private func isLong(_ duration: MediaTime) -> Bool { duration.ticks / 21 > frame.ticks / 20 }

    /// Returns whether a duration is more than 5% shorter than a frame.
    private func isShort(_ duration: MediaTime) -> Bool { duration.ticks / 19 < frame.ticks / 20 }
}
