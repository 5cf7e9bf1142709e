package import VirtualTime

/// Metadata in a media segment, with the time from which the metadata applies.
package struct TimedMetadata: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        /// The frames of an ID3 tag.
        case id3([ID3Frame])
        /// An event message of an ISO file.
        case event(EventMessage)
        /// An SCTE 35 message in a transport stream, which signals a splice point to splicers.
        case splice(SpliceMessage)
    }

    /// The time from which the metadata applies, on the container's own clock.
    package var time: MediaTime

    /// The duration; `nil` when it is not given.
    package var duration: MediaTime?

    package var content: Content

    /// The number of entries that the media contains before this entry.
    package var order = 0

    /// The time at which the metadata arrives, on the container's own clock.
    package var arrival: MediaTime {
        guard case .splice(let message) = content else { return time }
        return message.arrival
    }

    package init(time: MediaTime, duration: MediaTime?, content: Content) {
        self.time = time
        self.duration = duration
        self.content = content
    }
}

/// An SCTE 35 message in a transport stream, which signals a splice point to splicers.
package struct SpliceMessage: Equatable, Sendable {
    /// The packet identifier (PID) of the stream that contains the message.
    package var identifier: Int
    /// The presentation time of the media around the message, on the container's own clock.
    package var arrival: MediaTime
    /// The parsed contents of the message, or the reason why it is invalid.
    package var section: Result<SpliceInformation, SpliceError>

    package init(
        identifier: Int, arrival: MediaTime, section: Result<SpliceInformation, SpliceError>
    ) {
        self.identifier = identifier
        self.arrival = arrival
        self.section = section
    }
}

/// An event message of an ISO file.
///
/// Reference: ISO/IEC 23009-1, 5.10.3.3 (`emsg`).
package struct EventMessage: Equatable, Sendable {
    package var schemeIDURI: String
    package var value: String
    package var id: UInt32
    package var data: [UInt8]

    package init(schemeIDURI: String, value: String, id: UInt32, data: [UInt8]) {
        self.schemeIDURI = schemeIDURI
        self.value = value
        self.id = id
        self.data = data
    }

    /// The scheme identifiers of messages with ID3 tags: the specified identifier and an older one.
    private static let id3Schemes: Set<String> = [
        "https://aomedia.org/emsg/ID3", "https://developer.apple.com/streaming/emsg-id3",
    ]

    /// The ID3 frames of the message; `nil` when its scheme is not ID3.
    package var id3Frames: [ID3Frame]? {
        guard Self.id3Schemes.contains(schemeIDURI) else { return nil }
        let tags = ID3Tag.all(in: data.span).compactMap(\.self)
        return tags.isEmpty ? nil : tags.flatMap(\.frames)
    }

    /// Whether the scheme of the message is ID3, and the payload is not made of intact tags.
    var hasBrokenTag: Bool {
        Self.id3Schemes.contains(schemeIDURI)
            && ID3Tag.all(in: data.span).contains { $0?.isDamaged != false }
    }

    /// The splice message in the payload; `nil` when the scheme is not one for splice messages.
    ///
    /// Reference: ANSI/SCTE 214-3, section 8.3.3 (Event Message Box), and 214-1, section 6.7.
    package var splice: Result<SpliceInformation, SpliceError>? {
        switch schemeIDURI {
        case "urn:scte:scte35:2013:bin":
            Result { () throws(SpliceError) in try SpliceInformation(data) }
        case "urn:scte:scte35:2013:xml", "urn:scte:scte35:2014:xml+bin":
            Result { () throws(SpliceError) in try SpliceInformation(xml: data) }
        default: nil
        }
    }
}

/// An `emsg` box, whose time may be relative to the start of its segment.
struct EventMessageBox {
    enum Start: Equatable {
        /// A time after the earliest presentation time of the segment (version 0 of the box).
        case afterSegmentStart(MediaTime)
        /// A time on the container's own clock (version 1 of the box).
        case at(MediaTime)
    }

    var start: Start
    var duration: MediaTime?
    var message: EventMessage

    /// Reads the contents of a box after its header.
    init?(contents: [UInt8]) {
        var cursor = ByteCursor(contents)
        guard let version = cursor.number(1), cursor.skip(3) != nil else { return nil }
        let scheme: String
        let value: String
        let fields: (scale: UInt64, time: UInt64, duration: UInt64, id: UInt64)
        switch version {
        case 0:
            guard let first = cursor.text(), let second = cursor.text(),
                let scale = cursor.number(4),
                let time = cursor.number(4), let duration = cursor.number(4),
                let id = cursor.number(4)
            else { return nil }
            (scheme, value, fields) = (first, second, (scale, time, duration, id))
        case 1:
            guard let scale = cursor.number(4), let time = cursor.number(8),
                let duration = cursor.number(4),
                let id = cursor.number(4), let first = cursor.text(), let second = cursor.text()
            else { return nil }
            (scheme, value, fields) = (first, second, (scale, time, duration, id))
        default:
            return nil
        }
        guard fields.scale > 0 else { return nil }
        let scale = Int64(fields.scale)
        let time = MediaTime(Int64(clamping: fields.time), timescale: scale)
        start = version == 0 ? .afterSegmentStart(time) : .at(time)
        let isOpen = fields.duration == 0xFFFF_FFFF
        duration = isOpen ? nil : MediaTime(Int64(fields.duration), timescale: scale)
        message = EventMessage(
            schemeIDURI: scheme, value: value, id: UInt32(fields.id),
            data: Array(contents[cursor.index...]))
    }
}
