import Containers

/// The type and the position of one box of an ISO base media file.
///
/// Reference: ISO/IEC 14496-12, section 4.2.
struct Box {
    /// The four characters of the type.
    let type: String
    /// The range of the box, including its header.
    let range: Range<Int>
    /// The range of the contents of the box.
    let contents: Range<Int>

    private static let mostChildren = 100_000

    /// Returns the boxes that fill a range.
    ///
    /// - Throws: `DecryptionError` when the boxes do not fill the range, or when there are too
    ///   many.
    static func all(in range: Range<Int>, of bytes: [UInt8]) throws(DecryptionError) -> [Box] {
        var boxes: [Box] = []
        var walk = BoxRange(range)
        while let place = walk.next(of: bytes.span) {
            guard boxes.count < mostChildren else {
                throw DecryptionError(
                    .tooLarge("the number of boxes"), offset: place.whole.lowerBound)
            }
            boxes.append(
                Box(type: place.header.type, range: place.whole, contents: place.contents))
        }
        let cause: DecryptionError.Reason
        switch walk.fault {
        case nil: return boxes
        case .cutHeader: cause = .truncated("the header of a box")
        case .small: cause = .malformed("a box smaller than its header")
        case .large:
            let type = String(decoding: bytes[walk.index + 4..<walk.index + 8], as: UTF8.self)
            cause = .truncated("the box \(type)")
        }
        throw DecryptionError(cause, offset: walk.index)
    }

    /// Returns the boxes that this box contains.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - skipped: The number of bytes before the first contained box.
    /// - Returns: The contained boxes, in order.
    /// - Throws: `DecryptionError` when they do not fill this box.
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
