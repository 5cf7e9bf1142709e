/// The samples of the movie fragments of a segment, with all of their stated properties.
///
/// Reference: ISO/IEC 14496-12, sections 8.8.7 (tfhd), 8.8.8 (trun) and 8.8.12 (tfdt).
struct FragmentSamples {
    /// A sample of a track run (`trun`).
    struct Sample {
        /// The index of the track in the movie.
        var track: Int
        /// The decode time in the clock of the track.
        var time: Int64
        var duration: UInt32
        var flags: UInt32
        /// The difference between presentation and decode time.
        var composition: UInt32
        /// The range of the sample's bytes in the segment.
        var bytes: Range<Int>
    }

    private static let most = 1 << 17
    /// The types of encryption boxes; fragments with these boxes cannot be divided.
    private static let encryption: Set<UInt32> = [
        0x7365_6E63, 0x7361_6961, 0x7361_697A, 0x7361_696F,
    ]

    /// The samples, track fragment by track fragment.
    private(set) var all: [Sample] = []
    private let movie: PlainMovie

    /// Reads a segment; `nil` when its structure is not supported.
    init?(_ segment: [UInt8], of movie: PlainMovie) {
        self.movie = movie
        let bytes = segment.span
        var boxes = BoxRange(0..<bytes.count)
        while let box = boxes.next(of: bytes) {
            guard box.header.code == PlainBox.moof.rawValue else { continue }
            var end = box.whole.lowerBound
            var parts = BoxRange(box.contents)
            while let part = parts.next(of: bytes) {
                guard part.header.code == PlainBox.traf.rawValue else { continue }
                guard read(bytes, part.contents, at: box.whole.lowerBound, &end) else { return nil }
            }
            if parts.fault != nil { return nil }
        }
        guard boxes.fault == nil, !all.isEmpty else { return nil }
    }

    /// Reads a track fragment, and returns whether its structure is supported.
    private mutating func read(
        _ bytes: Span<UInt8>, _ contents: Range<Int>, at fragment: Int, _ end: inout Int
    ) -> Bool {
        var track: Int?
        var defaults = SampleDefaults(description: 1, duration: 0, size: 0, flags: 0)
        var time: Int64?
        var base = end
        var boxes = BoxRange(contents)
        while let box = boxes.next(of: bytes) {
            if Self.encryption.contains(box.header.code) { return false }
            var fields = Fields(box.contents)
            switch PlainBox(rawValue: box.header.code) {
            case .tfhd:
                guard let flags = fields.next(bytes), let id = fields.next(bytes), flags & 1 == 0,
                    let index = movie.tracks.firstIndex(where: { $0.id == id }),
                    let known = movie.tracks[index].defaults
                else { return false }
                (track, defaults) = (index, known)
                if flags & 0x02 != 0 { _ = fields.next(bytes) }
                if flags & 0x08 != 0 { defaults.duration = fields.next(bytes) ?? 0 }
                if flags & 0x10 != 0 { defaults.size = fields.next(bytes) ?? 0 }
                if flags & 0x20 != 0 { defaults.flags = fields.next(bytes) ?? 0 }
                if flags & 0x2_0000 != 0 { base = fragment }
            case .tfdt:
                guard let version = fields.next(bytes), let high = fields.next(bytes) else {
                    return false
                }
                time = Int64(high)
                if version >> 24 == 1 {
                    guard let low = fields.next(bytes), high < 1 << 28 else { return false }
                    time = Int64(high) << 32 | Int64(low)
                }
            case .trun:
                guard let track, let start = time,
                    let next = run(bytes, &fields, track, defaults, from: start, base, &end)
                else { return false }
                time = next
            default: break
            }
        }
        return boxes.fault == nil
    }

    /// Reads a run of samples.
    ///
    /// - Returns: The decode time after the run; `nil` when its structure is not supported.
    private mutating func run(
        _ bytes: Span<UInt8>, _ fields: inout Fields, _ track: Int, _ defaults: SampleDefaults,
        from start: Int64, _ base: Int, _ end: inout Int
    ) -> Int64? {
        guard let flags = fields.next(bytes), let count = fields.next(bytes),
            Int(count) <= Self.most - all.count
        else { return nil }
        if flags & 0x01 != 0 {
            guard let distance = fields.next(bytes) else { return nil }
            end = base + Int(Int32(bitPattern: distance))
        }
        let first = flags & 0x04 != 0 ? fields.next(bytes) : nil
        var time = start
        for number in 0..<count {
            let duration = flags & 0x100 != 0 ? fields.next(bytes) : defaults.duration
            let size = flags & 0x200 != 0 ? fields.next(bytes) : defaults.size
            let own = flags & 0x400 != 0 ? fields.next(bytes) : defaults.flags
            let composition = flags & 0x800 != 0 ? fields.next(bytes) : 0
            guard let duration, let size, let own, let composition, end >= 0,
                end + Int(size) <= bytes.count
            else { return nil }
            all.append(
                Sample(
                    track: track, time: time, duration: duration,
                    flags: number == 0 ? first ?? own : own, composition: composition,
                    bytes: end..<end + Int(size)))
            time += Int64(duration)
            end += Int(size)
        }
        return time
    }

    /// Reads the fields of a box one after another, each of four bytes.
    private struct Fields {
        private var rest: Range<Int>

        init(_ range: Range<Int>) { rest = range }

        mutating func next(_ bytes: Span<UInt8>) -> UInt32? {
            guard rest.count >= 4 else { return nil }
            defer { rest = rest.dropFirst(4) }
            return bytes.word(at: rest.lowerBound)
        }
    }
}
