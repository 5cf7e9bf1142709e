import VirtualTime

/// Something that goes wrong with one request on purpose.
///
/// A world that is given faults meets them at the same requests each time, since it counts requests in
/// the order in which it makes them, not in the order in which threads carry them out.
public enum ResourceFault: Hashable, Sendable {
    /// A server refuses with a status, and may ask to be left alone for a while.
    case status(Int, retryAfter: Duration? = nil)
    /// The connection breaks after so many bytes of the body.
    case reset(afterBytes: Int64 = 0)
    /// Nothing comes, until the player has waited long enough.
    case hang
    /// The body ends early without a word: so many bytes of it come, as if they were all.
    case truncation(toBytes: Int64)
    /// The body ends early without a word, cut to a part in a million of what it has.
    case truncationToShare(millionths: Int)
    /// Bytes of the body are zero; `nil` means all of them.
    case zeroedBytes(Range<Int64>?)
    /// The body comes no faster than so many bits a second.
    case slowBody(bitsPerSecond: Int64)
    /// The first byte comes later.
    case delay(Duration)
    /// What was got at the first request for this location is got again, whatever it is now.
    case stale
    /// The bytes of a key are others.
    case wrongKey

    /// The body ends early without a word, cut to a part in a million of what it has.
    ///
    /// - Parameter share: How many parts in a million are left.
    /// - Returns: The fault ``truncationToShare(millionths:)``.
    public static func truncation(toMillionths share: Int) -> ResourceFault {
        .truncationToShare(millionths: share)
    }
}

extension ResourceFault: CustomStringConvertible {
    /// The fault in a few words.
    public var description: String {
        switch self {
        case .status(let code, nil): "status \(code)"
        case .status(let code, let delay?):
            "status \(code), again after \(Instant(sinceStart: delay)) s"
        case .reset(let count): "reset after \(count) bytes"
        case .hang: "hang"
        case .truncation(let count): "cut to \(count) bytes"
        case .truncationToShare(let share): "cut to \(share) millionths"
        case .zeroedBytes(nil): "zeros"
        case .zeroedBytes(let range?): "zeros from \(range.lowerBound) to \(range.upperBound)"
        case .slowBody(let bitsPerSecond): "\(bitsPerSecond) bits a second"
        case .delay(let delay): "late by \(Instant(sinceStart: delay)) s"
        case .stale: "stale"
        case .wrongKey: "wrong key"
        }
    }
}
