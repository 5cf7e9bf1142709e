/// The properties of a movie box that apply to the samples of its fragments.
///
/// A value exists only if the complete movie is plain: each track has one sample description and no
/// sample in the movie box, nothing is encrypted, and an edit list has at most one edit, which may
/// follow an empty edit.
///
/// Reference: ISO/IEC 14496-12, sections 8.3 (tracks), 8.6.6 (edit lists) and 8.8.3 (track
/// extends).
struct PlainMovie: Equatable, Sendable {
    /// The properties of one track's samples.
    struct Track: Equatable, Sendable {
        var id: UInt32 = 0
        var timescale: Int64 = 0
        /// The time that the edit list subtracts from timestamps, in the track's timescale.
        var offset: Int64 = 0
        /// The default sample properties for fragments (`trex`); `nil` until they are read.
        var defaults: SampleDefaults?
    }

    /// The tracks in the order of the movie box; libavformat uses the same order.
    private(set) var tracks: [Track] = []

    private static let mostTracks = 16

    /// Reads an initialization section; `nil` when it is not plain.
    init?(initialization: [UInt8]) {
        let bytes = initialization.span
        var hasMovie = false
        var boxes = PlainBoxes(in: 0..<bytes.count)
        while let (box, contents) = boxes.next(of: bytes) {
            switch box {
            case .ftyp, .free: break
            case .moov:
                guard !hasMovie, read(bytes, movie: contents) else { return nil }
                hasMovie = true
            default: return nil
            }
        }
        guard hasMovie, !boxes.isBroken, !tracks.isEmpty,
            Set(tracks.map(\.id)).count == tracks.count,
            tracks.allSatisfy({ $0.id != 0 && $0.timescale > 0 && $0.defaults != nil })
        else { return nil }
    }

    private mutating func read(_ bytes: Span<UInt8>, movie: Range<Int>) -> Bool {
        var timescale: Int64 = 0
        var extends: [(id: UInt32, defaults: SampleDefaults)] = []
        var boxes = PlainBoxes(in: movie)
        while let (box, contents) = boxes.next(of: bytes) {
            switch box {
            case .mvhd:
                guard timescale == 0, let found = Self.timescale(bytes, contents) else {
                    return false
                }
                timescale = found
            case .trak:
                guard timescale > 0, tracks.count < Self.mostTracks,
                    let track = Self.track(bytes, contents, movieTimescale: timescale)
                else { return false }
                tracks.append(track)
            case .mvex:
                guard extends.isEmpty, let found = Self.extends(bytes, contents) else {
                    return false
                }
                extends = found
            case .udta, .iods, .free: break
            default: return false
            }
        }
        guard !boxes.isBroken, extends.count == tracks.count else { return false }
        for (id, defaults) in extends {
            guard let index = tracks.firstIndex(where: { $0.id == id }) else { return false }
            tracks[index].defaults = defaults
        }
        return true
    }

    private static func extends(
        _ bytes: Span<UInt8>, _ range: Range<Int>
    ) -> [(id: UInt32, defaults: SampleDefaults)]? {
        var found: [(id: UInt32, defaults: SampleDefaults)] = []
        var boxes = PlainBoxes(in: range)
        while let (box, contents) = boxes.next(of: bytes) {
            if box == .mehd { continue }
            let start = contents.lowerBound
            guard box == .trex, contents.count == 24, found.count < mostTracks else { return nil }
            func number(_ index: Int) -> UInt32 {
                UInt32(bytes.unsigned(at: start + 4 * index, count: 4))
            }
            found.append(
                (
                    number(1),
                    SampleDefaults(
                        description: number(2), duration: number(3), size: number(4),
                        flags: number(5))
                ))
        }
        return boxes.isBroken ? nil : found
    }

    private static func track(
        _ bytes: Span<UInt8>, _ range: Range<Int>, movieTimescale: Int64
    ) -> Track? {
        var track = Track()
        var edits: [Edit] = []
        var boxes = PlainBoxes(in: range)
        while let (box, contents) = boxes.next(of: bytes) {
            switch box {
            case .tkhd:
                guard track.id == 0, !contents.isEmpty else { return nil }
                let place = bytes[contents.lowerBound] == 1 ? 20 : 12
                guard contents.count >= place + 4 else { return nil }
                track.id = UInt32(bytes.unsigned(at: contents.lowerBound + place, count: 4))
            case .edts:
                guard edits.isEmpty, let found = Edit.list(bytes, contents) else { return nil }
                edits = found
            case .mdia:
                guard track.timescale == 0, let found = media(bytes, contents) else { return nil }
                track.timescale = found
            case .udta, .free: break
            default: return nil
            }
        }
        guard !boxes.isBroken, track.timescale > 0,
            let offset = Edit.offset(edits, timescale: track.timescale, movie: movieTimescale)
        else { return nil }
        track.offset = offset
        return track
    }

    /// Checks the media box of a track, which must not describe any sample.
    ///
    /// - Returns: The timescale of the track; `nil` when the box is not plain.
    private static func media(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
        var scale: Int64?
        var hasTable = false
        var open = [range]
        while let range = open.popLast() {
            var boxes = PlainBoxes(in: range)
            while let (box, contents) = boxes.next(of: bytes) {
                switch box {
                case .mdhd:
                    guard scale == nil, let found = timescale(bytes, contents) else { return nil }
                    scale = found
                case .minf, .dinf: open.append(contents)
                case .stbl:
                    guard !hasTable else { return nil }
                    hasTable = true
                    open.append(contents)
                case .dref:
                    guard isOneEntry(bytes, contents, of: ["url "]) else { return nil }
                case .stsd:
                    guard isOneEntry(bytes, contents, of: nil) else { return nil }
                case .stts, .stsc, .stco:
                    guard contents.count == 8, isZero(bytes, contents.lowerBound + 4) else {
                        return nil
                    }
                case .stsz:
                    guard contents.count == 12, isZero(bytes, contents.lowerBound + 8) else {
                        return nil
                    }
                case .hdlr, .vmhd, .smhd, .nmhd, .sthd, .free: break
                default: return nil
                }
            }
            if boxes.isBroken { return nil }
        }
        return hasTable ? scale : nil
    }

    private static func isZero(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
        bytes.unsigned(at: index, count: 4) == 0
    }

    /// Returns whether a list has exactly one entry, of one of the given types.
    ///
    /// If `types` is `nil`, the entry may have any type that does not denote encryption.
    private static func isOneEntry(
        _ bytes: Span<UInt8>, _ contents: Range<Int>, of types: [String]?
    ) -> Bool {
        let start = contents.lowerBound
        guard contents.count >= 16, bytes.unsigned(at: start + 4, count: 4) == 1,
            bytes.unsigned(at: start + 8, count: 4) == UInt64(contents.count - 8),
            let entry = ISOBox(header: bytes.extracting(start + 8..<start + 16), offset: 0)
        else { return false }
        return types?.contains(entry.type) ?? !entry.type.hasPrefix("enc")
    }

    /// Returns the timescale of a movie header or media header; `nil` if it is invalid.
    private static func timescale(_ bytes: Span<UInt8>, _ contents: Range<Int>) -> Int64? {
        guard contents.count >= 20, bytes[contents.lowerBound] <= 1 else { return nil }
        let place = bytes[contents.lowerBound] == 1 ? 20 : 12
        guard contents.count >= place + 4 else { return nil }
        let scale = Int64(bytes.unsigned(at: contents.lowerBound + place, count: 4))
        return (1...Int64(Int32.max)).contains(scale) ? scale : nil
    }
}

/// The default properties of a sample.
struct SampleDefaults: Equatable, Sendable {
    /// The number of the sample description, counted from 1.
    var description: UInt32
    var duration: UInt32
    var size: UInt32
    var flags: UInt32
}

/// One entry of an edit list.
private struct Edit {
    /// The duration in units of the movie's timescale.
    var duration: Int64
    /// The start in the media, in units of the track's timescale; -1 means an empty edit.
    var time: Int64

    static func list(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [Edit]? {
        var boxes = PlainBoxes(in: range)
        guard let (box, contents) = boxes.next(of: bytes), box == .elst,
            boxes.next(of: bytes) == nil, !boxes.isBroken, contents.count >= 8,
            bytes[contents.lowerBound] == 0
        else { return nil }
        let count = (contents.count - 8) / 12
        let start = contents.lowerBound + 8
        guard count <= 2, contents.count == 8 + 12 * count,
            bytes.unsigned(at: start - 4, count: 4) == UInt64(count)
        else { return nil }
        return (0..<count).map { index in
            let place = start + 12 * index
            let time = Int32(truncatingIfNeeded: bytes.unsigned(at: place + 4, count: 4))
            return Edit(
                duration: Int64(bytes.unsigned(at: place, count: 4)), time: Int64(time))
        }
    }

    /// Returns the time that an edit list subtracts from timestamps, in the track's timescale.
    ///
    /// The list may contain an empty edit and then one edit of the media. The result is `nil` when
    /// the list has more edits, when the start of the media edit is negative, or when the empty
    /// edit is too long.
    static func offset(_ edits: [Edit], timescale: Int64, movie: Int64) -> Int64? {
        var edits = edits[...]
        var delay: Int64 = 0
        if let first = edits.first, first.time == -1 {
            // Half a unit is rounded up, as in libavformat.
            delay = (first.duration * timescale + movie / 2) / movie
            // The limit is needed because later additions to the delay do not check for overflow.
            guard delay < 1 << 60 else { return nil }
            edits = edits.dropFirst()
        }
        guard let edit = edits.first else { return -delay }
        guard edits.count == 1, edit.time >= 0 else { return nil }
        return edit.time - delay
    }
}
