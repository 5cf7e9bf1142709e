import Sessions
import VirtualTime

/// Reads cues from WebVTT samples in MP4.
///
/// A sample contains a `vttc` box for each cue shown during the sample, or one `vtte` box if
/// there is no cue; `vtta` boxes contain comments. A cue that lasts longer than its sample is split
/// at the end of the sample: the next sample contains the cue again, as a further piece.
///
/// Reference: ISO/IEC 14496-30, section 7.
struct SampleCues {
    /// The pieces of cues, in the order of the samples.
    private(set) var cues: [SubtitleCue] = []
    /// The cues that are lost because their samples are damaged or have no duration.
    ///
    /// Cues whose text has invalid UTF-8 or null characters are also listed here.
    private(set) var losses: [CueLoss] = []
    /// For each cue that lost characters, the start of its sample and the cause.
    private var garbled: [(start: MediaTime, problem: WebVTTProblem)] = []

    private let limits: WebVTTLimits
    private let regions: [[UInt8]]

    /// Reads samples.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - header: The header of the WebVTT file from which the track was made.
    ///   - limits: The limits on the samples.
    /// - Throws: `WebVTTError` when the header is invalid, or the limits are exceeded.
    init(
        _ samples: [SubtitleSample], header: [UInt8], limits: WebVTTLimits
    ) throws(WebVTTError) {
        self.limits = limits
        var names: [[UInt8]] = []
        if !header.isEmpty {
            names = try WebVTT(parsing: header, limits: limits).regions.map {
                Array($0.identifier.utf8)
            }
        }
        regions = names
        var damaged: [MediaTime] = []
        for sample in samples where try !read(sample) { damaged.append(sample.start) }
        if let first = damaged.first {
            losses.append(
                CueLoss(
                    text: damaged.count == 1
                        ? "a sample of cues at \(first) s is damaged"
                        : "\(damaged.count) samples of cues are damaged, the first at \(first) s"))
        }
        if let first = garbled.first {
            losses.append(
                CueLoss(
                    text: garbled.count == 1
                        ? "a cue at \(first.start) s has lost characters: \(first.problem.cause)"
                        : "\(garbled.count) cues have lost characters, the first at"
                            + " \(first.start) s: \(first.problem.cause)"))
        }
        findNeverShown()
    }

    /// Reads the cues of a sample.
    ///
    /// - Parameter sample: The sample.
    /// - Returns: Whether all boxes of the sample are valid, and one of them is of a known type. An
    ///   empty sample is valid.
    /// - Throws: `WebVTTError` when the limits are exceeded.
    private mutating func read(_ sample: SubtitleSample) throws(WebVTTError) -> Bool {
        var boxes = WebVTTBoxes(sample.bytes[...])
        var isDamaged = false
        var isKnown = false
        while let box = boxes.next() {
            isKnown = isKnown || ["vttc", "vtte", "vtta"].contains(box.type)
            guard box.type == "vttc" else { continue }
            guard cues.count < limits.cues else {
                throw WebVTTError(.limitExceeded("cues", maximum: limits.cues), line: nil)
            }
            var contents = WebVTTBoxes(box.contents)
            cues.append(cue(&contents, of: sample))
            isDamaged = isDamaged || contents.isDamaged
        }
        return !isDamaged && !boxes.isDamaged && (isKnown || sample.bytes.isEmpty)
    }

    private mutating func cue(
        _ boxes: inout WebVTTBoxes, of sample: SubtitleSample
    ) -> SubtitleCue {
        var cue = WebVTTCue(start: sample.start, end: sample.end, text: "")
        var source: UInt32?
        while let box = boxes.next() {
            let contents = box.type == "payl" ? box.contents.withoutFinalNulls : box.contents
            let normalized = InputNormalization(Array(contents))
            let bytes = normalized.bytes
            switch box.type {
            case "iden": cue.id = bytes[...].text
            case "payl":
                cue.text = bytes[...].text
                if let problem = normalized.problem { garbled.append((sample.start, problem)) }
            case "sttg":
                cue.settings = WebVTTCueSettings(
                    parsing: bytes[...], isRegion: { regions.contains(Array($0)) }, refuse: { _ in }
                )
            case "vsid" where box.contents.count == 4:
                source = box.contents.reduce(0) { $0 << 8 | UInt32($1) }
            // A `ctim` box is ignored: it states the start of the complete cue on a separate clock.
            // That clock is used only by timestamps in the text of the cue.
            default: break
            }
        }
        var result = SubtitleCue(cue)
        result.sourceNumber = source
        return result
    }

    /// Records the loss of cues that are never displayed, because their samples have no duration.
    ///
    /// Pieces of a displayed cue, which have the same text as the cue, are not lost.
    private mutating func findNeverShown() {
        let hidden = cues.filter { $0.end <= $0.start && !$0.text.allSatisfy(\.isWhitespace) }
        guard !hidden.isEmpty else { return }
        let shown = Set(cues.lazy.filter { $0.start < $0.end }.map(\.text))
        let lost = hidden.filter { !shown.contains($0.text) }
        guard let first = lost.first else { return }
        let sample =
            lost.count == 1
            ? "its sample at \(first.start) s" : "the sample of the first, at \(first.start) s,"
        losses.append(CueLoss(text: "\(CueLoss.words(lost.count)): \(sample) lasts no time"))
    }
}

/// A sequence of the MP4 boxes in some bytes, up to the first invalid box.
struct WebVTTBoxes: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    /// Whether a box that was read is invalid, or the bytes after it are not a box.
    private(set) var isDamaged: Bool

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
        isDamaged = false
    }

    mutating func next() -> (type: String, contents: ArraySlice<UInt8>)? {
        guard !rest.isEmpty else { return nil }
        let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard rest.count >= 8, size >= 8, size <= rest.count else {
            isDamaged = true
            return nil
        }
        let box = rest.prefix(size)
        rest = rest.dropFirst(size)
        let type = box.dropFirst(4).prefix(4)
        // The caller skips a box of an unknown type. A type with a character outside of printable
        // ASCII, however, is invalid.
        isDamaged = isDamaged || !type.allSatisfy { (0x20..<0x7F).contains($0) }
        return (type.text, box.dropFirst(8))
    }
}
