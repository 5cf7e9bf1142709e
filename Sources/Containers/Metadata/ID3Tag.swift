import VirtualTime

/// An ID3 tag, version 2.2 to 2.4, with the features that streams use.
///
/// Reference: the informal standards id3v2.3.0 and id3v2.4.0-structure.
struct ID3Tag: Equatable, Sendable {
    var frames: [ID3Frame] = []
    /// Whether the end of the tag is missing, or some of its bytes are neither frames nor padding.
    private(set) var isDamaged = false

    private static let headerCount = 10
    private static let mostFrames = 256

    /// Returns the total size of a tag, from the tag's header at the start of some bytes.
    ///
    /// - Returns: The size in bytes; `nil` when the bytes do not start with a header.
    static func byteCount(header bytes: Span<UInt8>) -> Int? {
        guard bytes.count >= headerCount else { return nil }
        guard bytes[0] == 0x49, bytes[1] == 0x44, bytes[2] == 0x33 else { return nil }
        guard bytes[3] != 0xFF, bytes[4] != 0xFF else { return nil }
        for index in 6..<10 where bytes[index] >= 0x80 { return nil }
        let footer = bytes[5] & 0x10 != 0 ? headerCount : 0
        return headerCount + bytes.synchsafe(at: 6) + footer
    }

    /// Returns the byte ranges of the complete tags at the start of some bytes.
    static func leading(in bytes: Span<UInt8>) -> [Range<Int>] {
        var tags: [Range<Int>] = []
        var start = 0
        while let size = byteCount(header: bytes.extracting(start...)),
            start + size <= bytes.count
        {
            tags.append(start..<start + size)
            start += size
        }
        return tags
    }

    /// Returns the tags at the start of some bytes, in order, with `nil` for each unreadable tag.
    ///
    /// The last tag may be incomplete. Bytes after the tags count as an unreadable tag, except for
    /// zeros, which are padding.
    static func all(in bytes: Span<UInt8>) -> [ID3Tag?] {
        var ranges = leading(in: bytes)
        let end = ranges.last?.upperBound ?? 0
        if ranges.isEmpty || (end..<bytes.count).contains(where: { bytes[$0] != 0 }) {
            ranges.append(end..<bytes.count)
        }
        return ranges.map { ID3Tag(bytes.extracting($0)) }
    }

    /// Returns whether some bytes are a tag, with or without its first five bytes.
    ///
    /// libavformat removes these bytes if it assumes an access unit header before the tag.
    static func isWholeOrBeheaded(_ bytes: Span<UInt8>) -> Bool {
        if byteCount(header: bytes) != nil { return true }
        guard bytes.count > 5, bytes[0] & 0x0F == 0 else { return false }
        return bytes.synchsafe(at: 1) + 5 == bytes.count
    }

    /// Parses the tag, possibly a truncated one, at the start of some bytes.
    ///
    /// - Returns: The tag; `nil` when there is no header of a known version.
    init?(_ bytes: Span<UInt8>) {
        guard let size = Self.byteCount(header: bytes) else { return nil }
        let version = bytes[3]
        guard (2...4).contains(version) else { return nil }
        let end = bytes[5] & 0x10 != 0 ? size - Self.headerCount : size
        var body = (Self.headerCount..<min(end, bytes.count)).map { bytes[$0] }
        if bytes[5] & 0x80 != 0, version < 4 { body = Self.withoutUnsynchronization(body[...]) }
        var index = 0
        if bytes[5] & 0x40 != 0, version > 2, body.count >= 4 {
            let extended =
                version == 4
                ? body.span.synchsafe(at: 0) : Int(body.span.unsigned(at: 0, count: 4)) + 4
            index = min(extended, body.count)
        }
        while frames.count < Self.mostFrames,
            let frame = Self.frame(of: body, at: &index, version: version)
        {
            frames.append(frame)
        }
        let isRead = frames.count == Self.mostFrames || body[index...].allSatisfy { $0 == 0 }
        isDamaged = size > bytes.count || !isRead
    }

    /// The presentation time of packed audio's first sample, on the 90 kHz clock of MPEG-TS.
    ///
    /// Reference: rfc8216bis, section 3.1.4 (Packed Audio).
    var transportTimestamp: Int64? {
        for frame in frames {
            guard case .privateData(let owner, let data) = frame.content,
                owner == "com.apple.streaming.transportStreamTimestamp", data.count == 8
            else { continue }
            return Int64(data.span.unsigned(at: 0, count: 8) & 0x1_FFFF_FFFF)
        }
        return nil
    }

    /// Whether the tag describes the frames of packed audio as encrypted.
    ///
    /// Reference: Apple, MPEG-2 Stream Encryption Format for HTTP Live Streaming, section 2.3
    /// (Audio Setup Information).
    var announcesEncryption: Bool {
        frames.contains { frame in
            guard case .privateData(let owner, let data) = frame.content,
                owner == Self.audioDescription
            else { return false }
            return Self.encryptedTypes.contains { data.starts(with: Array($0.utf8)) }
        }
    }

    /// The owner of the ID3 frame that describes the audio frames of packed audio.
    private static let audioDescription = "com.apple.streaming.audioDescription"

    /// The types of encrypted audio in the description of packed audio.
    private static let encryptedTypes = ["zaac", "zach", "zacp", "zac3", "zec3"]

    private static func frame(
        of body: [UInt8], at index: inout Int, version: UInt8
    ) -> ID3Frame? {
        let idCount = version == 2 ? 3 : 4
        let headerCount = version == 2 ? 6 : 10
        guard index + headerCount <= body.count else { return nil }
        let idBytes = body[index..<index + idCount]
        let isID = idBytes.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        guard isID else { return nil }
        let sizeIndex = index + idCount
        let size =
            switch version {
            case 2: Int(body.span.unsigned(at: sizeIndex, count: 3))
            case 3: Int(body.span.unsigned(at: sizeIndex, count: 4))
            default: body.span.synchsafe(at: sizeIndex)
            }
        let flags = version == 2 ? 0 : body[index + 9]
        let start = index + headerCount
        guard size <= body.count - start else { return nil }
        index = start + size
        var data = body[start..<start + size]
        if version == 4 {
            if flags & 0x01 != 0 { data = data.dropFirst(4) }
            if flags & 0x02 != 0 { data = withoutUnsynchronization(data)[...] }
        }
        let isOpaque = version == 4 ? flags & 0x0C != 0 : flags & 0xC0 != 0
        return ID3Frame(
            id: String(decoding: idBytes, as: UTF8.self), data: Array(data), isOpaque: isOpaque)
    }

    /// Removes the zero bytes that unsynchronization inserts after bytes with the value 0xFF.
    ///
    /// The inserted bytes prevent a player from mistaking the bytes of the tag for MPEG audio.
    private static func withoutUnsynchronization(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var previous: UInt8 = 0
        for byte in bytes {
            if previous != 0xFF || byte != 0 { result.append(byte) }
            previous = byte
        }
        return result
    }
}
