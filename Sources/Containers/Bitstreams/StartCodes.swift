/// Searches for the three-byte sequences that structure a byte stream of NAL units.
///
/// Reference: ITU-T H.264 and H.265, section 7.4 (emulation prevention) and annex B.
package enum StartCodes {
    /// Searches for the next start code.
    ///
    /// - Parameters:
    ///   - bytes: A byte stream.
    ///   - start: The index to search from.
    ///   - end: The end of the search.
    /// - Returns: The index after the start code, at which a NAL unit starts; `nil` when there is
    ///   no start code.
    package static func next(
        in bytes: Span<UInt8>, from start: Int, upTo end: Int
    ) -> Int? {
        var index = start + 2
        while index < end {
            let byte = bytes[index]
            if byte > 1 {
                index += 3
            } else if byte == 0 {
                index += 1
            } else if bytes[index - 1] == 0, bytes[index - 2] == 0 {
                return index + 1
            } else {
                index += 3
            }
        }
        return nil
    }

    /// Searches for the next emulation prevention byte in a NAL unit.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain the unit.
    ///   - start: The index to search from: the start of the unit, or the byte after the last
    ///     result.
    ///   - end: The end of the unit.
    /// - Returns: The index of the byte; `nil` when there is none.
    package static func nextPrevention(
        in bytes: Span<UInt8>, from start: Int, upTo end: Int
    ) -> Int? {
        var index = start + 2
        while index < end {
            let byte = bytes[index]
            if byte == 3, bytes[index - 1] == 0, bytes[index - 2] == 0 { return index }
            index += byte > 3 ? 3 : 1
        }
        return nil
    }
}

/// Iterates over the NAL units of a sample, each preceded by its length.
///
/// Reference: ISO/IEC 14496-15, section 4.3.2.
package struct CountedUnits {
    /// A violation of the syntax.
    package enum Fault: Equatable, Sendable {
        /// The sample ends within the length field of a unit.
        case cutLength
        /// A unit extends beyond the end of the sample.
        case longUnit
    }

    /// The position of the next unit's length; after a fault, the position of the invalid length.
    package private(set) var index: Int
    package private(set) var fault: Fault?
    private let end: Int
    private let lengthCount: Int

    /// Creates an iterator over the units of a sample, which starts at the first unit.
    ///
    /// - Parameters:
    ///   - sample: The range of the sample.
    ///   - lengthCount: The number of bytes in the length of each unit.
    package init(in sample: Range<Int>, lengthCount: Int) {
        index = sample.lowerBound
        end = sample.upperBound
        self.lengthCount = lengthCount
    }

    /// Returns the next unit; `nil` at the end of the sample and at the first invalid length.
    package mutating func next(of bytes: Span<UInt8>) -> Range<Int>? {
        guard index < end, fault == nil else { return nil }
        guard end - index >= lengthCount else {
            fault = .cutLength
            return nil
        }
        let length = Int(bytes.unsigned(at: index, count: lengthCount))
        let start = index + lengthCount
        guard length <= end - start else {
            fault = .longUnit
            return nil
        }
        index = start + length
        return start..<index
    }
}
