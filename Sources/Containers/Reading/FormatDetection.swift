import VirtualTime

/// The properties of an input according to its first bytes.
struct FormatDetection {
    /// The format of the container.
    var format: ContainerFormat

    /// The offset at which the container starts, after any ID3 tags of packed audio.
    var start: Int64 = 0

    /// The ID3 tags in front of packed audio.
    var tags: [ID3Tag] = []

    /// Whether the format is certain, from a signature or from consecutive frames.
    var isCertain = true

    /// Whether an ID3 tag was too large to be stored.
    var skippedTag = false

    /// The maximum size of a tag in bytes; larger tags are skipped without being read.
    private static let largestTag = 4 << 20
    private static let mostTags = 16
    /// The number of bytes from which the format of a container is detected.
    static let windowSize = 2048

    /// Detects the container of an input from its bytes only.
    ///
    /// - Throws: `ContainerError` when there are no bytes, when the container is not supported, or
    ///   when the bytes cannot be read.
    init(of input: any ContainerInput) throws(ContainerError) {
        let window = try Self.window(of: input, at: 0)
        guard !window.isEmpty else { throw ContainerError(.empty) }
        if let size = ID3Tag.byteCount(header: window.span) {
            try self.init(audioBehindTagOf: size, in: input)
            return
        }
        if Self.isTransportStream(window) {
            self.init(format: .mpegTS)
        } else if let format = try Self.isoFormat(window, of: input) {
            self.init(format: format)
        } else if Self.isWebVTT(window) {
            self.init(format: .webVTT)
        } else if let format = Self.packedAudio(window) {
            self.init(format: format)
            isCertain = Self.isChain(
                format, window, isWhole: input.byteCount == Int64(window.count))
        } else {
            throw ContainerError(.unrecognized(looksLike: Self.looks(window)), offset: 0)
        }
    }

    private init(format: ContainerFormat) {
        self.format = format
    }

    private init(audioBehindTagOf size: Int, in input: any ContainerInput) throws(ContainerError) {
        format = .aac
        var next = size
        while tags.count < Self.mostTags {
            if next <= Self.largestTag {
                let bytes: [UInt8]
                do {
                    bytes = try input.bytes(at: start, count: next)
                } catch {
                    throw ContainerError(.input(error), offset: start)
                }
                if let tag = ID3Tag(bytes.span) { tags.append(tag) }
            } else {
                skippedTag = true
            }
            start += Int64(next)
            let window = try Self.window(of: input, at: start)
            if let following = ID3Tag.byteCount(header: window.span) {
                next = following
            } else if window.isEmpty {
                throw ContainerError(.noSamples(.aac), offset: start)
            } else if let found = Self.packedAudio(window) {
                format = found
                return
            } else {
                break
            }
        }
        throw ContainerError(.unrecognized(looksLike: "an ID3 tag without audio"), offset: start)
    }

    private static func window(
        of input: any ContainerInput, at offset: Int64
    ) throws(ContainerError) -> [UInt8] {
        do {
            return try input.bytes(at: offset, count: windowSize)
        } catch {
            throw ContainerError(.input(error), offset: offset)
        }
    }

    /// Returns whether the bytes consist of packets of 188 bytes that start with 0x47.
    ///
    /// Reference: ISO/IEC 13818-1, 2.4.3.2.
    private static func isTransportStream(_ window: [UInt8]) -> Bool {
        guard window.count >= 188 else { return false }
        let starts = Array(stride(from: 0, to: window.count, by: 188))
        let synchronized = starts.count { window[$0] == 0x47 }
        // A damaged sync byte does not change the result, unless there are fewer than four packets.
        return starts.count < 4
            ? synchronized == starts.count : synchronized * 4 >= starts.count * 3
    }

    private static func isoFormat(
        _ window: [UInt8], of input: any ContainerInput
    ) throws(ContainerError) -> ContainerFormat? {
        guard let first = ISOBox(header: window.span, offset: 0) else { return nil }
        let known = [
            "ftyp", "styp", "moof", "sidx", "moov", "emsg", "prft", "free", "skip", "mdat", "wide",
            "pdin", "uuid",
        ]
        guard known.contains(first.type) else { return nil }
        if ["styp", "moof", "sidx", "emsg", "prft"].contains(first.type) { return .fragmentedMP4 }
        var walk = ISOBoxWalk(input)
        while let box = try walk.next() {
            if box.type == "moof" || box.type == "sidx" { return .fragmentedMP4 }
            if box.type == "moov" {
                return try walk.contains("mvex", in: box) ? .fragmentedMP4 : .mp4
            }
        }
        return .mp4
    }

    private static func isWebVTT(_ window: [UInt8]) -> Bool {
        let text = window.starts(with: [0xEF, 0xBB, 0xBF]) ? window.dropFirst(3) : window[...]
        guard text.starts(with: Array("WEBVTT".utf8)) else { return false }
        guard let next = text.dropFirst(6).first else { return true }
        return next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D
    }

    private static func packedAudio(_ window: [UInt8]) -> ContainerFormat? {
        if let header = AC3FrameHeader(window.span, at: 0) {
            return header.isEnhanced ? .eac3 : .ac3
        }
        if ADTSFrameHeader(window.span, at: 0) != nil { return .aac }
        if MPEGAudioFrameHeader(window.span, at: 0) != nil { return .mp3 }
        return nil
    }

    /// Returns whether the available bytes are consecutive frames, starting with the first byte.
    private static func isChain(
        _ format: ContainerFormat, _ window: [UInt8], isWhole: Bool
    ) -> Bool {
        var place = 0
        var count = 0
        while let frame = PackedAudioFrame(window.span, at: place, of: format) {
            count += 1
            place += frame.byteCount
            if count >= 3 || (isWhole && place == window.count) { return true }
        }
        // Two frames are enough if the second one reaches the end of the window.
        return count >= 2 && place >= window.count
    }

    /// Returns a description of bytes that are not a container, for the error message.
    static func looks(_ window: [UInt8]) -> String? {
        let head = head(of: window)
        if head.hasPrefix("#extm3u") { return "a playlist" }
        if head.hasPrefix("<!doctype") || head.hasPrefix("<html") { return "HTML" }
        if head.hasPrefix("<") { return "XML" }
        if head.hasPrefix("{") || head.hasPrefix("[") { return "JSON" }
        guard isText(window) else { return nil }
        let text = window.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        return isSubRip(text) ? "SRT text" : "text"
    }

    /// Returns whether bytes start like an HTML page or a playlist.
    static func isPageOrPlaylist(_ window: [UInt8]) -> Bool {
        let head = head(of: window)
        return ["#extm3u", "<!doctype", "<html"].contains(where: head.hasPrefix)
    }

    /// Returns whether bytes contain no control character except white space.
    static func isText(_ window: [UInt8]) -> Bool {
        window.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
    }

    /// Returns the first characters of a text in lower case, without leading white space.
    private static func head(of window: [UInt8]) -> String {
        let text = window.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        return String(decoding: text.prefix(16), as: UTF8.self).lowercased()
    }

    /// Returns whether text starts with a SubRip cue: a number, and a line with `-->`.
    private static func isSubRip(_ text: ArraySlice<UInt8>) -> Bool {
        let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
        let lines = start.split(maxSplits: 2) { $0 == 0x0A || $0 == 0x0D }
        guard lines.count > 1 else { return false }
        let number = lines[0].filter { $0 != 0x20 && $0 != 0x09 }
        return !number.isEmpty && number.allSatisfy { (0x30...0x39).contains($0) }
            && String(decoding: lines[1], as: UTF8.self).contains("-->")
    }
}
