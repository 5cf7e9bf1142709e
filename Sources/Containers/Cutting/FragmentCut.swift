import VirtualTime

/// Cuts a part out of a segment of movie fragments.
///
/// Reference: ISO/IEC 14496-12, section 8.8 (Movie Fragments).
struct FragmentCut {
    /// The version and flags of a `trun` box.
    ///
    /// The box states the position of its data and all fields of its samples; composition offsets
    /// may be negative.
    private static let runFlags: UInt64 = 0x0100_0F01
    /// The flags of a `tfhd` box whose data positions are counted from the start of the fragment.
    private static let trackFlags: UInt64 = 0x2_0000
    /// The consecutive samples of one track that belong to the partial segment.
    private typealias Run = (track: Int, samples: [FragmentSamples.Sample])

    private let cut: MediaCut

    init(_ cut: MediaCut) { self.cut = cut }

    func applied(
        to bytes: [UInt8], initialization: [UInt8]
    ) throws(ContainerError) -> [UInt8] {
        guard let movie = PlainMovie(initialization: initialization),
            let segment = FragmentSamples(bytes, of: movie)
        else {
            throw ContainerError(
                .malformed(.fragmentedMP4, "an unusual fragment, which cannot be cut"))
        }
        let samples = samples(of: segment, in: movie)
        var result = cut.index == 0 ? Self.lead(of: bytes) : []
        guard !samples.isEmpty else { return result }
        var fragment = Self.fragment(samples, movie, cut.index, dataAt: 0)
        // Data positions are counted from the start of the fragment. The size of the fragment is
        // known only after it is generated, so it is generated again with the right positions.
        fragment = Self.fragment(samples, movie, cut.index, dataAt: fragment.count + 8)
        result += fragment
        var data: [UInt8] = []
        for (_, samples) in samples {
            for sample in samples { data += bytes[sample.bytes] }
        }
        return result + Self.box(.mdat, data)
    }

    /// Returns the samples of the partial segment by track, in the order of the segment.
    private func samples(of segment: FragmentSamples, in movie: PlainMovie) -> [Run] {
        guard let lead = segment.all.min(by: { $0.track < $1.track }) else { return [] }
        let start = MediaTime(lead.time, timescale: movie.tracks[lead.track].timescale)
        return movie.tracks.indices.compactMap { track in
            let timescale = movie.tracks[track].timescale
            let own = segment.all.filter {
                $0.track == track
                    && cut.contains(MediaTime($0.time, timescale: timescale) - start)
            }
            return own.isEmpty ? nil : (track, own)
        }
    }

    /// Returns the `styp` and `emsg` boxes before the first fragment.
    ///
    /// Only the first partial segment begins with these boxes.
    private static func lead(of bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var boxes = BoxRange(0..<bytes.count)
        while let box = boxes.next(of: bytes.span), box.header.code != PlainBox.moof.rawValue {
            let kind = PlainBox(rawValue: box.header.code)
            if kind == .styp || kind == .emsg { result += bytes[box.whole] }
        }
        return result
    }

    // MARK: Boxes

    private static func fragment(
        _ tracks: [Run], _ movie: PlainMovie, _ index: Int,
        dataAt position: Int
    ) -> [UInt8] {
        var contents = box(.mfhd, number(0, 4) + number(UInt64(index + 1), 4))
        var position = position
        for (track, samples) in tracks {
            let properties = movie.tracks[track]
            let time = samples[0].time
            var run = number(runFlags, 4) + number(UInt64(samples.count), 4)
            run += number(UInt64(position), 4)
            for sample in samples {
                run += number(UInt64(sample.duration), 4)
                run += number(UInt64(sample.bytes.count), 4)
                run += number(UInt64(sample.flags), 4)
                run += number(UInt64(sample.composition), 4)
                position += sample.bytes.count
            }
            contents += box(
                .traf,
                box(.tfhd, number(trackFlags, 4) + number(UInt64(properties.id), 4))
                    + box(.tfdt, number(1 << 24, 4) + number(UInt64(max(0, time)), 8))
                    + box(.trun, run))
        }
        return box(.moof, contents)
    }

    private static func box(_ kind: PlainBox, _ contents: [UInt8]) -> [UInt8] {
        number(UInt64(contents.count + 8), 4) + number(UInt64(kind.rawValue), 4) + contents
    }

    private static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.setNumber(value, at: 0, count: count)
        return bytes
    }
}
