import VirtualTime

/// The largest number of keys in effect at the same time, one for each key format.
private let keyLimit = 12

extension PlaylistParser {
    /// Reads a tag that applies to one segment or to all segments after the tag.
    mutating func readSegmentTag(_ tag: Tag, _ range: Range<Int>) throws(PlaylistError) {
        switch tag {
        case .byteRange: try readByteRange(range)
        case .discontinuity:
            if media.pending.startsDiscontinuity { return try keep(tag, because: .duplicateTag) }
            media.pending.startsDiscontinuity = true
            media.discontinuities = media.discontinuities.addingClamped(1)
        case .key: try readKey(range)
        case .map: try readMap(range)
        case .programDateTime: try readProgramDateTime(range)
        case .gap:
            // A repeated `EXT-X-GAP` line is not kept as text. Otherwise, if the URI of the segment
            // lacked `EXTINF`, the URI and its gap would be dropped, but the kept line would remain
            // and apply to the next segment.
            if media.pending.isGap { return note(.duplicateTag, tag: tag.rawValue) }
            media.pending.isGap = true
        case .bitrate: try readBitrate(range)
        default: try readPart(range)
        }
    }

    private mutating func readByteRange(_ range: Range<Int>) throws(PlaylistError) {
        if media.pending.byteRange != nil { return try keep(.byteRange, because: .duplicateTag) }
        require(version: 4, for: .byteRange)
        let bytes = source.bytes
        let trimmed = bytes.trimmed(range)
        guard let value = ByteRangeText(bytes.span.extracting(trimmed)) else {
            throw malformed(.byteRange, range, expected: "a length and an offset, n@o")
        }
        if trimmed != range { note(.whitespace, tag: Tag.byteRange.rawValue) }
        if value.endsWithSeparator {
            note(.malformedTag, tag: Tag.byteRange.rawValue, excerpt(source.text(range)))
        }
        media.pending.byteRange = (value.length, value.offset)
        media.pending.byteRangeLine = line.number
    }

    private mutating func readKey(_ range: Range<Int>) throws(PlaylistError) {
        var attributes = try attributes(.key, range)
        let key = try key(.key, from: &attributes)
        try note(attributes)
        var keys = media.scope.value.keys ?? []
        if let key {
            if let index = keys.firstIndex(where: { $0.keyFormat == key.keyFormat }) {
                keys[index] = key
            } else {
                guard keys.count < keyLimit else { throw exceeded("keys in effect", keyLimit) }
                keys.append(key)
            }
        } else {
            keys = []
        }
        if media.scope.value.keys == keys { return }
        media.scope.value.keys = keys
    }

    /// Parses a key; `nil` means the method `NONE`.
    mutating func key(
        _ tag: Tag, from attributes: inout AttributeReader
    ) throws(PlaylistError) -> EncryptionKey? {
        guard let method = try attributes.word("METHOD") else {
            throw attributes.missing("METHOD", expected: "an encryption method")
        }
        if method == "NONE" {
            if try !attributes.rest().isEmpty {
                note(.inconsistentAttributes, tag: tag.rawValue, "METHOD=NONE and others")
            }
            return nil
        }
        guard let uri = try attributes.string("URI") else {
            throw attributes.missing("URI", expected: "a quoted string")
        }
        if tag == .key, method.hasPrefix("SAMPLE-AES") { require(version: 5, for: tag) }
        var key = EncryptionKey(method: EncryptionKey.Method(rawValue: method), uri: uri)
        if attributes.contains("IV") {
            require(version: 2, for: tag)
            guard let vector = try attributes.value("IV", initializationVector) else {
                throw attributes.missing("IV", expected: "a hexadecimal number of 128 bits")
            }
            key.initializationVector = vector
        }
        if let format = try attributes.string("KEYFORMAT") {
            require(version: 5, for: tag)
            key.keyFormat = format
        }
        if attributes.contains("KEYFORMATVERSIONS") {
            require(version: 5, for: tag)
            key.keyFormatVersions =
                try attributes.value("KEYFORMATVERSIONS", quoted: true, versions) ?? [1]
        }
        key.otherAttributes = try attributes.rest()
        return key
    }

    /// Parses up to 32 hexadecimal digits into 16 bytes.
    private func initializationVector(_ text: String) -> [UInt8]? {
        guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return nil }
        let digits = text.dropFirst(2)
        guard 1...32 ~= digits.utf8.count else { return nil }
        return Numeral.bytes("0x" + String(repeating: "0", count: 32 - digits.utf8.count) + digits)
    }

    /// Parses versions such as `1/2/5`.
    private func versions(_ text: String) -> [Int]? {
        var versions: [Int] = []
        for item in text.split(separator: "/", omittingEmptySubsequences: false) {
            guard let version = try? Numeral.integer(Array(item.utf8).span) else { return nil }
            versions.append(version)
        }
        return versions
    }

    private mutating func readMap(_ range: Range<Int>) throws(PlaylistError) {
        var attributes = try attributes(.map, range)
        guard let uri = try attributes.string("URI") else {
            throw attributes.missing("URI", expected: "a quoted string")
        }
        require(version: media.playlist.isIFramesOnly ? 5 : 6, for: .map)
        var section = InitializationSection(uri: uri)
        if attributes.contains("BYTERANGE") {
            guard let value = try attributes.value("BYTERANGE", quoted: true, ByteRangeText.init)
            else {
                throw attributes.missing("BYTERANGE", expected: "a length and an offset, n@o")
            }
            let offset = value.offset ?? 0
            section.byteRange = offset..<offset + value.length
        }
        section.otherAttributes = try attributes.rest()
        section.statedKeys = media.scope.value.keys
        try note(attributes)
        if media.scope.value.initializationSection == section { return }
        media.scope.value.initializationSection = section
    }

    private mutating func readProgramDateTime(_ range: Range<Int>) throws(PlaylistError) {
        if media.pending.extras.programDateTime != nil {
            return try keep(.programDateTime, because: .duplicateTag)
        }
        guard let date = DateTime(source, range) else {
            return try keep(.programDateTime, because: .malformedTag, excerpt(source.text(range)))
        }
        if !date.hasTimeZone { note(.missingTimeZone, tag: Tag.programDateTime.rawValue) }
        media.pending.extras.programDateTime = date
        media.pending.hasExtras = true
    }

    private mutating func readBitrate(_ range: Range<Int>) throws(PlaylistError) {
        guard let bitrate = try? Numeral.integer(source.bytes.span.extracting(range)) else {
            return try keep(.bitrate, because: .malformedTag, excerpt(source.text(range)))
        }
        if media.scope.value.bitrate == bitrate { return }
        media.scope.value.bitrate = bitrate
    }

    private mutating func readPart(_ range: Range<Int>) throws(PlaylistError) {
        media.partCount += 1
        guard media.partCount <= limits.items else { throw exceeded("parts", limits.items) }
        if media.firstPartLine == nil { media.firstPartLine = line.number }
        var attributes = try attributes(.part, range)
        guard let uri = try attributes.string("URI") else {
            return try keep(.part, lacking: "URI", in: attributes)
        }
        guard let duration = try attributes.time("DURATION") else {
            return try keep(.part, lacking: "DURATION", in: attributes)
        }
        var part = PartialSegment(uri: uri, duration: duration)
        part.isIndependent = try attributes.flag("INDEPENDENT")
        part.isGap = try attributes.flag("GAP")
        if attributes.contains("BYTERANGE") {
            let value = try attributes.value("BYTERANGE", quoted: true, ByteRangeText.init)
            guard let value else {
                throw attributes.missing("BYTERANGE", expected: "a length and an offset, n@o")
            }
            guard let range = self.range(of: value, in: uri) else {
                throw PlaylistError(
                    .tooLarge(tag: "EXT-X-PART, BYTERANGE", value: String(value.length)),
                    line: line.number)
            }
            part.byteRange = range
            media.lastPartRange = (uri, range.upperBound)
        }
        if part.duration > MediaSegment.longestDuration {
            note(.excessiveDuration, tag: Tag.part.rawValue, part.duration.description)
            part.duration = MediaSegment.longestDuration
        }
        part.otherAttributes = try attributes.rest()
        try note(attributes)
        media.pending.extras.parts.append(part)
        media.pending.hasExtras = true
    }

    /// Returns the byte range of a part.
    ///
    /// A range without an offset follows the range of the previous part if both have the same URI.
    /// Otherwise, the range starts at the first byte.
    private mutating func range(of value: ByteRangeText, in uri: String) -> Range<Int64>? {
        if let offset = value.offset { return offset..<offset + value.length }
        guard let last = media.lastPartRange, last.uri == uri else {
            note(.missingOffset, tag: Tag.part.rawValue, String(value.length))
            return 0..<value.length
        }
        let (end, overflow) = last.end.addingReportingOverflow(value.length)
        return overflow ? nil : last.end..<end
    }
}

/// A range in the form `length@offset` or `length`.
struct ByteRangeText {
    var length: Int64
    var offset: Int64?
    /// Whether the separator `@` is present but the offset is missing, as in `n@`.
    var endsWithSeparator = false

    /// Parses a range; `nil` if malformed, or if its end is not representable as `Int64`.
    init?(_ text: String) {
        self.init(Array(text.utf8).span)
    }

    /// Parses a range; `nil` if malformed, or if its end is not representable as `Int64`.
    init?(_ text: Span<UInt8>) {
        var separator = 0
        while separator < text.count, text[separator] != 0x40 { separator += 1 }
        guard let length = try? Numeral.integer(text.extracting(0..<separator)) else { return nil }
        self.length = Int64(length)
        guard separator < text.count else { return }
        if separator + 1 == text.count {
            endsWithSeparator = true
            return
        }
        guard let offset = try? Numeral.integer(text.extracting(separator + 1..<text.count)),
            !offset.addingReportingOverflow(length).overflow
        else { return nil }
        self.offset = Int64(offset)
    }
}
