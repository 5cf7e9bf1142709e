import VirtualTime

/// Media with a known container and a parsed initialization section.
struct OpenedMedia {
    var detection: FormatDetection
    var format: ContainerFormat
    /// The initialization section; `nil` if there is none.
    private(set) var section: OpenedInitialization.Contents?
    var problems: [ContainerProblem] = []
    var eventMessages: [EventMessageBox] = []
    var isTruncated = false
    /// The tables of a transport stream; `nil` for every other container.
    private(set) var program: TransportProgram?
    private(set) var media: any ContainerInput

    private static let largestText: Int64 = 64 << 20
    private static let largestMovie = 8 << 20
    private static let largestFragmentedMovie: Int64 = 64 << 20
    private static let largestEventMessage = 1 << 20
    private static let mostEventMessages = 1024

    /// Detects the container of the media and reads its initialization section.
    init(
        initialization: (any ContainerInput)?, media: any ContainerInput, hint: FormatHint?
    ) throws(ContainerError) {
        try self.init(
            section: initialization.map(OpenedInitialization.init), media: media, hint: hint)
    }

    /// Detects the container of media whose initialization section was read before.
    init(
        section: OpenedInitialization?, media: any ContainerInput, hint: FormatHint?
    ) throws(ContainerError) {
        self.media = media
        detection = try FormatDetection(of: media)
        format = detection.format
        if let section { try take(section.contents.get()) }
        if detection.skippedTag { isTruncated = true }
        if let announced = hint?.formats.first, !(hint?.formats.contains(format) ?? true),
            !(format.isISO && announced.isISO)
        {
            guard detection.isCertain else {
                throw ContainerError(.unrecognized(looksLike: nil), offset: 0)
            }
            problems.note(
                ContainerProblem(.differentContainer(announced: announced, found: format)))
        }
        switch format {
        case .fragmentedMP4, .mp4: try walkBoxes()
        case .webVTT: try refuseLongText()
        case .mpegTS:
            program = TransportProgram(prefix: prefix, media: media)
            noteIncompletePacket()
        case .aac, .ac3, .eac3, .mp3: break
        }
    }

    /// The bytes of the initialization section; empty if there is none.
    var prefix: [UInt8] { section?.bytes ?? [] }

    /// Opens the container with libavformat.
    func context(_ depth: FormatContext.Depth) throws(ContainerError) -> FormatContext {
        // The samples of a fragment are stored track by track. If the input were seekable,
        // libavformat would read the samples in order of time, with a separate read for each
        // sample. So the input is sequential.
        let source = ByteSource(
            prefix: prefix, media: media, from: detection.start,
            isSequential: format == .fragmentedMP4 && depth == .stored)
        if depth == .stored {
            if format == .mpegTS { source.scan = TransportScan(prefix: prefix) }
            if format.isPackedAudio {
                source.scan = PackedAudioScan(format, from: detection.start)
            }
        }
        return try FormatContext(format, source: source, depth: depth, program: program)
    }

    /// Returns this transport stream without its repeated packets; `nil` if it is too large.
    func withoutRepeats() -> OpenedMedia? {
        guard let single = try? RepeatedPackets.replaced(in: media) else { return nil }
        var copy = self
        copy.media = single
        return copy
    }

    /// The time of the first frame of packed audio.
    var packedStart: MediaTime {
        let count = detection.tags.lazy.compactMap(\.transportTimestamp).first
        return MediaTime(count ?? 0, timescale: 90_000)
    }

    /// Whether the container has no clock, so that each segment would start at zero.
    var lacksClock: Bool {
        format.isPackedAudio && !detection.tags.contains { $0.transportTimestamp != nil }
    }

    /// Whether the clock of the container restarts at zero after 2³³ ticks.
    var wraps: Bool {
        format == .mpegTS
            || format.isPackedAudio && detection.tags.contains { $0.transportTimestamp != nil }
    }

    /// The configuration of VP9, read from the movie box; `nil` when there is none.
    var vp9Configuration: VP9Configuration? {
        if !prefix.isEmpty { return VP9Configuration(movie: prefix) }
        var walk = ISOBoxWalk(media)
        while let box = try? walk.next() {
            guard box.type == "moov" else { continue }
            let movie = try? walk.contents(of: box, limit: Self.largestMovie)
            return movie.flatMap { VP9Configuration(movie: $0) }
        }
        return nil
    }

    private mutating func take(
        _ section: OpenedInitialization.Contents
    ) throws(ContainerError) {
        let found = section.format
        guard format.fits(section: found) else {
            throw ContainerError(.differentContainer(announced: found, found: format))
        }
        if format == .mp4 { format = .fragmentedMP4 }
        self.section = section
    }

    private mutating func walkBoxes() throws(ContainerError) {
        var walk = ISOBoxWalk(media)
        var hasMovie = !prefix.isEmpty
        var hasFragments = false
        /// The boxes in which libavformat finds tracks.
        var trackBoxes: [ISOBox] = []
        while let box = try walk.next() {
            if box.type == "moov" { hasMovie = true }
            if box.type == "moof" { hasFragments = true }
            if box.type == "moov" || box.type == "trak" { trackBoxes.append(box) }
            guard box.type == "emsg" else { continue }
            guard
                eventMessages.count < Self.mostEventMessages,
                let contents = try walk.contents(of: box, limit: Self.largestEventMessage)
            else {
                isTruncated = true
                continue
            }
            if let message = EventMessageBox(contents: contents) {
                eventMessages.append(message)
            } else {
                problems.note(ContainerProblem(.unreadableMetadata("event messages")))
            }
        }
        if walk.isTruncated { problems.note(ContainerProblem(.truncated)) }
        if hasFragments { try refuseUnnumberedTracks(in: trackBoxes) }
        guard hasMovie else {
            throw ContainerError(
                walk.isTruncated && format == .mp4
                    ? .malformed(format, "no movie box") : .missingInitialization)
        }
    }

    /// Throws an error for tracks without a track number that libavformat can use.
    private func refuseUnnumberedTracks(in boxes: [ISOBox]) throws(ContainerError) {
        for box in boxes {
            let end = box.end ?? .max
            guard end - box.offset <= Self.largestFragmentedMovie else {
                throw ContainerError(.tooLarge("a movie box with fragments"), offset: box.offset)
            }
            if UnnumberedTrack.mayBePresent(in: try media.contents(box.offset..<end)) {
                throw ContainerError(.malformed(format, UnnumberedTrack.damage))
            }
        }
    }

    /// Reports the bytes after the last whole packet of a transport stream.
    private mutating func noteIncompletePacket() {
        guard let size = media.byteCount, size % Int64(TransportPacket.size) != 0 else { return }
        let isPacket = TransportPacket.incompletePacket(in: media) != nil
        let count = Int(size % Int64(TransportPacket.size))
        problems.note(
            isPacket ? ContainerProblem(.truncated) : ContainerProblem(.foreignBytes, count: count))
    }

    private func refuseLongText() throws(ContainerError) {
        if let count = media.byteCount, count > Self.largestText {
            throw ContainerError(.tooLarge("a text track"))
        }
    }
}
