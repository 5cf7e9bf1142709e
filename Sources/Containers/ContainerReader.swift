/// Reads a container packet by packet, with the same packets and order as `ffprobe`.
///
/// It is for inspection, not for speed: packets are parsed into frames, and missing properties are
/// inferred. `SegmentDemuxer` is for playback.
package struct ContainerReader: ~Copyable {
    /// The container format, as detected from the bytes.
    package let format: ContainerFormat

    /// The tracks; the index of a track is its stream index in the container.
    package private(set) var tracks: [TrackDescription] = []

    private let context: FormatContext
    private let packet = PacketStorage()
    private let opened: OpenedMedia
    private var clocks: [MediaClock] = []
    private var unwrapper: TimestampUnwrapper?

    /// Opens a container.
    ///
    /// - Parameters:
    ///   - initialization: The initialization section that applies, from `EXT-X-MAP`.
    ///   - media: The bytes of the segment or file.
    ///   - hint: The announced format; a different container is read and noted as a problem.
    /// - Throws: `ContainerError` when the bytes are not a container that can be opened.
    package init(
        initialization: (any ContainerInput)? = nil, media: any ContainerInput,
        hint: FormatHint? = nil
    ) throws(ContainerError) {
        let opened = try OpenedMedia(initialization: initialization, media: media, hint: hint)
        let context = try opened.context(.parsed)
        self.opened = opened
        format = opened.format
        self.context = context
        if format == .mpegTS { unwrapper = TimestampUnwrapper() }
        describeNewTracks()
    }

    /// The problems that were found when the container was opened.
    package var problems: [ContainerProblem] { opened.problems }

    /// Reads the next packet.
    ///
    /// - Returns: The packet; `nil` at the end of the container.
    /// - Throws: `ContainerError` when the remaining bytes of the container cannot be read.
    package mutating func next() throws(ContainerError) -> Packet? {
        switch context.read(into: packet) {
        case .packet: break
        case .end: return nil
        case .failure(let cause):
            if let failure = context.source.failure {
                throw ContainerError(.input(failure), offset: failure.offset)
            }
            throw ContainerError(.malformed(format, cause))
        }
        describeNewTracks()
        let clock = clocks[packet.stream]
        let dts = packet.dts.map { unwrapper?.unwrap($0) ?? $0 }
        let pts = packet.pts.map { unwrapper?.unwrap($0) ?? $0 }
        let offset = opened.packedStart
        return Packet(
            track: packet.stream, pts: pts.map { clock.time($0) + offset },
            dts: dts.map { clock.time($0) + offset },
            duration: packet.duration > 0 ? clock.time(packet.duration) : nil, size: packet.size,
            isKey: packet.isKey, isCorrupt: packet.isCorrupt, isDiscarded: packet.isDiscarded)
    }

    /// Returns the payload of the packet that was read last.
    package func payload() -> [UInt8] {
        packet.withPayload { bytes in bytes.indices.map { bytes[$0] } }
    }

    /// Returns the MD5 of the payload of the packet that was read last, in 32 hexadecimal digits.
    package func payloadMD5() -> String {
        packet.withPayload { MD5Digest.text(of: $0) }
    }

    private mutating func describeNewTracks() {
        for index in tracks.count..<max(tracks.count, context.streamCount) {
            var facts = context.facts(ofStream: index)
            if facts.codec == .vp9, format.isISO { facts.vp9 = opened.vp9Configuration }
            let scan = TrackScan(facts, format: format, packedStart: opened.packedStart)
            tracks.append(scan.description(frameRate: nil))
            clocks.append(facts.clock)
        }
    }
}
