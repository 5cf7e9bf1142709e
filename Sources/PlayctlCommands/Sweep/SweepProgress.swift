/// The line with the progress of a sweep.
enum SweepProgress {
    /// Returns the text of the line; empty when all runs were made.
    ///
    /// - Parameters:
    ///   - done: The number of completed runs.
    ///   - total: The number of all runs.
    ///   - elapsed: The time since the first run began.
    /// - Returns: The numbers, and the estimated remaining time.
    static func text(_ done: Int, of total: Int, after elapsed: Duration) -> String {
        guard done < total else { return "" }
        let runs = "\(done) of \(total) runs"
        // The first run reads all media, so its duration does not predict the others.
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
