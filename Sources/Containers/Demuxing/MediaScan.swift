import VirtualTime

/// One pass over the packets of a container as they are stored, without parsing or decoding.
struct MediaScan: ~Copyable {
    private let context: FormatContext
    private let packet = PacketStorage()
    private let opened: OpenedMedia
    private(set) var unwrapper: TimestampUnwrapper?
    private var emptyPackets = 0
    private var isDone = false

    /// The tracks seen so far, as the container numbers them.
    private(set) var tracks: [TrackScan] = []
    private(set) var metadata = MetadataCollector()
    private(set) var problems: [ContainerProblem] = []

    /// A container may promise any number of samples that take no bytes.
    private static let mostEmptyPackets = 1 << 18

    init(_ opened: OpenedMedia) throws(ContainerError) {
        self.opened = opened
        context = try opened.context(.stored)
        if opened.format == .mpegTS { unwrapper = TimestampUnwrapper() }
        metadata.add(leadingTags: opened.detection.tags, at: opened.packedStart)
        describeNewTracks()
    }

    /// How many bytes the media has.
    var byteCount: Int64 {
        opened.media.byteCount ?? opened.detection.start + context.source.mediaBytesRead
    }

    /// Returns the next packet's summary; `nil` at the end, whatever the reason for it.
    mutating func next() -> SampleSummary? {
        while !isDone {
            switch context.read(into: packet) {
            case .packet:
                break
            case .end:
                finish()
                return nil
            case .failure(let cause):
                problems.note(ContainerProblem(.unreadable(cause)))
                finish()
                return nil
            }
            let stream = packet.stream
            if stream >= tracks.count { describeNewTracks() }
            guard stream < tracks.count else { continue }
            if packet.size == 0, tracks[stream].facts.kind != .subtitle {
                emptyPackets += 1
                if emptyPackets > Self.mostEmptyPackets {
                    problems.note(ContainerProblem(.unreadable("samples without bytes")))
                    finish()
                    return nil
                }
            }
            if packet.isEncrypted || tracks[stream].facts.isEncrypted {
                problems.note(ContainerProblem(.encrypted, track: stream))
            }
            let sample = tracks[stream].summarize(packet, &unwrapper)
            return sample
        }
        return nil
    }

    /// Hands the parameter sets of an earlier segment to the track with an identifier.
    mutating func inherit(_ sets: [UInt8], id: Int) {
        for index in tracks.indices where tracks[index].facts.id == id {
            tracks[index].inherit(sets)
        }
    }

    /// Refuses media without a single sample, unless it is text that says nothing.
    ///
    /// - Throws: `ContainerError` with the reason.
    func requireSamples(_ trackCount: Int) throws(ContainerError) {
        guard trackCount == 0, opened.format != .webVTT else { return }
        if let failure = context.source.failure {
            throw ContainerError(.input(failure), offset: failure.offset)
        }
        throw ContainerError(.noSamples(opened.format))
    }

    private mutating func describeNewTracks() {
        for index in tracks.count..<max(tracks.count, context.streamCount) {
            var facts = context.facts(ofStream: index)
            if facts.codec == .vp9, opened.format.isISO { facts.vp9 = opened.vp9Configuration }
            tracks.append(
                TrackScan(facts, format: opened.format, packedStart: opened.packedStart))
        }
    }

    private mutating func readTags() {
        for track in tracks where track.facts.codec == .id3 {
            do throws(ContainerInputError) {
                let stream = try TransportPayloads(identifier: track.facts.id, in: opened.media)
                for payload in stream.payloads {
                    guard let pts = payload.pts else { continue }
                    let time = track.facts.clock.time(unwrapper?.unwrap(pts) ?? pts)
                    metadata.add(tag: payload.bytes, at: time)
                }
                if stream.isTruncated { metadata.markTruncated() }
            } catch {
                problems.note(ContainerProblem(.unreadable("\(error)"), track: track.facts.index))
            }
        }
    }

    private mutating func finish() {
        isDone = true
        describeNewTracks()
        if opened.format == .mpegTS { readTags() }
        for (index, track) in tracks.enumerated() {
            let damage = track.audioDamage
            if damage.missing > 0 { problems.note(ContainerProblem(.truncated, track: index)) }
            if damage.stray > 0 { problems.note(ContainerProblem(.strayBytes, track: index)) }
        }
    }
}
