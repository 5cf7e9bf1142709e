/// Checks the open bitstream units (OBUs) of one sample of AV1, whose bytes arrive in pieces.
///
/// The units must fill the sample, and at least one of them must be a part of a frame. Zeros after
/// the last unit are padding, as decoders treat them.
///
/// Reference: AV1 Bitstream & Decoding Process Specification, section 5.3 (OBU syntax).
struct AV1Form: Sendable {
    private enum Part {
        case header, extensionHeader, size, content, padding
    }

    /// The types of a frame header, a tile group, a whole frame and a repeated frame header.
    private static let frameTypes: [UInt8] = [3, 4, 6, 7]
    /// The types of units with coded data: a tile group and a whole frame.
    private static let codedTypes: [UInt8] = [4, 6]
    private static let mostSizeBytes = 8

    /// The number of bytes of the sample that have not been read yet.
    private var restCount: Int
    private var part = Part.header
    private var header: UInt8 = 0
    private var size = 0
    private var sizeCount = 0
    private var contentCount = 0
    private var hasFrame = false
    private var hasDamage = false

    init(byteCount: Int) {
        restCount = byteCount
    }

    /// Whether the complete sample has another form.
    var isBroken: Bool { hasDamage || !hasFrame || part == .extensionHeader || part == .size }

    /// Checks the next bytes of the sample.
    mutating func take(_ bytes: Span<UInt8>) {
        var index = 0
        while index < bytes.count, !hasDamage {
            if part == .content {
                let end = index + min(contentCount, bytes.count - index)
                if Self.codedTypes.contains(type) {
                    let zeros = ZeroRun.end(in: bytes, index..<end, atLeast: ZeroRun.inCodedFrame)
                    hasDamage = zeros != nil
                }
                contentCount -= end - index
                restCount -= end - index
                index = end
                if contentCount == 0 { part = .header }
            } else {
                restCount -= 1
                take(bytes[index])
                index += 1
            }
        }
    }

    private var type: UInt8 { header >> 3 & 0x0F }

    private mutating func take(_ byte: UInt8) {
        switch part {
        case .header where byte == 0 && hasFrame: part = .padding
        case .header:
            // The first bit is zero in every header.
            guard byte & 0x80 == 0 else { return hasDamage = true }
            header = byte
            if byte & 0x04 != 0 { part = .extensionHeader } else { startSize() }
        case .extensionHeader: startSize()
        case .size:
            size |= Int(byte & 0x7F) << (7 * sizeCount)
            sizeCount += 1
            if byte & 0x80 == 0 { start(size) } else { hasDamage = sizeCount == Self.mostSizeBytes }
        case .padding: hasDamage = byte != 0
        case .content: break
        }
    }

    private mutating func startSize() {
        size = 0
        sizeCount = 0
        // A unit without a size extends to the end of the sample.
        if header & 0x02 != 0 { part = .size } else { start(restCount) }
    }

    private mutating func start(_ count: Int) {
        hasDamage = count > restCount
        hasFrame = hasFrame || Self.frameTypes.contains(type)
        contentCount = count
        part = count > 0 ? .content : .header
    }
}
