/// A generated splice_info_section, written according to the tables of the standard.
///
/// Reference: ANSI/SCTE 35 2023, section 9.6.
public struct SpliceSection: Sendable {
    /// The type of the command, and its fields.
    public var command: (type: UInt8, bits: SectionBits)
    /// The number of 90 kHz ticks that is added to each time.
    public var ptsAdjustment: Int64 = 0
    /// The descriptors, one after another.
    public var descriptors: [UInt8] = []
    /// Whether the section omits the length of the command, as old senders do.
    public var hidesLength = false
    /// Whether the section is marked as encrypted.
    public var isEncrypted = false

    /// Creates a section from the fields of a command.
    public init(type: UInt8, _ command: SectionBits) {
        self.command = (type, command)
    }

    /// Returns a time_signal; without a time, it takes effect immediately.
    public static func timeSignal(_ pts: Int64?, _ descriptors: [[UInt8]] = []) -> SpliceSection {
        var section = SpliceSection(type: 0x06, SectionBits().time(pts))
        section.descriptors = descriptors.flatMap(\.self)
        return section
    }

    /// Returns a splice_insert for the whole programme; without a time it takes effect immediately.
    public static func insert(
        _ event: UInt32, isOut: Bool, pts: Int64?, duration: Int64? = nil, returns: Bool = true,
        avail: Int = 0
    ) -> SpliceSection {
        var bits = SectionBits().add(UInt64(event), 32).add(0x7F, 8)
        bits = bits.flag(isOut).flag(true).flag(duration != nil).flag(pts == nil).add(0xF, 4)
        if let pts { bits = bits.time(pts) }
        if let duration {
            bits = bits.flag(returns).add(0x3F, 6).add(UInt64(duration), 33)
        }
        bits = bits.add(1, 16).add(UInt64(avail), 8).add(0, 8)
        return SpliceSection(type: 0x05, bits)
    }

    /// A splice_null.
    public static let null = SpliceSection(type: 0x00, SectionBits())

    /// Returns a segmentation descriptor for the whole programme.
    public static func segmentation(
        _ event: UInt32, type: UInt8, duration: Int64? = nil, upid: (type: UInt8, bytes: [UInt8]),
        segment: UInt8 = 0, of expected: UInt8 = 0, subSegment: (UInt8, UInt8)? = nil
    ) -> [UInt8] {
        var bits = SectionBits().add(0x4355_4549, 32).add(UInt64(event), 32).add(0x7F, 8)
        bits = bits.flag(true).flag(duration != nil).flag(true).add(0x1F, 5)
        if let duration { bits = bits.add(UInt64(duration), 40) }
        bits = bits.add(UInt64(upid.type), 8).add(UInt64(upid.bytes.count), 8)
        for byte in upid.bytes { bits = bits.add(UInt64(byte), 8) }
        bits = bits.add(UInt64(type), 8).add(UInt64(segment), 8).add(UInt64(expected), 8)
        if let subSegment {
            bits = bits.add(UInt64(subSegment.0), 8).add(UInt64(subSegment.1), 8)
        }
        return descriptor(tag: 0x02, bits.bytes)
    }

    /// Returns a descriptor with the given bytes after its length.
    public static func descriptor(tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        [tag, UInt8(contents.count)] + contents
    }

    /// The bytes of the section, including its checksum.
    public var bytes: [UInt8] {
        let fields = command.bits.bytes
        var bits = SectionBits().add(0, 8).flag(isEncrypted).add(0, 6)
        bits = bits.add(UInt64(ptsAdjustment), 33).add(0, 8).add(0xFFF, 12)
        bits = bits.add(hidesLength ? 0xFFF : UInt64(fields.count), 12)
        var body = bits.add(UInt64(command.type), 8).bytes + fields
        body += [UInt8(descriptors.count >> 8), UInt8(descriptors.count & 0xFF)] + descriptors
        let length = body.count + 4
        let section = [0xFC, 0x30 | UInt8(length >> 8), UInt8(length & 0xFF)] + body
        return section + Self.checksum(section)
    }

    /// The section in hexadecimal, as playlists write it.
    public var hexadecimal: String {
        "0x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    /// The section in Base64, as playlists write it.
    public var base64: String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(3)
            rest = rest.dropFirst(3)
            let value = (0..<3).reduce(0) { sum, index in
                sum << 8 | (index < part.count ? Int(part[part.startIndex + index]) : 0)
            }
            for place in 0..<4 {
                text.append(place > part.count ? "=" : digits[value >> (18 - 6 * place) & 63])
            }
        }
        return text
    }

    /// Returns the checksum of an MPEG-2 section, computed bit by bit.
    public static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var remainder: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            remainder ^= UInt32(byte) << 24
            for _ in 0..<8 {
                let carries = remainder & 0x8000_0000 != 0
                remainder = carries ? remainder << 1 ^ 0x04C1_1DB7 : remainder << 1
            }
        }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: remainder >> UInt32($0)) }
    }
}

/// The bits of a section, most significant first.
public struct SectionBits: Sendable {
    private var bits: [Bool] = []

    /// Creates an empty sequence of bits.
    public init() {}

    /// Returns the bits with a number appended.
    public func add(_ value: UInt64, _ count: Int) -> SectionBits {
        var copy = self
        for place in (0..<count).reversed() {
            copy.bits.append(place < 64 && value >> UInt64(place) & 1 == 1)
        }
        return copy
    }

    /// Returns the bits with a flag of one bit appended.
    public func flag(_ value: Bool) -> SectionBits { add(value ? 1 : 0, 1) }

    /// Returns the bits with a splice_time appended.
    public func time(_ pts: Int64?) -> SectionBits {
        guard let pts else { return add(0x7F, 8) }
        return flag(true).add(0x3F, 6).add(UInt64(pts), 33)
    }

    /// The bits as bytes.
    public var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { byte, index in
                byte << 1 | (start + index < bits.count && bits[start + index] ? 1 : 0)
            }
        }
    }
}
