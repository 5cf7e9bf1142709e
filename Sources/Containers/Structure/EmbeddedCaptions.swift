/// The closed caption services in the pictures of a segment.
///
/// CEA-608 and CEA-708 captions are messages of registered user data, which accompany the slices
/// of a picture. These messages start with the same eight bytes in H.264, HEVC and AV1. The
/// segment is searched for these eight bytes, without decoding the pictures. A service without
/// any text does not count, because encoders send such services as padding.
///
/// Reference: ATSC A/53 Part 4, section 6.2.3; CTA-608-E, section 8; CTA-708-E, sections 5 and 6.
package struct EmbeddedCaptions: Equatable, Sendable {
    /// The services by their `INSTREAM-ID`: `CC1` to `CC4`, and `SERVICE1` to `SERVICE63`.
    package private(set) var services: Set<String> = []
    /// The number of messages with caption data, which may be only padding.
    ///
    /// Usually, each picture of a stream with captions has a message.
    package private(set) var messageCount = 0

    /// The first bytes of a message.
    ///
    /// They are the country code, the provider code, the identifier `GA94`, and the type code of
    /// caption data.
    private static let signature: [UInt8] = [0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03]
    /// The maximum size of a caption message: its signature, two header bytes, and 31 triplets.
    private static let longestMessage = 8 + 2 + 31 * 3
    private static let windowSize: Int64 = 1 << 18

    /// Searches a segment for captions; `nil` when it cannot be read completely.
    ///
    /// - Parameters:
    ///   - input: The bytes of the segment, decrypted.
    ///   - isTransportStream: Whether the segment is MPEG-TS. A message may be divided between
    ///     packets; only the part in the first packet counts.
    package init?(_ input: any ContainerInput, isTransportStream: Bool) {
        guard let size = input.byteCount else { return nil }
        var found = EmbeddedCaptions()
        let isRead = input.read(
            0..<size, windowSize: Self.windowSize, overlap: Int64(Self.longestMessage)
        ) { window, offset in
            // If the end of a window may truncate a message, the message is read from the next
            // window.
            let isLast = offset + Int64(window.count) >= size
            let end = isLast ? window.count : window.count - Self.longestMessage
            found.search(window, before: end, at: Int(offset), isTransportStream)
        }
        guard isRead else { return nil }
        self = found
    }

    private init() {}

    /// Reads the messages that start before a position.
    private mutating func search(
        _ bytes: Span<UInt8>, before end: Int, at offset: Int, _ isTransportStream: Bool
    ) {
        var start = 0
        while let place = Self.next(in: bytes, from: start), place < end {
            var last = bytes.count
            if isTransportStream {
                let size = TransportPacket.size
                last = min(last, (offset + place) / size * size + size - offset)
            }
            if place + Self.signature.count <= last {
                read(bytes.extracting(place + Self.signature.count..<last))
            }
            start = place + Self.signature.count
        }
    }

    /// Returns the position of the next signature; `nil` when there is none.
    ///
    /// In compressed pictures, only one byte in 256 equals the first byte of a signature. A fast
    /// search for that byte skips most of the data.
    private static func next(in bytes: Span<UInt8>, from start: Int) -> Int? {
        let end = bytes.count - signature.count + 1
        var index = start
        while index < end, let place = bytes.firstIndex(of: 0xB5, in: index..<end) {
            // The next two bytes rule out nearly all false matches.
            if bytes[place + 1] == 0x00, bytes[place + 2] == 0x31, isSignature(bytes, place) {
                return place
            }
            index = place + 1
        }
        return nil
    }

    private static func isSignature(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
        for (index, byte) in signature.enumerated() where bytes[start + index] != byte {
            return false
        }
        return true
    }

    // MARK: Messages

    /// Reads the triplets of a message, up to the end of the bytes.
    private mutating func read(_ bytes: Span<UInt8>) {
        guard bytes.count > 2, bytes[0] & 0x40 != 0 else { return }
        let count = Int(bytes[0] & 0x1F)
        if count > 0 { messageCount += 1 }
        var packet: [UInt8] = []
        for number in 0..<count {
            let index = 2 + number * 3
            // In a valid triplet, the five high bits of the first byte are set.
            guard index + 2 < bytes.count, bytes[index] & 0xF8 == 0xF8 else { break }
            guard bytes[index] & 0x04 != 0 else { continue }
            let pair = (bytes[index + 1], bytes[index + 2])
            switch bytes[index] & 0x03 {
            case 0: readLine21(pair, isSecondField: false)
            case 1: readLine21(pair, isSecondField: true)
            case 3:
                readPacket(packet)
                packet = [pair.0, pair.1]
            default:
                // If the start of the packet was in another picture, its continuation is ignored.
                if !packet.isEmpty { packet += [pair.0, pair.1] }
            }
        }
        readPacket(packet)
    }

    /// Reads two bytes of CEA-608, each with a parity bit.
    ///
    /// Codes that only erase, and codes of the text mode, do not count as captions.
    private mutating func readLine21(_ pair: (UInt8, UInt8), isSecondField: Bool) {
        let (first, second) = (pair.0 & 0x7F, pair.1 & 0x7F)
        guard (0x10...0x1F).contains(first), second >= 0x20 else { return }
        let isMiscellaneous = [0x14, 0x15].contains(first & 0x17) && second < 0x30
        if isMiscellaneous, [0x2A, 0x2B, 0x2C, 0x2E].contains(second) { return }
        let channel = (isSecondField ? 3 : 1) + (first & 0x08 == 0 ? 0 : 1)
        services.insert("CC\(channel)")
    }

    /// Reads the service blocks of a CEA-708 packet, up to the end of the bytes.
    private mutating func readPacket(_ bytes: [UInt8]) {
        guard let header = bytes.first else { return }
        let code = Int(header & 0x3F)
        let end = min(bytes.count, code == 0 ? 128 : code * 2)
        var index = 1
        while index < end {
            let size = Int(bytes[index] & 0x1F)
            var service = Int(bytes[index] >> 5)
            // A block with the service number zero fills the remaining bytes of a packet.
            guard service > 0, size > 0 else { return }
            index += 1
            if service == 7 {
                guard index < end else { return }
                service = Int(bytes[index] & 0x3F)
                index += 1
            }
            if service > 0 { services.insert("SERVICE\(service)") }
            index += size
        }
    }
}
