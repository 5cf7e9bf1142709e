public import VirtualTime

/// A span of dates with a meaning, from `EXT-X-DATERANGE`.
///
/// Reference: rfc8216bis, section 4.4.5.1 (EXT-X-DATERANGE).
public struct DateRange: Equatable, Sendable {
    /// What identifies the range within the playlist, from `ID`.
    public var id: String
    /// What gives meaning to the client attributes, from `CLASS`.
    public var rangeClass: String?
    /// When the range starts, from `START-DATE`; `nil` when given in an earlier tag.
    public var startDate: DateTime?
    /// When to act on the range: `PRE`, `POST`, `ONCE`, from `CUE`.
    public var cue: [String] = []
    /// When the range ends, from `END-DATE`.
    public var endDate: DateTime?
    /// How long the range is, from `DURATION`.
    public var duration: MediaTime?
    /// How long the range is expected to be, from `PLANNED-DURATION`.
    public var plannedDuration: MediaTime?
    /// Whether the next range of the class ends this one, from `END-ON-NEXT`.
    public var endsOnNext = false
    /// A splice_info_section, from `SCTE35-CMD`.
    public var scte35Command: [UInt8]?
    /// The splice_info_section that goes out of the network, from `SCTE35-OUT`.
    public var scte35Out: [UInt8]?
    /// The splice_info_section that comes back in, from `SCTE35-IN`.
    public var scte35In: [UInt8]?
    /// Client attributes, `X-…`, and others that have no field here, in order.
    public var otherAttributes: [Attribute] = []

    /// Creates a date range.
    ///
    /// - Parameters:
    ///   - id: What identifies the range within the playlist.
    ///   - startDate: When the range starts.
    public init(id: String, startDate: DateTime?) {
        self.id = id
        self.startDate = startDate
    }

    /// The value of a client attribute as text; `nil` when absent.
    ///
    /// - Parameter name: The name, such as `X-ASSET-URI`.
    public subscript(attribute name: String) -> String? {
        otherAttributes.first { $0.name == name }?.value.text
    }
}
