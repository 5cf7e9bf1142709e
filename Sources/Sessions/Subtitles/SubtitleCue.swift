public import VirtualTime

/// A text of subtitles or captions, with the interval in which it is shown.
///
/// It is not a ``CuePoint``: an app attaches a cue point to a video, and nothing is shown when the
/// playhead passes it.
public struct SubtitleCue: Hashable, Sendable {
    /// A setting for the appearance of the text.
    public struct Setting: Hashable, Sendable {
        /// The name of the setting, such as `line`.
        public var name: String
        /// The value of the setting.
        public var value: String

        /// Creates a setting.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - value: The value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The identifier given by the author; empty when there is none.
    public var id: String

    /// The time at which the cue is shown, as a position in the presentation.
    public var start: MediaTime

    /// The time at which the cue is hidden again, as a position in the presentation.
    ///
    /// The time is preliminary, and may change when further pieces of the cue arrive.
    public var end: MediaTime

    /// The settings in the order in which the reader returns them, without default values.
    public var settings: [Setting]

    /// The text with its markup, lines separated by `\n`.
    public var text: String

    /// The text as people read it, lines separated by `\n`.
    public var plainText: String

    /// The number that a source gives to all pieces of the same split cue; `nil` when unknown.
    public var sourceNumber: UInt32?

    /// Creates a cue.
    ///
    /// - Parameters:
    ///   - id: The identifier from the author.
    ///   - start: The time at which the cue is shown.
    ///   - end: The time at which the cue is hidden again.
    ///   - settings: The settings for the appearance of the text.
    ///   - text: The text with its markup.
    ///   - plainText: The text as people read it; `nil` when it equals `text`.
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
