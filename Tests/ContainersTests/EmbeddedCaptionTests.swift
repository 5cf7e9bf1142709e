import Containers
import TestTools
import Testing

/// A caption service is found if it has text anywhere in a segment.
@Suite struct EmbeddedCaptionTests {
    private static let signature: [UInt8] = [0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03]

    /// Returns a message of triplets, each with a byte for type and marker, and two data bytes.
    private static func message(_ triplets: [[UInt8]]) -> [UInt8] {
        signature + [0xC0 | UInt8(triplets.count), 0xFF] + triplets.flatMap(\.self) + [0xFF]
    }

    private func services(
        _ bytes: [UInt8], isTransportStream: Bool = false
    ) throws -> [String] {
        let input = MemoryInput(bytes)
        return try #require(EmbeddedCaptions(input, isTransportStream: isTransportStream))
            .services.sorted()
    }

    @Test(
        arguments: [
            // The start of a caption, in each field and each channel.
            ([[0xFC, 0x94, 0x20]], ["CC1"]), ([[0xFC, 0x1C, 0x20]], ["CC2"]),
            ([[0xFD, 0x15, 0x25]], ["CC3"]), ([[0xFD, 0x9D, 0x2F]], ["CC4"]),
            // Padding, an erasure, text mode and a programme title are not captions.
            ([[0xFC, 0x80, 0x80], [0xFD, 0x80, 0x80]], []), ([[0xFC, 0x94, 0x2C]], []),
            ([[0xFC, 0x94, 0x2A]], []), ([[0xFD, 0x01, 0x03], [0xFD, 0x54, 0x49]], []),
            // A pair that is not marked as valid.
            ([[0xF8, 0x94, 0x20]], []),
            // Services of CEA-708: two in a packet, one with an extended number, padding, and data
            // without the start of a packet.
            (
                [[0xFF, 0x03, 0x21], [0xFE, 0x41, 0x41], [0xFE, 0x42, 0x00]],
                ["SERVICE1", "SERVICE2"]
            ),
            ([[0xFF, 0x02, 0xE1], [0xFE, 0x09, 0x41]], ["SERVICE9"]),
            ([[0xFF, 0x02, 0x00], [0xFE, 0x00, 0x00]], []), ([[0xFE, 0x21, 0x41]], []),
        ] as [([[UInt8]], [String])])
    func `a caption service is listed once it has content`(triplets: [[UInt8]], expected: [String])
        throws
    {
        let bytes = [UInt8](repeating: 0x55, count: 300) + Self.message(triplets)
        #expect(try services(bytes) == expected)
    }

    @Test(arguments: [-120, -40, -8, -1, 0, 1])
    func `a message is found at the border of two windows`(shift: Int) throws {
        var bytes = [UInt8](repeating: 0x03, count: (1 << 18) + shift)
        bytes += Self.message([[0xFC, 0x94, 0x20]]) + [UInt8](repeating: 0x34, count: 1000)
        #expect(try services(bytes) == ["CC1"])
        let captions = EmbeddedCaptions(MemoryInput(bytes), isTransportStream: false)
        #expect(captions?.messageCount == 1)
    }

    @Test(arguments: 0..<24)
    func `a caption message is found at any offset, with any number of bytes after it`(place: Int)
        throws
    {
        let message = Self.message([[0xFC, 0x94, 0x20]])
        for rest in 0..<10 {
            let filling: [UInt8] = [0xB5, 0x03, 0xB5, 0x00, 0x31, 0x03, 0xB4]
            let before = (0..<place).map { filling[$0 % filling.count] }
            let bytes = before + message + [UInt8](repeating: 0x03, count: rest)
            #expect(try services(bytes) == ["CC1"], "\(rest) bytes after it")
        }
    }

    @Test func `the header of a packet does not count as a caption`() throws {
        let message = Self.message([[0xFC, 0x80, 0x80], [0xFC, 0x94, 0x20]])
        // The second triplet begins in the next packet.
        let place = 188 - message.count + 4
        var bytes = [UInt8](repeating: 0x55, count: place) + message
        #expect(try services(bytes) == ["CC1"])
        #expect(try services(bytes, isTransportStream: true) == [])
        bytes = [UInt8](repeating: 0x55, count: 188) + message
        #expect(try services(bytes, isTransportStream: true) == ["CC1"])
    }

    @Test func `a truncated caption message does not crash`() throws {
        let bytes = Self.message([
            [0xFC, 0x94, 0x20], [0xFF, 0x03, 0xE1], [0xFE, 0x09, 0x41], [0xFE, 0x42, 0x00],
        ])
        for count in 0...bytes.count {
            let found = try services(Array(bytes.prefix(count)))
            #expect(found.isEmpty == (count < 13), "\(count) bytes")
        }
    }
}
