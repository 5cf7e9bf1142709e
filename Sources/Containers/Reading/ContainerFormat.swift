/// The format of a container for media samples.
public enum ContainerFormat: String, Sendable, CaseIterable {
    /// An MPEG-2 transport stream.
    case mpegTS = "MPEG-TS"
    /// Fragments of an ISO base media file.
    case fragmentedMP4 = "fragmented MP4"
    /// A whole ISO base media file.
    case mp4 = "MP4"
    /// Packed audio of ADTS frames.
    case aac = "packed AAC"
    /// Packed audio of AC-3 frames.
    case ac3 = "packed AC-3"
    /// Packed audio of Enhanced AC-3 frames.
    case eac3 = "packed E-AC-3"
    /// Packed audio of MPEG frames.
    case mp3 = "packed MP3"
    /// A WebVTT file.
    case webVTT = "WebVTT"

    /// Whether the container consists only of audio frames, after an ID3 tag with a timestamp.
    package var isPackedAudio: Bool {
        switch self {
        case .aac, .ac3, .eac3, .mp3: true
        case .mpegTS, .fragmentedMP4, .mp4, .webVTT: false
        }
    }

    /// Whether the container is made of ISO boxes.
    package var isISO: Bool { self == .mp4 || self == .fragmentedMP4 }

    /// Returns whether a segment of this container can be read with an initialization section.
    ///
    /// - Parameter section: The container of the initialization section.
    /// - Returns: Whether it can be read.
    package func fits(section: ContainerFormat) -> Bool {
        section.isISO && isISO || section == self
    }

    /// Returns whether bytes are the start of a known container.
    package static func isRecognized(in bytes: [UInt8]) -> Bool { recognized(in: bytes) != nil }

    /// Returns the reason why an input is not a known container; `nil` if it is one.
    package static func problem(of input: any ContainerInput) -> ContainerError? {
        do throws(ContainerError) {
            _ = try FormatDetection(of: input)
            return nil
        } catch {
            // A segment of packed audio may have a timestamp but no audio frames, for example at
            // the end of a stream.
            if case .noSamples = error.reason { return nil }
            return error
        }
    }

    /// Returns the container format of data that begins with these bytes; `nil` if unknown.
    package static func recognized(in bytes: [UInt8]) -> ContainerFormat? {
        try? FormatDetection(of: MemoryInput(bytes)).format
    }

    /// The name of the demuxer in libavformat.
    var demuxerName: String {
        switch self {
        case .mpegTS: "mpegts"
        case .fragmentedMP4, .mp4: "mov"
        case .aac: "aac"
        case .ac3: "ac3"
        case .eac3: "eac3"
        case .mp3: "mp3"
        case .webVTT: "webvtt"
        }
    }
}

/// The container format of a segment as announced by the playlist or the server.
package struct FormatHint: Equatable, Sendable {
    /// The announced containers; each of them is acceptable.
    package var formats: [ContainerFormat]

    package init(_ formats: ContainerFormat...) {
        self.formats = formats
    }

    /// Derives a hint about the container format from a URL, whose query and fragment are ignored.
    ///
    /// - Returns: `nil` when the path has no extension, or an unknown one.
    package init?(url: String) {
        let name = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        self.init(pathExtension: String(name[name.index(after: dot)...]))
    }

    /// Derives a hint about the container format from a media type without its parameters.
    ///
    /// - Returns: `nil` when the type does not denote a media container.
    package init?(mediaType: String) {
        switch mediaType.prefix(while: { $0 != ";" && $0 != " " }).lowercased() {
        case "video/mp2t": self.init(.mpegTS)
        case "video/mp4", "audio/mp4", "video/quicktime", "video/x-m4v", "audio/x-m4a",
            "video/3gpp", "audio/3gpp", "video/iso.segment":
            self.init(.fragmentedMP4, .mp4)
        case "audio/aac", "audio/aacp", "audio/x-aac": self.init(.aac)
        case "audio/ac3": self.init(.ac3)
        case "audio/eac3": self.init(.eac3)
        case "audio/mpeg", "audio/mp3": self.init(.mp3)
        default: return nil
        }
    }

    /// Derives a hint about the container format from a path extension.
    ///
    /// - Returns: `nil` when the extension is unknown.
    package init?(pathExtension: String) {
        switch pathExtension.lowercased() {
        case "ts", "m2ts", "mpegts": self.init(.mpegTS)
        case "mp4", "m4s", "m4v", "m4a", "m4b", "cmfv", "cmfa", "cmft", "mov", "qt", "3gp", "3g2",
            "ismv", "isma":
            self.init(.fragmentedMP4, .mp4)
        case "aac": self.init(.aac)
        case "ac3": self.init(.ac3)
        case "ec3", "eac3": self.init(.eac3)
        case "mp3": self.init(.mp3)
        case "vtt", "webvtt": self.init(.webVTT)
        default: return nil
        }
    }
}
