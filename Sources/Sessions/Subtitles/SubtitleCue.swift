public import VirtualTime

/// A text of subtitles or captions with the time in which it is shown.
///
/// It is no ``CuePoint``, which an app attaches to a video and which is passed, not shown.
public struct SubtitleCue: Hashable, Sendable {
    /// Something that is said about how the text is shown.
    public struct Setting: Hashable, Sendable {
        /// What is said, such as `line`.
        public var name: String
        /// How it is to be.
        public var value: String

        /// Creates a setting.
        ///
        /// - Parameters:
        ///   - name: What is said.
        ///   - value: How it is to be.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What its author calls it; empty when it has no name.
    public var id: String

    /// When it is shown, in the presentation.
    public var start: MediaTime

    /// When it is hidden again, in the presentation, as far as is known when it is told.
    public var end: MediaTime

    /// How it is shown, in the order of the reader; what goes without saying is left out.
    public var settings: [Setting]

    /// The text with its markup, lines separated by `\n`.
    public var text: String

    /// The text as people read it, lines separated by `\n`.
    public var plainText: String

    /// Which cue of its source it is a piece of, where cues are cut; `nil` when nothing tells.
    public var sourceNumber: UInt32?

    /// Creates a cue.
    ///
    /// - Parameters:
    ///   - id: What its author calls it.
    ///   - start: When it is shown.
    ///   - end: When it is hidden again.
    ///   - settings: How it is shown.
    ///   - text: The text with its markup.
    ///   - plainText: The text as people read it; `nil` when it is the same.
    public init(
        id: String = "", start: MediaTime, end: MediaTime, settings: [Setting] = [], text: String,
        plainText: String? = nil
    ) {
        self.id = id
        self.start = start
        self.end = end
        self.settings = settings
        self.text = text
        self.plainText = plainText ?? text
    }
}
