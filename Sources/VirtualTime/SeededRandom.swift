/// A sequence of random numbers, identical for equal seeds on every machine.
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, 2014). It is for simulations, not for keys.
public struct SeededRandom: RandomNumberGenerator, Equatable, Sendable {
    private var state: UInt64

    /// Creates the sequence that a seed determines.
    ///
    /// - Parameter seed: Any number.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns the next number of the sequence.
    ///
    /// - Returns: The number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
