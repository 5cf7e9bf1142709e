import HeadlessPlayback
import Presentation
import RunResults

extension SessionHistory {
    /// Sets the bandwidth of each sample to the bandwidth of the variant that was played.
    ///
    /// During playback, only the variant that is being loaded is known, and the playhead reaches
    /// its media later. The ledger contains the played variants, and the metrics count their
    /// changes, so the curve of the samples shows as many changes as the metrics count.
    ///
    /// - Parameter runs: The variants that were played, in order; if there are none, nothing
    ///   changes.
    mutating func followVariants(_ runs: [VariantRun]) {
        guard var current = runs.first else { return }
        var rest = runs.dropFirst()
        for place in samples.indices {
            let sample = samples[place]
            let previous = place > 0 ? samples[place - 1] : sample
            while let next = rest.first, sample.enters(next, after: previous) {
                current = next
                rest.removeFirst()
            }
            samples[place].bitrate = current.bandwidth
        }
        // If variant runs began after the last sample, the last sample shows the last of these
        // runs, so that the curve ends with the variant that was played last.
        if let last = rest.last, !samples.isEmpty {
            samples[samples.count - 1].bitrate = last.bandwidth
        }
    }
}

extension SessionHistory.Sample {
    /// Returns whether the playhead has entered a variant run since an earlier sample.
    fileprivate func enters(_ run: VariantRun, after previous: Self) -> Bool {
        guard position >= run.start else { return false }
        if previous.position < run.start { return true }
        // Otherwise, the playhead can have entered the run only by a backward seek.
        let elapsed = instant.seconds - previous.instant.seconds
        return position < previous.position
            && position.seconds - run.start.seconds <= 3 * elapsed + 0.25
    }
}
