/// The interface through which a provider chain uses a store of offline videos.
///
/// The chain obtains the stores from its `PlaybackWorld`.
package protocol OfflineStore: AnyObject {
    /// Returns whether to use the store for a video.
    ///
    /// The store is used if it has the video, or if it cannot be read and must report the reason.
    ///
    /// - Parameter token: The token of the video.
    /// - Returns: Whether to use the store for the plan.
    func hasVideo(_ token: String) -> Bool

    /// Creates the innermost link of a provider chain, which plays the videos of the store.
    func innermostLink() -> any SessionProvider
}

/// The stores of offline videos in a `PlaybackWorld`, held weakly.
package struct OfflineStores {
    private struct Entry {
        weak var store: (any OfflineStore)?
    }

    private var entries: [Entry] = []

    /// Adds a store; it takes precedence over the stores of earlier launches of an app.
    ///
    /// - Parameter store: The store, held weakly.
    package mutating func add(_ store: any OfflineStore) {
        entries.removeAll { $0.store == nil }
        entries.insert(Entry(store: store), at: 0)
    }

    /// Returns the latest added store that has a video, or the latest added store if none has it.
    ///
    /// - Parameter token: The token of the video.
    /// - Returns: The store; `nil` when there are no stores.
    package func store(of token: String) -> (any OfflineStore)? {
        store(with: token) ?? entries.lazy.compactMap(\.store).first
    }

    /// Returns the latest added store that has a video.
    ///
    /// - Parameter token: The token of the video.
    /// - Returns: The store; `nil` when no store has the video.
    package func store(with token: String) -> (any OfflineStore)? {
        entries.lazy.compactMap(\.store).first { $0.hasVideo(token) }
    }
}
