/// The properties of a fragmented segment's boxes, for the lint rules.
///
/// Playback does not need these properties.
///
/// Reference: ISO/IEC 14496-12, sections 8.8.4 to 8.8.12 (movie fragments).
package struct FragmentStructure: Sendable {
    /// The samples of one track in one fragment.
    package struct Run: Sendable {
        /// The identifier of the track.
        package var track: UInt32 = 0
        /// The decode time of the first sample, from `tfdt`, in the track's timescale.
        ///
        /// The value is `nil` if there is no `tfdt`.
        package var decodeTime: UInt64?
        /// The total duration of the samples; `nil` if a required default duration is unknown.
        package var duration: UInt64? = 0
        /// The number of samples in the run.
        package var sampleCount: UInt64 = 0
        /// The shortest total duration of ``paceCount`` successive samples.
        ///
        /// It is `nil` when fewer than ``paceCount`` samples state their durations.
        package var shortestPace: UInt64?
        /// The duration that more than half of the samples have.
        ///
        /// If no duration is that frequent, the value is the duration of an arbitrary sample.
        package var usualDuration: UInt64 = 0
        /// The longest sample: its duration, and the sum of the durations before it.
        ///
        /// It is `nil` when the samples do not state their own durations.
        package var longest: (duration: UInt64, offset: UInt64)?
        /// The longest sample after the first one, in the same form.
        package var longestLater: (duration: UInt64, offset: UInt64)?
        /// The byte range of the samples in the input; `nil` when the boxes do not state it.
        ///
        /// It extends from the first sample to the last.
        package var data: Range<Int64>?
        /// Whether the positions of the samples are counted from the start of the file.
        package var hasBaseOffset = false
        /// Whether the positions of the samples are counted from the start of the fragment.
        package var isRelative = false
        /// Whether the track fragment contains the initialization vectors of encrypted samples.
        package var hasVectors = false

        /// The number of successive samples from which a rate is derived.
        ///
        /// The total duration of this many samples is meaningful, even if each duration is rounded.
        static let paceCount = 12

        /// Returns the highest number of samples per second in any part of the run.
        ///
        /// - Parameter timescale: The timescale of the track in units per second.
        /// - Returns: The rate; `nil` when too few samples state their durations.
        package func fastestRate(timescale: UInt32) -> Double? {
            guard let shortestPace, shortestPace > 0, timescale > 0 else { return nil }
            return Double(timescale) * Double(Self.paceCount) / Double(shortestPace)
        }
    }

    /// The samples of each track in each fragment, in order.
    package private(set) var runs: [Run] = []
    /// The type of the first box that is not a header box of the segment; `nil` if there is none.
    ///
    /// The header boxes are `styp`, `sidx`, `emsg`, `prft` and `free`.
    package private(set) var firstType: String?
    /// The number of bytes that the last box lacks at the end of the input.
    package private(set) var missingBytes: Int64 = 0
    /// The byte ranges of the contents of the `mdat` boxes.
    private var media: [Range<Int64>] = []
    private var isWhole = true

    private static let largestFragment = 16 << 20
    private static let mostRuns = 65_536

    /// Reads the boxes of a segment, without its samples.
    ///
    /// - Parameters:
    ///   - input: The bytes of the segment.
    ///   - movie: The initialization section; `nil` if there is none.
    /// - Throws: ``ContainerError`` when the input cannot be read.
    package init(_ input: any ContainerInput, movie: MovieStructure?) throws(ContainerError) {
        let size = input.byteCount ?? .max
        var walk = ISOBoxWalk(input)
        while let box = try walk.next() {
            let (end, overflow) = box.offset.addingReportingOverflow(box.byteCount ?? size)
            missingBytes = overflow || box.byteCount == nil ? 0 : max(0, end - size)
            if firstType == nil, !["styp", "sidx", "emsg", "prft", "free"].contains(box.type) {
                firstType = box.type
            }
            if box.type == "mdat" {
                let start = box.offset + box.headerCount
                media.append(start..<max(start, overflow ? size : min(end, size)))
            }
            guard box.type == "moof",
                let bytes = try walk.contents(of: box, limit: Self.largestFragment)
            else { continue }
            var place: Int64? = box.offset
            for (type, contents) in ISOBoxContents(bytes[...]) where type == "traf" {
                guard runs.count < Self.mostRuns else {
                    isWhole = false
                    break
                }
                runs.append(Self.run(contents, movie, in: box.offset, after: &place))
            }
        }
        if walk.isExhausted { isWhole = false }
    }

    /// The first run with samples outside of the `mdat` boxes; `nil` when there is none.
    ///
    /// A run is the samples of one track in one fragment.
    package var outside: Run? {
        guard isWhole else { return nil }
        return runs.first { run in
            guard let data = run.data, !data.isEmpty else { return false }
            return !media.contains { contents in
                contents.lowerBound <= data.lowerBound && data.upperBound <= contents.upperBound
            }
        }
    }

    /// The sample properties that a box states once for many samples.
    private struct Defaults {
        var duration: UInt64 = 0
        var size: UInt64 = 0
        /// The position to which the positions of samples are relative; `nil` when it is unknown.
        ///
        /// It is unknown, for example, if the positions are counted from the start of a whole file
        /// and the input is only a part of that file.
        var base: Int64?
    }

    /// Reads the samples of one track in a fragment.
    ///
    /// - Parameters:
    ///   - contents: The contents of the `traf` box.
    ///   - movie: The initialization section; `nil` if there is none.
    ///   - fragment: The position of the `moof` box.
    ///   - place: On entry, the end of the data of the previous track; on return, the end of the
    ///     data of this track. It is `nil` when it is unknown.
    /// - Returns: The properties of the track.
    private static func run(
        _ contents: ArraySlice<UInt8>, _ movie: MovieStructure?, in fragment: Int64,
        after place: inout Int64?
    ) -> Run {
        var run = Run()
        var defaults = Defaults(base: place)
        for (type, contents) in ISOBoxContents(contents) {
            switch type {
            case "tfhd":
                let fields = BoxFields(bytes: Array(contents.prefix(40)))
                let flags = fields.unsigned(0) & 0xFF_FFFF
                run.track = UInt32(fields.unsigned(4))
                run.hasBaseOffset = flags & 0x1 != 0
                run.isRelative = flags & 0x2_0000 != 0
                let track = movie?.track(run.track)
                var field = 8 + (flags & 0x1 != 0 ? 8 : 0) + (flags & 0x2 != 0 ? 4 : 0)
                defaults.duration = UInt64(track?.defaultDuration ?? 0)
                defaults.size = UInt64(track?.defaultSize ?? 0)
                if flags & 0x8 != 0 {
                    defaults.duration = fields.unsigned(field)
                    field += 4
                }
                if flags & 0x10 != 0 { defaults.size = fields.unsigned(field) }
                if run.isRelative { defaults.base = fragment }
                if run.hasBaseOffset { defaults.base = nil }
                place = defaults.base
            case "tfdt":
                let fields = BoxFields(bytes: Array(contents.prefix(12)))
                run.decodeTime =
                    fields.version == 1
                    ? fields.bytes.span.unsigned(at: 4, count: 8) : fields.unsigned(4)
            case "trun": add(contents, defaults, to: &run, after: &place)
            case "senc", "saiz": run.hasVectors = true
            default: break
            }
        }
        return run
    }

    private static func add(
        _ contents: ArraySlice<UInt8>, _ defaults: Defaults, to run: inout Run,
        after place: inout Int64?
    ) {
        let bytes = Array(contents)
        let span = bytes.span
        let flags = span.unsigned(at: 1, count: 3)
        let count = span.unsigned(at: 4, count: 4)
        run.sampleCount += count
        let start = 8 + (flags & 0x1 != 0 ? 4 : 0) + (flags & 0x4 != 0 ? 4 : 0)
        let width = 4 * [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 }
        guard bytes.count >= start, width == 0 || count <= UInt64((bytes.count - start) / width)
        else {
            run.duration = nil
            run.data = nil
            place = nil
            return
        }
        addDurations(
            span, flags & 0x100 != 0 ? start : nil, width, Int(clamping: count), defaults.duration,
            to: &run)
        let distance = Int64(Int32(truncatingIfNeeded: span.unsigned(at: 8, count: 4)))
        let first = flags & 0x1 != 0 ? defaults.base.map { $0 &+ distance } : place
        let field = flags & 0x200 != 0 ? start + (flags & 0x100 != 0 ? 4 : 0) : nil
        place = nil
        guard let first, first >= 0, field != nil || defaults.size > 0 else {
            run.data = nil
            return
        }
        var length: UInt64 = 0
        if let field {
            for sample in 0..<Int(count) {
                length += span.unsigned(at: field + sample * width, count: 4)
            }
        } else {
            // The product does not overflow, because the count and the size have four bytes each.
            length = count * defaults.size
        }
        let (end, overflow) = first.addingReportingOverflow(Int64(clamping: length))
        guard !overflow else {
            run.data = nil
            return
        }
        let known = run.data ?? first..<first
        run.data = min(known.lowerBound, first)..<max(known.upperBound, end)
        place = end
    }

    /// Adds the durations of the samples of a `trun` box.
    ///
    /// - Parameters:
    ///   - span: The contents of the box.
    ///   - start: The position of the first duration; `nil` when the samples have the default
    ///     duration.
    ///   - width: The size in bytes of the entry that the box contains for each sample.
    ///   - count: The number of entries.
    ///   - standard: The default duration; zero when it is unknown.
    ///   - run: The samples of the track, to which the durations are added.
    private static func addDurations(
        _ span: Span<UInt8>, _ start: Int?, _ width: Int, _ count: Int, _ standard: UInt64,
        to run: inout Run
    ) {
        guard let start else {
            let (total, overflow) = UInt64(count).multipliedReportingOverflow(by: standard)
            run.duration = standard == 0 || overflow ? nil : run.duration.map { $0 &+ total }
            run.usualDuration = standard
            return
        }
        var pace: UInt64 = 0
        var votes = 0
        for sample in 0..<count {
            let duration = span.unsigned(at: start + sample * width, count: 4)
            let offset = run.duration ?? 0
            if duration > run.longest?.duration ?? 0 { run.longest = (duration, offset) }
            if offset > 0, duration > run.longestLater?.duration ?? 0 {
                run.longestLater = (duration, offset)
            }
            run.duration = run.duration.map { $0 &+ duration }
            // This majority vote always keeps a duration that more than half of the samples have.
            if votes == 0 { run.usualDuration = duration }
            votes += duration == run.usualDuration ? 1 : -1
            pace += duration
            if sample >= Run.paceCount {
                pace -= span.unsigned(at: start + (sample - Run.paceCount) * width, count: 4)
            }
            if sample >= Run.paceCount - 1 {
                run.shortestPace = min(run.shortestPace ?? pace, pace)
            }
        }
    }
}
