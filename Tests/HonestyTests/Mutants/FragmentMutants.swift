import TestSupport

/// The mutants of fragmented MP4.
struct FragmentMutants {
    private let bytes: [UInt8]
    private let boxes: [BoxPlace]

    init(_ bytes: [UInt8], segments: [Range<Int>]) {
        self.bytes = bytes
        boxes = segments.flatMap { BoxPlace.all(in: bytes, $0) }
    }

    /// All mutants, one for each possible removal or emptying.
    var all: [TransportMutants.Made] {
        var made: [TransportMutants.Made] = []
        for box in boxes {
            made += Self.changes(
                of: box, freed: .boxFreed, zeroed: .boxZeroed,
                side: Self.sideBoxes.contains(box.type) ? .sideBoxLost : nil)
            if box.type == "trun" { made += samples(of: FragmentRun(bytes, boxes, run: box)) }
        }
        return made
    }

    /// The types of boxes without which the samples of a fragmented file can still be read.
    ///
    /// Most of them have no data about samples, times and codecs, or are empty because the samples
    /// are in fragments.
    private static let sideBoxes: Set<String> = [
        "ftyp", "mvhd", "vmhd", "smhd", "dinf", "dref", "stts", "stsc", "stsz", "stco", "edts",
        "elst", "udta", "meta", "mfhd", "tfdt", "sgpd", "sbgp", "saiz", "saio", "senc", "pssh",
        "free", "skip", "styp", "sidx", "prft", "btrt", "mfra", "emsg",
    ]

    /// Returns changes that turn a box into a `free` box, or set its contents to zero.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - freed: The operation when the box becomes `free`.
    ///   - zeroed: The operation when the contents become zero.
    ///   - side: The operation in place of `freed` and `zeroed`, if no sample needs the box;
    ///     otherwise `nil`.
    /// - Returns: The changes.
    static func changes(
        of box: BoxPlace, freed: Mutant.Operation, zeroed: Mutant.Operation,
        side: Mutant.Operation?
    ) -> [TransportMutants.Made] {
        let detail = "\(box.type) at \(box.range.lowerBound)"
        let free = (place: box.range.lowerBound + 4, bytes: Array("free".utf8))
        let emptied: TransportMutants.Made = (
            side ?? zeroed, "\(detail), zeroed", .zero([box.contents])
        )
        // Samples are located by their offsets, so the type of the box around them has no effect.
        if box.type == "mdat" { return [emptied] }
        return [(side ?? freed, "\(detail), removed", .patch([free])), emptied]
    }

    private func samples(of run: FragmentRun) -> [TransportMutants.Made] {
        run.samples.enumerated().flatMap { number, sample -> [TransportMutants.Made] in
            let detail =
                "sample \(number) of \(run.samples.count), run at \(run.box.range.lowerBound)"
            return [
                (.sampleZeroed, detail, .zero([sample.data])),
                (.entryZeroed, detail, .zero([sample.entry])),
                (.sampleGone, detail, .rewrite { run.without(number, in: $0) }),
            ]
        }
    }
}

/// A run of samples in a fragment.
struct FragmentRun: Sendable {
    struct Sample: Sendable {
        let entry: Range<Int>
        let data: Range<Int>
    }

    let box: BoxPlace
    private(set) var samples: [Sample] = []
    private var fragment = 0..<0
    private var track = 0..<0
    private var media = 0..<0
    private var hasDataOffset = false

    init(_ bytes: [UInt8], _ boxes: [BoxPlace], run: BoxPlace) {
        box = run
        func enclosing(_ type: String) -> BoxPlace? {
            boxes.last {
                $0.type == type && $0.range.lowerBound < run.range.lowerBound
                    && $0.range.upperBound >= run.range.upperBound
            }
        }
        let data = boxes.first {
            $0.type == "mdat" && $0.range.lowerBound >= run.range.upperBound
        }
        guard let moof = enclosing("moof"), let traf = enclosing("traf"), let data else { return }
        (fragment, track, media) = (moof.range, traf.range, data.range)
        let header = boxes.first {
            $0.type == "tfhd" && traf.range.contains($0.range.lowerBound)
        }
        let defaultSize = header.map { Self.defaultSize(bytes, $0) } ?? 0
        let flags = BoxPlace.number(bytes, run.contents.lowerBound + 1, 3)
        let count = BoxPlace.number(bytes, run.contents.lowerBound + 4, 4)
        var place = run.contents.lowerBound + 8
        hasDataOffset = flags & 1 != 0
        guard hasDataOffset else { return }
        var offset = moof.range.lowerBound + BoxPlace.number(bytes, place, 4)
        place += 4 + (flags & 4 != 0 ? 4 : 0)
        let fields = [0x100, 0x200, 0x400, 0x800].filter { flags & $0 != 0 }
        // An entry without fields has no bytes, so it cannot be removed.
        guard !fields.isEmpty else { return }
        for _ in 0..<count {
            let entry = place..<place + 4 * fields.count
            let size = fields.firstIndex(of: 0x200).map {
                BoxPlace.number(bytes, place + 4 * $0, 4)
            }
            let length = size ?? defaultSize
            samples.append(Sample(entry: entry, data: offset..<offset + length))
            offset += length
            place = entry.upperBound
        }
    }

    private static func defaultSize(_ bytes: [UInt8], _ header: BoxPlace) -> Int {
        let flags = BoxPlace.number(bytes, header.contents.lowerBound + 1, 3)
        guard flags & 0x10 != 0 else { return 0 }
        var place = header.contents.lowerBound + 8
        if flags & 1 != 0 { place += 8 }
        if flags & 2 != 0 { place += 4 }
        if flags & 8 != 0 { place += 4 }
        return BoxPlace.number(bytes, place, 4)
    }

    /// Returns the file without a sample and its entry, padded to its former length.
    func without(_ number: Int, in bytes: [UInt8]) -> [UInt8] {
        let sample = samples[number]
        var bytes = bytes
        func shrink(_ place: Int, by count: Int) {
            let value = BoxPlace.number(bytes, place, 4) - count
            bytes.replaceSubrange(place..<place + 4, with: bigEndian(value, 4))
        }
        let entry = sample.entry.count
        for start in [fragment.lowerBound, track.lowerBound, box.range.lowerBound] {
            shrink(start, by: entry)
        }
        shrink(media.lowerBound, by: sample.data.count)
        shrink(box.contents.lowerBound + 4, by: 1)
        shrink(box.contents.lowerBound + 8, by: entry)
        let padding = entry + sample.data.count
        var rest =
            bytes[..<sample.entry.lowerBound]
            + bytes[sample.entry.upperBound..<sample.data.lowerBound]
        rest += bytes[sample.data.upperBound..<media.upperBound]
        rest += bigEndian(padding, 4) + Array("free".utf8)
        rest += [UInt8](repeating: 0, count: padding - 8)
        return Array(rest + bytes[media.upperBound...])
    }
}
