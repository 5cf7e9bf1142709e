import HeadlessPlayback

/// Formats times for a page: minutes and seconds, with hours if needed.
enum PageClock {
    /// Returns a time as text with milliseconds.
    static func precise(_ time: MediaTime) -> String {
        let milliseconds = time.value(timescale: 1000)
        let part = String(milliseconds.magnitude % 1000)
        return text(milliseconds / 1000, isNegative: milliseconds < 0)
            + "." + String(repeating: "0", count: 3 - part.count) + part
    }

    /// Returns an instant as text with milliseconds.
    static func precise(_ instant: Instant) -> String { precise(instant.sinceStart) }

    /// Returns a duration as text with milliseconds.
    static func precise(_ duration: Duration) -> String {
        precise(MediaTime(ticks: ticks(duration)))
    }

    /// Returns a time as text, in whole seconds or with tenths of a second.
    ///
    /// Drawings that span only a few seconds show the tenths.
    static func short(seconds: Double, tenths: Bool) -> String {
        let held = min(max(seconds, -1e15), 1e15)
        let count = Int64((held * 10).rounded())
        let whole = text(tenths ? count / 10 : Int64(held.rounded()), isNegative: held < 0)
        return tenths ? "\(whole).\(count.magnitude % 10)" : whole
    }

    /// Returns a duration in ticks of media time, clamped to the range of `Int64`.
    static func ticks(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: MediaTime.ticksPerSecond)
        if overflow { return seconds < 0 ? .min : .max }
        let part = Double(attoseconds) / 1e18 * Double(MediaTime.ticksPerSecond)
        let (sum, isOver) = whole.addingReportingOverflow(Int64(part.rounded()))
        return isOver ? (seconds < 0 ? .min : .max) : sum
    }

    private static func text(_ seconds: Int64, isNegative: Bool) -> String {
        let count = seconds.magnitude
        let hours = count / 3600
        let rest = "\(padded(count / 60 % 60)):\(padded(count % 60))"
        return (isNegative ? "−" : "") + (hours > 0 ? "\(hours):\(rest)" : rest)
    }

    private static func padded(_ count: UInt64) -> String { count < 10 ? "0\(count)" : "\(count)" }
}
