/// An HLS playlist of either kind.
///
/// A playlist lists either variant streams or media segments, never both.
///
/// Reference: rfc8216bis, section 4.1 (Definition of a Playlist).
public enum Playlist: Equatable, Sendable {
    /// A playlist that lists variant streams and renditions.
    indirect case multivariant(MultivariantPlaylist)
    /// A playlist that lists media segments.
    case media(MediaPlaylist)

    /// Parses a playlist.
    ///
    /// Text that violates the specification but can be understood is parsed, and each violation is
    /// recorded in ``problems``.
    ///
    /// - Parameters:
    ///   - bytes: The complete file, in UTF-8.
    ///   - options: Variables of the referring playlist, the playlist's own location, and limits.
    /// - Throws: ``PlaylistError`` with the first line that makes the playlist unusable.
    public init(
        parsing bytes: [UInt8], options: ParsingOptions = .init()
    ) throws(PlaylistError) {
        var parser = PlaylistParser(bytes: bytes, options: options)
        self = try parser.parse()
    }

    /// Parses a playlist from text.
    ///
    /// - Parameters:
    ///   - text: The complete file.
    ///   - options: Variables of the referring playlist, the playlist's own location, and limits.
    /// - Throws: ``PlaylistError`` with the first line that makes the playlist unusable.
    public init(
        parsing text: String, options: ParsingOptions = .init()
    ) throws(PlaylistError) {
        try self.init(parsing: Array(text.utf8), options: options)
    }

    /// The violations of the specification that did not prevent parsing.
    public var problems: [PlaylistProblem] {
        switch self {
        case .multivariant(let playlist): playlist.problems
        case .media(let playlist): playlist.problems
        }
    }

    /// A summary of the problems that ``problems`` leaves out, with one element for each kind.
    package var unlistedProblems: [UnlistedProblems] {
        switch self {
        case .multivariant(let playlist): playlist.unlistedProblems
        case .media(let playlist): playlist.unlistedProblems
        }
    }

    /// Returns the playlist as a file, with a line feed after every line.
    public func text() -> String {
        switch self {
        case .multivariant(let playlist): playlist.text()
        case .media(let playlist): playlist.text()
        }
    }
}
