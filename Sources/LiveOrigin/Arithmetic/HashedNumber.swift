import Formats
import VirtualTime

/// Pseudorandom numbers that depend only on a seed and names, not on the order of calls.
enum HashedNumber {
    /// Returns the pseudorandom number for a seed and a list of names.
    static func value(seed: UInt64, _ names: UInt64...) -> UInt64 {
        var value = seed
        for name in names {
            var random = SeededRandom(seed: value ^ name)
            value = random.next()
        }
        return value
    }

    /// Returns the hash value of a text, for use as a name.
    static func value(of text: String) -> UInt64 { FNVHash(text).value }

    /// Maps a number to a time that is at least zero and at most a bound.
    static func time(below bound: MediaTime, from value: UInt64) -> MediaTime {
        guard bound > .zero else { return .zero }
        return MediaTime(ticks: Int64(value % (UInt64(bound.ticks) + 1)))
    }
}
