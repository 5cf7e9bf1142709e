import HeadlessPlayback

/// What people call the asset at a place, which also names its golden trace.
///
/// A folder says more than `index.m3u8`. A file of another name adds it to the folder, and one at the
/// root of a host to the host, so that different assets have different traces. Queries are left out:
/// they hold tokens that change.
enum AssetTitle {
    /// Names of files that say nothing about what is in them.
    private static let plainStems: Set<String> = [
        "index", "main", "manifest", "master", "media", "playlist", "prog_index", "stream",
    ]

    /// Returns the title of the asset at a place.
    ///
    /// - Parameter place: Its path or its address.
    /// - Returns: The title, without credentials.
    static func text(of place: String) -> String {
        let scheme = ResourceScheme(of: place)
        if scheme == .data { return "data" }
        var path = place.prefix { $0 != "?" && $0 != "#" }
        var host = ""
        if scheme.isRemote {
            let rest = path.drop { $0 != ":" }.dropFirst().drop { $0 == "/" }
            let authority = rest.prefix { $0 != "/" }
            host = authority.split(separator: "@").last.map(String.init) ?? ""
            path = path[authority.endIndex...]
        }
        let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
        let stem = parts.last.map { Self.stem(of: $0) } ?? ""
        let folder = parts.count > 1 ? String(parts[parts.count - 2]) : host
        if folder.isEmpty { return stem.isEmpty ? "asset" : stem }
        return stem.isEmpty || plainStems.contains(stem.lowercased()) ? folder : "\(folder)/\(stem)"
    }

    /// A name without what follows its first dot.
    private static func stem(of name: Substring) -> String {
        name.split(separator: ".").first.map(String.init) ?? String(name)
    }
}
