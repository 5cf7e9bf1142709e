public import VirtualTime

/// One cue of a WebVTT file: a text with the time in which it is shown.
///
/// Reference: W3C WebVTT, section 3.1 (WebVTT cues).
public struct WebVTTCue: Hashable, Sendable {
    /// The line above the timings; empty when there is none.
    public var id: String

    /// When the cue is shown.
    public var start: MediaTime

    /// When the cue is hidden again; a file may well say a time before ``start``.
    public var end: MediaTime

    /// Where and how the cue is shown.
    public var settings: WebVTTCueSettings

    /// The text with its markup, lines separated by `\n`.
    public var text: String

    /// Creates a cue.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - start: When it is shown.
    ///   - end: When it is hidden again.
    ///   - settings: Where and how it is shown.
    ///   - text: The text with its markup.
    public init(
        id: String = "", start: MediaTime, end: MediaTime,
        settings: WebVTTCueSettings = .init(), text: String
    ) {
        self.id = id
        self.start = start
        self.end = end
        self.settings = settings
        self.text = text
    }

    /// The text without its markup, character references replaced by what they stand for.
    public var plainText: String { CueTextTokenizer.plainText(of: text) }

    /// The text as a tree.
    ///
    /// - Parameter language: The language of the track; `nil` means that it is not known.
    /// - Returns: The nodes at the root of the tree.
    public func nodes(language: String? = nil) -> [CueTextNode] {
        CueTextTree(text, language: language).nodes
    }
}
