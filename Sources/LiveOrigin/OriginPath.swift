/// The location of a file in a folder of an origin, such as `video/s5.ts`.
struct OriginPath {
    /// The name of the folder.
    let folder: Substring
    /// The name of the file.
    let file: Substring

    /// Divides a location, apart from its query; `nil` unless it has one folder.
    init?(_ location: String) {
        let path = Self.path(of: location).utf8
        guard let slash = path.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let file = path[path.index(after: slash)...]
        guard !file.contains(UInt8(ascii: "/")) else { return nil }
        folder = Substring(path[..<slash])
        self.file = Substring(file)
    }

    /// Returns a location without its query and its fragment.
    static func path(of location: String) -> Substring {
        Substring(
            location.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    }
}
