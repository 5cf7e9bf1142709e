import Containers
import Testing

/// Tracks whose numbers libavformat cannot handle are refused.
///
/// Without this refusal, libavformat would spend a second on each fragment of such a track.
@Suite struct UnnumberedTrackTests {
    private let initialization = Fixture.initialization.bytes
    private let fragment = Fixture.fragment.bytes

    /// Returns the initialization section with a changed byte in one of its track headers.
    private func section(_ track: Int, at offset: Int, _ byte: UInt8) throws -> [UInt8] {
        let places = initialization.indices.filter {
            initialization[$0...].starts(with: "tkhd".utf8)
        }
        var bytes = initialization
        bytes[try #require(places.dropFirst(track).first) + offset] = byte
        return bytes
    }

    private func cause(_ section: [UInt8]?, _ media: [UInt8]) -> ContainerError.Reason? {
        do {
            _ = try SegmentDemuxer(level: .decode).demux(
                initialization: section.map(MemoryInput.init), media: MemoryInput(media))
            return nil
        } catch {
            return error.reason
        }
    }

    private let refusal = ContainerError.Reason.malformed(
        .fragmentedMP4, "a track has no readable number below 2147483648")
    private let sectionRefusal = ContainerError.Reason.malformed(
        .fragmentedMP4,
        "in its initialization section, a track has no readable number below 2147483648")

    /// The track number begins 16 bytes after the start of the box type.
    @Test(arguments: [0, 1], [(16, 0x80), (16, 0xFF), (0, 0x54), (3, 0x65)])
    func `an initialization section with an unusable track number is refused`(
        track: Int, change: (offset: Int, byte: UInt8)
    ) throws {
        let section = try section(track, at: change.offset, change.byte)
        #expect(cause(section, fragment) == sectionRefusal)
        #expect(cause(nil, section + fragment) == refusal)
    }

    @Test func `the largest track number is read`() throws {
        let place = try #require(
            initialization.indices.first { initialization[$0...].starts(with: "tkhd".utf8) })
        var bytes = initialization
        bytes.replaceSubrange(place + 16..<place + 20, with: [UInt8](bigEndian: Int(Int32.max)))
        // The fragments do not belong to any track with this number, which is a different error.
        let cause = cause(bytes, fragment)
        #expect(cause != sectionRefusal && cause != refusal)
    }

    @Test func `a track outside of the movie box is refused`() {
        let track: [UInt8] = [0, 0, 0, 8] + Array("trak".utf8)
        #expect(cause(initialization + track, fragment) == sectionRefusal)
        #expect(cause(initialization, fragment + track + fragment) == refusal)
    }

    /// libavformat continues to read where a strict reader stops.
    @Test(arguments: [
        // The track follows a box without a printable type, has a size of zero or a size beyond the
        // movie box, is in a second movie box, or is compressed.
        [0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 8, 0x74, 0x72, 0x61, 0x6B],
        [0, 0, 0, 0, 0x74, 0x72, 0x61, 0x6B], [0, 0, 1, 0, 0x74, 0x72, 0x61, 0x6B],
        [0, 0, 0, 16, 0x6D, 0x6F, 0x6F, 0x76, 0, 0, 0, 8, 0x74, 0x72, 0x61, 0x6B],
        [0, 0, 0, 8, 0x63, 0x6D, 0x6F, 0x76],
    ])
    func `a track after damage in the movie box is refused`(box: [UInt8]) {
        let movie = Array("moov".utf8)
        let place = initialization.indices.first { initialization[$0...].starts(with: movie) } ?? 0
        var bytes = initialization
        let size = bytes[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
        bytes.replaceSubrange(place - 4..<place, with: [UInt8](bigEndian: size + box.count))
        bytes.insert(contentsOf: box, at: place - 4 + size)
        #expect(cause(bytes, fragment) == sectionRefusal)
        #expect(cause(nil, bytes + fragment) == refusal)
    }

    @Test func `a track header that ends before the track number is refused`() throws {
        let place = try #require(
            initialization.indices.first { initialization[$0...].starts(with: "tkhd".utf8) })
        var bytes = initialization
        // The rest of the header becomes a separate `free` box.
        let size = bytes[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
        bytes.replaceSubrange(place - 4..<place, with: [0, 0, 0, 8])
        bytes.replaceSubrange(
            place + 4..<place + 12,
            with: [UInt8](bigEndian: size - 8) + Array("free".utf8))
        #expect(cause(bytes, fragment) == sectionRefusal)
    }
}

extension [UInt8] {
    /// Creates the four bytes of a number.
    fileprivate init(bigEndian number: Int) {
        self = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
