public import VirtualTime

/// A node in the tree of a cue's text.
///
/// Reference: W3C WebVTT, section 6.4 (WebVTT node objects).
public enum CueTextNode: Hashable, Sendable {
    /// Text with its character references replaced.
    case text(String)
    /// The time from which the following text is shown, on the timeline of the cue's file.
    case timestamp(MediaTime)
    /// Text with markup.
    case span(CueTextSpan)
}

/// A part of a cue's text between a start tag and its end tag.
public struct CueTextSpan: Hashable, Sendable {
    /// The kind of a tag.
    public enum Kind: Hashable, Sendable {
        /// `c`: a span that has only classes.
        case `class`
        /// `i`: italics.
        case italic
        /// `b`: bold.
        case bold
        /// `u`: underlined.
        case underline
        /// `ruby`: a text with an annotation, such as its pronunciation.
        case ruby
        /// `rt`: the annotation, within ``ruby``.
        case rubyText
        /// `v`: the speaker; empty when not given.
        case voice(String)
        /// `lang`: text in the language that ``CueTextSpan/language`` states.
        case language
    }

    /// The kind of the tag.
    public var kind: Kind

    /// The classes of the tag, in order.
    public var classes: [String]

    /// The language, from the nearest enclosing `lang` or from the track; `nil` if unknown.
    public var language: String?

    /// The nodes between the tags.
    public var children: [CueTextNode]

    /// Creates a span.
    ///
    /// - Parameters:
    ///   - kind: The kind of the tag.
    ///   - classes: The classes of the tag.
    ///   - language: The language of the text.
    ///   - children: The nodes between the tags.
    public init(
        _ kind: Kind, classes: [String] = [], language: String? = nil,
        children: [CueTextNode] = []
    ) {
        self.kind = kind
        self.classes = classes
        self.language = language
        self.children = children
    }
}
