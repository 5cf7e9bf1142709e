public import VirtualTime

/// The preferred start of playback, from `EXT-X-START`.
///
/// Reference: rfc8216bis, section 4.4.2.2 (EXT-X-START).
public struct StartPoint: Equatable, Sendable {
    /// The offset of the start position, from `TIME-OFFSET`.
    ///
    /// A negative offset is measured from the end of the last segment of the playlist, and any
    /// other offset from the start of the playlist.
    public var offset: MediaTime
    /// Whether a player does not render the samples before the offset, from `PRECISE`.
    ///
    /// The player loads the segment that contains the offset, and discards its earlier samples.
    public var isPrecise: Bool
    /// The attributes for which this type has no property, in order.
    public var otherAttributes: [Attribute]

    /// Creates a start point.
    ///
    /// - Parameters:
    ///   - offset: The offset from the start of the playlist; when negative, from its end.
    ///   - isPrecise: Whether samples before the offset are not rendered.
    ///   - otherAttributes: The attributes for which this type has no property.
    public init(offset: MediaTime, isPrecise: Bool = false, otherAttributes: [Attribute] = []) {
        self.offset = offset
        self.isPrecise = isPrecise
        self.otherAttributes = otherAttributes
    }
}
