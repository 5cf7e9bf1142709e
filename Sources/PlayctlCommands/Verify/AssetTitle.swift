import HeadlessPlayback
import Transport

/// The title of an asset, which also names its golden trace.
///
/// The title consists of the names of the folder and the file. A generic file name such as
/// `index.m3u8` is omitted. At the root of a host, the host name replaces the folder, so that
/// different assets have different traces. Queries are omitted because their tokens change.
///
/// Assets in folders of the same name have the same title; `verify --name` distinguishes them.
enum AssetTitle {
    /// The file names, without extensions, that are too generic to identify an asset.
    private static let plainStems: Set<String> = [
        "index", "main", "manifest", "master", "media", "playlist", "prog_index", "stream",
    ]

    /// Returns the title of the asset at a path or an address.
    ///
    /// - Parameter place: The path or the address.
    /// - Returns: The title, without credentials.
    static func text(of place: String) -> String {
        let scheme = ResourceScheme(of: place)
        if scheme == .data { return "data" }
        var path = LocalPath.withoutQuery(place)
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

    /// Returns the part of a file name before its first dot.
    private static func stem(of name: Substring) -> String {
        name.split(separator: ".").first.map(String.init) ?? String(name)
    }
}
