/// Divisions that always round down or always round up, even for negative dividends.
///
/// The divisor must be positive.
extension BinaryInteger {
    /// Returns the quotient rounded down, and the remainder, for a positive divisor.
    @inlinable
    package func dividedDown(by divisor: Self) -> (quotient: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// Returns the quotient rounded up, for a positive divisor.
    @inlinable
    package func dividedUp(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder > 0 ? quotient + 1 : quotient
    }
}
