/// Checks the lists of parameter sets in decoder configuration records.
///
/// Reference: ISO/IEC 14496-15, sections 5.3.3.1.2 and 8.3.3.1.2.
enum ConfigurationRecord {
    /// Returns whether a record of H.264 contains the parameter sets that it announces.
    static func isWhole(h264 record: Span<UInt8>) -> Bool {
        guard record.count > 6, record[0] == 1 else { return false }
        var index = 5
        for (type, mask) in [(7, 0x1F), (8, 0xFF)] as [(UInt8, UInt8)] {
            guard index < record.count else { return false }
            let count = record[index] & mask
            index += 1
            for _ in 0..<count {
                guard index + 2 < record.count, record[index + 2] & 0x1F == type else {
                    return false
                }
                index += 2 + Int(record.unsigned(at: index, count: 2))
            }
            guard index <= record.count else { return false }
        }
        return true
    }

    /// Returns whether a record of HEVC contains the parameter sets that it announces.
    static func isWhole(hevc record: Span<UInt8>) -> Bool {
        guard record.count > 22, record[0] <= 1 else { return false }
        var index = 23
        for _ in 0..<record[22] {
            guard index + 3 <= record.count else { return false }
            let type = record[index] & 0x3F
            let count = Int(record.unsigned(at: index + 1, count: 2))
            index += 3
            for _ in 0..<count {
                guard index + 2 < record.count, record[index + 2] >> 1 & 0x3F == type else {
                    return false
                }
                index += 2 + Int(record.unsigned(at: index, count: 2))
            }
            guard index <= record.count else { return false }
        }
        return true
    }
}
