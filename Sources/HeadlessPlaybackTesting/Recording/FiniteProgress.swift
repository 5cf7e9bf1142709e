/// Separates playback positions from infinite progress values, for user interfaces.
///
/// The first progress of a session is minus infinity, and the last one plus infinity. Code that
/// converts either value to minutes traps, and code that seeks to it lands at the start or end of
/// the video. A ``PlaybackProbe`` detects the seek (`lint.infinite-progress`); these functions
/// avoid both problems.
public enum FiniteProgress {
    /// Returns the position in seconds; `nil` for infinite progress.
    ///
    /// - Parameter progress: The progress reported to a delegate.
    /// - Returns: The playback position; `nil` if `progress` is not finite.
    public static func seconds(of progress: Double) -> Double? {
        progress.isFinite ? progress : nil
    }

    /// Calls a closure with each extreme progress value, to test the robustness of the closure.
    ///
    /// - Parameter body: The code under test.
    /// - Throws: The error of the body.
    public static func feedExtremes<Failure>(
        to body: (Double) throws(Failure) -> Void
    ) throws(Failure) {
        for progress in [-Double.infinity, 0, 0.001, 1e6, .infinity] { try body(progress) }
    }
}
