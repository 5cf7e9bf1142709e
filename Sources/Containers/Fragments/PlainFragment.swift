/// The samples that one movie fragment describes.
///
/// Like `PlainMovie`, a value exists only for plain media, which can be read without libavformat:
/// every track states its decode time, every run states the position of its bytes, and no
/// composition offset is negative. (libavformat shifts the whole track if one is negative.)
///
/// Reference: ISO/IEC 14496-12, section 8.8 (Movie Fragments).
struct PlainFragment {
    /// The byte range of each run's samples, counted from the start of the media.
    private(set) var runs: [Range<Int64>] = []

    /// The contents of the fragment's box (`moof`), without its header.
    private let bytes: [UInt8]

    /// The position of the fragment's box (`moof`) in the media, in bytes.
    private let offset: Int64

    private var seenTracks: [Int] = []

    /// The end of the previous track's data, the base of data offsets that have no other base.
    private var implicitBase: Int64

    /// Reads a fragment; `nil` when it is not plain, so that libavformat must read it.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the fragment's box (`moof`), without its header of eight bytes.
    ///   - offset: The position of the box in the media.
    ///   - movie: The movie box of the initialization section for the fragment.
    ///   - samples: The list to which the samples of the fragment are added.
    init?(
        _ bytes: [UInt8], at offset: Int64, of movie: PlainMovie, into samples: inout PlainSamples
    ) {
        self.bytes = bytes
        self.offset = offset
        implicitBase = offset
        let span = bytes.span
        var boxes = PlainBoxes(in: 0..<bytes.count)
        while let (box, contents) = boxes.next(of: span) {
            switch box {
            case .mfhd, .free: break
            case .traf: guard read(span, track: contents, movie, &samples) else { return nil }
            default: return nil
            }
        }
        if boxes.isBroken { return nil }
        runs.sort { $0.lowerBound < $1.lowerBound }
        for (run, next) in zip(runs, runs.dropFirst()) where next.lowerBound < run.upperBound {
            return nil
        }
    }

    private mutating func read(
        _ bytes: Span<UInt8>, track range: Range<Int>, _ movie: PlainMovie,
        _ samples: inout PlainSamples
    ) -> Bool {
        var header: TrackHeader?
        var time: Int64?
        var place = Int64.min
        var boxes = PlainBoxes(in: range)
        while let (box, contents) = boxes.next(of: bytes) {
            switch box {
            case .tfhd:
                guard header == nil, let found = TrackHeader(bytes, contents, movie),
                    !seenTracks.contains(found.track)
                else { return false }
                seenTracks.append(found.track)
                header = found
            case .tfdt:
                guard let header, time == nil, let found = Self.decodeTime(bytes, contents) else {
                    return false
                }
                time = found - movie.tracks[header.track].offset
            case .trun:
                guard let track = header, let start = time else { return false }
                let base = track.startsAtFragment ? offset : implicitBase
                guard
                    let run = Run(bytes, contents, base: base), run.offset >= place,
                    let end = run.append(bytes, to: &samples, track: track, from: start)
                else { return false }
                time = end.time
                place = end.offset
                implicitBase = end.offset
                runs.append(run.offset..<end.offset)
            // In decrypted media, the boxes that described the encryption have become free space.
            case .free: break
            default: return false
            }
        }
        return !boxes.isBroken && header != nil
    }

    private static func decodeTime(_ bytes: Span<UInt8>, _ contents: Range<Int>) -> Int64? {
        guard contents.count >= 8, bytes[contents.lowerBound] <= 1 else { return nil }
        let width = bytes[contents.lowerBound] == 1 ? 8 : 4
        guard contents.count == 4 + width else { return nil }
        let time = bytes.unsigned(at: contents.lowerBound + 4, count: width)
        // The limit is needed because later additions to the time do not check for overflow.
        return time < 1 << 60 ? Int64(time) : nil
    }
}

/// The header of a track fragment (section 8.8.7).
private struct TrackHeader {
    /// An index into the tracks of the movie.
    var track: Int
    var defaults: SampleDefaults
    /// Whether the data offsets of all runs are counted from the start of the fragment.
    var startsAtFragment: Bool

    init?(_ bytes: Span<UInt8>, _ contents: Range<Int>, _ movie: PlainMovie) {
        guard contents.count >= 8 else { return nil }
        let flags = bytes.unsigned(at: contents.lowerBound, count: 4)
        // A base offset would be counted from the start of the original file, which is not
        // available.
        guard flags & ~0x2_003A == 0 else { return nil }
        let id = UInt32(bytes.unsigned(at: contents.lowerBound + 4, count: 4))
        guard let track = movie.tracks.firstIndex(where: { $0.id == id }),
            var values = movie.tracks[track].defaults
        else { return nil }
        var index = contents.lowerBound + 8
        func take(_ flag: UInt64, _ value: inout UInt32) {
            guard flags & flag != 0 else { return }
            value = UInt32(bytes.unsigned(at: index, count: 4))
            index += 4
        }
        take(0x02, &values.description)
        take(0x08, &values.duration)
        take(0x10, &values.size)
        take(0x20, &values.flags)
        guard index == contents.upperBound, values.description == 1 else { return nil }
        self.track = track
        defaults = values
        startsAtFragment = flags & 0x2_0000 != 0
    }
}

/// A run of samples whose bytes follow one another (section 8.8.8).
private struct Run {
    /// The position of the run's first byte in the media.
    let offset: Int64

    private let flags: UInt64
    private let count: Int
    private let first: Int

    init?(_ bytes: Span<UInt8>, _ contents: Range<Int>, base: Int64) {
        guard contents.count >= 12, bytes[contents.lowerBound] <= 1 else { return nil }
        flags = bytes.unsigned(at: contents.lowerBound, count: 4) & 0xFF_FFFF
        guard flags & 0x01 != 0, flags & ~0xF05 == 0 else { return nil }
        count = Int(bytes.unsigned(at: contents.lowerBound + 4, count: 4))
        let distance = Int32(
            truncatingIfNeeded: bytes.unsigned(at: contents.lowerBound + 8, count: 4))
        offset = base + Int64(distance)
        first = contents.lowerBound + (flags & 0x04 != 0 ? 16 : 12)
        let width = 4 * (flags & 0xF00).nonzeroBitCount
        guard count > 0, count <= PlainSamples.most, first <= contents.upperBound,
            contents.upperBound - first == count * width
        else { return nil }
    }

    /// Adds the samples of the run.
    ///
    /// - Returns: The position of the next byte and the decode time after the last sample; `nil`
    ///   when libavformat must read the samples.
    func append(
        _ bytes: Span<UInt8>, to samples: inout PlainSamples, track: TrackHeader, from start: Int64
    ) -> (offset: Int64, time: Int64)? {
        guard samples.reserve(count) else { return nil }
        var time = start
        var place = offset
        var index = first
        let defaults = track.defaults
        for number in 0..<count {
            var duration = defaults.duration
            var size = defaults.size
            var sampleFlags = defaults.flags
            if number == 0, flags & 0x04 != 0 { sampleFlags = bytes.word(at: first - 4) }
            var composition: UInt32 = 0
            if flags & 0x100 != 0 {
                duration = bytes.word(at: index)
                index += 4
            }
            if flags & 0x200 != 0 {
                size = bytes.word(at: index)
                index += 4
            }
            if flags & 0x400 != 0 {
                sampleFlags = bytes.word(at: index)
                index += 4
            }
            if flags & 0x800 != 0 {
                composition = bytes.word(at: index)
                index += 4
            }
            let isTaken =
                size > 0 && size <= Int32.max && composition <= Int32.max
                && samples.add(
                    PlainSample(
                        track: track.track, place: place, size: Int(size), dts: time,
                        pts: time + Int64(composition),
                        duration: duration, isSync: sampleFlags & 0x0101_0000 == 0))
            guard isTaken else { return nil }
            time += Int64(duration)
            place += Int64(size)
        }
        return (place, time)
    }
}
