/// The services of closed captions within the pictures of a segment.
///
/// Captions of CEA-608 and CEA-708 are messages of registered user data beside the slices of a
/// picture. Their start is the same eight bytes in H.264, HEVC and AV1, which are searched here
/// without reading the pictures. A service without any text, which encoders send as padding, does not
/// count.
///
/// Reference: ATSC A/53 Part 4, section 6.2.3; CTA-608-E, section 8; CTA-708-E, sections 5 and 6.
package struct EmbeddedCaptions: Equatable, Sendable {
    /// The services as the attribute `INSTREAM-ID` names them: `CC1` to `CC4`, and `SERVICE1` to
    /// `SERVICE63`.
    package private(set) var services: Set<String> = []

    /// The country and the provider of the message, its identifier, and the type of caption data.
    private static let signature: [UInt8] = [0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03]
    /// The signature, two bytes of its header, and 31 triplets.
    private static let longestMessage = 8 + 2 + 31 * 3
    private static let windowSize: Int64 = 1 << 18

    /// Searches a segment; `nil` when it cannot be read completely.
    ///
    /// - Parameters:
    ///   - input: The bytes of the segment, decrypted.
    ///   - isTransportStream: Whether it is MPEG-TS, whose packets may divide a message; only the
    ///     part of it in the first packet counts.
    package init?(_ input: any ContainerInput, isTransportStream: Bool) {
        guard let size = input.byteCount else { return nil }
        var found = EmbeddedCaptions()
        let isRead = input.read(
            0..<size, windowSize: Self.windowSize, overlap: Int64(Self.longestMessage)
        ) { window, offset in
            // A message at the end of a window is complete in the next one.
            let isLast = offset + Int64(window.count) >= size
            let end = isLast ? window.count : window.count - Self.longestMessage
            found.search(window, before: end, at: Int(offset), isTransportStream)
        }
        guard isRead else { return nil }
        self = found
    }

    private init() {}

    /// Finds the messages that start before a position.
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

    /// Returns the position of the next signature; `nil` without one.
    ///
    /// One byte in 256 of compressed pictures is the first byte of a signature, so that most of them
    /// are passed by the search for it.
    private static func next(in bytes: Span<UInt8>, from start: Int) -> Int? {
        let end = bytes.count - signature.count + 1
        var index = start
        while index < end, let place = bytes.firstIndex(of: 0xB5, in: index..<end) {
            // Two more bytes decide nearly always.
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
        var packet: [UInt8] = []
        for number in 0..<count {
            let index = 2 + number * 3
            // Five bits mark a triplet.
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
                // The rest of a packet that began in another picture has no known start.
                if !packet.isEmpty { packet += [pair.0, pair.1] }
            }
        }
        readPacket(packet)
    }

    /// Takes two bytes of CEA-608, each with a bit of parity.
    ///
    /// Codes that only erase, and those of text mode, are no captions.
    private mutating func readLine21(_ pair: (UInt8, UInt8), isSecondField: Bool) {
        let (first, second) = (pair.0 & 0x7F, pair.1 & 0x7F)
        guard (0x10...0x1F).contains(first), second >= 0x20 else { return }
        let isMiscellaneous = [0x14, 0x15].contains(first & 0x17) && second < 0x30
        if isMiscellaneous, [0x2A, 0x2B, 0x2C, 0x2E].contains(second) { return }
        let channel = (isSecondField ? 3 : 1) + (first & 0x08 == 0 ? 0 : 1)
        services.insert("CC\(channel)")
    }

    /// Takes the blocks of a packet of CEA-708, up to the end of the bytes.
    private mutating func readPacket(_ bytes: [UInt8]) {
        guard let header = bytes.first else { return }
        let code = Int(header & 0x3F)
        let end = min(bytes.count, code == 0 ? 128 : code * 2)
        var index = 1
        while index < end {
            let size = Int(bytes[index] & 0x1F)
            var service = Int(bytes[index] >> 5)
            // The number zero fills the rest of a packet.
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
