package import Containers
package import VirtualTime

extension Marker {
    /// Returns the markers for an SCTE 35 message.
    ///
    /// - Parameters:
    ///   - splice: The message, or the reason why it is invalid.
    ///   - place: The position at which the message takes effect.
    ///   - source: The source of the message.
    /// - Returns: The markers; empty for a message without a position.
    package static func markers(
        of splice: Result<SpliceInformation, SpliceError>, at place: MediaTime, source: String
    ) -> [Marker] {
        switch splice {
        case .failure(let error):
            [Marker(.unreadable, at: place, source: source, text: "\(error)")]
        case .success(let splice): markers(of: splice, at: place, source: source)
        }
    }

    private static func markers(
        of splice: SpliceInformation, at place: MediaTime, source: String
    ) -> [Marker] {
        var markers: [Marker] = []
        switch splice.command {
        case .insert(let insert):
            guard let event = insert.event else { break }
            markers.append(Marker(insert, event, at: place, source: source))
        case .schedule(let list):
            for scheduled in list {
                guard let event = scheduled.event else { continue }
                var words = ["splice_schedule", "event \(scheduled.eventID)"]
                words.append(event.isOut ? "out of network" : "into network")
                if let time = event.time { words.append("at GPS second \(time)") }
                // The event states a time of day, which has no position on the timeline. The marker
                // is therefore placed at the position of the message.
                markers.append(
                    Marker(.event, at: place, source: source, text: words.joined(separator: ", ")))
            }
        case .privateCommand(let identifier, let bytes):
            let text = "private_command of \(owner(identifier)), \(bytes.count) bytes"
            markers.append(Marker(.event, at: place, source: source, text: text))
        case .encrypted:
            let text = "\(splice.command.name): it is not decrypted"
            markers.append(Marker(.unreadable, at: place, source: source, text: text))
        case .other:
            markers.append(Marker(.event, at: place, source: source, text: splice.command.name))
        case .null, .timeSignal, .bandwidthReservation: break
        }
        for segmentation in splice.segmentations {
            guard let event = segmentation.event else { continue }
            markers.append(
                Marker(segmentation, event, at: place, source: source, splice.command.name))
        }
        if markers.isEmpty, case .timeSignal = splice.command, splice.segmentations.isEmpty {
            markers.append(Marker(.event, at: place, source: source, text: "time_signal"))
        }
        return markers
    }

    private init(
        _ insert: SpliceInsert, _ event: SpliceInsert.Event, at place: MediaTime, source: String
    ) {
        var words = ["splice_insert", event.isOut ? "out of network" : "into network"]
        words.append("event \(insert.eventID)")
        if event.isImmediate { words.append("at once") }
        if let length = event.breakDuration {
            words.append("\(length.duration) s" + (length.returnsByItself ? ", returns" : ""))
        }
        if event.avail > 0 || event.availsExpected > 0 {
            words.append("avail \(event.avail) of \(event.availsExpected)")
        }
        self.init(
            event.isOut ? .out : .in, at: place, source: source,
            text: words.joined(separator: ", "))
        duration = event.breakDuration?.duration
        eventID = insert.eventID
    }

    private init(
        _ segmentation: SegmentationDescriptor, _ event: SegmentationDescriptor.Event,
        at place: MediaTime, source: String, _ command: String
    ) {
        var words = [command, event.type.name, "event \(segmentation.eventID)"]
        let length = event.duration.map { MediaTime($0, timescale: 90_000) }
        if let length { words.append("\(length) s") }
        if event.segmentsExpected > 0 {
            words.append("segment \(event.segment) of \(event.segmentsExpected)")
        }
        if let part = event.subSegment, part.expected > 0 {
            words.append("sub-segment \(part.number) of \(part.expected)")
        }
        let upid = event.upid.text
        if !upid.isEmpty { words.append("\(event.upid.typeName) \(upid)") }
        let kind: Kind =
            switch (event.type.isBreak, event.type.edge) {
            case (true, .start): .out
            case (true, .end): .in
            default: .segmentation
            }
        self.init(kind, at: place, source: source, text: words.joined(separator: ", "))
        duration = length
        name = event.type.name
        eventID = segmentation.eventID
        contentID = upid.isEmpty ? nil : upid
    }

    private static func owner(_ identifier: UInt32) -> String {
        SegmentationUPID(
            type: 0x01, bytes: [24, 16, 8, 0].map { UInt8(identifier >> UInt32($0) & 0xFF) }
        ).text
    }
}
