/// Reads the bits of a parameter set or a section, most significant first.
///
/// Reading past the end returns zeros and sets a flag, so a parser needs only one check at its end.
package struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    /// Whether more bits were requested than exist.
    package private(set) var isOverrun = false

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the payload of a NAL unit, without its emulation prevention bytes.
    ///
    /// Reference: ITU-T H.264, 7.4.1.
    ///
    /// - Parameters:
    ///   - unit: The NAL unit, its header included.
    ///   - headerCount: The number of header bytes to skip.
    package init(unit: Span<UInt8>, headerCount: Int) {
        var payload: [UInt8] = []
        payload.reserveCapacity(unit.count)
        var start = headerCount
        while start < unit.count {
            let next = StartCodes.nextPrevention(in: unit, from: start, upTo: unit.count)
            for index in start..<(next ?? unit.count) { payload.append(unit[index]) }
            start = next.map { $0 + 1 } ?? unit.count
        }
        bytes = payload
    }

    /// Reads up to 32 bits.
    package mutating func bits(_ count: Int) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            let index = position >> 3
            guard index < bytes.count else {
                isOverrun = true
                return 0
            }
            value = value << 1 | UInt32(bytes[index] >> UInt8(7 - position & 7) & 1)
            position += 1
        }
        return value
    }

    /// The number of bytes read so far, including a byte of which only some bits were read.
    package var byteCount: Int { min(bytes.count, (position + 7) / 8) }

    /// The number of complete bytes left.
    package var remainingByteCount: Int { max(0, bytes.count - byteCount) }

    /// Reads all whole bytes that are left.
    package mutating func remainingBytes() -> [UInt8] {
        defer { position = bytes.count * 8 }
        return Array(bytes.suffix(remainingByteCount))
    }

    /// Reads one bit.
    package mutating func flag() -> Bool { bits(1) == 1 }

    /// Skips bits.
    package mutating func skip(_ count: Int) {
        position += count
        if position > bytes.count * 8 {
            position = bytes.count * 8
            isOverrun = true
        }
    }

    /// Reads an unsigned Exp-Golomb code: `ue(v)`.
    package mutating func exponential() -> UInt32 {
        var zeros = 0
        while !flag() {
            zeros += 1
            if zeros > 31 || isOverrun {
                isOverrun = true
                return 0
            }
        }
        return (UInt32(1) << UInt32(zeros)) - 1 + bits(zeros)
    }

    /// Reads a signed Exp-Golomb code: `se(v)`.
    package mutating func signedExponential() -> Int32 {
        let code = Int64(exponential())
        return Int32(clamping: code & 1 == 1 ? (code + 1) / 2 : -code / 2)
    }
}
