import VirtualTime

/// One pass over the packets of a container as they are stored, without parsing or decoding.
struct MediaScan: ~Copyable {
    /// The source of the packets: exactly one of `context`, `plain` and `transport` is set.
    private let context: FormatContext?
    private var plain: PlainMedia?
    private var transport: PlainTransport?
    private let packet = PacketStorage()
    private let opened: OpenedMedia
    private(set) var unwrapper: TimestampUnwrapper?
    /// The sample durations that fragments state; `nil` unless libavformat reads fragments.
    private var durations: FragmentDurations?
    /// The streams that the tables of a transport stream announce; empty for every other container.
    private(set) var announced: [ProgramStream] = []
    /// Whether packets of a transport stream are sent twice.
    private(set) var repeatsPackets = false
    /// The presentation times of the last pictures of a transport stream whose ends may be missing.
    private(set) var uncertainEnds: [MediaTime] = []
    private var emptyPackets = 0
    private var isDone = false

    /// The tracks found so far; the index of a track is its stream index in the container.
    private(set) var tracks: [TrackScan] = []
    private(set) var metadata = MetadataCollector()
    private(set) var problems: [ContainerProblem] = []

    /// The maximum number of packets without bytes that are read.
    ///
    /// The limit is needed because a small container can announce any number of samples without
    /// bytes.
    private static let mostEmptyPackets = 1 << 18

    init(_ opened: OpenedMedia, demuxer: DemuxerChoice = .automatic) throws(ContainerError) {
        let fragments = demuxer == .libavformat ? nil : PlainMedia(opened)
        let transport = demuxer == .libavformat ? nil : PlainTransport(opened)
        let isPlain = fragments != nil || transport != nil
        let context = isPlain ? nil : try opened.context(.stored)
        // After the first assignment to a stored property, this initializer must not throw.
        // Otherwise the compiler would release a `FormatContext` that was never opened.
        self.opened = opened
        self.context = context
        plain = fragments
        self.transport = transport
        if opened.format == .mpegTS { unwrapper = TimestampUnwrapper() }
        metadata.add(leadingTags: opened.detection.tags, at: opened.packedStart)
        for facts in plain?.tracks ?? [] { describe(facts) }
        if let transport {
            tracks = transport.tracks
            announced = transport.announced
            noteUncertainEnds(transport.scan)
        }
        describeNewTracks()
        if opened.format == .fragmentedMP4, plain == nil {
            durations = FragmentDurations(prefix: opened.prefix, media: opened.media)
            noteEncryptionRecords()
        }
        if opened.format.isPackedAudio,
            opened.detection.tags.contains(where: \.announcesEncryption)
        {
            problems.note(ContainerProblem(.encrypted, track: 0))
        }
    }

    /// The size of the media in bytes.
    var byteCount: Int64 {
        opened.media.byteCount ?? opened.detection.start + (source?.mediaBytesRead ?? 0)
    }

    /// Returns the next packet's summary; `nil` at the end and after a failure.
    mutating func next() -> SampleSummary? {
        if let sample = plain?.next() ?? transport?.next() { return sample }
        while !isDone {
            switch read() {
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
            var sample = tracks[stream].summarize(packet, &unwrapper)
            if let count = durations?.next(of: tracks[stream].facts.id), count > 0 {
                sample.duration = tracks[stream].facts.clock.time(count)
            }
            sample.codedDuration =
                tracks[stream].codedDuration(of: packet, lasting: sample.duration)
            return sample
        }
        return nil
    }

    /// Reports tracks that have encryption records although the movie box describes clear samples.
    private mutating func noteEncryptionRecords() {
        let identifiers = EncryptionRecords.tracks(in: opened.media)
        for track in tracks
        where identifiers.contains(track.facts.id) && !track.facts.isEncrypted
            && !["encv", "enca"].contains(track.facts.entry)
        {
            problems.note(ContainerProblem(.undescribedEncryption, track: track.facts.index))
        }
    }

    /// Passes the parameter sets of an earlier segment to the track with the given identifier.
    mutating func inherit(_ sets: [UInt8], id: Int) {
        for index in tracks.indices where tracks[index].facts.id == id {
            tracks[index].inherit(sets)
        }
    }

    /// Returns whether a track contains splice messages, regardless of its type in libavformat.
    func isSplices(_ index: Int) -> Bool {
        opened.program?.splices.contains(tracks[index].facts.id) ?? false
    }

    /// All tracks except the tracks that contain splice messages.
    var mediaTracks: [TrackScan] {
        tracks.indices.filter { !isSplices($0) }.map { tracks[$0] }
    }

    /// The problems of video tracks whose last PES packets lack a picture.
    ///
    /// The last access unit has a delimiter and no picture, or the last packet has a timestamp and
    /// no start code.
    var missingPictures: [ContainerProblem] {
        tracks.filter { !$0.isIgnored }.flatMap { track in
            let times = [track.lacksPicture ? track.unitTime : nil, track.rest?.pts]
            return times.compactMap(\.self).map {
                ContainerProblem(.corruptSample, track: track.facts.index, time: $0)
            }
        }
    }

    /// Throws an error for media without any sample, unless it is an empty text track.
    ///
    /// - Throws: `ContainerError` with the reason.
    func requireSamples(_ trackCount: Int) throws(ContainerError) {
        guard trackCount == 0, opened.format != .webVTT else { return }
        if let failure = source?.failure {
            throw ContainerError(.input(failure), offset: failure.offset)
        }
        throw ContainerError(.noSamples(opened.format))
    }

    private var source: ByteSource? {
        switch context {
        case .some(let context): context.source
        case nil: nil
        }
    }

    private func read() -> FormatContext.ReadResult {
        switch context {
        case .some(let context): context.read(into: packet)
        case nil: .end
        }
    }

    private mutating func describeNewTracks() {
        var facts: [StreamFacts] = []
        switch context {
        case .some(let context):
            for index in tracks.count..<max(tracks.count, context.streamCount) {
                facts.append(context.facts(ofStream: index))
            }
        case nil: break
        }
        for facts in facts { describe(facts) }
    }

    private mutating func describe(_ facts: StreamFacts) {
        var facts = facts
        if facts.codec == .vp9, opened.format.isISO { facts.vp9 = opened.vp9Configuration }
        // libavformat replaces the stream type by the name in a registration descriptor, which
        // encrypted audio has.
        if opened.program?.stream(facts.id)?.isEncrypted ?? false { facts.isEncrypted = true }
        tracks.append(TrackScan(facts, format: opened.format, packedStart: opened.packedStart))
    }

    private mutating func readTags() {
        for track in tracks where track.facts.codec == .id3 {
            do throws(ContainerInputError) {
                let stream = try TransportPayloads(identifier: track.facts.id, in: opened.media)
                for payload in TransportTags(stream.payloads).payloads {
                    guard let pts = payload.pts else {
                        metadata.noteBrokenTag(at: nil)
                        continue
                    }
                    let time = track.facts.clock.time(unwrapper?.unwrap(pts) ?? pts)
                    metadata.add(tags: payload.bytes, at: time)
                }
                if stream.isTruncated { metadata.markTruncated() }
            } catch {
                problems.note(ContainerProblem(.unreadable("\(error)"), track: track.facts.index))
            }
        }
    }

    private mutating func readSplices() {
        guard let program = opened.program, !program.splices.isEmpty else { return }
        do throws(ContainerInputError) {
            let splices = try TransportSplices(program, in: opened.media)
            for section in splices.sections { metadata.add(section, &unwrapper) }
            if splices.isTruncated { metadata.markTruncated() }
        } catch {
            problems.note(ContainerProblem(.unreadable("\(error)")))
        }
    }

    private mutating func finish() {
        isDone = true
        describeNewTracks()
        finishScan()
        if opened.format == .mpegTS {
            readTags()
            readSplices()
        }
        for (index, track) in tracks.enumerated() where !track.isIgnored {
            guard let damage = track.audioDamage else { continue }
            if damage.missing > 0 { problems.note(ContainerProblem(.truncated, track: index)) }
            // Bytes before the first frame may be the end of a frame that began in the previous
            // segment, so they count as stray bytes, and not as a broken frame.
            if damage.leading > 0 { problems.note(ContainerProblem(.strayBytes, track: index)) }
            guard damage.stray > 0 else { continue }
            let kind: ContainerProblem.Kind =
                track.isTransport ? .brokenAudioFrames : .strayBytes
            problems.note(ContainerProblem(kind, track: index))
        }
    }

    /// Records the times of last pictures that a decoder can examine.
    ///
    /// FFmpeg decodes a picture of HEVC without its end, and reports nothing.
    private mutating func noteUncertainEnds(_ scan: TransportScan) {
        var unwrapper = unwrapper
        for track in tracks
        where [.h264, .mpeg2Video].contains(track.facts.codec) && !track.isIgnored {
            guard let count = scan.check(of: track.facts.id)?.uncertainEnd else { continue }
            uncertainEnds.append(track.facts.clock.time(unwrapper?.unwrap(count) ?? count))
        }
    }

    /// Ignores the streams that no program map lists, because a player does not know their types.
    ///
    /// libavformat determines the types of such streams from their contents.
    private mutating func ignoreUnlistedStreams() {
        guard !announced.isEmpty else { return }
        for index in tracks.indices
        where !announced.contains(where: { $0.identifier == tracks[index].facts.id }) {
            tracks[index].ignore()
            problems.removeAll { $0.track == index }
        }
    }

    /// Finishes the scan of all transport packets or packed audio frames, and records its findings.
    private mutating func finishScan() {
        do throws(ContainerInputError) {
            switch try source?.finishScan() {
            case let scan as TransportScan:
                announced = scan.announced
                ignoreUnlistedStreams()
                noteUncertainEnds(scan)
                let findings = TransportFindings(scan)
                repeatsPackets = findings.repeatsPackets(of: tracks)
                let splices = opened.program?.splices ?? []
                for problem in findings.problems(of: tracks, splices: splices, &unwrapper) {
                    problems.note(problem)
                }
            case let scan as PackedAudioScan:
                if scan.strayCount > 0 {
                    problems.note(ContainerProblem(.brokenAudioFrames, track: 0))
                }
                for tag in scan.tags {
                    metadata.add(innerTag: tag.bytes, at: opened.packedStart + tag.time)
                }
            default: break
            }
        } catch {
            problems.note(ContainerProblem(.unreadable("\(error)")))
        }
    }
}
