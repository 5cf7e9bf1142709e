/// A descriptor of a splice_info_section.
///
/// Reference: ANSI/SCTE 35 2023, section 10.
package enum SpliceDescriptor: Equatable, Sendable {
    /// The identifier that the provider assigned to an avail.
    case avail(providerAvailID: UInt32)
    /// The DTMF tones that a receiver emits for old equipment, and their lead time in 0.1 s units.
    case tones(preroll: Int, characters: String)
    case segmentation(SegmentationDescriptor)
    /// The wall-clock time of the command, in International Atomic Time.
    case time(seconds: Int64, nanoseconds: UInt32, utcOffset: Int)
    case audio([SpliceAudio])
    /// A private or malformed descriptor.
    case other(tag: Int, identifier: UInt32, bytes: [UInt8])
}

/// One stream of an audio descriptor.
package struct SpliceAudio: Equatable, Sendable {
    package var componentTag: Int
    package var language: String
    package var bitStreamMode: Int
    package var channels: Int
    package var isFullService: Bool
}

/// A descriptor of a point at which a segment of a programme begins or ends.
///
/// Reference: ANSI/SCTE 35 2023, section 10.3.3.
package struct SegmentationDescriptor: Equatable, Sendable {
    package var eventID: UInt32
    /// The segment that begins or ends; `nil` when an earlier descriptor is cancelled.
    package var event: Event?

    /// The segment that begins or ends.
    package struct Event: Equatable, Sendable {
        package var type: SegmentationType
        /// The duration of the segment, in units of a 90 kHz clock; `nil` when it is not stated.
        package var duration: Int64?
        package var upid: SegmentationUPID
        package var segment: Int
        package var segmentsExpected: Int
        package var subSegment: SubSegment?
        /// The restrictions on the segment; `nil` when there are none.
        package var restrictions: Restrictions?
        /// The streams to which the descriptor applies; empty if it applies to the whole programme.
        package var components: [Component]
    }

    /// The number of a sub-segment, and the expected number of sub-segments.
    package struct SubSegment: Equatable, Sendable {
        package var number: Int
        package var expected: Int
    }

    /// The restrictions on a segment.
    package struct Restrictions: Equatable, Sendable {
        package var allowsWebDelivery: Bool
        package var hasNoRegionalBlackout: Bool
        package var allowsArchive: Bool
        /// The number of the device group that must not show the segment; 3 excludes no group.
        package var devices: Int
    }

    /// A stream to which the descriptor applies.
    package struct Component: Equatable, Sendable {
        package var tag: Int
        /// The offset to add to the time of the command, in units of a 90 kHz clock.
        package var ptsOffset: Int64
    }
}
