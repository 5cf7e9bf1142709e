import Sessions
import VirtualTime

/// Reads cues from WebVTT samples in MP4.
///
/// A sample contains a `vttc` box for each cue shown during the sample, or one `vtte` box if there
/// is no cue; `vtta` boxes contain comments. A cue that lasts longer than its sample is split at
/// the end of the sample: the next sample contains the cue again, as a further piece.
///
/// Reference: ISO/IEC 14496-30, section 7.
struct SampleCues {
    private let limits: WebVTTLimits
    private let regions: [[UInt8]]

    /// Prepares to read samples.
    ///
    /// - Parameters:
    ///   - header: The header of the WebVTT file from which the track was made.
    ///   - limits: The limits on the samples.
    /// - Throws: `WebVTTError` when the header is invalid.
    init(header: [UInt8], limits: WebVTTLimits) throws(WebVTTError) {
        self.limits = limits
        guard !header.isEmpty else {
            regions = []
            return
        }
        regions = try WebVTT(parsing: header, limits: limits).regions.map {
            Array($0.identifier.utf8)
        }
    }

    /// Reads samples.
    ///
    /// - Parameter samples: The samples.
    /// - Returns: The pieces of cues, in the order of the samples.
    /// - Throws: `WebVTTError` when they exceed the limits.
    func cues(in samples: [SubtitleSample]) throws(WebVTTError) -> [SubtitleCue] {
        var result: [SubtitleCue] = []
        for sample in samples {
            for box in WebVTTBoxes(sample.bytes[...]) where box.type == "vttc" {
                guard result.count < limits.cues else {
                    throw WebVTTError(.limitExceeded("cues", maximum: limits.cues), line: nil)
                }
                result.append(cue(box.contents, start: sample.start, end: sample.end))
            }
        }
        return result
    }

    private func cue(
        _ contents: ArraySlice<UInt8>, start: MediaTime, end: MediaTime
    ) -> SubtitleCue {
        var cue = WebVTTCue(start: start, end: end, text: "")
        var source: UInt32?
        for box in WebVTTBoxes(contents) {
            let bytes = InputNormalization.normalized(Array(box.contents))
            switch box.type {
            case "iden": cue.id = bytes[...].text
            case "payl": cue.text = bytes[...].text
            case "sttg":
                cue.settings = WebVTTCueSettings(
                    parsing: bytes[...], isRegion: { regions.contains(Array($0)) }, refuse: { _ in }
                )
            case "vsid" where box.contents.count == 4:
                source = box.contents.reduce(0) { $0 << 8 | UInt32($1) }
            // A `ctim` box is ignored: it states the start of the complete cue on a clock of its
            // own, for times in the text of the cue.
            default: break
            }
        }
        var result = SubtitleCue(cue)
        result.sourceNumber = source
        return result
    }
}

/// A sequence of the MP4 boxes in some bytes, up to the first invalid box.
struct WebVTTBoxes: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func next() -> (type: String, contents: ArraySlice<UInt8>)? {
        guard rest.count >= 8 else { return nil }
        let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard size >= 8, size <= rest.count else { return nil }
        let box = rest.prefix(size)
        rest = rest.dropFirst(size)
        return (box.dropFirst(4).prefix(4).text, box.dropFirst(8))
    }
}
