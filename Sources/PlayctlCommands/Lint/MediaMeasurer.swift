import Containers
import HeadlessPlayback
import Linting
import Playlists
import Sessions
import SidecarSubtitles
import Transport

/// Reads the media of an asset's playlists, each byte once.
struct MediaMeasurer: Sendable {
    let asset: LintedAsset
    let keys: KeyOptions
    let loader: any ResourceLoader
    /// The number of playlists that are read at the same time.
    var streamsAtOnce = 2

    /// Reads the media of all playlists.
    ///
    /// - Returns: A stream for each media playlist, in the order of the asset.
    func measure() async -> [MeasuredStream] {
        let playlists = asset.mediaPlaylists
        return await withTaskGroup(of: (Int, MeasuredStream).self) { group in
            var streams = [MeasuredStream?](repeating: nil, count: playlists.count)
            var next = 0
            func start() {
                guard next < playlists.count else { return }
                let place = next
                next += 1
                let playlist = playlists[place]
                group.addTask { (place, measure(playlist)) }
            }
            for _ in 0..<max(1, streamsAtOnce) { start() }
            for await (place, stream) in group {
                streams[place] = stream
                start()
            }
            return streams.compactMap(\.self)
        }
    }

    private func measure(_ playlist: LintedPlaylist) -> MeasuredStream {
        var stream = MeasuredStream(url: playlist.url)
        guard let media = playlist.media else { return stream }
        let rendition = RenditionMedia(url: playlist.url, playlist: media)
        let isProtected = media.segments.contains { segment in
            segment.keys.contains { $0.keyFormat != EncryptionKey.identityFormat }
        }
        if isProtected, !keys.areGiven {
            stream.omission = "the media is encrypted, and no key was given"
            return stream
        }
        let probeKeys: ProbeKeys
        do throws(SessionError) {
            probeKeys = try ProbeKeys(keys, asset: playlist.url, loader: loader)
        } catch {
            stream.omission = "\(error)"
            return stream
        }
        var first: DemuxedSegment?
        for (index, listed) in rendition.segments.enumerated() where !listed.segment.isGap {
            if Interruption.hasHappened { break }
            let url = rendition.location(of: listed.segment)
            var measured = MeasuredSegment(index: index, url: url)
            if playlist.isOfSubtitles, listed.segment.initializationSection == nil {
                readText(listed, of: rendition, into: &measured)
            } else {
                read(listed, of: rendition, probeKeys, into: &measured, &first)
            }
            stream.segments.append(measured)
        }
        return stream
    }

    // MARK: Media

    private func read(
        _ listed: ListedSegment, of rendition: RenditionMedia, _ keys: ProbeKeys,
        into measured: inout MeasuredSegment, _ first: inout DemuxedSegment?
    ) {
        do throws(SessionError) {
            let input = try SegmentInput(listed, of: rendition, loader: loader, keys: keys)
            let segment: DemuxedSegment
            do throws(ContainerError) {
                segment = try SegmentDemuxer().demux(
                    initialization: input.initialization, media: input.media,
                    hint: SegmentJob.hint(for: measured.url), inheritingFrom: first)
            } catch {
                throw .container(error, url: measured.url)
            }
            first = first ?? segment
            measured.byteCount = input.media.byteCount ?? segment.byteCount
            measured.isTransportStream = segment.format == .mpegTS
            measured.tracks = segment.tracks.compactMap(MeasuredTrack.init)
            measured.problems = segment.problems.compactMap { problem in
                // Messages to splicers have no timestamps of their own.
                let track = segment.tracks.first { $0.description.index == problem.track }
                let isMedia = track.flatMap(MeasuredTrack.init) != nil || problem.track == nil
                return problem.kind == .missingTimestamp && !isMedia
                    ? nil : MeasuredProblem(problem)
            }
            if rendition.isIFramesOnly { keepPicture(of: segment, listed, in: &measured) }
            if segment.format.isPackedAudio, segment.lacksClock {
                measured.problems.append(
                    MeasuredProblem("packed.no-timestamp", "the audio has no timestamp"))
            }
        } catch {
            measured.isLost = true
            // The range of an I-frame ends within boxes that cannot be decrypted by themselves.
            if rendition.isIFramesOnly, !listed.segment.keys.isEmpty, !error.isOfTransport {
                return
            }
            measured.problems = [Self.problem(error, listed.segment)]
        }
    }

    /// Keeps the picture of a segment of an I-frame playlist.
    ///
    /// The range of such a segment ends with the picture, within packets or boxes that promise more.
    private func keepPicture(
        of segment: DemuxedSegment, _ listed: ListedSegment, in measured: inout MeasuredSegment
    ) {
        let isCut = segment.problems.contains { $0.kind == .truncated || $0.kind == .corruptSample }
        measured.problems = []
        guard let picture = segment.firstPicture(lasting: listed.segment.duration) else {
            measured.problems = [
                MeasuredProblem("media.iframe-not-single", "it does not start with an I-frame")
            ]
            return
        }
        if isCut { measured.tracks = picture.tracks.compactMap(MeasuredTrack.init) }
    }

    private static func problem(_ error: SessionError, _ segment: MediaSegment) -> MeasuredProblem {
        let text = "\(error)"
        if case .transport = error {
            let isRange = segment.byteRange != nil && text.contains("range")
            return MeasuredProblem(
                isRange ? "segment.byterange-beyond-end" : "segment.missing-file", text)
        }
        let isFragment = segment.uri.hasSuffix("4s") || segment.uri.hasSuffix("mp4")
        if segment.initializationSection == nil, isFragment {
            return MeasuredProblem("segment.map-missing", "there is no EXT-X-MAP: \(text)")
        }
        return MeasuredProblem("segment.unreadable", text)
    }

    // MARK: Subtitles

    private func readText(
        _ listed: ListedSegment, of rendition: RenditionMedia, into measured: inout MeasuredSegment
    ) {
        let limits = WebVTTLimits()
        var request = ResourceRequest(url: measured.url, kind: .subtitle)
        request.maximumByteCount = Int64(limits.bytes)
        request.byteRange = listed.segment.byteRange
        do {
            let bytes = try loader.load(request).body.bytes(limit: Int64(limits.bytes))
            measured.byteCount = Int64(bytes.count)
            let file = try WebVTT(parsing: bytes, limits: limits)
            measured.cues = file.cues.map {
                MeasuredCue(start: $0.start, end: $0.end, id: $0.id)
            }
            if let map = file.timestampMap {
                measured.cueShift =
                    MediaTime(Int64(clamping: map.mpegTimestamp), timescale: 90_000) - map.local
            }
            if let problem = file.problems.first {
                let more = file.problems.count > 1 ? ", and \(file.problems.count - 1) more" : ""
                measured.problems = [MeasuredProblem("vtt.syntax", "\(problem)\(more)")]
            }
        } catch let error as WebVTTError {
            measured.isLost = true
            measured.problems = [MeasuredProblem("vtt.no-signature", "\(error)")]
        } catch {
            measured.isLost = true
            measured.problems = [MeasuredProblem("segment.missing-file", "\(error)")]
        }
    }
}

extension SessionError {
    /// Whether a resource could not be loaded.
    fileprivate var isOfTransport: Bool {
        if case .transport = self { return true }
        return false
    }
}

extension RenditionMedia {
    /// Whether the playlist lists I-frames alone.
    fileprivate var isIFramesOnly: Bool { playlist.isIFramesOnly }
}

extension MeasuredTrack {
    /// Converts a track; `nil` for one that is neither pictures, sound nor text.
    init?(_ track: DemuxedTrack) {
        let kind: MeasuredTrack.Kind
        switch track.description.kind {
        case .video: kind = .video
        case .audio: kind = .audio
        case .subtitle: kind = .text
        case .timedMetadata, .other: return nil
        }
        self.init(kind, start: track.start, end: track.end)
        codec = track.description.codecString
        width = track.description.width
        height = track.description.height
        frameRate = track.description.frameRate?.perSecond
        sampleRate = track.description.sampleRate
        channels = track.description.channels
        keyframes = track.keyframes.sorted()
        sampleCount = track.sampleCount
        holes = track.holes
    }
}

extension MeasuredProblem {
    /// Converts a problem of a container; `nil` for one that other rules find.
    init?(_ problem: ContainerProblem) {
        let times = problem.count > 1 ? " (\(problem.count) times)" : ""
        let place = problem.time.map { " at \($0) s" } ?? ""
        func make(_ code: String, _ text: String) -> MeasuredProblem {
            MeasuredProblem(code, text + place + times)
        }
        switch problem.kind {
        case .truncated: self = make("fmp4.data-outside", "the end is missing")
        case .corruptSample: self = make("media.corrupt", "a sample is damaged")
        case .encrypted:
            self = make("key.undeclared-encryption", "samples are encrypted, and no key is listed")
        case .decodeTimeRunsBackwards: self = make("media.dts-backwards", "decode times fall")
        case .timestampJump: self = make("media.lost-frames", "decode times jump")
        case .missingTimestamp: self = make("ts.no-timestamps", "a sample has no timestamp")
        case .lostPackets: self = make("ts.continuity", "packets are lost")
        case .foreignBytes: self = make("ts.foreign-bytes", "bytes belong to no packet")
        case .shortElementaryPacket, .brokenAudioFrames, .strayBytes, .startsWithinPicture:
            self = make("media.corrupt", "a sample is incomplete")
        case .unitsBeforeTables: self = make("ts.no-pat-pmt", "media precedes the program tables")
        case .lostFrames: self = make("media.lost-frames", "frames are missing")
        case .missingTrack:
            self = make("ts.track-without-frames", "an announced track has no sample")
        case .differentContainer(let announced, let found):
            self = make("segment.unreadable", "named as \(announced), and is \(found)")
        case .startsWithoutKeyframe, .lostMetadata, .unreadStream, .brokenFrame, .undecodable,
            .brokenMovie, .emptyTrack, .shorterThanPromised, .longerThanPromised:
            return nil
        case .unreadable(let text): self = make("segment.unreadable", text)
        }
    }
}
