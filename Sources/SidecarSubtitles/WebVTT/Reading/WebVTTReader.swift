import Playlists
public import Sessions
import VirtualTime

/// Reads WebVTT cues for sessions: from files, and from samples in fragmented MP4.
///
/// Reference: rfc8216bis, section 3.1.4 (WebVTT); ISO/IEC 14496-30, section 7.
public struct WebVTTReader: SubtitleReader {
    private let limits: WebVTTLimits
    /// The locations of files whose times are counted from the start of the presentation.
    ///
    /// The header of a file overrides this.
    private let filesOfPresentation: [String]

    /// Creates a reader.
    ///
    /// - Parameter limits: The limits on one segment; exceeding them is an error.
    public init(limits: WebVTTLimits = .init()) {
        self.init(limits: limits, filesOfPresentation: [])
    }

    /// Creates a reader that recognizes sidecar files.
    ///
    /// - Parameters:
    ///   - limits: The limits on one segment.
    ///   - filesOfPresentation: The absolute locations of files whose times are counted from the
    ///     start of the presentation, unless their header states otherwise.
    package init(limits: WebVTTLimits = .init(), filesOfPresentation: [String]) {
        self.limits = limits
        self.filesOfPresentation = filesOfPresentation
    }

    /// Reads the cues of a segment.
    ///
    /// - Parameters:
    ///   - content: The content of the segment.
    ///   - segment: The media segment.
    /// - Returns: The cues, and the losses: cues that are missing or have unknown times.
    /// - Throws: `SubtitleReadingError` for a file that is not WebVTT or exceeds the limits.
    public func cues(
        in content: SubtitleContent, of segment: SegmentContext
    ) throws(SubtitleReadingError) -> SegmentCues {
        do throws(WebVTTError) {
            switch content {
            case .webVTTFile(let bytes):
                let file = try WebVTT(parsing: bytes, limits: limits)
                return SegmentCues(
                    cues: file.cues.map(SubtitleCue.init), clock: clock(of: file, segment),
                    losses: file.losses.map { CueLoss(text: "\($0)") })
            case .webVTTSamples(let header, let samples):
                let read = try SampleCues(samples, header: header, limits: limits)
                return SegmentCues(
                    cues: read.cues, clock: .container, areCutAtSamples: true,
                    losses: read.losses)
            }
        } catch {
            throw SubtitleReadingError(error)
        }
    }

    private func clock(of file: WebVTT, _ segment: SegmentContext) -> SegmentCues.Clock {
        guard let map = file.timestampMap else {
            let url = URIReference.resolve(segment.segment.uri, against: segment.playlistURL)
            return filesOfPresentation.contains(url) ? .presentation : .transport(offset: .zero)
        }
        return .transport(offset: map.offset)
    }
}

extension WebVTTReader: IdentifiedByContents {
    /// The bytes that identify the reader: its limits and the locations of sidecar files.
    package var identity: [UInt8]? {
        let counts = [limits.bytes, limits.cues, limits.definitions, limits.problems]
        let words = counts.map(String.init) + filesOfPresentation
        return Array("webvtt ".utf8) + words.flatMap { Array($0.utf8) + [0] }
    }
}

extension WebVTTTimestampMap {
    /// The offset from the times of the file to the 33-bit MPEG-2 TS clock.
    ///
    /// The clock value in `MPEGTS` is reduced to 33 bits first.
    var offset: MediaTime {
        // Limited to 33 bits, every clock value has an exact `MediaTime`.
        MediaTime(mpegTimestamp % (1 << 33), timescale: 90_000) - local
    }
}

extension SubtitleCue {
    /// Converts a WebVTT cue to the form that sessions report.
    init(_ cue: WebVTTCue) {
        self.init(
            id: cue.id, start: cue.start, end: cue.end,
            settings: cue.settings.written.map { Setting($0.name, $0.value) }, text: cue.text,
            plainText: cue.plainText)
    }
}
