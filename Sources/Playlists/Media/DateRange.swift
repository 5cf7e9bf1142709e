public import VirtualTime

/// A range of dates to which a playlist attaches attributes, from `EXT-X-DATERANGE`.
///
/// Reference: rfc8216bis, section 4.4.5.1 (EXT-X-DATERANGE).
public struct DateRange: Equatable, Sendable {
    /// The identifier of the range within the playlist, from `ID`.
    public var id: String
    /// The class that defines the client attributes, from `CLASS`.
    public var rangeClass: String?
    /// The start of the range, from `START-DATE`; `nil` when an earlier tag states it.
    public var startDate: DateTime?
    /// The triggers of the range: `PRE`, `POST`, `ONCE`, from `CUE`.
    public var cue: [String] = []
    /// The end of the range, from `END-DATE`.
    public var endDate: DateTime?
    /// The duration of the range, from `DURATION`.
    public var duration: MediaTime?
    /// The expected duration of the range, from `PLANNED-DURATION`.
    public var plannedDuration: MediaTime?
    /// Whether the range ends when the next range of its class starts, from `END-ON-NEXT`.
    public var endsOnNext = false
    /// A splice_info_section, from `SCTE35-CMD`.
    public var scte35Command: [UInt8]?
    /// The splice_info_section that signals the exit from the network, from `SCTE35-OUT`.
    public var scte35Out: [UInt8]?
    /// The splice_info_section that signals the return to the network, from `SCTE35-IN`.
    public var scte35In: [UInt8]?
    /// The client attributes, `X-…`, and others for which this type has no property, in order.
    public var otherAttributes: [Attribute] = []

    /// Creates a date range.
    ///
    /// - Parameters:
    ///   - id: The identifier of the range within the playlist.
    ///   - startDate: The start of the range.
    public init(id: String, startDate: DateTime?) {
        self.id = id
        self.startDate = startDate
    }

    /// Returns the value of a client attribute as text; `nil` when absent.
    ///
    /// - Parameter name: The name, such as `X-ASSET-URI`.
    public subscript(attribute name: String) -> String? {
        otherAttributes.first { $0.name == name }?.value.text
    }
}
