/// A progressive file of any length: uncompressed audio, with one chunk per second.
public struct GeneratedMovie: Sendable {
    /// The bytes of the file.
    public let bytes: [UInt8]

    /// The number of bytes in a second of media.
    public static let bytesPerSecond = 48_000 * 4

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - seconds: The duration.
    ///   - hasIndexFirst: Whether `moov` precedes the media; by default it follows.
    public init(seconds: Int, hasIndexFirst: Bool = false) {
        let header = Self.box("ftyp", Array("isom".utf8) + Self.word(0) + Array("isom".utf8))
        let media = Self.box(
            "mdat",
            [UInt8](
                repeatingPattern: (0..<256).map { UInt8(truncatingIfNeeded: $0 * 3) },
                count: seconds * Self.bytesPerSecond))
        var mediaStart = header.count + 8
        if hasIndexFirst {
            mediaStart += Self.index(seconds: seconds, mediaStart: 0).count
        }
        let index = Self.index(seconds: seconds, mediaStart: mediaStart)
        bytes = header + (hasIndexFirst ? index + media : media + index)
    }

    private static func index(seconds: Int, mediaStart: Int) -> [UInt8] {
        let rate = 48_000
        let matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].flatMap(word)
        let movie = box(
            "mvhd",
            [0, 0, 0, 1000, seconds * 1000, 0x10000, 0x0100_0000, 0, 0].flatMap(word) + matrix
                + [UInt8](repeating: 0, count: 24) + word(2))
        let track = box(
            "tkhd",
            [3, 0, 0, 1, 0, seconds * 1000, 0, 0, 0, 0x0100_0000].flatMap(word) + matrix
                + word(0) + word(0))
        let entry = box(
            "sowt",
            word(0) + word(1) + word(0) + word(0) + word(2 << 16 | 16) + word(0) + word(rate << 16))
        let chunks = (0..<seconds).map { mediaStart + $0 * bytesPerSecond }
        let table = box(
            "stbl",
            box("stsd", word(0) + word(1) + entry)
                + box("stts", [0, 1, seconds * rate, 1].flatMap(word))
                + box("stsc", [0, 1, 1, rate, 1].flatMap(word))
                + box("stsz", [0, 4, seconds * rate].flatMap(word))
                + box("stco", ([0, seconds] + chunks).flatMap(word)))
        let reference = box("dref", word(0) + word(1) + box("url ", word(1)))
        let information = box(
            "minf", box("smhd", word(0) + word(0)) + box("dinf", reference) + table)
        let handler = box(
            "hdlr", word(0) + word(0) + Array("soun".utf8) + [UInt8](repeating: 0, count: 13))
        let mediaHeader = box(
            "mdhd", [0, 0, 0, rate, seconds * rate, 0x55C4 << 16].flatMap(word))
        return box(
            "moov", movie + box("trak", track + box("mdia", mediaHeader + handler + information)))
    }

    private static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        word(contents.count + 8) + Array(type.utf8) + contents
    }

    private static func word(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
