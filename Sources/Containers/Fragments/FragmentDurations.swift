import VirtualTime

/// The sample durations that fragments state.
///
/// libavformat derives the duration of a sample only from the start of the next one, so it does not
/// know the duration of the last sample. If samples are long, the last one may be the only sample
/// of a segment.
///
/// Reference: ISO/IEC 14496-12, sections 8.4.2 (`mdhd`), 8.8.3 (`trex`), 8.8.7 (`tfhd`) and 8.8.8
/// (`trun`).
struct FragmentDurations {
    /// Consecutive samples with the same duration.
    private struct Run {
        var count: UInt64
        var duration: UInt64
    }

    private struct Track {
        var timescale: Int64 = 0
        var standard: UInt64 = 0
        var runs: [Run] = []
        var place = 0
        var taken: UInt64 = 0
        /// Whether the stated durations can be assigned to the samples of the track.
        var isKnown = true
    }

    private static let largestBox = 8 << 20
    private static let mostRuns = 1 << 18

    private var tracks: [Int: Track] = [:]
    private var runsLeft = Self.mostRuns

    /// Parses the headers of all fragments; damaged ones are skipped.
    ///
    /// When bytes cannot be read, all durations are unknown. The reader of the samples reports that
    /// failure.
    init(prefix: [UInt8], media: any ContainerInput) {
        do throws(ContainerError) {
            if !prefix.isEmpty { try read(MemoryInput(prefix)) }
            try read(media)
        } catch {
            tracks = [:]
        }
    }

    /// Parses the headers of all fragments, and of the movie box before them.
    ///
    /// - Throws: `ContainerError` when the bytes cannot be read.
    init(_ inputs: [any ContainerInput]) throws(ContainerError) {
        for input in inputs { try read(input) }
    }

    /// Returns the duration of the last sample of a track; `nil` when no header states it.
    func last(of track: Int) -> MediaTime? {
        guard let state = tracks[track], state.isKnown, state.timescale > 0,
            let run = state.runs.last
        else { return nil }
        return MediaTime(Int64(run.duration), timescale: state.timescale)
    }

    /// Returns the duration of a track's next sample, in the timescale of the track.
    ///
    /// The result is zero when the duration is unknown.
    mutating func next(of track: Int) -> Int64 {
        guard var state = tracks[track], state.isKnown, state.place < state.runs.count else {
            return 0
        }
        let run = state.runs[state.place]
        state.taken += 1
        if state.taken == run.count {
            state.place += 1
            state.taken = 0
        }
        tracks[track] = state
        return Int64(run.duration)
    }

    private mutating func read(_ input: any ContainerInput) throws(ContainerError) {
        var walk = ISOBoxWalk(input)
        while let box = try walk.next() {
            guard box.type == "moov" || box.type == "moof",
                let contents = try walk.contents(of: box, limit: Self.largestBox)
            else { continue }
            for part in ISOBoxContents(contents[...]) { read(part) }
        }
    }

    private mutating func read(_ box: ISOBoxContents.Part) {
        switch box.type {
        case "trak": readTrack(box.contents)
        case "mvex":
            for part in ISOBoxContents(box.contents) where part.type == "trex" {
                let fields = BoxFields(bytes: Array(part.contents.prefix(24)))
                tracks[Int(fields.unsigned(4)), default: Track()].standard = fields.unsigned(12)
            }
        case "traf": readFragment(box.contents)
        default: break
        }
    }

    /// Reads the timescale of a track.
    ///
    /// If the movie box itself contains samples of the track, the durations of the track are
    /// unknown. The samples of the movie box come before the samples of the fragments, and edits
    /// may remove some of them, so the stated durations cannot be assigned to samples.
    private mutating func readTrack(_ contents: ArraySlice<UInt8>) {
        var id = 0
        var timescale: Int64 = 0
        var hasSamples = false
        var open = [contents]
        while let next = open.popLast() {
            for part in ISOBoxContents(next) {
                let fields = BoxFields(bytes: Array(part.contents.prefix(24)))
                switch part.type {
                case "tkhd": id = Int(fields.unsigned(fields.version == 1 ? 20 : 12))
                case "mdhd": timescale = Int64(fields.unsigned(fields.version == 1 ? 20 : 12))
                case "mdia", "minf", "stbl": open.append(part.contents)
                case "stts": hasSamples = fields.unsigned(4) != 0
                default: break
                }
            }
        }
        tracks[id, default: Track()].timescale = timescale
        if hasSamples { tracks[id, default: Track()].isKnown = false }
    }

    private mutating func readFragment(_ contents: ArraySlice<UInt8>) {
        var id: Int?
        var standard: UInt64 = 0
        for part in ISOBoxContents(contents) {
            switch part.type {
            case "tfhd":
                let fields = BoxFields(bytes: Array(part.contents.prefix(32)))
                let flags = fields.unsigned(0) & 0xFF_FFFF
                let track = Int(fields.unsigned(4))
                let place = 8 + (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0)
                standard =
                    flags & 8 != 0 ? fields.unsigned(place) : tracks[track]?.standard ?? 0
                id = track
            case "trun":
                guard let id else { continue }
                var track = tracks[id, default: Track()]
                readRun(part.contents, standard, &track)
                tracks[id] = track
            default: break
            }
        }
    }

    private mutating func readRun(
        _ contents: ArraySlice<UInt8>, _ standard: UInt64, _ track: inout Track
    ) {
        let fields = BoxFields(bytes: Array(contents.prefix(8)))
        let flags = fields.unsigned(0) & 0xFF_FFFF
        let count = fields.unsigned(4)
        guard count > 0 else { return }
        guard flags & 0x100 != 0 else {
            return append(Run(count: count, duration: standard), &track)
        }
        let start = 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0)
        let width = 4 * [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 }
        let room = max(0, contents.count - start) / width
        guard count <= UInt64(room) else {
            track.isKnown = false
            return
        }
        let bytes = contents.span
        for index in 0..<Int(count) {
            let duration = bytes.unsigned(at: start + index * width, count: 4)
            append(Run(count: 1, duration: duration), &track)
        }
    }

    private mutating func append(_ run: Run, _ track: inout Track) {
        if let last = track.runs.last, last.duration == run.duration,
            track.place < track.runs.count
        {
            track.runs[track.runs.count - 1].count += run.count
        } else if runsLeft > 0 {
            runsLeft -= 1
            track.runs.append(run)
        } else {
            track.isKnown = false
        }
    }
}
