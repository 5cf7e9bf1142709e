import Formats

/// Sums of rounded quotients, computed in logarithmic time.
package enum FloorSum {
    /// Returns the sum of `(step * index + offset) / divisor`, rounded down, for `count` indices.
    ///
    /// The indices start at 0, and each quotient is rounded. The method is Euclid's algorithm: it
    /// counts the lattice points below a line, and exchanges the axes in each step.
    package static func sum(count: Int, divisor: Int64, step: Int64, offset: Int64) -> Int {
        guard count > 0 else { return 0 }
        precondition(divisor > 0, "a divisor is positive")
        var total: Int128 = 0
        var (count, divisor) = (Int128(count), Int128(divisor))
        var (step, offset) = (Int128(step), Int128(offset))
        while true {
            let (whole, rest) = step.dividedDown(by: divisor)
            total += whole * (count * (count - 1) / 2)
            step = rest
            let (wholeOffset, restOffset) = offset.dividedDown(by: divisor)
            total += wholeOffset * count
            offset = restOffset
            let end = step * count + offset
            guard end >= divisor else { return Int(clamping: total) }
            count = end / divisor
            offset = end % divisor
            (divisor, step) = (step, divisor)
        }
    }
}
