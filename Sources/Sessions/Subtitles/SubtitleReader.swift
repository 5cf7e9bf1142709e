public import Formats
public import VirtualTime

/// Reads the cues of subtitles: the extension point of providers for timed text.
///
/// A session loads the segments of selected subtitles with or without a reader, but reports their
/// cues only with a reader. The reader is called on worker threads, for several segments at the
/// same time, after all ``SegmentTransform``s, and must return equal results for equal input.
public protocol SubtitleReader: Sendable {
    /// Reads the cues of a segment.
    ///
    /// - Parameters:
    ///   - content: The content of the segment.
    ///   - segment: The media segment.
    /// - Returns: The cues; empty when the reader does not support the content.
    /// - Throws: ``SubtitleReadingError`` when the content is invalid. The error has the same
    ///   effect as a missing segment of subtitles.
    func cues(
        in content: SubtitleContent, of segment: SegmentContext
    ) throws(SubtitleReadingError) -> SegmentCues
}

/// The content of a subtitle segment.
public enum SubtitleContent: Sendable {
    /// A WebVTT file.
    case webVTTFile([UInt8])
    /// WebVTT samples of MP4 (ISO/IEC 14496-30), with the header from their sample description.
    case webVTTSamples(header: [UInt8], [SubtitleSample])
}

/// One sample of a text track.
public struct SubtitleSample: Equatable, Sendable {
    /// The presentation time on the container's own clock.
    public var start: MediaTime
    /// The presentation time of the next sample, which replaces this sample.
    public var end: MediaTime
    /// The content of the sample.
    public var bytes: [UInt8]

    /// Creates a sample.
    ///
    /// - Parameters:
    ///   - start: The time at which it is presented.
    ///   - end: The time at which the next sample replaces it.
    ///   - bytes: The content of the sample.
    public init(start: MediaTime, end: MediaTime, bytes: [UInt8]) {
        self.start = start
        self.end = end
        self.bytes = bytes
    }
}

/// The cues of one segment, with times that the session has yet to convert to presentation times.
public struct SegmentCues: Equatable, Sendable {
    /// The clock to which the times of the cues refer.
    public enum Clock: Equatable, Sendable {
        /// The clock that starts at zero with the presentation.
        case presentation
        /// The clock of the container, as for the samples of MP4.
        case container
        /// The 33-bit clock of MPEG-2 TS; the offset is added to the times of the cues.
        case transport(offset: MediaTime)
    }

    /// The cues, in the order of the segment.
    ///
    /// Cues that do not end after their start are never shown.
    public var cues: [SubtitleCue]
    /// The clock to which the times of the cues refer.
    public var clock: Clock
    /// Whether a cue that spans samples is stored in pieces; adjacent equal pieces form one cue.
    public var areCutAtSamples: Bool
    /// The losses of cues that the reader has found in the segment.
    ///
    /// Each loss makes the ledger of the session unsound, with a remark of the kind `lostCues`.
    public var losses: [CueLoss]

    /// Creates the cues of a segment.
    ///
    /// - Parameters:
    ///   - cues: The cues.
    ///   - clock: The clock to which their times refer.
    ///   - areCutAtSamples: Whether adjacent equal pieces form one cue.
    ///   - losses: The losses of cues in the segment.
    public init(
        cues: [SubtitleCue], clock: Clock, areCutAtSamples: Bool = false, losses: [CueLoss] = []
    ) {
        self.cues = cues
        self.clock = clock
        self.areCutAtSamples = areCutAtSamples
        self.losses = losses
    }
}

/// Cues of one segment that are not shown, or are shown with wrong times or characters.
public struct CueLoss: Equatable, Sendable, CustomStringConvertible {
    /// The number of lost cues and the cause of the first loss, on one line without a location.
    public var text: String

    /// Creates a loss.
    ///
    /// - Parameter text: The number of lost cues and the cause of the first loss, on one line.
    public init(text: String) {
        self.text = text
    }

    /// The number of lost cues and the cause of the first loss.
    public var description: String { text }

    /// Returns a clause which states that a number of cues are lost.
    package static func words(_ count: Int) -> String {
        "\(count.counted("cue")) \(count == 1 ? "is" : "are") lost"
    }
}

/// The reason the cues of a segment cannot be read.
public struct SubtitleReadingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The error of the reader.
    public let cause: UnderlyingError

    /// Creates an error.
    ///
    /// - Parameter cause: The error of the reader.
    public init(_ cause: any Error) {
        self.cause = UnderlyingError(cause)
    }

    /// The description of the cause.
    public var description: String { "\(cause)" }
}
