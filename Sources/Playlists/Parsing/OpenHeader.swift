/// The header tags at the start of a playlist whose kind is not certain yet.
///
/// The tags belong to media playlists, but some multivariant playlists begin with them. In a
/// multivariant playlist, these tags are misplaced, and their lines are kept as text.
struct OpenHeader {
    private static let mostTags = 16

    /// Whether a tag was read that occurs only in media playlists.
    private(set) var isDecided = false

    /// The header tags of media playlists; at most the first sixteen.
    private(set) var tags: [(line: Int, tag: Tag)] = []

    /// The lines to keep if the playlist proves to be a multivariant playlist.
    private(set) var lines: [String] = []
    private var lastLine = 0

    /// Keeps the comments and unknown tags before the first header tag.
    ///
    /// Later lines are added by ``keep(_:line:)``.
    mutating func begin(with lines: [String]) { self.lines = lines }

    /// Records a tag of media playlists.
    ///
    /// A tag other than a header tag decides that the playlist is a media playlist.
    mutating func take(_ tag: Tag, line: Int) {
        if !tag.isOfMediaHeader {
            isDecided = true
            lines = []
        } else if tags.count < Self.mostTags {
            tags.append((line, tag))
        }
    }

    /// Keeps a line, unless it was kept before or the kind of the playlist is decided.
    ///
    /// - Returns: Whether this call kept the line.
    mutating func keep(_ text: @autoclosure () -> String, line: Int) -> Bool {
        guard !isDecided, lastLine != line else { return false }
        lines.append(text())
        lastLine = line
        return true
    }
}
