public import VirtualTime

/// A node of the tree that the text of a cue is.
///
/// Reference: W3C WebVTT, section 6.4 (WebVTT node objects).
public enum CueTextNode: Hashable, Sendable {
    /// A piece of text, character references replaced.
    case text(String)
    /// The time from which on what follows is shown, on the timeline of the cue's file.
    case timestamp(MediaTime)
    /// A piece of text that is marked up.
    case span(CueTextSpan)
}

/// A part of a cue's text between a start tag and its end tag.
public struct CueTextSpan: Hashable, Sendable {
    /// What the tag says.
    public enum Kind: Hashable, Sendable {
        /// `c`: only classes.
        case `class`
        /// `i`: italics.
        case italic
        /// `b`: bold.
        case bold
        /// `u`: underlined.
        case underline
        /// `ruby`: a text with its reading.
        case ruby
        /// `rt`: the reading, within ``ruby``.
        case rubyText
        /// `v`: who speaks; empty when the tag does not say.
        case voice(String)
        /// `lang`: another language, which is ``CueTextSpan/language``.
        case language
    }

    /// What the tag says.
    public var kind: Kind

    /// The classes of the tag, in their order.
    public var classes: [String]

    /// The language of the text, from the nearest `lang` around it or from the track.
    ///
    /// `nil` means that neither says.
    public var language: String?

    /// What is between the tags.
    public var children: [CueTextNode]

    /// Creates a span.
    ///
    /// - Parameters:
    ///   - kind: What the tag says.
    ///   - classes: The classes of the tag.
    ///   - language: The language of the text.
    ///   - children: What is between the tags.
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
