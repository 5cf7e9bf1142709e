package import VirtualTime

/// Creates small JPEG pictures of a segment's video at given times.
package struct SegmentPictures: Sendable {
    /// The maximum width of a picture, in pixels.
    private let width: Int

    /// Creates a value that produces pictures with a maximum width.
    ///
    /// - Parameter width: The maximum width in pixels; it is limited to the range from 16 to 1920.
    package init(width: Int = 240) {
        self.width = min(max(width, 16), 1920)
    }

    /// Decodes the part of a segment that the requested pictures need.
    ///
    /// - Parameters:
    ///   - times: The times of the pictures on the container's own clock, in ascending order. The
    ///     picture for a time is the last one shown at or before that time. For a time before the
    ///     first picture of the segment, the first picture is used.
    ///   - initialization: The initialization section that applies to the segment.
    ///   - media: The bytes of the segment, not encrypted.
    ///   - segment: The demuxed segment.
    ///   - first: An earlier segment, whose parameter sets are used if the demuxed segment has
    ///     none.
    ///   - isWholeFile: Whether the media is a whole file, of which the segment is only a piece.
    /// - Returns: A JPEG file for each time; `nil` where there is no picture.
    /// - Throws: `ContainerError` when the bytes cannot be opened.
    package func pictures(
        at times: [MediaTime], initialization: (any ContainerInput)?, media: any ContainerInput,
        of segment: DemuxedSegment, inheritingFrom first: DemuxedSegment? = nil,
        isWholeFile: Bool = false
    ) throws(ContainerError) -> [[UInt8]?] {
        var search = Search(times: times)
        guard let track = segment.tracks.first(where: { $0.description.kind == .video }),
            let wanted = times.first
        else { return search.pictures }
        let opened = try OpenedMedia(initialization: initialization, media: media, hint: nil)
        let context = try opened.context(.split)
        let packet = PacketStorage()
        let sets = (track.parameterSets.isEmpty ? first?.tracks : nil) ?? segment.tracks
        // Decoding starts at the last keyframe at or before the first requested time.
        let start = track.keyframes.last { $0 <= wanted } ?? track.start
        var decoder: PictureDecoder?
        var line = PresentationLine(track: track, wrap: segment.timestampWrap)
        var isStarted =
            isWholeFile && opened.format.isISO && Self.seek(context, to: wanted, of: track)
        while !search.isDone, case .packet = context.read(into: packet) {
            let facts = context.facts(ofStream: packet.stream)
            guard facts.id == track.description.id, facts.kind == .video else { continue }
            line.clock = facts.clock
            if decoder == nil {
                let shared = sets.first { $0.description.kind == .video }?.parameterSets ?? []
                guard
                    let fresh = try? context.decoder(
                        forStream: packet.stream, parameterSets: shared)
                else { break }
                decoder = PictureDecoder(fresh)
            }
            let time = line.time(packet.pts ?? packet.dts)
            isStarted = isStarted || time.map { $0 >= start } ?? true
            guard isStarted, let decoder else { continue }
            decoder.send(packet)
            take(from: decoder, line, &search)
        }
        if let decoder, !search.isDone {
            decoder.finish()
            take(from: decoder, line, &search)
            search.finish { decoder.jpeg(width: width) }
        }
        return search.pictures
    }

    /// Seeks to the last keyframe at or before a time, so that hours of media need not be read.
    ///
    /// The file must have an index of its keyframes. In a file without an index, reading could
    /// start at pictures that depend on other pictures.
    private static func seek(
        _ context: borrowing FormatContext, to time: MediaTime, of track: DemuxedTrack
    ) -> Bool {
        for stream in 0..<context.streamCount {
            let facts = context.facts(ofStream: stream)
            guard facts.id == track.description.id, facts.kind == .video else { continue }
            return context.seek(to: facts.clock.count(time), ofStream: stream)
        }
        return false
    }

    private func take(
        from decoder: PictureDecoder, _ line: PresentationLine, _ search: inout Search
    ) {
        decoder.receive { count in
            guard let time = line.time(count) else { return }
            search.meet(time) { decoder.jpeg(width: width) }
        }
    }

    /// The requested times, and the pictures found.
    private struct Search {
        private let times: [MediaTime]
        private(set) var pictures: [[UInt8]?]
        private var next = 0
        private var hasPicture = false

        init(times: [MediaTime]) {
            self.times = times
            pictures = Array(repeating: nil, count: times.count)
        }

        var isDone: Bool { next == times.count }

        /// Assigns the previously shown picture to the requested times before a new picture.
        ///
        /// The new picture starts at `time`. The closure `shown` returns the JPEG file of the
        /// previously shown picture.
        mutating func meet(_ time: MediaTime, shown: () -> [UInt8]?) {
            // The first picture is also used for earlier times.
            guard hasPicture else {
                hasPicture = true
                return
            }
            guard !isDone, times[next] < time else { return }
            let picture = shown()
            while !isDone, times[next] < time {
                pictures[next] = picture
                next += 1
            }
        }

        /// Assigns the last picture to all remaining requested times.
        mutating func finish(shown: () -> [UInt8]?) {
            guard hasPicture, !isDone else { return }
            let picture = shown()
            while !isDone {
                pictures[next] = picture
                next += 1
            }
        }
    }
}

/// Converts the timestamps of a track to presentation times, and undoes wraps of the clock.
private struct PresentationLine {
    let track: DemuxedTrack
    let wrap: MediaTime?
    var clock = MediaClock(numerator: 1, denominator: 90_000)

    init(track: DemuxedTrack, wrap: MediaTime?) {
        self.track = track
        self.wrap = wrap
    }

    func time(_ count: Int64?) -> MediaTime? {
        guard let count else { return nil }
        return track.start + (clock.time(count) - track.start).unwrapped(by: wrap)
    }
}
