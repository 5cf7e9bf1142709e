/// The header of one box of an ISO base media file.
///
/// Reference: ISO/IEC 14496-12, section 4.2.
struct ISOBox {
    /// The four characters of the type.
    var type: String

    /// The position of the box.
    var offset: Int64

    /// The number of bytes in the header.
    var headerCount: Int64

    /// The size of the box in bytes, including its header; `nil` means up to the end.
    var byteCount: Int64?

    /// Reads a header at the start of some bytes.
    ///
    /// - Returns: `nil` when the bytes are too few or are no header.
    init?(header bytes: Span<UInt8>, offset: Int64) {
        guard bytes.count >= 8 else { return nil }
        var type = ""
        for index in 4..<8 {
            guard (0x20..<0x7F).contains(bytes[index]) else { return nil }
            type.unicodeScalars.append(Unicode.Scalar(bytes[index]))
        }
        self.type = type
        self.offset = offset
        headerCount = 8
        switch bytes.unsigned(at: 0, count: 4) {
        case 0:
            byteCount = nil
        case 1:
            guard bytes.count >= 16 else { return nil }
            headerCount = 16
            guard let size = Int64(exactly: bytes.unsigned(at: 8, count: 8)), size >= 16 else {
                return nil
            }
            byteCount = size
        case let size where size >= 8:
            byteCount = Int64(size)
        default:
            return nil
        }
    }
}

/// A walk over the boxes of an input, one after the other.
struct ISOBoxWalk {
    private let input: any ContainerInput
    private var offset: Int64
    private let end: Int64?
    private var boxesLeft = 200_000

    /// Whether the last box reaches beyond the end of the input, or its header is unreadable.
    private(set) var isTruncated = false

    init(_ input: any ContainerInput) {
        self.input = input
        offset = 0
        end = input.byteCount
    }

    /// Returns the next box and moves behind it.
    mutating func next() throws(ContainerError) -> ISOBox? {
        guard boxesLeft > 0, end.map({ offset < $0 }) ?? true else { return nil }
        boxesLeft -= 1
        let bytes = try read(at: offset, count: 16)
        if bytes.isEmpty { return nil }
        guard let box = ISOBox(header: bytes.span, offset: offset) else {
            isTruncated = true
            boxesLeft = 0
            return nil
        }
        guard let size = box.byteCount else {
            boxesLeft = 0
            return box
        }
        let (next, overflow) = offset.addingReportingOverflow(size)
        if overflow || end.map({ next > $0 }) ?? false {
            isTruncated = true
            boxesLeft = 0
        }
        offset = overflow ? .max : next
        return box
    }

    /// Reads the contents of a box.
    ///
    /// - Returns: The contents; `nil` when they exceed `limit` bytes or are truncated.
    func contents(of box: ISOBox, limit: Int) throws(ContainerError) -> [UInt8]? {
        guard let size = box.byteCount, size - box.headerCount <= Int64(limit) else { return nil }
        let count = Int(size - box.headerCount)
        let bytes = try read(at: box.offset + box.headerCount, count: count)
        return bytes.count == count ? bytes : nil
    }

    /// Whether a box holds a box of a type directly.
    func contains(_ type: String, in parent: ISOBox) throws(ContainerError) -> Bool {
        var place = parent.offset + parent.headerCount
        let limit = parent.byteCount.map { parent.offset &+ $0 } ?? .max
        for _ in 0..<256 where place < limit {
            let bytes = try read(at: place, count: 16)
            guard let child = ISOBox(header: bytes.span, offset: place),
                let size = child.byteCount
            else { return false }
            if child.type == type { return true }
            let (next, overflow) = place.addingReportingOverflow(size)
            if overflow { return false }
            place = next
        }
        return false
    }

    private func read(at offset: Int64, count: Int) throws(ContainerError) -> [UInt8] {
        do {
            return try input.bytes(at: offset, count: count)
        } catch {
            throw ContainerError(.input(error), offset: offset)
        }
    }
}

extension Span<UInt8> {
    /// The big-endian number of up to eight bytes at an index; bytes beyond the end count as zero.
    func unsigned(at index: Int, count: Int) -> UInt64 {
        var value: UInt64 = 0
        for place in index..<index + count {
            value = value << 8 | (place < self.count ? UInt64(self[place]) : 0)
        }
        return value
    }
}
