import Containers

/// Checks that a video sample consists of valid NAL units after its decryption.
///
/// After decryption with a wrong key, NAL units have invalid lengths or headers, or contain
/// sequences of three bytes that are forbidden in a NAL unit. The check searches for the sequences
/// only in decrypted bytes, because all other bytes are unchanged.
struct UnitCheck {
    private var units: CountedUnits

    /// Prepares to check a sample.
    ///
    /// - Parameters:
    ///   - sample: The range of the sample.
    ///   - lengthCount: The number of bytes in the length field of each NAL unit.
    init(_ sample: Range<Int>, lengthCount: Int) {
        units = CountedUnits(in: sample, lengthCount: lengthCount)
    }

    /// Checks the sample.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain the sample.
    ///   - stretches: The decrypted parts, in order.
    /// - Throws: `DecryptionError` when the sample is invalid.
    mutating func check(
        _ bytes: [UInt8], decrypted stretches: some Sequence<BlockPattern>
    ) throws(DecryptionError) {
        var unit = try next(of: bytes)
        for pattern in stretches {
            for stretch in pattern {
                // The search includes two bytes on each side of the decrypted part, because a start
                // code of three bytes may overlap either end of the part.
                let suspect = stretch.lowerBound - 2..<stretch.upperBound + 2
                while let found = unit {
                    if VideoUnits.holdsStartCode(bytes, in: suspect.clamped(to: found)) {
                        throw DecryptionError(
                            .garbage("a NAL unit holds a start code"), offset: found.lowerBound)
                    }
                    guard found.upperBound < suspect.upperBound else { break }
                    unit = try next(of: bytes)
                }
            }
        }
        while unit != nil { unit = try next(of: bytes) }
    }

    /// Returns the range of the next NAL unit; `nil` after the last one.
    private mutating func next(of bytes: [UInt8]) throws(DecryptionError) -> Range<Int>? {
        guard let unit = units.next(of: bytes.span) else {
            let cause: String
            switch units.fault {
            case nil: return nil
            case .cutLength: cause = "a NAL unit without a length"
            case .longUnit: cause = "a NAL unit beyond its sample"
            }
            throw DecryptionError(.garbage(cause), offset: units.index)
        }
        if let first = unit.first, bytes[first] & 0x80 != 0 {
            throw DecryptionError(.garbage("no NAL unit starts here"), offset: first)
        }
        return unit
    }
}
