import VirtualTime

/// Gathers the timed metadata of a segment, up to a maximum number and size.
struct MetadataCollector {
    private static let mostEntries = 1024
    private static let mostBytes = 4 << 20

    private(set) var isTruncated = false
    /// The problems of ID3 tags that could not be read completely.
    private(set) var problems: [ContainerProblem] = []
    private var entries: [TimedMetadata] = []
    private var bytes = 0

    /// Adds the ID3 tags of one time in a metadata track.
    mutating func add(tags bytes: [UInt8], at time: MediaTime) {
        guard fits(bytes.count) else { return }
        for tag in ID3Tag.all(in: bytes.span) {
            if tag?.isDamaged != false { noteBrokenTag(at: time) }
            guard let tag else { continue }
            append(TimedMetadata(time: time, duration: nil, content: .id3(tag.frames)))
        }
    }

    /// Records an ID3 tag that cannot be read completely.
    mutating func noteBrokenTag(at time: MediaTime?) {
        problems.note(ContainerProblem(.unreadableMetadata("ID3 tags"), time: time))
    }

    /// Adds a splice message, whose times are 33-bit counts of 90 kHz ticks.
    mutating func add(_ section: TransportSplices.Section, _ unwrapper: inout TimestampUnwrapper?) {
        guard fits(section.bytes.count) else { return }
        let information = Result { () throws(SpliceError) in
            try SpliceInformation(section.bytes)
        }
        let splice = try? information.get()
        guard let arrival = section.arrival ?? splice?.splicePTS else { return }
        func time(_ pts: Int64) -> MediaTime {
            MediaTime(unwrapper?.unwrap(pts) ?? pts, timescale: 90_000)
        }
        let place = time(arrival)
        var duration: MediaTime?
        if case .insert(let insert) = splice?.command {
            duration = insert.event?.breakDuration?.duration
        }
        append(
            TimedMetadata(
                time: splice?.splicePTS.map(time) ?? place, duration: duration,
                content: .splice(
                    SpliceMessage(
                        identifier: section.identifier, arrival: place, section: information))))
    }

    /// Records that metadata was omitted before the collector received it.
    mutating func markTruncated() {
        isTruncated = true
    }

    /// Adds the contents of the ID3 tags before packed audio, except for the timestamp.
    mutating func add(leadingTags tags: [ID3Tag], at time: MediaTime) {
        for tag in tags {
            let frames = tag.frames.filter { frame in
                guard case .privateData(let owner, _) = frame.content else { return true }
                return owner != "com.apple.streaming.transportStreamTimestamp"
            }
            guard !frames.isEmpty else { continue }
            append(TimedMetadata(time: time, duration: nil, content: .id3(frames)))
        }
    }

    /// Adds the contents of an ID3 tag between frames of packed audio, except for a timestamp.
    mutating func add(innerTag bytes: [UInt8], at time: MediaTime) {
        guard fits(bytes.count) else { return }
        for tag in ID3Tag.all(in: bytes.span) {
            if tag?.isDamaged != false { noteBrokenTag(at: time) }
            if let tag { add(leadingTags: [tag], at: time) }
        }
    }

    /// Adds event messages, whose times may be relative to the start of the segment.
    mutating func add(_ messages: [EventMessageBox], segmentStart: MediaTime) {
        for box in messages where fits(box.message.data.count) {
            let time =
                switch box.start {
                case .afterSegmentStart(let delta): segmentStart + delta
                case .at(let time): time
                }
            if box.message.hasBrokenTag { noteBrokenTag(at: time) }
            append(
                TimedMetadata(time: time, duration: box.duration, content: .event(box.message)))
        }
    }

    /// The collected metadata in order of time; metadata of the same time is in stored order.
    var sorted: [TimedMetadata] {
        entries.sorted { ($0.time, $0.order) < ($1.time, $1.order) }
    }

    private mutating func fits(_ count: Int) -> Bool {
        bytes += count
        let fits = bytes <= Self.mostBytes
        if !fits { isTruncated = true }
        return fits
    }

    private mutating func append(_ entry: TimedMetadata) {
        if entries.count < Self.mostEntries {
            var entry = entry
            entry.order = entries.count
            entries.append(entry)
        } else {
            isTruncated = true
        }
    }
}
