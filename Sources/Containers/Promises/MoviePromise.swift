import VirtualTime

/// The durations and tracks that a single file's movie box and fragment indexes state.
///
/// The media of the file is expected to match them. A duration of zero is ignored, because a
/// fragmented file states a duration of zero while it is being written.
///
/// Reference: ISO/IEC 14496-12, sections 8.2 (`mvhd`), 8.8.2 (`mehd`) and 8.16.3 (`sidx`).
struct MoviePromise: Equatable, Sendable {
    private static let mostTracks = 256
    private static let mostIndexes = 4096

    /// The duration of the file (`mvhd` or `mehd`); `nil` when it is not stated.
    private(set) var duration: MediaTime?

    /// The tracks, in the order of the movie box.
    private(set) var tracks: [TrackPromise] = []

    /// The duration that the indexes (`sidx`) state for the fragments of each track, by track ID.
    private(set) var indexed: [Int: MediaTime] = [:]

    /// Whether samples may be in fragments (`mvex`).
    private(set) var isFragmented = false

    /// A description of the damage to the movie box itself; `nil` when it is intact.
    private(set) var damage: String?

    private var starts: [Int: Int64] = [:]

    /// Reads the movie box and the fragment indexes of a file.
    ///
    /// - Throws: `ContainerError` when the bytes cannot be read.
    init(of input: any ContainerInput) throws(ContainerError) {
        var walk = ISOBoxWalk(input)
        var indexes = 0
        while let box = try walk.next() {
            guard let contents = box.contents else { continue }
            switch box.type {
            case "moov": try readMovie(input, contents)
            case "sidx" where indexes < Self.mostIndexes:
                indexes += 1
                try readIndex(input, contents)
            default: break
            }
        }
    }

    /// Returns the duration of the last sample of a track; zero when no table states it.
    func lastDuration(ofTrack id: Int) -> MediaTime {
        tracks.first { $0.id == id }?.lastDuration ?? .zero
    }

    private mutating func readMovie(
        _ input: any ContainerInput, _ range: Range<Int64>
    ) throws(ContainerError) {
        var scale: Int64 = 0
        var chapters: Set<Int> = []
        var boxes = BoxCursor(input, in: range)
        while let box = try boxes.next() {
            switch box.type {
            case "mvhd":
                let fields = try Self.fields(input, box)
                let isLong = fields.version == 1
                scale = Int64(fields.unsigned(isLong ? 20 : 12))
                if scale == 0 { damage = Self.missingClock }
                duration = fields.duration(at: isLong ? 24 : 16, isLong: isLong, scale: scale)
            case "trak":
                guard tracks.count < Self.mostTracks else { continue }
                let track = try TrackPromiseReader(input, in: box.contents, movieScale: scale)
                tracks.append(track.promise)
                chapters.formUnion(track.chapters)
            case "mvex":
                isFragmented = true
                try readExtension(input, box.contents, scale: scale)
            case let type where !Self.known.contains(type):
                // A track whose box type is damaged would otherwise be skipped without a report. A
                // track is recognized by the track header (`tkhd`) at its start.
                var inner = BoxCursor(input, in: box.contents)
                if try inner.next()?.type == "tkhd" { damage = "a track has the type \(type)" }
            default: break
            }
        }
        if boxes.isBroken { damage = "a box does not end where it should" }
        for index in tracks.indices where chapters.contains(tracks[index].id) {
            tracks[index].kind = .other
        }
    }

    private mutating func readExtension(
        _ input: any ContainerInput, _ range: Range<Int64>, scale: Int64
    ) throws(ContainerError) {
        var boxes = BoxCursor(input, in: range)
        while let box = try boxes.next() {
            guard box.type == "mehd" else { continue }
            let fields = try Self.fields(input, box)
            let whole = fields.duration(at: 4, isLong: fields.version == 1, scale: scale)
            if let whole { duration = max(duration ?? whole, whole) }
        }
    }

    /// Adds the durations that an index (`sidx`) states for its fragments.
    ///
    /// Entries that refer to other indexes add nothing.
    private mutating func readIndex(
        _ input: any ContainerInput, _ range: Range<Int64>
    ) throws(ContainerError) {
        let fields = try Self.fields(input, BoxCursor.Box(type: "sidx", contents: range))
        let track = Int(fields.unsigned(4))
        let scale = Int64(fields.unsigned(8))
        let width = fields.version == 1 ? 8 : 4
        let count = Int64(fields.bytes.span.unsigned(at: 14 + 2 * width, count: 2))
        let list = min(range.upperBound, range.lowerBound + 16 + Int64(2 * width))
        guard scale > 0 else { return }
        let start = Int64(clamping: fields.bytes.span.unsigned(at: 12, count: width))
        var sum: Int64 = 0
        try BoxTable(input, in: list..<range.upperBound, entrySize: 12)
            .forEach(first: count) { bytes, place in
                guard bytes[place] < 0x80 else { return }
                sum += Int64(bytes.unsigned(at: place + 4, count: 4))
            }
        guard sum > 0 else { return }
        let first = min(starts[track] ?? start, start)
        starts[track] = first
        let (end, overflow) = (start - first).addingReportingOverflow(sum)
        let length = MediaTime(overflow ? .max : end, timescale: scale)
        indexed[track] = max(indexed[track] ?? length, length)
    }

    /// The problems of the movie box that also matter if the file is an initialization section.
    ///
    /// Damage to sample tables is omitted, because the tables of an initialization section are
    /// empty.
    var sectionProblems: [ContainerProblem] {
        var texts: [String] = []
        // The samples of fragments do not need the movie's timescale, because tracks have their
        // own.
        if let damage, damage != Self.missingClock { texts.append(damage) }
        for track in tracks where track.isPlayable || track.kind == .subtitle || track.isMalformed {
            guard let damage = track.headerDamage else { continue }
            texts.append("\(track.kind.rawValue) track \(track.id): \(damage)")
        }
        return texts.map { ContainerProblem(.brokenMovie($0)) }
    }

    private static let missingClock = "its clock is missing"

    private static let known: Set<String> = [
        "mvhd", "trak", "mvex", "udta", "meta", "iods", "pssh", "uuid", "free", "skip", "wide",
        "ctab", "clip", "cmov", "rmra", "ainf", "mfra",
    ]

    private static func fields(
        _ input: any ContainerInput, _ box: BoxCursor.Box
    ) throws(ContainerError) -> BoxFields {
        let end = min(box.contents.upperBound, box.contents.lowerBound + 48)
        return BoxFields(bytes: try input.contents(box.contents.lowerBound..<end))
    }
}
