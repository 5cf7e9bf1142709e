/// One box of an ISO base media file that is read from an input.
package struct ISOBox {
    /// The four characters of the type.
    package var type: String

    /// The position of the box.
    package var offset: Int64

    /// The number of bytes in the header.
    package var headerCount: Int64

    /// The size of the box in bytes, including its header.
    ///
    /// The size is `nil` if the box extends to the end of the input.
    package var byteCount: Int64?

    /// The end of the box, at most `Int64.max`; `nil` for a box without a size.
    var end: Int64? {
        byteCount.map { size in
            let (end, overflow) = offset.addingReportingOverflow(size)
            return overflow ? .max : end
        }
    }

    /// The range of the contents in the input; `nil` for a box without a size.
    var contents: Range<Int64>? { end.map { offset + headerCount..<$0 } }

    /// Reads a header at the start of some bytes.
    ///
    /// - Returns: `nil` when the bytes are too few or are not a header.
    init?(header bytes: Span<UInt8>, offset: Int64) {
        guard let header = try? BoxHeader(bytes), header.isPrintable else { return nil }
        type = header.type
        self.offset = offset
        headerCount = Int64(header.count)
        byteCount = header.byteCount
    }
}

/// Iterates over the boxes of an input.
package struct ISOBoxWalk {
    private let input: any ContainerInput
    private let end: Int64?
    private var boxesLeft: Int
    private var isDone = false

    /// The position of the next box.
    package private(set) var offset: Int64

    /// Whether the last box extends beyond the end of the input, or has an unreadable header.
    package private(set) var isTruncated = false

    /// Whether iteration ended because there are too many boxes.
    package private(set) var isExhausted = false

    /// Creates a walk that starts at the first box of an input.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - range: The bytes that the boxes fill; `nil` means all.
    ///   - limit: The maximum number of boxes to read.
    package init(_ input: any ContainerInput, in range: Range<Int64>? = nil, limit: Int = 200_000) {
        self.input = input
        offset = range?.lowerBound ?? 0
        end = range?.upperBound ?? input.byteCount
        boxesLeft = limit
    }

    /// Returns the next box and moves past it.
    package mutating func next() throws(ContainerError) -> ISOBox? {
        guard !isDone, end.map({ offset < $0 }) ?? true else { return nil }
        guard boxesLeft > 0 else {
            isExhausted = true
            return nil
        }
        boxesLeft -= 1
        let bytes = try input.contents(at: offset, count: 16)
        if bytes.isEmpty { return nil }
        guard let box = ISOBox(header: bytes.span, offset: offset) else {
            isTruncated = true
            isDone = true
            return nil
        }
        guard let size = box.byteCount else {
            offset = end ?? offset
            isDone = true
            return box
        }
        let (next, overflow) = offset.addingReportingOverflow(size)
        if overflow || end.map({ next > $0 }) ?? false {
            isTruncated = true
            isDone = true
        }
        offset = overflow ? .max : next
        return box
    }

    /// Reads the contents of a box.
    ///
    /// - Returns: The contents; `nil` when they exceed `limit` bytes or are truncated.
    package func contents(of box: ISOBox, limit: Int) throws(ContainerError) -> [UInt8]? {
        guard let size = box.byteCount, size - box.headerCount <= Int64(limit) else { return nil }
        let count = Int(size - box.headerCount)
        let bytes = try input.contents(at: box.offset + box.headerCount, count: count)
        return bytes.count == count ? bytes : nil
    }

    /// Returns whether a box directly contains a box of the given type.
    func contains(_ type: String, in parent: ISOBox) throws(ContainerError) -> Bool {
        let start = parent.offset + parent.headerCount
        let (end, overflow) = parent.offset.addingReportingOverflow(parent.byteCount ?? .max)
        var walk = ISOBoxWalk(input, in: start..<max(start, overflow ? .max : end), limit: 256)
        while let child = try walk.next(), child.byteCount != nil {
            if child.type == type { return true }
        }
        return false
    }
}

extension ContainerInput {
    /// Reads `count` bytes at an offset, or fewer if the input ends earlier.
    func contents(at offset: Int64, count: Int) throws(ContainerError) -> [UInt8] {
        do {
            return try bytes(at: offset, count: count)
        } catch {
            throw ContainerError(.input(error), offset: offset)
        }
    }

    /// Reads a range, cut off at the end of the input.
    func contents(_ range: Range<Int64>) throws(ContainerError) -> [UInt8] {
        try contents(at: range.lowerBound, count: Int(range.upperBound - range.lowerBound))
    }
}
