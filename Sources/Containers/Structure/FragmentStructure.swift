/// The boxes of a fragmented segment that only the lint rules use; playback does not need them.
///
/// Reference: ISO/IEC 14496-12, sections 8.8.4 to 8.8.12 (movie fragments).
package struct FragmentStructure: Equatable, Sendable {
    /// One track of a fragment.
    package struct Run: Equatable, Sendable {
        /// The identifier of the track.
        package var track: UInt32 = 0
        /// The decode time of its first sample on the track's clock; `nil` without the box `tfdt`.
        package var decodeTime: UInt64?
        /// The durations of its samples; `nil` when a default that is not stated applies.
        package var duration: UInt64? = 0
        /// The number of its samples.
        package var sampleCount: UInt64 = 0
        /// The shortest duration of successive samples, as many as ``paceCount``; `nil` when fewer
        /// samples state their durations.
        package var shortestPace: UInt64?
        /// Whether its data is addressed from the start of the file.
        package var hasBaseOffset = false
        /// Whether its data is addressed from its fragment.
        package var isRelative = false
        /// Whether it has the vectors of encrypted samples.
        package var hasVectors = false

        /// The number of samples whose joint duration shows a rate, despite rounded durations.
        static let paceCount = 12

        /// Returns the samples per second where they are the shortest.
        ///
        /// - Parameter timescale: The counts of the track's clock in a second.
        /// - Returns: The rate; `nil` when the durations of too few samples are stated.
        package func fastestRate(timescale: UInt32) -> Double? {
            guard let shortestPace, shortestPace > 0, timescale > 0 else { return nil }
            return Double(timescale) * Double(Self.paceCount) / Double(shortestPace)
        }
    }

    /// The tracks of all fragments, in order.
    package private(set) var runs: [Run] = []
    /// The type of the first box after the headers of a segment; `nil` without one.
    package private(set) var firstType: String?

    private static let largestFragment = 16 << 20
    private static let mostRuns = 65_536

    /// Reads the boxes of a segment, without its samples.
    ///
    /// - Parameters:
    ///   - input: The bytes of the segment.
    ///   - movie: The initialization section; `nil` without one.
    /// - Throws: ``ContainerError`` when the input cannot be read.
    package init(_ input: any ContainerInput, movie: MovieStructure?) throws(ContainerError) {
        var walk = ISOBoxWalk(input)
        while let box = try walk.next() {
            if firstType == nil, !["styp", "sidx", "emsg", "prft", "free"].contains(box.type) {
                firstType = box.type
            }
            guard box.type == "moof",
                let bytes = try walk.contents(of: box, limit: Self.largestFragment)
            else { continue }
            for (type, contents) in ISOBoxContents(bytes[...])
            where type == "traf" && runs.count < Self.mostRuns {
                runs.append(Self.run(contents, movie))
            }
        }
    }

    private static func run(_ contents: ArraySlice<UInt8>, _ movie: MovieStructure?) -> Run {
        var run = Run()
        var defaultDuration: UInt64 = 0
        for (type, contents) in ISOBoxContents(contents) {
            switch type {
            case "tfhd":
                let fields = BoxFields(bytes: Array(contents.prefix(40)))
                let flags = fields.unsigned(0) & 0xFF_FFFF
                run.track = UInt32(fields.unsigned(4))
                run.hasBaseOffset = flags & 0x1 != 0
                run.isRelative = flags & 0x2_0000 != 0
                let place = 8 + (flags & 0x1 != 0 ? 8 : 0) + (flags & 0x2 != 0 ? 4 : 0)
                let known = UInt64(movie?.track(run.track)?.defaultDuration ?? 0)
                defaultDuration = flags & 0x8 != 0 ? fields.unsigned(place) : known
            case "tfdt":
                let fields = BoxFields(bytes: Array(contents.prefix(12)))
                run.decodeTime =
                    fields.version == 1
                    ? fields.bytes.span.unsigned(at: 4, count: 8) : fields.unsigned(4)
            case "trun": add(contents, defaultDuration, to: &run)
            case "senc", "saiz": run.hasVectors = true
            default: break
            }
        }
        return run
    }

    private static func add(
        _ contents: ArraySlice<UInt8>, _ defaultDuration: UInt64, to run: inout Run
    ) {
        let bytes = Array(contents)
        let span = bytes.span
        let flags = span.unsigned(at: 1, count: 3)
        let count = span.unsigned(at: 4, count: 4)
        run.sampleCount += count
        let start = 8 + (flags & 0x1 != 0 ? 4 : 0) + (flags & 0x4 != 0 ? 4 : 0)
        let size = [0x100, 0x200, 0x400, 0x800].reduce(0) { $0 + (flags & $1 != 0 ? 4 : 0) }
        guard flags & 0x100 != 0 else {
            let (total, overflow) = count.multipliedReportingOverflow(by: defaultDuration)
            run.duration = defaultDuration == 0 || overflow ? nil : run.duration.map { $0 &+ total }
            return
        }
        guard bytes.count >= start, count <= UInt64((bytes.count - start) / size) else {
            run.duration = nil
            return
        }
        var pace: UInt64 = 0
        for sample in 0..<Int(count) {
            let duration = span.unsigned(at: start + sample * size, count: 4)
            run.duration = run.duration.map { $0 &+ duration }
            pace += duration
            if sample >= Run.paceCount {
                pace -= span.unsigned(at: start + (sample - Run.paceCount) * size, count: 4)
            }
            if sample >= Run.paceCount - 1 {
                run.shortestPace = min(run.shortestPace ?? pace, pace)
            }
        }
    }
}
