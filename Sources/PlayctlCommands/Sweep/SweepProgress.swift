/// The progress line of a sweep, with the number of completed runs and the remaining time.
enum SweepProgress {
    /// Returns the text of the progress line; empty when all runs are complete.
    ///
    /// - Parameters:
    ///   - done: The number of completed runs.
    ///   - total: The number of all runs.
    ///   - elapsed: The time since the first run began.
    /// - Returns: The numbers of completed and of all runs. After the second run, the text also
    ///   contains the estimated remaining time.
    static func text(_ done: Int, of total: Int, after elapsed: Duration) -> String {
        guard done < total else { return "" }
        let runs = "\(done) of \(total) runs"
        // The first run reads all media, so its duration does not predict the durations of the
        // other runs.
        guard done > 1, elapsed > .zero else { return runs }
        let left = elapsed.components.seconds * Int64(total - done) / Int64(done)
        return "\(runs), \(time(left)) left"
    }

    /// Returns seconds as hours, minutes and seconds, without leading zeros.
    static func time(_ seconds: Int64) -> String {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        if hours > 0 { return "\(hours)h \(minutes)m" }
        return minutes > 0 ? "\(minutes)m \(seconds % 60)s" : "\(seconds)s"
    }
}
