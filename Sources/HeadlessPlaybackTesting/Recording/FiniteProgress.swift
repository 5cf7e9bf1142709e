/// The positions among progress values, for interfaces that are about to show them.
///
/// The first progress of a session is minus infinity, and the last one plus infinity. Code that turns
/// either into a number of minutes traps, and code that seeks there lands at the other end of the video;
/// a probe finds the latter (`lint.infinite-progress`), and this is how to avoid both.
public enum FiniteProgress {
    /// The position in seconds; `nil` for what is no position.
    ///
    /// - Parameter progress: What a delegate was told.
    /// - Returns: The position.
    public static func seconds(of progress: Double) -> Double? {
        progress.isFinite ? progress : nil
    }

    /// Feeds a closure everything that progress can be, so that a test sees whether it bears it.
    ///
    /// - Parameter body: What is to bear it.
    /// - Throws: What the body throws.
    public static func feedExtremes<Failure>(
        to body: (Double) throws(Failure) -> Void
    ) throws(Failure) {
        for progress in [-Double.infinity, 0, 0.001, 1e6, .infinity] { try body(progress) }
    }
}
