import VirtualTime

/// Reassembles the PES packets of one stream, and copies only the starts of pictures.
///
/// Reference: ISO/IEC 13818-1, section 2.4.3.6.
struct PlainStream {
    /// The packet identifier.
    let identifier: Int
    /// The track, with the findings from its samples so far.
    private(set) var track: TrackScan

    private let isAudio: Bool
    private var isOpen = false
    private var pts: Int64?
    private var dts: Int64?
    private var size = 0
    /// The number of bytes that the open PES packet still lacks.
    ///
    /// It is `nil` if the packet does not state its length.
    private var missing: Int?
    /// The number of audio frames that begin in the current PES packet.
    private var frames = AudioFrameCount()
    /// The first bytes of a PES packet in which no picture has been recognized yet.
    private var head: [UInt8] = []
    /// The start of the picture; `nil` before a picture is found.
    private var picture: AccessUnitGlance?

    /// The size in bytes at which libavformat splits PES packets of unstated length.
    ///
    /// If a PES packet is split, only the first part has a timestamp.
    private static let largestPacket = 200 << 10
    private static let largestHead = 1 << 16

    init?(_ stream: ProgramStream, index: Int) {
        guard let facts = StreamFacts(plain: stream, index: index) else { return nil }
        identifier = stream.identifier
        isAudio = facts.kind == .audio
        track = TrackScan(facts, format: .mpegTS, packedStart: .zero)
    }

    /// Returns the streams of a program; `nil` when libavformat must read one of them.
    static func list(_ program: TransportProgram) -> [PlainStream]? {
        var streams: [PlainStream] = []
        for (index, announced) in program.streams.enumerated() {
            guard let stream = PlainStream(announced, index: index),
                !streams.contains(where: { $0.identifier == stream.identifier })
            else { return nil }
            streams.append(stream)
        }
        return streams
    }

    /// Adds the 188-byte packet at an index; the caller has checked the packet's header.
    ///
    /// - Returns: Whether the packet can be read without libavformat.
    @inline(__always)
    mutating func take(
        _ bytes: Span<UInt8>, at start: Int, _ samples: inout [SampleSummary],
        _ unwrapper: inout TimestampUnwrapper
    ) -> Bool {
        let end = start + TransportPacket.size
        var index = start + 4
        if bytes[start + 3] & 0x20 != 0 { index += 1 + Int(bytes[index]) }
        guard bytes[start + 3] & 0x10 != 0, index < end else { return true }
        if bytes[start + 1] & 0x40 != 0 {
            guard finish(&samples, &unwrapper), let content = open(bytes, index..<end) else {
                return false
            }
            index = content
        }
        guard isOpen else { return false }
        return index == end || add(bytes.extracting(index..<end), &samples, &unwrapper)
    }

    /// Closes the current PES packet.
    ///
    /// The function returns `false` when libavformat must read the packet.
    mutating func finish(
        _ samples: inout [SampleSummary], _ unwrapper: inout TimestampUnwrapper
    ) -> Bool {
        guard isOpen else { return true }
        isOpen = false
        guard missing == nil else { return false }
        return size == 0 || emit(&samples, &unwrapper)
    }

    /// Opens a PES packet and returns the index at which its content starts.
    ///
    /// The result is `nil` when libavformat must read the packet.
    @inline(__always)
    private mutating func open(_ bytes: Span<UInt8>, _ payload: Range<Int>) -> Int? {
        guard let header = ElementaryHeader(bytes, in: payload), header.presentationTime != nil,
            header.headerCount <= payload.count
        else { return nil }
        let start = payload.lowerBound
        let flags = bytes[start + 7]
        // The packet must contain audio or video, must not be scrambled and must not have an
        // extension.
        guard (0xC0...0xEF).contains(bytes[start + 3]), bytes[start + 6] & 0xF0 == 0x80,
            flags & 0x01 == 0
        else { return nil }
        pts = header.presentationTime
        dts = pts
        if flags & 0x40 != 0 {
            guard header.headerCount >= 19 else { return nil }
            dts = ElementaryHeader.time(bytes, at: start + 14)
        }
        missing = header.byteCount.map { $0 - header.headerCount }
        if let missing, missing <= 0 { return nil }
        isOpen = true
        return start + header.headerCount
    }

    @inline(__always)
    private mutating func add(
        _ content: Span<UInt8>, _ samples: inout [SampleSummary],
        _ unwrapper: inout TimestampUnwrapper
    ) -> Bool {
        if let missing, content.count > missing { return false }
        if size > 0, size + content.count > Self.largestPacket {
            guard emit(&samples, &unwrapper) else { return false }
            (pts, dts) = (nil, nil)
        }
        size += content.count
        if isAudio {
            guard let count = track.countFrames(content) else { return false }
            frames += count
        } else if picture == nil {
            look(at: content)
        }
        guard let rest = missing else { return true }
        missing = rest - content.count
        guard rest == content.count else { return true }
        missing = nil
        isOpen = false
        return emit(&samples, &unwrapper)
    }

    /// Appends bytes to the collected start of a PES packet, and searches it for a picture.
    private mutating func look(at content: Span<UInt8>) {
        if head.isEmpty, take(glanceAt: content) { return }
        guard head.count < Self.largestHead else { return }
        let isDoubled =
            (head.count + content.count).leadingZeroBitCount < head.count.leadingZeroBitCount
        for index in content.indices { head.append(content[index]) }
        // The bytes are searched only when their number has doubled, so that the total work remains
        // proportional to their number.
        guard isDoubled else { return }
        let bytes = head
        if take(glanceAt: bytes.span) { head.removeAll(keepingCapacity: true) }
    }

    /// Searches bytes for a picture with the type of its first slice, and stores the findings.
    ///
    /// The function returns whether the search succeeded.
    private mutating func take(glanceAt bytes: Span<UInt8>) -> Bool {
        guard let glance = track.glance(at: bytes), glance.hasPicture, !glance.isCut else {
            return false
        }
        track.adopt(glance, of: bytes)
        picture = glance
        return true
    }

    /// Adds the sample in the current PES packet.
    ///
    /// The function returns `false` when libavformat must read the packet.
    private mutating func emit(
        _ samples: inout [SampleSummary], _ unwrapper: inout TimestampUnwrapper
    ) -> Bool {
        let unwrapped = dts.map { unwrapper.unwrap($0) }
        var sample = SampleSummary(
            track: track.facts.index, pts: pts.map { track.facts.clock.time(unwrapper.unwrap($0)) },
            dts: unwrapped.map(track.facts.clock.time), size: size)
        if isAudio {
            sample.take(frames)
            sample.requireFrame(frames)
            frames = AudioFrameCount()
        } else if let found = picture.take() {
            sample.isKey = found.isKey
            sample.isOpen = found.isOpen
            sample.mayStandAlone = found.mayStandAlone
            // libavformat splits large pictures, and only the first part has a timestamp.
            if sample.pts == nil, found.continuesPicture { sample.samples = 0 }
            track.follow(found, byteCount: size, isRest: false, &sample)
        } else {
            let bytes = head
            guard let glance = track.glance(at: bytes.span) else { return false }
            // The later part of a split picture has no timestamp, and only its first bytes are
            // collected. In every other packet without a picture, all bytes must have been
            // searched.
            let isSplit = pts == nil && bytes.count >= Self.largestHead && glance.sequenceSet == nil
            guard bytes.count == size || isSplit else { return false }
            let isRest = sample.take(glance, of: bytes.span)
            track.follow(glance, byteCount: size, isRest: isRest, &sample)
            track.adopt(glance, of: bytes.span)
        }
        head.removeAll(keepingCapacity: true)
        size = 0
        samples.append(sample)
        return true
    }
}

extension StreamFacts {
    /// The tags of descriptors that do not affect libavformat's choice of a codec.
    ///
    /// These are the descriptors for alignment, maximum bitrate, AVC video, HEVC video and
    /// component.
    private static let idleDescriptors: Set<UInt8> = [0x06, 0x0E, 0x28, 0x38, 0x52]
    private static let registrationOfHEVC = ProgramStream.Descriptor(
        tag: 0x05, bytes: Array("HEVC".utf8))

    /// Creates the properties of a stream whose samples libavformat returns as they are stored.
    ///
    /// The result is `nil` for any other stream.
    fileprivate init?(plain stream: ProgramStream, index: Int) {
        let codec: Codec
        switch (stream.type, stream.content) {
        case (0x1B, .video(_, let known?)), (0x24, .video(_, let known?)),
            (0x0F, .audio(_, let known?)):
            codec = known
        default: return nil
        }
        var language: String?
        for descriptor in stream.descriptors {
            if Self.idleDescriptors.contains(descriptor.tag) { continue }
            if stream.type == 0x24, descriptor == Self.registrationOfHEVC { continue }
            guard descriptor.tag == 0x0A, descriptor.bytes.count == 4, language == nil,
                descriptor.bytes.prefix(3).allSatisfy({ (0x61...0x7A).contains($0) })
            else { return nil }
            language = String(decoding: descriptor.bytes.prefix(3), as: UTF8.self)
        }
        self.init(
            index: index, id: stream.identifier, kind: stream.kind, codec: codec,
            language: language == "und" ? nil : language,
            clock: MediaClock(numerator: 1, denominator: 90_000))
    }
}
