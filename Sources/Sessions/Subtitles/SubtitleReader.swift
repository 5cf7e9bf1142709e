public import VirtualTime

/// Reads the cues of subtitles: the plug of a provider for the text that rides along a video.
///
/// A session fetches the segments of the selected subtitles whether or not it has a reader; with
/// one it tells their cues. It is called on worker threads, for several segments at once, after all
/// ``SegmentTransform``s, and must give the same result for the same input.
public protocol SubtitleReader: Sendable {
    /// Reads the cues of a segment.
    ///
    /// - Parameters:
    ///   - content: What the segment holds.
    ///   - segment: The media segment that it is.
    /// - Returns: The cues; empty when the reader cannot make anything of such content.
    /// - Throws: ``SubtitleReadingError`` when the content is not what it should be; this leads to
    ///   what a segment of subtitles leads to that cannot be had.
    func cues(
        in content: SubtitleContent, of segment: SegmentContext
    ) throws(SubtitleReadingError) -> SegmentCues
}

/// What a segment of subtitles holds.
public enum SubtitleContent: Sendable {
    /// A WebVTT file.
    case webVTTFile([UInt8])
    /// Samples of WebVTT in MP4 (ISO/IEC 14496-30), with the header from their description.
    case webVTTSamples(header: [UInt8], [SubtitleSample])
}

/// One sample of a track of text.
public struct SubtitleSample: Equatable, Sendable {
    /// When it is presented, on the container's own clock.
    public var start: MediaTime
    /// When the next sample takes its place.
    public var end: MediaTime
    /// What it holds.
    public var bytes: [UInt8]

    /// Creates a sample.
    ///
    /// - Parameters:
    ///   - start: When it is presented.
    ///   - end: When the next sample takes its place.
    ///   - bytes: What it holds.
    public init(start: MediaTime, end: MediaTime, bytes: [UInt8]) {
        self.start = start
        self.end = end
        self.bytes = bytes
    }
}

/// The cues of one segment, in times that the session still has to place.
public struct SegmentCues: Equatable, Sendable {
    /// What the times of the cues count from.
    public enum Clock: Equatable, Sendable {
        /// The start of the presentation.
        case presentation
        /// The clock of the container, as samples do.
        case container
        /// The clock of MPEG-2 TS with its 33 bits, once the offset is added.
        case transport(offset: MediaTime)
    }

    /// The cues, in the order of the segment; those that end before they start are never shown.
    public var cues: [SubtitleCue]
    /// What the times of the cues count from.
    public var clock: Clock
    /// Whether cues are cut where samples end, so that pieces which touch and are alike are one.
    public var areCutAtSamples: Bool

    /// Creates the cues of a segment.
    ///
    /// - Parameters:
    ///   - cues: The cues.
    ///   - clock: What their times count from.
    ///   - areCutAtSamples: Whether pieces which touch and are alike are one cue.
    public init(cues: [SubtitleCue], clock: Clock, areCutAtSamples: Bool = false) {
        self.cues = cues
        self.clock = clock
        self.areCutAtSamples = areCutAtSamples
    }
}

/// Why the cues of a segment cannot be read.
public struct SubtitleReadingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The cause, as one line.
    public let description: String

    /// Creates an error.
    ///
    /// - Parameter description: The cause, as one line.
    public init(_ description: String) {
        self.description = description
    }
}
