import Formats
import VirtualTime

/// Pseudorandom numbers that depend only on their names, not on the order of the calls.
enum HashedNumber {
    /// Returns the number of a seed and a list of names.
    static func value(seed: UInt64, _ names: UInt64...) -> UInt64 {
        var value = seed
        for name in names {
            var random = SeededRandom(seed: value ^ name)
            value = random.next()
        }
        return value
    }

    /// Returns the number of a text.
    static func value(of text: String) -> UInt64 { FNVHash(text).value }

    /// Returns a time from zero up to a bound, which is included.
    static func time(below bound: MediaTime, from value: UInt64) -> MediaTime {
        guard bound > .zero else { return .zero }
        return MediaTime(ticks: Int64(value % (UInt64(bound.ticks) + 1)))
    }
}
