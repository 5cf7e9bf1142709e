public import VirtualTime

/// One cue of a WebVTT file: a text and the interval in which it is shown.
///
/// Reference: W3C WebVTT, section 3.1 (WebVTT cues).
public struct WebVTTCue: Hashable, Sendable {
    /// The identifier, which is the line above the timings; empty when there is none.
    public var id: String

    /// The time at which the cue is shown.
    public var start: MediaTime

    /// The time at which the cue is hidden again; a file may state a time before ``start``.
    public var end: MediaTime

    /// The position and appearance of the cue.
    public var settings: WebVTTCueSettings

    /// The text with its markup, lines separated by `\n`.
    public var text: String

    /// Creates a cue.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - start: The time at which it is shown.
    ///   - end: The time at which it is hidden again.
    ///   - settings: The position and appearance.
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

    /// The text without its markup and with its character references replaced.
    public var plainText: String { CueTextTokenizer.plainText(of: text) }

    /// Returns the text as a tree.
    ///
    /// - Parameter language: The language of the track; `nil` if unknown.
    /// - Returns: The nodes at the root of the tree.
    public func nodes(language: String? = nil) -> [CueTextNode] {
        CueTextTree(text, language: language).nodes
    }
}
