import Playlists

/// The location of a file in a folder of an origin, such as `video/s5.ts`.
struct OriginPath {
    /// The name of the folder.
    let folder: Substring
    /// The name of the file.
    let file: Substring

    /// Divides a location, apart from its query; `nil` unless it has one folder.
    init?(_ location: String) {
        let path = URIReference.withoutQuery(location).utf8
        guard let slash = path.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let file = path[path.index(after: slash)...]
        guard !file.contains(UInt8(ascii: "/")) else { return nil }
        folder = Substring(path[..<slash])
        self.file = Substring(file)
    }
}
