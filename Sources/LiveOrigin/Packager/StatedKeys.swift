import Playlists

/// A namespace for adding the tags that end encryption to a playlist.
///
/// A tag that ends encryption is needed before a clear segment or initialization section, but only
/// if an encrypted one comes earlier in the playlist.
enum StatedKeys {
    /// Adds tags that end encryption where clear segments or sections follow encrypted ones.
    static func add(to playlist: inout MediaPlaylist) {
        guard playlist.listsKeysOrEncryptedSections else { return }
        var hasKeys = false
        var current: (listed: InitializationSection, stated: InitializationSection)?
        func stated(_ section: InitializationSection?) -> InitializationSection? {
            guard let section else { return nil }
            if let current, current.listed == section { return current.stated }
            var result = section
            if !section.keys.isEmpty { hasKeys = true }
            if hasKeys, section.keys.isEmpty { result.keys = [] }
            current = (section, result)
            return result
        }
        for index in playlist.segments.indices {
            let section = playlist.segments[index].initializationSection
            let result = stated(section)
            if result != section { playlist.segments[index].initializationSection = result }
            if !playlist.segments[index].keys.isEmpty {
                hasKeys = true
            } else if hasKeys {
                playlist.segments[index].keys = []
            }
        }
        if let tail = playlist.tail {
            playlist.tail?.initializationSection = stated(tail.initializationSection)
            if hasKeys, tail.keys.isEmpty { playlist.tail?.keys = [] }
        }
    }
}
