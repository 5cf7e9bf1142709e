import Playlists

/// The keys that the text of a playlist states.
///
/// A clear segment or initialization section after encrypted segments follows a tag that ends their
/// keys. Before the first key, no such tag is needed.
enum StatedKeys {
    /// Adds tags that state that clear segments and sections after the first key have no key.
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
