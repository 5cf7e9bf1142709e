public import VirtualTime

/// A mark in an asset, such as a cue tag or an ID3 tag, with its position on the timeline.
public struct Marker: Sendable, Hashable {
    /// The meaning of a marker.
    public enum Kind: String, Sendable, CaseIterable {
        /// A break begins: other content may be shown from here on.
        case out
        /// The programme resumes: a break ends.
        case `in`
        /// A segment of a programme, such as a chapter, begins or ends.
        case segmentation
        /// Other content is to be played here.
        case interstitial
        /// The start of a date range that has neither an SCTE 35 message nor an interstitial.
        case dateRange = "date-range"
        /// An event message.
        case event
        /// An ID3 tag.
        case id3
        /// A message that cannot be read.
        case unreadable

        /// Whether all markers of this kind at one position count as one, regardless of their text.
        var isSaidOnce: Bool { self == .out || self == .in }
    }

    /// The position.
    public var place: MediaTime
    /// The duration of the marked part of the asset; `nil` if the mark does not state it.
    public var duration: MediaTime?
    /// The meaning.
    public var kind: Kind
    /// The source: a tag, a packet identifier, an event message scheme or `ID3`.
    public var source: String
    /// A description of the content, on one line.
    public var text: String
    /// The name of the marked part; `nil` if no type, class or identifier of the mark names it.
    public var name: String?
    /// The number that identifies the event; `nil` for a marker without such a number.
    public var eventID: UInt32?
    /// The identifier of the content; `nil` if there is none.
    public var contentID: String?
    /// Whether the mark is for the end of the programme, which each stream has at its own position.
    package var isAtEnd = false
    /// The boundary of a segment at which an interstitial starts instead of at its position.
    ///
    /// The value is `nil` for other markers. Streams may have different boundaries.
    package var boundary: MediaTime?

    /// Creates a marker.
    ///
    /// - Parameters:
    ///   - kind: The meaning.
    ///   - place: The position.
    ///   - source: The source.
    ///   - text: The content in words.
    public init(_ kind: Kind, at place: MediaTime, source: String, text: String) {
        self.kind = kind
        self.place = place
        self.source = source
        self.text = text
    }
}
