/// The timescales of the tracks of a movie in units per second, by track ID.
///
/// Reference: ISO/IEC 14496-12, sections 8.3.2 (Track header) and 8.4.2 (Media header).
package struct TrackClocks: Equatable, Sendable {
    private static let mostTracks = 64

    private(set) var timescales: [UInt32: Int64] = [:]

    /// Creates an empty list of timescales.
    package init() {}

    /// Reads the timescales in an initialization section; tracks without a timescale are left out.
    package init(initialization bytes: [UInt8]) {
        let span = bytes.span
        var boxes = BoxRange(0..<bytes.count)
        while let box = boxes.next(of: span) {
            guard box.header.code == PlainBox.moov.rawValue else { continue }
            var tracks = BoxRange(box.contents)
            while let track = tracks.next(of: span), timescales.count < Self.mostTracks {
                if track.header.code == PlainBox.trak.rawValue { read(span, track.contents) }
            }
        }
    }

    private mutating func read(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        var id: UInt32?
        var timescale: Int64?
        var boxes = BoxRange(range)
        while let box = boxes.next(of: bytes) {
            switch PlainBox(rawValue: box.header.code) {
            case .tkhd: id = Self.number(bytes, box.contents, behind: 2)
            case .mdia:
                var parts = BoxRange(box.contents)
                while let part = parts.next(of: bytes) {
                    guard part.header.code == PlainBox.mdhd.rawValue else { continue }
                    timescale = Self.number(bytes, part.contents, behind: 2).map { Int64($0) }
                }
            default: break
            }
        }
        if let id, let timescale, timescale > 0 { timescales[id] = timescale }
    }

    /// Returns a 32-bit number in a full box, after a given number of time fields.
    ///
    /// The time fields follow the version and the flags. They have 64 bits in version 1, and 32
    /// otherwise.
    private static func number(
        _ bytes: Span<UInt8>, _ contents: Range<Int>, behind times: Int
    ) -> UInt32? {
        guard let first = contents.first else { return nil }
        let place = first + 4 + times * (bytes[first] == 1 ? 8 : 4)
        guard place + 4 <= contents.upperBound else { return nil }
        return bytes.word(at: place)
    }
}
