extension Int64 {
    /// The sum, or the nearest number that there is.
    func clampedSum(with other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        guard overflow else { return sum }
        return other > 0 ? .max : .min
    }
}

extension Duration {
    /// The whole milliseconds in it, so that nothing holds longer than was granted.
    var inMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds > 0 ? .max : .min }
        return whole.clampedSum(with: attoseconds / 1_000_000_000_000_000)
    }
}
