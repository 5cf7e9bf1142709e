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
    private static let windowSize = 1 << 18

    /// Searches a segment.
    ///
    /// - Parameters:
    ///   - input: The bytes of the segment, decrypted.
    ///   - isTransportStream: Whether it is MPEG-TS, whose packets may divide a message; only the
    ///     part of it in the first packet counts.
    /// - Throws: ``ContainerError`` when the input cannot be read.
    package init(_ input: any ContainerInput, isTransportStream: Bool) throws(ContainerError) {
        var offset = 0
        while true {
            let bytes = try input.contents(at: Int64(offset), count: Self.windowSize)
            let isLast = bytes.count < Self.windowSize
            // A message at the end of the window is found in the next one.
            let end = isLast ? bytes.count : bytes.count - Self.longestMessage
            search(bytes.span, before: end, at: offset, isTransportStream)
            guard !isLast else { return }
            offset += end
        }
    }

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
    /// It compares eight positions at once with the first and the last byte of the signature, and reads
    /// the bytes between them only where both may fit.
    private static func next(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        while index + 15 <= bytes.count {
            let (first, last) = (bytes.eightBytes(at: index), bytes.eightBytes(at: index + 7))
            if mayHave(0xB5, first) & mayHave(0x03, last) != 0 {
                for place in index..<index + 8 where isSignature(bytes, place) { return place }
            }
            index += 8
        }
        while index + signature.count <= bytes.count {
            if isSignature(bytes, index) { return index }
            index += 1
        }
        return nil
    }

    /// Returns a word in which the highest bit is set of each byte that equals a given one, and perhaps of
    /// some others.
    private static func mayHave(_ byte: UInt8, _ word: UInt64) -> UInt64 {
        let difference = word ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
        return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
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
