package import Containers
import Transport

/// A segment that was read: its media, and its cues if it has subtitles.
package struct ReadSegment: Sendable {
    let media: DemuxedSegment
    /// The cues of a subtitle segment; `nil` for other media, or if no reader of cues is set.
    var cues: SegmentCues?
    /// Whether the segment has text in a format that no reader reads, such as TTML.
    var hasUnreadText = false
    /// Whether an injected fault changed the cues in a way that no reader notices.
    var hasAlteredCues = false
    /// The bytes of the segment, if an observer needs them.
    var source: SegmentSource?
    /// The decrypted initialization section, if decryption changed it; `nil` otherwise.
    var clearSection: OpenedInitialization?
    /// Whether the samples prove the key; `nil` if no key is to be proved by a decoder.
    var provesKey: Bool?
    /// Whether samples were decrypted with a key that the playlist does not list.
    var hasUnlistedKey = false
}

/// Reads the cues of a demuxed segment.
struct SubtitleReading: Sendable {
    /// The size limit of a WebVTT file in bytes.
    private static let largestFile: Int64 = 64 << 20

    let reader: any SubtitleReader
    let context: SegmentContext
    let url: String

    /// Reads the cues.
    ///
    /// - Parameters:
    ///   - body: The bytes of the segment.
    ///   - segment: The result of the demuxer.
    /// - Returns: The cues, or `nil` for text in fragmented MP4 that is not WebVTT.
    /// - Throws: `SessionError` when the bytes or the cues cannot be read.
    func cues(
        in body: ResourceBody, _ segment: DemuxedSegment
    ) throws(SessionError) -> SegmentCues? {
        guard let content = try content(of: body, segment) else { return nil }
        do throws(SubtitleReadingError) {
            return try reader.cues(in: content, of: context)
        } catch {
            throw .subtitles(error, url: url)
        }
    }

    private func content(
        of body: ResourceBody, _ segment: DemuxedSegment
    ) throws(SessionError) -> SubtitleContent? {
        switch segment.format {
        case .webVTT:
            do throws(TransportError) {
                return .webVTTFile(try body.bytes(limit: Self.largestFile))
            } catch {
                throw .transport(error)
            }
        case .fragmentedMP4 where segment.tracks.contains { $0.description.codec == .webVTT }:
            do throws(ContainerError) {
                return try SubtitleContent(
                    initialization: context.initialization.map(TransportInput.init(body:)),
                    media: TransportInput(body: body))
            } catch {
                throw .container(error, url: url)
            }
        default:
            // WebVTT samples are read only from movie fragments, so a WebVTT track in another
            // container is an error.
            guard segment.mayBeText,
                !segment.tracks.contains(where: { $0.description.codec == .webVTT })
            else {
                throw .subtitles(NotWebVTT(found: segment.format.rawValue), url: url)
            }
            return nil
        }
    }
}

extension SubtitleContent {
    /// Reads the WebVTT samples of a segment of fragmented MP4.
    ///
    /// - Parameters:
    ///   - initialization: The initialization section; `nil` when the segment has none.
    ///   - media: The bytes of the segment.
    /// - Throws: `ContainerError` when the samples cannot be read.
    package init(
        initialization: (any ContainerInput)?, media: any ContainerInput
    ) throws(ContainerError) {
        let track = try WebVTTTrack(initialization: initialization, media: media)
        self = .webVTTSamples(
            header: track.header,
            track.samples.map { SubtitleSample(start: $0.start, end: $0.end, bytes: $0.bytes) })
    }
}

/// The error of a subtitle segment that contains no text in a known form.
struct NotWebVTT: Error, Equatable, CustomStringConvertible {
    /// A description of the segment's content; `nil` when the content is not recognized.
    let found: String?

    var description: String {
        switch found {
        case "text": "not WebVTT: the first line does not start with WEBVTT"
        case let found?: "not WebVTT but \(found)"
        case nil: "not WebVTT"
        }
    }
}

extension SessionError {
    /// Creates the error of a subtitle segment that contains no text in a known form.
    fileprivate static func subtitles(_ error: NotWebVTT, url: String) -> SessionError {
        .subtitles(SubtitleReadingError(error), url: url)
    }

    /// Returns the error of a segment whose container is not recognized.
    ///
    /// - Parameters:
    ///   - error: The error of the demuxer.
    ///   - isOfSubtitles: Whether the segment should contain subtitles.
    ///   - url: The location of the segment.
    /// - Returns: The error of the session.
    static func unreadable(
        _ error: ContainerError, isOfSubtitles: Bool, url: String
    ) -> SessionError {
        guard isOfSubtitles, case .unrecognized(let found) = error.reason else {
            return .container(error, url: url)
        }
        return .subtitles(NotWebVTT(found: found), url: url)
    }
}

extension DemuxedSegment {
    /// Whether the segment has text that is not WebVTT.
    var hasUnreadText: Bool {
        hasUnreadStreams
            || tracks.contains {
                $0.description.kind == .subtitle && $0.description.codec != .webVTT
            }
    }
}
