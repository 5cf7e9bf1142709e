/// The NAL units in a configuration record of HEVC.
///
/// Reference: ISO/IEC 14496-15, section 8.3.3.1.2.
package struct HEVCConfiguration {
    /// The types of the units, and their bytes in the record, in order.
    ///
    /// A truncated unit, and all units after it, are omitted.
    package private(set) var units: [(type: UInt8, bytes: Range<Int>)] = []

    /// Whether the record contains the units that it announces, each with the announced type.
    package private(set) var isWhole = false

    /// Reads a record.
    package init(_ record: Span<UInt8>) {
        guard record.count > 22 else { return }
        var isSound = record[0] <= 1
        var index = 23
        for _ in 0..<record[22] {
            guard index + 3 <= record.count else { return }
            let type = record[index] & 0x3F
            let count = Int(record.unsigned(at: index + 1, count: 2))
            index += 3
            for _ in 0..<count {
                guard index + 2 <= record.count else { return }
                let end = index + 2 + Int(record.unsigned(at: index, count: 2))
                guard end <= record.count else { return }
                isSound = isSound && end > index + 2 && record[index + 2] >> 1 & 0x3F == type
                units.append((type, index + 2..<end))
                index = end
            }
        }
        isWhole = isSound
    }
}
