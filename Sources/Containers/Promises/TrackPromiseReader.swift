import VirtualTime

/// Reads the boxes of one track.
///
/// Reference: ISO/IEC 14496-12, sections 8.3 to 8.7.
struct TrackPromiseReader {
    private static let inner: Set<String> = ["mdia", "minf", "stbl", "edts", "tref"]
    private static let mostEdits: Int64 = 1 << 16

    private let input: any ContainerInput
    private let movieScale: Int64
    private var scale: Int64 = 0
    private var deltas: (total: Int64, last: Int64) = (0, 0)
    private var mediaCount: Int64?
    private var chunkCount: Int64 = 0
    private var chunkRuns: Range<Int64>?
    private var headerKind: TrackDescription.Kind?
    private var seen: Set<String> = []
    private(set) var promise = TrackPromise()

    /// The IDs of the tracks that contain the chapter titles of this track.
    private(set) var chapters: [Int] = []

    /// Reads a track.
    ///
    /// - Parameters:
    ///   - input: The file.
    ///   - range: The byte range of the contents of the `trak` box.
    ///   - movieScale: The timescale of the movie.
    /// - Throws: `ContainerError` when the bytes cannot be read.
    init(
        _ input: any ContainerInput, in range: Range<Int64>, movieScale: Int64
    ) throws(ContainerError) {
        self.input = input
        self.movieScale = movieScale
        try walk(range)
        try finish()
    }

    private mutating func walk(_ range: Range<Int64>) throws(ContainerError) {
        var open = [range]
        while let next = open.popLast() {
            var boxes = BoxCursor(input, in: next)
            while let box = try boxes.next() {
                if Self.inner.contains(box.type) {
                    open.append(box.contents)
                } else {
                    try read(box)
                }
            }
            if boxes.isBroken {
                note(header: "a box does not end where it should")
                promise.isMalformed = true
            }
        }
    }

    private mutating func note(_ damage: String) {
        if promise.damage == nil { promise.damage = damage }
    }

    /// Records damage that also affects the samples in fragments.
    private mutating func note(header damage: String) {
        note(damage)
        if promise.headerDamage == nil { promise.headerDamage = damage }
    }

    private mutating func read(_ box: BoxCursor.Box) throws(ContainerError) {
        switch box.type {
        case "tkhd", "mdhd", "hdlr", "elst", "stsd", "stts", "stsz", "stz2", "stsc", "stco", "co64":
            seen.insert(box.type)
        default: break
        }
        switch box.type {
        case "tkhd": try readTrackHeader(box)
        case "mdhd": try readMediaHeader(box)
        case "hdlr": try readHandler(box)
        case "elst": try readEdits(box)
        case "chap": try readChapters(box)
        case "stsd":
            if try header(box, 8).unsigned(4) == 0 { note(header: "no sample is described") }
        case "stts": try readTimes(box)
        case "stsz", "stz2": try readSizes(box)
        case "vmhd": headerKind = .video
        case "smhd": headerKind = .audio
        case "stsc": chunkRuns = box.contents
        case "stco", "co64": chunkCount = Int64(try header(box, 8).unsigned(4))
        default: break
        }
    }

    private func header(_ box: BoxCursor.Box, _ count: Int64) throws(ContainerError) -> BoxFields {
        let end = min(box.contents.upperBound, box.contents.lowerBound + count)
        return BoxFields(bytes: try input.contents(box.contents.lowerBound..<end))
    }

    private mutating func readTrackHeader(_ box: BoxCursor.Box) throws(ContainerError) {
        let fields = try header(box, 48)
        let isLong = fields.version == 1
        promise.id = Int(fields.unsigned(isLong ? 20 : 12))
        guard promise.id > 0 else { return note(header: "it has no number") }
        promise.presented = fields.duration(
            at: isLong ? 28 : 20, isLong: isLong, scale: movieScale)
        let alternate = fields.bytes.span.unsigned(at: isLong ? 46 : 34, count: 2)
        promise.isAlwaysPresented = fields.unsigned(0) & 1 != 0 && alternate == 0
    }

    private mutating func readMediaHeader(_ box: BoxCursor.Box) throws(ContainerError) {
        let fields = try header(box, 32)
        let isLong = fields.version == 1
        scale = Int64(fields.unsigned(isLong ? 20 : 12))
        guard scale > 0 else { return note(header: "it has no clock") }
        promise.media = fields.duration(at: isLong ? 24 : 16, isLong: isLong, scale: scale)
    }

    private mutating func readHandler(_ box: BoxCursor.Box) throws(ContainerError) {
        let fields = try header(box, 12)
        // A QuickTime track has a second handler (`dhlr`), which describes the access to the data.
        guard fields.text(4) != "dhlr" else { return }
        switch fields.text(8) {
        case "vide": promise.kind = .video
        case "soun": promise.kind = .audio
        case "text", "sbtl", "subt", "clcp": promise.kind = .subtitle
        case nil:
            note(header: "its handler has no name")
            promise.isMalformed = true
        default: promise.kind = .other
        }
    }

    private mutating func readEdits(_ box: BoxCursor.Box) throws(ContainerError) {
        let fields = try header(box, 8)
        let isLong = fields.version == 1
        let count = Int64(fields.unsigned(4))
        let start = min(box.contents.upperBound, box.contents.lowerBound + 8)
        let table = BoxTable(
            input, in: start..<box.contents.upperBound, entrySize: isLong ? 20 : 12)
        guard count > 0 else { return note("its list of edits is empty") }
        guard count <= table.count, count <= Self.mostEdits else {
            return note("its list of edits is cut off")
        }
        var sum: Int64 = 0
        var lead: Int64 = 0
        var isOpen = false
        var hasStarted = false
        try table.forEach(first: count) { bytes, place in
            let width = isLong ? 8 : 4
            let duration = Int64(clamping: bytes.unsigned(at: place, count: width))
            let time = bytes.unsigned(at: place + width, count: width)
            let isEmpty = time == (isLong ? .max : 0xFFFF_FFFF)
            if isEmpty, !hasStarted { lead = lead.adding(duration) }
            if !isEmpty { hasStarted = true }
            // An edit without a duration continues to the end of the media.
            if duration == 0 { isOpen = true }
            sum = sum.adding(duration)
        }
        guard movieScale > 0 else { return }
        promise.lead = MediaTime(lead, timescale: movieScale)
        promise.edited = isOpen ? nil : MediaTime(sum, timescale: movieScale)
    }

    private mutating func readChapters(_ box: BoxCursor.Box) throws(ContainerError) {
        var found: [Int] = []
        try BoxTable(input, in: box.contents, entrySize: 4).forEach(first: 64) { bytes, place in
            found.append(Int(bytes.unsigned(at: place, count: 4)))
        }
        chapters += found
    }

    private mutating func readTimes(_ box: BoxCursor.Box) throws(ContainerError) {
        let count = Int64(try header(box, 8).unsigned(4))
        let start = min(box.contents.upperBound, box.contents.lowerBound + 8)
        let table = BoxTable(input, in: start..<box.contents.upperBound, entrySize: 8)
        guard count <= table.count else { return note("its table of times is cut off") }
        var samples: Int64 = 0
        var total: Int64 = 0
        var last: Int64 = 0
        try table.forEach(first: count) { bytes, place in
            let run = Int64(bytes.unsigned(at: place, count: 4))
            let delta = Int64(
                Int32(truncatingIfNeeded: bytes.unsigned(at: place + 4, count: 4)))
            guard run > 0 else { return }
            samples = samples.adding(run)
            // The product of two 32-bit numbers fits into 64 bits.
            total = total.adding(run * max(0, delta))
            last = max(0, delta)
        }
        promise.timedCount = samples
        deltas = (total, last)
    }

    private mutating func readSizes(_ box: BoxCursor.Box) throws(ContainerError) {
        let fields = try header(box, 12)
        let count = Int64(fields.unsigned(8))
        promise.sampleCount = count
        let start = min(box.contents.upperBound, box.contents.lowerBound + 12)
        if box.type == "stz2" {
            let bits = Int64(fields.unsigned(4) & 0xFF)
            let room = (box.contents.upperBound - start) * 8
            if ![4, 8, 16].contains(bits) || count * bits > room {
                note("its table of sizes is cut off")
            }
            return
        }
        let size = Int64(fields.unsigned(4))
        guard size == 0 else {
            let (total, overflow) = count.multipliedReportingOverflow(by: size)
            if overflow { return note("its table of sizes states more bytes than a file can have") }
            promise.byteCount = total
            return
        }
        let table = BoxTable(input, in: start..<box.contents.upperBound, entrySize: 4)
        guard count <= table.count else { return note("its table of sizes is cut off") }
        var empty: Int64 = 0
        var sum: Int64 = 0
        try table.forEach(first: count) { bytes, place in
            let size = Int64(bytes.unsigned(at: place, count: 4))
            if size == 0 { empty += 1 }
            sum += size
        }
        promise.emptyCount = empty
        promise.byteCount = sum
    }

    /// Returns the number of samples in all chunks; `nil` when the table is damaged.
    ///
    /// Each entry of the table (`stsc`) applies from its first chunk to the chunk before the
    /// first chunk of the next entry.
    private func samplesOfChunks(in range: Range<Int64>) throws(ContainerError) -> Int64? {
        let start = min(range.upperBound, range.lowerBound + 8)
        let fields = BoxFields(bytes: try input.contents(range.lowerBound..<start))
        let count = Int64(fields.unsigned(4))
        let table = BoxTable(input, in: start..<range.upperBound, entrySize: 12)
        guard count <= table.count else { return nil }
        var total: Int64 = 0
        var run: (first: Int64, samples: Int64) = (chunkCount + 1, 0)
        var isOrdered = true
        var isFirst = true
        try table.forEach(first: count) { bytes, place in
            let first = Int64(bytes.unsigned(at: place, count: 4))
            let samples = Int64(bytes.unsigned(at: place + 4, count: 4))
            if isFirst ? first != 1 : first <= run.first { isOrdered = false }
            isFirst = false
            let chunks = max(0, min(first, chunkCount + 1) - run.first)
            total = total.adding(chunks * run.samples)
            run = (first, samples)
        }
        total = total.adding(max(0, chunkCount + 1 - run.first) * run.samples)
        return isOrdered ? total : nil
    }

    private mutating func finish() throws(ContainerError) {
        if let chunkRuns {
            if let count = try samplesOfChunks(in: chunkRuns) {
                promise.chunkedCount = count
            } else {
                note("its table of chunks is damaged")
            }
        }
        if scale > 0 {
            promise.timed = MediaTime(deltas.total, timescale: scale)
            promise.lastDuration = MediaTime(deltas.last, timescale: scale)
        }
        if !seen.contains("hdlr") { promise.isMalformed = true }
        if let headerKind, headerKind != promise.kind {
            promise.kind = headerKind
            note(header: "its handler is none of \(headerKind.rawValue)")
        }
        for type in ["tkhd", "mdhd", "hdlr", "stsd"] where !seen.contains(type) {
            note(header: "it has no \(type) box")
        }
        for type in ["stts", "stsc"] where !seen.contains(type) {
            note("it has no \(type) box")
        }
        if seen.isDisjoint(with: ["stsz", "stz2"]) { note("it has no stsz box") }
        if seen.isDisjoint(with: ["stco", "co64"]) { note("it has no stco box") }
    }
}

extension Int64 {
    /// Returns the sum of both numbers; the maximum number if the sum is too large.
    fileprivate func adding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
