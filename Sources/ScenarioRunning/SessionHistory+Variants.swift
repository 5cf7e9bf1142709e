import HeadlessPlayback
import Presentation
import RunResults

extension SessionHistory {
    /// Gives each sample the bandwidth of the variant that played at it.
    ///
    /// During playback, only the variant that is being loaded is known, which the playhead reaches
    /// later. The ledger knows the played variants, and the metrics count their changes, so the
    /// curve of these samples has the same number of changes.
    ///
    /// - Parameter runs: The variants that were played, in order; without any, nothing changes.
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
        // A run that began after the last sample is the one that the session ended with.
        if let last = rest.last, !samples.isEmpty {
            samples[samples.count - 1].bitrate = last.bandwidth
        }
    }
}

extension SessionHistory.Sample {
    /// Whether the playhead came to the start of a run since another sample.
    fileprivate func enters(_ run: VariantRun, after previous: Self) -> Bool {
        guard position >= run.start else { return false }
        if previous.position < run.start { return true }
        // A seek puts the playhead before, or into, media that was passed already.
        let elapsed = instant.seconds - previous.instant.seconds
        return position < previous.position
            && position.seconds - run.start.seconds <= 3 * elapsed + 0.25
    }
}
