import VirtualTime

/// Determines the duration of a track's last sample in a fragmented MP4.
///
/// Every other sample lasts until the next one, and libavformat does not report the duration of the
/// last.
///
/// Reference: ISO/IEC 14496-12, sections 8.4.2 (`mdhd`), 8.8.3 (`trex`), 8.8.7 and 8.8.8 (`tfhd`,
/// `trun`).
struct LastSampleDuration {
    private static let largestHeader = 8 << 20

    private let track: UInt64
    private var timescale: UInt64 = 0
    private var standard: UInt64 = 0
    private var last: UInt64?

    /// The duration of the sample; `nil` when the container does not state it.
    var duration: MediaTime? {
        guard let last, let scale = Int64(exactly: timescale), scale > 0 else { return nil }
        return MediaTime(Int64(clamping: last), timescale: scale)
    }

    /// Looks into the headers of a track.
    ///
    /// - Parameters:
    ///   - track: The number of the track in the container.
    ///   - initialization: The initialization section, when it is not in the media itself.
    ///   - media: The segment.
    /// - Throws: `ContainerError` when the bytes cannot be read.
    init(
        of track: Int, initialization: (any ContainerInput)?, media: any ContainerInput
    ) throws(ContainerError) {
        self.track = UInt64(clamping: track)
        for input in [initialization, media].compactMap(\.self) {
            var walk = ISOBoxWalk(input)
            while let box = try walk.next() {
                guard box.type == "moov" || box.type == "moof",
                    let contents = try walk.contents(of: box, limit: Self.largestHeader)
                else { continue }
                for part in ISOBoxContents(contents[...]) { look(into: part) }
            }
        }
    }

    private mutating func look(into box: ISOBoxContents.Part) {
        switch box.type {
        case "trak":
            let parts = Array(ISOBoxContents(box.contents))
            guard let header = parts.first(where: { $0.type == "tkhd" })?.contents,
                header.number(at: header.first == 1 ? 20 : 12, count: 4) == track,
                let media = parts.first(where: { $0.type == "mdia" })?.contents,
                let clock = ISOBoxContents(media).first(where: { $0.type == "mdhd" })?.contents
            else { return }
            timescale = clock.number(at: clock.first == 1 ? 20 : 12, count: 4)
        case "mvex":
            for part in ISOBoxContents(box.contents)
            where part.type == "trex" && part.contents.number(at: 4, count: 4) == track {
                standard = part.contents.number(at: 12, count: 4)
            }
        case "traf": lookIntoFragment(box.contents)
        default: break
        }
    }

    private mutating func lookIntoFragment(_ contents: ArraySlice<UInt8>) {
        var standard = standard
        var isOurs = false
        for part in ISOBoxContents(contents) {
            let flags = part.contents.number(at: 1, count: 3)
            if part.type == "tfhd" {
                isOurs = part.contents.number(at: 4, count: 4) == track
                let place = 8 + (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0)
                if flags & 8 != 0 { standard = part.contents.number(at: place, count: 4) }
            } else if part.type == "trun", isOurs {
                let count = part.contents.number(at: 4, count: 4)
                guard count > 0 else { continue }
                guard flags & 0x100 != 0 else {
                    last = standard
                    continue
                }
                let start = 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0)
                let fields = [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 }
                let (place, overflow) = Int(clamping: count - 1)
                    .multipliedReportingOverflow(by: 4 * fields)
                if !overflow, place < part.contents.count - start {
                    last = part.contents.number(at: start + place, count: 4)
                }
            }
        }
    }
}

/// The boxes that some bytes consist of, up to the first that does not fit.
struct ISOBoxContents: Sequence, IteratorProtocol {
    typealias Part = (type: String, contents: ArraySlice<UInt8>)

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func next() -> Part? {
        guard let box = ISOBox(header: Array(rest.prefix(16)).span, offset: 0) else { return nil }
        let count = box.byteCount ?? Int64(rest.count)
        guard count >= box.headerCount, count <= Int64(rest.count) else { return nil }
        let whole = rest.prefix(Int(count))
        rest = rest.dropFirst(Int(count))
        return (box.type, whole.dropFirst(Int(box.headerCount)))
    }
}

extension ArraySlice<UInt8> {
    /// The big-endian number of some bytes, counted from the start; bytes that are not there count
    /// as zero.
    fileprivate func number(at place: Int, count: Int) -> UInt64 {
        dropFirst(place).prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
