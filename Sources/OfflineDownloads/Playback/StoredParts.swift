/// Which resources of a plan are stored: a set of their places that is cheap to copy.
struct StoredParts: Sendable, Equatable {
    private var words: [UInt64]

    /// Creates the empty set for a number of places.
    init(count: Int) {
        words = [UInt64](repeating: 0, count: (max(0, count) + 63) / 64)
    }

    /// Takes in a place; one beyond the number is ignored.
    mutating func insert(_ place: Int) {
        guard place >= 0, place / 64 < words.count else { return }
        words[place / 64] |= 1 << UInt64(place % 64)
    }

    /// Whether a place is in the set.
    func contains(_ place: Int) -> Bool {
        guard place >= 0, place / 64 < words.count else { return false }
        return words[place / 64] & 1 << UInt64(place % 64) != 0
    }

    /// Leaves nothing in the set.
    mutating func removeAll() {
        words = [UInt64](repeating: 0, count: words.count)
    }
}

/// What is stored of a download at this moment, as its engine knows it; on the loop of the world.
final class StoredContents {
    let token: OfflineVideoToken
    private(set) var parts: StoredParts

    init(_ token: OfflineVideoToken, count: Int) {
        self.token = token
        parts = StoredParts(count: count)
    }

    /// Takes note of a file that has its final name.
    func note(_ ordinal: Int) { parts.insert(ordinal) }

    /// Takes note that files may go, or become those of another plan.
    func forget() { parts.removeAll() }
}
