import ContentProtection
import Containers
import Linting
import Playlists
import Sessions
import SidecarSubtitles
import Transport
import VirtualTime

/// Reading subtitles: WebVTT files, and WebVTT in fragmented MP4.
extension MediaMeasurer {
    /// Reads a subtitle segment that is a WebVTT file.
    func readText(
        _ listed: ListedSegment, of rendition: RenditionMedia, _ keys: AssetKeys,
        into measured: inout MeasuredSegment
    ) {
        let limits = WebVTTLimits()
        var request = ResourceRequest(url: measured.url, kind: .subtitle)
        request.maximumByteCount = Int64(limits.bytes)
        request.byteRange = listed.segment.byteRange
        request.referrer = rendition.url
        var bytes: [UInt8] = []
        do {
            var body = try loader.load(request).body
            if let decryption = try keys.transform(
                for: listed.segment.keys, playlistURL: rendition.url)
            {
                body = try decryption.transform(
                    body, of: rendition.context(of: listed), role: .media
                ).body
            }
            bytes = try body.bytes(limit: Int64(limits.bytes))
            measured.byteCount = Int64(bytes.count)
            measured.digest = MemoryInput(bytes).digest
            if bytes.first(where: { $0 > 0x20 && $0 < 0x7F }) == UInt8(ascii: "<") {
                measured.problems = [
                    MeasuredProblem("imsc.not-in-fmp4", "the subtitles are XML outside of fMP4")
                ]
            }
            let file = try WebVTT(parsing: bytes, limits: limits)
            measured.cues = file.cues.map {
                MeasuredCue(start: $0.start, end: $0.end, id: $0.id)
            }
            if let map = file.timestampMap {
                measured.cueShift =
                    MediaTime(Int64(clamping: map.mpegTimestamp), timescale: 90_000) - map.local
            }
            measured.problems = file.measuredProblems
        } catch let error as WebVTTError {
            measured.isLost = true
            measured.problems.append(
                Self.lacksInitialization(bytes)
                    ? MeasuredProblem(
                        "segment.map-missing",
                        "the subtitles are fragments of MP4, and there is no EXT-X-MAP")
                    : MeasuredProblem("vtt.no-signature", "\(error)"))
        } catch let error as SessionError {
            measured.isLost = true
            measured.problems = [Self.problem(error, listed.segment)]
        } catch {
            measured.isLost = true
            measured.problems = [MeasuredProblem("segment.missing-file", "\(error)")]
        }
    }

    /// Returns whether the bytes are fragments of MP4 without an initialization section.
    private static func lacksInitialization(_ bytes: [UInt8]) -> Bool {
        do throws(ContainerError) {
            _ = try SegmentDemuxer().demux(media: MemoryInput(bytes))
            return false
        } catch {
            return SessionError.container(error, url: "").lacksInitialization
        }
    }

    /// Returns the pieces of cues in a segment of fragmented MP4; `nil` if it has no WebVTT.
    ///
    /// - Throws: `SessionError` when the cues cannot be read.
    static func cues(
        in segment: DemuxedSegment, _ input: SegmentInput, _ listed: ListedSegment,
        of rendition: RenditionMedia
    ) throws(SessionError) -> SegmentCues? {
        guard segment.tracks.contains(where: { $0.description.codec == .webVTT }) else {
            return nil
        }
        let url = rendition.location(of: listed.segment)
        let content: SubtitleContent
        do throws(ContainerError) {
            content = try SubtitleContent(
                initialization: input.initialization, media: input.media)
        } catch {
            throw .container(error, url: url)
        }
        do throws(SubtitleReadingError) {
            return try WebVTTReader().cues(in: content, of: rendition.context(of: listed))
        } catch {
            throw .subtitles(error, url: url)
        }
    }
}

extension WebVTT {
    /// The losses and problems of the file as breaches of lint rules, at most one for each rule.
    fileprivate var measuredProblems: [MeasuredProblem] {
        var found = losses.map { loss in
            let code =
                switch loss.kind {
                case .cues: "vtt.cue-lost"
                case .times: "vtt.malformed-timestamp-map"
                case .characters: "vtt.not-utf8"
                }
            return MeasuredProblem(code, "\(loss)")
        }
        // Invalid UTF-8 is a breach even outside the text of the cues, but U+0000 is permitted.
        if let problem = problems.first(where: { $0.reason == .invalidUTF8 }),
            !losses.contains(where: { $0.kind == .characters })
        {
            found.append(MeasuredProblem("vtt.not-utf8", "\(problem)"))
        }
        let hasTimes = !losses.contains { $0.kind == .times }
        let others = problems.filter { problem in
            !problem.losesCue && !problem.isOfEncoding && (hasTimes || !problem.isOfTimestampMap)
                && !losses.contains { $0.cause == problem }
        }
        if let first = others.first {
            let more = others.count > 1 ? ", and \(others.count - 1) more" : ""
            found.append(MeasuredProblem("vtt.syntax", "\(first)\(more)"))
        }
        return found
    }
}
