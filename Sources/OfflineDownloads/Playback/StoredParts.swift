/// The stored resources of a plan: a set of indices that is cheap to copy.
struct StoredParts: Sendable, Equatable {
    private var words: [UInt64]

    /// Creates an empty set.
    ///
    /// - Parameter count: The number of resources; the set can hold the indices below this number.
    init(count: Int) {
        words = [UInt64](repeating: 0, count: (max(0, count) + 63) / 64)
    }

    /// Adds an index; an index beyond the capacity of the set is ignored.
    mutating func insert(_ place: Int) {
        guard place >= 0, place / 64 < words.count else { return }
        words[place / 64] |= 1 << UInt64(place % 64)
    }

    /// Returns whether an index is in the set.
    func contains(_ place: Int) -> Bool {
        guard place >= 0, place / 64 < words.count else { return false }
        return words[place / 64] & 1 << UInt64(place % 64) != 0
    }

    /// Removes all indices.
    mutating func removeAll() {
        words = [UInt64](repeating: 0, count: words.count)
    }
}

/// The files of a download that its engine has stored.
///
/// This object is used on the event loop of its `PlaybackWorld`.
final class StoredContents {
    let token: OfflineVideoToken
    private(set) var parts: StoredParts

    init(_ token: OfflineVideoToken, count: Int) {
        self.token = token
        parts = StoredParts(count: count)
    }

    /// Records that a file is complete and has its final name.
    func note(_ ordinal: Int) { parts.insert(ordinal) }

    /// Marks all files as missing, before they are removed or replaced by files of another plan.
    func forget() { parts.removeAll() }
}
