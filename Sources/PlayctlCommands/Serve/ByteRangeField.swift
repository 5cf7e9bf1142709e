/// The header field `Range` with one range of bytes.
///
/// Reference: RFC 9110, section 14.2 (Range).
enum ByteRangeField {
    /// Returns the range of the requested bytes.
    ///
    /// - Parameters:
    ///   - text: The value of the field.
    ///   - count: The number of bytes of the resource.
    /// - Returns: The range; an empty range when none of the requested bytes exist, and `nil` for a
    ///   field that is ignored.
    static func range(_ text: String, of count: Int) -> Range<Int>? {
        guard text.hasPrefix("bytes="), !text.contains(",") else { return nil }
        let ends = text.dropFirst("bytes=".count).split(
            separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            return number(ends[1]).map { $0 > 0 ? max(count - $0, 0)..<count : 0..<0 }
        }
        guard let first = number(ends[0]) else { return nil }
        guard let last = ends[1].isEmpty ? max(count - 1, first) : number(ends[1]), last >= first
        else { return nil }
        return first < count ? first..<min(last, count - 1) + 1 : 0..<0
    }

    private static func number(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}

/// The media types of files, by file extension.
enum MediaTypeName {
    private static let types = [
        "m3u8": "application/vnd.apple.mpegurl", "m3u": "application/vnd.apple.mpegurl",
        "ts": "video/mp2t", "mp4": "video/mp4", "m4s": "video/mp4", "m4v": "video/mp4",
        "m4a": "audio/mp4", "cmfv": "video/mp4", "cmfa": "audio/mp4", "aac": "audio/aac",
        "ac3": "audio/ac3", "ec3": "audio/eac3", "mp3": "audio/mpeg", "vtt": "text/vtt",
        "webvtt": "text/vtt", "json": "application/json",
    ]

    /// Returns the media type of a file.
    static func type(of name: some StringProtocol) -> String {
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return types[ending] ?? "application/octet-stream"
    }
}
