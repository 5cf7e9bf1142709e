/// Removes folders, hosts and ports from texts.
///
/// Traces and reports are compared between machines, so they must not contain the folders, hosts
/// and ports of one machine. Only the last component of a location remains.
package enum PlaceText {
    /// Returns the last component of a location, without its query.
    package static func lastPart(of location: String) -> String {
        let path = location.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map(String.init) ?? ""
    }

    /// Returns a text in which each absolute path and URL is cut to its last component.
    package static func cut(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "/")) else { return text }
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
            guard word.hasPrefix("/") || word.contains("://"), word.count > 1 else {
                return String(word)
            }
            if word.hasPrefix("skd:") { return String(word) }
            let bare = word.reversed().drop { ",;:.)".contains($0) }.reversed()
            let tail = word.suffix(word.count - bare.count)
            return lastPart(of: String(bare)) + tail
        }.joined(separator: " ")
    }
}
