/// One box of an ISO base media file, by position.
///
/// Reference: ISO/IEC 14496-12, section 4.2.
struct Box {
    /// The four characters of the type.
    let type: String
    /// The range of the box, including its header.
    let range: Range<Int>
    /// The range of its contents.
    let contents: Range<Int>

    private static let mostChildren = 100_000

    /// Returns the boxes that fill a range.
    ///
    /// - Throws: `DecryptionError` when they do not fill it, or are too many.
    static func all(in range: Range<Int>, of bytes: [UInt8]) throws(DecryptionError) -> [Box] {
        var boxes: [Box] = []
        var index = range.lowerBound
        while index < range.upperBound {
            guard range.upperBound - index >= 8 else {
                throw DecryptionError(.truncated("the header of a box"), offset: index)
            }
            guard boxes.count < mostChildren else {
                throw DecryptionError(.tooLarge("the number of boxes"), offset: index)
            }
            var header = 8
            var size = bytes.number(at: index, count: 4)
            let type = String(decoding: bytes[index + 4..<index + 8], as: UTF8.self)
            if size == 1 {
                guard range.upperBound - index >= 16 else {
                    throw DecryptionError(.truncated("the header of a box"), offset: index)
                }
                header = 16
                size = bytes.number(at: index + 8, count: 8)
            } else if size == 0 {
                size = UInt64(range.upperBound - index)
            }
            guard size >= header else {
                throw DecryptionError(.malformed("a box smaller than its header"), offset: index)
            }
            guard size <= range.upperBound - index else {
                throw DecryptionError(.truncated("the box \(type)"), offset: index)
            }
            let end = index + Int(size)
            boxes.append(Box(type: type, range: index..<end, contents: index + header..<end))
            index = end
        }
        return boxes
    }

    /// Returns the boxes in this one.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - skipped: The number of bytes before the first box.
    /// - Returns: The boxes, in order.
    /// - Throws: `DecryptionError` when they do not fill the box.
    func children(
        of bytes: [UInt8], after skipped: Int = 0
    ) throws(DecryptionError) -> [Box] {
        guard contents.count >= skipped else {
            throw DecryptionError(.truncated("the box \(type)"), offset: range.lowerBound)
        }
        let range = contents.dropFirst(skipped)
        // QuickTime files may end the children of a box with four zeros.
        let isEnded = bytes.holds([0, 0, 0, 0], at: range.upperBound - 4)
        do throws(DecryptionError) {
            return try Box.all(in: range, of: bytes)
        } catch {
            guard isEnded, range.count >= 4 else { throw error }
            return try Box.all(in: range.dropLast(4), of: bytes)
        }
    }

    /// Returns a reader of the box's contents.
    func reader(of bytes: [UInt8]) -> BoxReader { BoxReader(bytes, contents, of: type) }

    /// Converts the box to free space of the same size and contents.
    ///
    /// All later bytes keep their positions, so no offset has to change.
    func free(in bytes: inout [UInt8]) { rename(to: "free", in: &bytes) }

    /// Changes the type of the box.
    func rename(to type: String, in bytes: inout [UInt8]) {
        // The type has the same position in headers of 8 and of 16 bytes.
        for (place, byte) in type.utf8.prefix(4).enumerated() {
            bytes[range.lowerBound + 4 + place] = byte
        }
    }
}

extension [Box] {
    /// Returns the boxes of a type, in order.
    func all(_ type: String) -> [Box] { filter { $0.type == type } }

    /// Returns the first box of a type.
    func first(_ type: String) -> Box? { first { $0.type == type } }
}

/// Reads the fields of a box in sequence, never beyond its end.
struct BoxReader {
    private let bytes: [UInt8]
    private let type: String
    private let end: Int
    private(set) var index: Int

    init(_ bytes: [UInt8], _ range: Range<Int>, of type: String) {
        self.bytes = bytes
        self.type = type
        index = range.lowerBound
        end = range.upperBound
    }

    /// The number of bytes left.
    var left: Int { end - index }

    /// Reads a big-endian number of up to eight bytes.
    mutating func number(_ count: Int) throws(DecryptionError) -> UInt64 {
        let start = try skip(count)
        return bytes.number(at: start, count: count)
    }

    /// Reads a big-endian number of up to four bytes.
    mutating func integer(_ count: Int) throws(DecryptionError) -> Int {
        Int(try number(count))
    }

    /// Reads a number of bytes.
    mutating func array(_ count: Int) throws(DecryptionError) -> [UInt8] {
        let start = try skip(count)
        return Array(bytes[start..<start + count])
    }

    /// Reads four characters.
    mutating func text() throws(DecryptionError) -> String {
        String(decoding: try array(4), as: UTF8.self)
    }

    /// Reads a version and flags.
    mutating func versionAndFlags() throws(DecryptionError) -> (version: Int, flags: Int) {
        (try integer(1), try integer(3))
    }

    /// Skips bytes.
    ///
    /// - Returns: Their position.
    @discardableResult
    mutating func skip(_ count: Int) throws(DecryptionError) -> Int {
        guard count <= left else {
            throw DecryptionError(.truncated("the box \(type)"), offset: index)
        }
        defer { index += count }
        return index
    }
}
