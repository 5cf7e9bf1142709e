import Containers

/// The durations of one track's samples, which show whether the samples have a constant rate.
struct FragmentPace {
    private var usual: UInt64 = 0
    private var evenCount: UInt64 = 0
    private var unevenCount: UInt64 = 0

    /// Records the samples of one track of a movie fragment.
    mutating func add(_ run: FragmentStructure.Run) {
        guard run.usualDuration > 0 else { return }
        if usual == 0 { usual = run.usualDuration }
        let isEven = isUsual(run.usualDuration) && run.longest.map { isUsual($0.duration) } ?? true
        let count = min(run.sampleCount, UInt64(UInt32.max))
        if isEven { evenCount &+= count } else { unevenCount &+= count }
    }

    /// The sample duration of a track with a constant rate; `nil` for a variable rate.
    ///
    /// The first fragment determines the usual duration. The rate counts as variable if fragments
    /// with another duration have more than a few samples. A few samples are permitted because the
    /// last sample of a track may be shorter or longer.
    var steadyDuration: UInt64? {
        usual > 0 && evenCount > 0 && unevenCount <= max(1, evenCount / 50) ? usual : nil
    }

    /// Returns whether a duration is about the usual one, allowing for rounded timestamps.
    private func isUsual(_ duration: UInt64) -> Bool {
        let difference = duration > usual ? duration - usual : usual - duration
        return difference <= max(1, usual / 4)
    }
}
