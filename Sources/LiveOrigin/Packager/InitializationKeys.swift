import Playlists

/// The keys of initialization sections in the text of a playlist.
///
/// A clear section after encrypted segments follows a tag that ends their keys. Before the first
/// key, no such tag is needed.
enum InitializationKeys {
    /// Adds tags that state that clear sections after the first key have no key.
    static func state(in playlist: inout MediaPlaylist) {
        guard playlist.segments.contains(where: { !$0.keys.isEmpty }) else { return }
        var hasKeys = false
        var current: (listed: InitializationSection, stated: InitializationSection)?
        func stated(_ section: InitializationSection?) -> InitializationSection? {
            guard let section else { return nil }
            if let current, current.listed == section { return current.stated }
            var result = section
            if hasKeys, section.keys.isEmpty { result.keys = [] }
            current = (section, result)
            return result
        }
        for index in playlist.segments.indices {
            let section = playlist.segments[index].initializationSection
            let result = stated(section)
            if result != section { playlist.segments[index].initializationSection = result }
            if !playlist.segments[index].keys.isEmpty { hasKeys = true }
        }
        if let tail = playlist.tail {
            playlist.tail?.initializationSection = stated(tail.initializationSection)
        }
    }
}
