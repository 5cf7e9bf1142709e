/// The check of the lists of parameter sets in a configuration record of H.264.
///
/// Reference: ISO/IEC 14496-15, section 5.3.3.1.2.
enum H264Configuration {
    /// Returns whether a record contains the parameter sets that it announces.
    static func isWhole(_ record: Span<UInt8>) -> Bool {
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
}
