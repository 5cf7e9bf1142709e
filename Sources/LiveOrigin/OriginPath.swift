/// The location of a file in a folder of an origin, such as `video/s5.ts`.
struct OriginPath {
    /// The name of the folder.
    let folder: Substring
    /// The name of the file.
    let file: Substring

    /// Splits the path of a location; `nil` unless the path consists of one folder and one file.
    ///
    /// The query of the location is ignored.
    init?(_ location: String) {
        let bytes = location.utf8
        var slash: String.Index?
        var end = bytes.startIndex
        loop: while end < bytes.endIndex {
            switch bytes[end] {
            case UInt8(ascii: "?"), UInt8(ascii: "#"): break loop
            case UInt8(ascii: "/"):
                if slash != nil { return nil }
                slash = end
            default: break
            }
            end = bytes.index(after: end)
        }
        guard let slash else { return nil }
        folder = location[..<slash]
        file = location[bytes.index(after: slash)..<end]
    }
}
