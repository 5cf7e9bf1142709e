extension Int64 {
    /// Returns the sum, clamped to the range of `Int64`.
    func clampedSum(with other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        guard overflow else { return sum }
        return other > 0 ? .max : .min
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded down so that no licence outlasts its grant.
    package var inMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds > 0 ? .max : .min }
        return whole.clampedSum(with: attoseconds / 1_000_000_000_000_000)
    }
}
