/// Reads the fields that all table sections of a transport stream share.
///
/// Reference: ISO/IEC 13818-1, section 2.4.4.
package enum TableSection {
    /// The number of header bytes that the length field does not count.
    package static let leadCount = 3

    /// Returns the number of bytes in the section at an index, including its header.
    ///
    /// The result is `nil` when there are too few bytes.
    package static func byteCount(_ bytes: Span<UInt8>, at index: Int) -> Int? {
        guard bytes.count - index >= leadCount else { return nil }
        return leadCount + Int(bytes.unsigned(at: index + 1, count: 2) & 0x0FFF)
    }

    /// Returns the packet identifiers of the program maps in a program association section.
    ///
    /// Reference: ISO/IEC 13818-1, section 2.4.4.3.
    package static func maps(inAssociation section: Span<UInt8>) -> [Int] {
        stride(from: 8, to: section.count - 7, by: 4).compactMap { index in
            // Program number 0 identifies the network table, which is not a program map.
            guard section.unsigned(at: index, count: 2) != 0 else { return nil }
            return Int(section.unsigned(at: index + 2, count: 2) & 0x1FFF)
        }
    }
}

/// Iterates over the streams of a program map section.
///
/// Reference: ISO/IEC 13818-1, section 2.4.4.8.
package struct ProgramMapWalk {
    /// An elementary stream that the section lists.
    package struct Entry {
        /// The position of the stream type.
        package let start: Int
        package let type: UInt8
        /// The packet identifier.
        package let identifier: Int
        package let descriptors: Range<Int>
    }

    /// A violation of the syntax.
    package enum Fault: Equatable, Sendable {
        /// The section is too short for a program map.
        case short
        /// The fields of a stream are incomplete.
        case cutEntry
        /// The descriptors of a stream extend beyond the section.
        ///
        /// The descriptors are cut off at the end of the section, and the stream is still returned.
        case longDescriptors
    }

    /// The start of the next entry.
    package private(set) var index: Int
    package private(set) var fault: Fault?
    private let end: Int

    /// Creates a walk that starts at the first stream.
    ///
    /// - Parameter section: The program map section, including its checksum.
    package init(_ section: Span<UInt8>) {
        end = max(0, section.count - 4)
        index = end
        guard section.count >= 16 else {
            fault = .short
            return
        }
        let first = 12 + Int(section.unsigned(at: 10, count: 2) & 0x0FFF)
        if first > end { fault = .longDescriptors } else { index = first }
    }

    /// Returns the next stream; `nil` at the end or if the entry is incomplete.
    package mutating func next(of section: Span<UInt8>) -> Entry? {
        guard index < end else { return nil }
        let first = index + 5
        guard first <= end else {
            fault = .cutEntry
            return nil
        }
        let start = index
        let last = first + Int(section.unsigned(at: start + 3, count: 2) & 0x0FFF)
        if last > end { fault = .longDescriptors }
        index = min(last, end)
        return Entry(
            start: start, type: section[start],
            identifier: Int(section.unsigned(at: start + 1, count: 2) & 0x1FFF),
            descriptors: first..<index)
    }
}

/// The position of one descriptor.
///
/// Reference: ISO/IEC 13818-1, section 2.6.
package struct DescriptorPlace {
    package let tag: UInt8
    /// The range of the descriptor, including its tag and length.
    package let whole: Range<Int>

    package var contents: Range<Int> { whole.dropFirst(2) }

    /// Returns the descriptors in a range; the last one is cut off at the end of the range.
    package static func all(in range: Range<Int>, of bytes: Span<UInt8>) -> [DescriptorPlace] {
        var places: [DescriptorPlace] = []
        var index = range.lowerBound
        while index + 2 <= range.upperBound {
            let next = min(index + 2 + Int(bytes[index + 1]), range.upperBound)
            places.append(DescriptorPlace(tag: bytes[index], whole: index..<next))
            index = next
        }
        return places
    }
}
