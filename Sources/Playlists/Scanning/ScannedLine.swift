/// A line of a playlist as written, before it is parsed.
package struct ScannedLine: Sendable {
    /// The kind of a line's content.
    package enum Content: Equatable, Sendable {
        /// A tag that the parser knows.
        case tag(Tag)
        /// A line that starts with `#EXT` but is not a known tag.
        case unknownTag
        /// Any other line that starts with `#`.
        case comment
        /// The location of a playlist or a segment.
        case uri
    }

    /// The number of the line, counted from 1.
    package let number: Int
    /// The kind of the line's content.
    package let content: Content
    /// The byte range of the line, without the line end and surrounding blanks.
    package let range: Range<Int>
    /// The byte range of a tag's name, without `#`; empty for a location.
    package let name: Range<Int>
    /// The byte range of a tag's value; `nil` when the line has no colon.
    package let value: Range<Int>?
    /// Whether the line has bytes above 127.
    package let hasHighBytes: Bool
    /// Whether the line has control characters.
    package let hasControls: Bool
}

/// An attribute as written.
package struct ScannedAttribute: Equatable, Sendable {
    /// The name of the attribute.
    package let name: String
    /// The value without its quotes; variables are not replaced.
    package let value: String
    /// Whether the value is quoted.
    package let isQuoted: Bool
    /// The index of the first byte of the name within the file.
    package let place: Int
}
