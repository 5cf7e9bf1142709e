/// The rules about a playlist of images, and about an image that it lists.
///
/// Such playlists are an extension of HLS, so only rules about the existence and the kind of files
/// apply to them.
struct ImageRules {
    /// The number of bytes at the start of an image that show its format.
    static let windowSize = 16

    let file: SideFile
    /// The variables that a playlist of images may import.
    let variables: [String: String]

    func check(_ log: inout BreachLog) {
        let isPlaylist = file.kind == .imagePlaylist
        if file.isLarge { return }
        guard let bytes = file.bytes else {
            return note(
                isPlaylist ? "set.unreachable" : "segment.missing-file",
                file.failure ?? "it was not loaded",
                isPlaylist ? "a playlist of images" : "an image that can be loaded", &log)
        }
        if isPlaylist, file.images(variables) == nil {
            note("text.not-a-playlist", "it is not a media playlist", "a playlist of images", &log)
        }
        if file.kind == .image(isWhole: true), !Self.isImage(bytes) {
            note("segment.unreadable", "it is not an image", "an image, such as JPEG or PNG", &log)
        }
    }

    private func note(
        _ code: String, _ problem: String, _ expected: String, _ log: inout BreachLog
    ) {
        log.note(
            code, in: file.playlist, line: file.line, file.naming(problem), expected: expected)
    }

    /// Returns whether a file starts as JPEG, PNG, GIF or WebP, or as an image in boxes (AVIF).
    private static func isImage(_ bytes: [UInt8]) -> Bool {
        let starts: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8), Array("RIFF".utf8),
        ]
        return starts.contains { bytes.starts(with: $0) }
            || bytes.dropFirst(4).starts(with: Array("ftyp".utf8))
    }
}
