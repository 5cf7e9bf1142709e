/// A check for tracks whose ID is missing, or exceeds 2³¹ − 1.
///
/// libavformat cannot store larger IDs. Without a usable ID, it spends about a second on each run
/// of samples in a fragment of the track, because it counts from about −2³⁰ to zero. The movie is
/// therefore refused before libavformat reads its fragments.
///
/// Reference: ISO/IEC 14496-12, section 8.3.2 (Track header).
enum UnnumberedTrack {
    /// The error text for a movie that is refused.
    static let damage = "a track has no readable number below 2147483648"

    /// Returns whether a movie may contain a track without a usable track ID.
    ///
    /// libavformat finds tracks in places where the standard permits none, and after damaged bytes.
    /// Therefore the characters `trak` may occur only as the types of the tracks that this function
    /// reads, and `tkhd` only as the types of their headers.
    ///
    /// - Parameter bytes: An initialization section, or a box of a file.
    /// - Returns: Whether a track without a usable track ID is possible.
    static func mayBePresent(in bytes: [UInt8]) -> Bool {
        let span = bytes.span
        var numbered = 0
        var headers = 0
        var boxes = BoxRange(0..<bytes.count)
        while let box = boxes.next(of: span) {
            guard box.header.code == PlainBox.moov.rawValue else { continue }
            var parts = BoxRange(box.contents)
            while let part = parts.next(of: span) {
                guard part.header.code == PlainBox.trak.rawValue else { continue }
                let count = numberedHeaders(span, in: part.contents)
                headers += count
                if count > 0 { numbered += 1 }
            }
        }
        return occurrences(of: "trak", in: span) != numbered
            || occurrences(of: "tkhd", in: span) != headers
            || occurrences(of: "cmov", in: span) > 0
    }

    /// Returns the number of track headers (`tkhd`) in a track that state a usable track ID.
    private static func numberedHeaders(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int {
        var count = 0
        var boxes = BoxRange(range)
        while let box = boxes.next(of: bytes) {
            guard box.header.code == PlainBox.tkhd.rawValue, let first = box.contents.first else {
                continue
            }
            let place = first + (bytes[first] == 1 ? 20 : 12)
            if place + 4 <= box.contents.upperBound, bytes.word(at: place) <= Int32.max {
                count += 1
            }
        }
        return count
    }

    private static func occurrences(of type: StaticString, in bytes: Span<UInt8>) -> Int {
        let code = Array("\(type)".utf8)
        var count = 0
        var index = 0
        while index + 4 <= bytes.count {
            if bytes[index] == code[0], bytes[index + 1] == code[1], bytes[index + 2] == code[2],
                bytes[index + 3] == code[3]
            {
                count += 1
            }
            index += 1
        }
        return count
    }
}
