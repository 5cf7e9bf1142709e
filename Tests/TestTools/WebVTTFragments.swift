/// A writer of WebVTT in fragmented MP4 (ISO/IEC 14496-30), which no installed tool can write.
public enum WebVTTFragments {
    /// One sample, with the cues shown during it.
    public struct Sample: Sendable {
        /// The duration, in thousandths of a second.
        public var duration: Int
        /// The boxes of the sample, as bytes.
        public var bytes: [UInt8]

        /// Creates a sample.
        public init(duration: Int, bytes: [UInt8]) {
            self.duration = duration
            self.bytes = bytes
        }

        /// Returns a sample without cues.
        public static func empty(_ duration: Int) -> Sample {
            Sample(duration: duration, bytes: box("vtte", []))
        }

        /// Returns a sample with cues.
        public static func cues(_ duration: Int, _ cues: Cue...) -> Sample {
            Sample(duration: duration, bytes: cues.flatMap(\.bytes))
        }
    }

    /// A cue, or the part of a cue that one sample contains.
    public struct Cue: Sendable {
        var id: String?
        var settings: String?
        var source: Int?
        var text: String

        /// Creates a cue.
        public init(
            _ text: String, id: String? = nil, settings: String? = nil, source: Int? = nil
        ) {
            self.text = text
            self.id = id
            self.settings = settings
            self.source = source
        }

        var bytes: [UInt8] {
            var contents: [UInt8] = []
            if let source { contents += box("vsid", number(source, 4)) }
            if let id { contents += box("iden", Array(id.utf8)) }
            contents += box("ctim", Array("00:00:00.000".utf8))
            if let settings { contents += box("sttg", Array(settings.utf8)) }
            contents += box("payl", Array(text.utf8))
            return box("vttc", contents) + box("vtta", Array("NOTE said in passing".utf8))
        }
    }

    /// Returns the initialization section of a track that counts in thousandths of a second.
    ///
    /// - Parameter header: The text before the cues in the file that the track is made from.
    /// - Returns: The bytes of the initialization section.
    public static func initialization(header: String = "WEBVTT") -> [UInt8] {
        let entry = box(
            "wvtt", number(0, 6) + number(1, 2) + box("vttC", Array(header.utf8)))
        let tables =
            full("stsd", number(1, 4) + entry) + full("stts", number(0, 4))
            + full("stsc", number(0, 4)) + full("stsz", number(0, 8)) + full("stco", number(0, 4))
        let references = full("dref", number(1, 4) + full("url ", [], flags: 1))
        let information = full("nmhd", []) + box("dinf", references) + box("stbl", tables)
        let handler = full(
            "hdlr", number(0, 4) + Array("text".utf8) + number(0, 12) + Array("text".utf8) + [0])
        let media =
            full("mdhd", number(0, 8) + number(1000, 4) + number(0, 4) + number(0x55C4_0000, 4))
            + handler + box("minf", information)
        let track =
            full("tkhd", number(0, 8) + number(1, 4) + number(0, 8) + number(0, 60), flags: 7)
            + box("mdia", media)
        let movie =
            full("mvhd", number(0, 8) + number(1000, 4) + number(0, 4) + number(0, 80))
            + box("trak", track)
            + box("mvex", full("trex", number(1, 4) + number(1, 4) + number(0, 12)))
        return box("ftyp", Array("iso6".utf8) + number(0, 4) + Array("iso6".utf8))
            + box("moov", movie)
    }

    /// Returns a media segment.
    ///
    /// - Parameters:
    ///   - start: The time of its first sample, in thousandths of a second.
    ///   - samples: The samples.
    /// - Returns: The bytes of the segment.
    public static func segment(at start: Int, _ samples: [Sample]) -> [UInt8] {
        func fragment(dataAt offset: Int) -> [UInt8] {
            let run = samples.flatMap { number($0.duration, 4) + number($0.bytes.count, 4) }
            let parts =
                full("tfhd", number(1, 4), flags: 0x2_0000)
                + full("tfdt", number(start, 8), flags: 1 << 24)
                + full("trun", number(samples.count, 4) + number(offset, 4) + run, flags: 0x301)
            return box("moof", full("mfhd", number(1, 4)) + box("traf", parts))
        }
        let offset = fragment(dataAt: 0).count + 8
        return fragment(dataAt: offset) + box("mdat", samples.flatMap(\.bytes))
    }

    private static func full(_ type: String, _ contents: [UInt8], flags: Int = 0) -> [UInt8] {
        box(type, number(flags, 4) + contents)
    }

    private static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        number(contents.count + 8, 4) + Array(type.utf8) + contents
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { place in
            let shift = 8 * (count - 1 - place)
            return shift < Int.bitWidth ? UInt8(truncatingIfNeeded: value >> shift) : 0
        }
    }
}
