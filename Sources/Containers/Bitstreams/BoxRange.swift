/// Iterates over the adjacent boxes in a range of bytes.
///
/// The iterator accepts boxes of every type. It stops at the first malformed box and exposes the
/// fault, because callers react to faults differently.
package struct BoxRange {
    /// The header and the position of one box.
    package struct Place {
        package let header: BoxHeader
        /// The range of the box, including its header.
        package let whole: Range<Int>

        /// The range of the contents of the box.
        package var contents: Range<Int> { whole.dropFirst(header.count) }
    }

    /// The start of the next box, or of the malformed box at which the iteration ended.
    package private(set) var index: Int
    package private(set) var fault: BoxHeader.Fault?
    private let end: Int

    /// Creates an iterator that starts with the first box in a range.
    package init(_ range: Range<Int>) {
        index = range.lowerBound
        end = range.upperBound
    }

    /// Returns the next box; `nil` at the end of the range and at the first malformed box.
    package mutating func next(of bytes: Span<UInt8>) -> Place? {
        guard index < end, fault == nil else { return nil }
        do throws(BoxHeader.Fault) {
            let header = try BoxHeader(bytes.extracting(index..<min(end, index + 16)))
            let size = header.byteCount ?? Int64(end - index)
            guard size <= Int64(end - index) else { throw .large }
            let start = index
            index += Int(size)
            return Place(header: header, whole: start..<index)
        } catch {
            fault = error
            return nil
        }
    }
}

/// The adjacent boxes in some bytes, up to the first box that does not fit into the bytes.
struct ISOBoxContents: Sequence, IteratorProtocol {
    typealias Part = (type: String, contents: ArraySlice<UInt8>)

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func next() -> Part? {
        var boxes = BoxRange(0..<rest.count)
        guard let box = boxes.next(of: rest.span), box.header.isPrintable else { return nil }
        defer { rest = rest.dropFirst(box.whole.count) }
        return (box.header.type, rest.prefix(box.whole.count).dropFirst(box.header.count))
    }
}
