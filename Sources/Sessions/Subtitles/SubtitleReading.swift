import Containers
import Transport

/// A segment that was read: its media, and its cues if it has subtitles.
package struct ReadSegment: Sendable {
    let media: DemuxedSegment
    /// The cues of a subtitle segment; `nil` for other media, and without a reader of cues.
    var cues: SegmentCues?
    /// Whether an injected fault changed the cues in a way that no reader notices.
    var hasAlteredCues = false
    /// The bytes of the segment, if an observer needs them.
    var source: SegmentSource?
    /// The decrypted initialization section, if decryption changed it; `nil` otherwise.
    var clearSection: OpenedInitialization?
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
    /// - Returns: The cues, or `nil` for text that is not WebVTT.
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
                let track = try WebVTTTrack(
                    initialization: context.initialization.map(TransportInput.init(body:)),
                    media: TransportInput(body: body))
                return .webVTTSamples(
                    header: track.header,
                    track.samples.map {
                        SubtitleSample(start: $0.start, end: $0.end, bytes: $0.bytes)
                    })
            } catch {
                throw .container(error, url: url)
            }
        default: return nil
        }
    }
}
