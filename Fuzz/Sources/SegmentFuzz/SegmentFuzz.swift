import Containers
import Driver
import VirtualTime

/// The optional operations that the first byte of an input selects.
private struct Wishes: OptionSet {
    let rawValue: UInt8
    static let decoding = Wishes(rawValue: 1)
    static let packets = Wishes(rawValue: 2)
    static let cutting = Wishes(rawValue: 4)
    static let text = Wishes(rawValue: 8)
}

/// Reads bytes as a media segment.
///
/// The first byte selects the options. The next two bytes give the length of the
/// initialization section of the segment.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard input.count >= 3 else { return 0 }
    let wishes = Wishes(rawValue: input[0])
    let rest = Array(input.dropFirst(3))
    let split = min(rest.count, Int(input[1]) << 8 | Int(input[2]))
    let initialization = split == 0 ? nil : MemoryInput(Array(rest[..<split]))
    let media = MemoryInput(Array(rest[split...]))

    let segment = try? SegmentDemuxer().demux(initialization: initialization, media: media)
    if let segment { look(at: segment, of: media) }
    if let initialization { compare(segment, initialization, media) }
    readStructure(initialization, media)
    if wishes.contains(.decoding) {
        let decoded = try? SegmentDemuxer(level: .decode).demux(
            initialization: initialization, media: media, inheritingFrom: segment)
        if let decoded { look(at: decoded, of: media) }
    }
    if wishes.contains(.packets) { readPackets(initialization, media) }
    if wishes.contains(.cutting) {
        cut(media)
        divide(Array(rest[split...]), after: Array(rest[..<split]))
    }
    if wishes.contains(.text) { readText(initialization, media) }
    return 0
}

/// Reads the boxes and tables that lint rules examine.
private func readStructure(_ initialization: MemoryInput?, _ media: MemoryInput) {
    let movie = initialization.flatMap { try? MovieStructure($0) }
    _ = try? FragmentStructure(media, movie: movie)
    if let count = try? ProgramCount.read(media), count < 0 { fatalError("a negative count") }
}

private func look(at segment: DemuxedSegment, of media: MemoryInput) {
    guard segment.byteCount == media.byteCount else { fatalError("another size") }
    for track in segment.tracks {
        guard track.sampleCount >= 0, track.byteCount >= 0 else { fatalError("a negative count") }
        guard track.start <= track.end else { fatalError("an end before the start") }
        _ = "\(track.description)"
    }
    for problem in segment.problems {
        guard problem.count > 0 else { fatalError("a problem that does not exist") }
    }
    for (one, next) in zip(segment.timedMetadata, segment.timedMetadata.dropFirst())
    where one.time > next.time {
        fatalError("metadata out of order")
    }
}

/// Fails when a segment yields different contents with and without libavformat.
private func compare(
    _ segment: DemuxedSegment?, _ initialization: MemoryInput, _ media: MemoryInput
) {
    guard let segment, segment.format == .fragmentedMP4 else { return }
    // An unusual box before the movie box forces the demuxer to use libavformat.
    let unusual = MemoryInput([0, 0, 0, 8] + Array("pdin".utf8) + initialization.bytes)
    let judged = try? SegmentDemuxer().demux(initialization: unusual, media: media)
    guard segment == judged else {
        fatalError("\(segment)\nwas read, and by libavformat\n\(String(describing: judged))")
    }
}

private func readPackets(_ initialization: MemoryInput?, _ media: MemoryInput) {
    guard var reader = try? ContainerReader(initialization: initialization, media: media) else {
        return
    }
    while let packet = try? reader.next() {
        guard reader.tracks.indices.contains(packet.track) else { fatalError("no such track") }
        guard reader.payload().count == packet.size else { fatalError("another size") }
    }
}

private func cut(_ media: MemoryInput) {
    let pieces = try? SegmentDemuxer().demuxProgressive(media, chunk: .milliseconds(100))
    guard let pieces else { return }
    guard !pieces.isEmpty, pieces.reduce(0, { $0 + $1.byteCount }) >= media.byteCount ?? 0 else {
        fatalError("a part is missing")
    }
}

/// Cuts three parts out of a segment; fails when a part is much larger than the segment.
private func divide(_ media: [UInt8], after initialization: [UInt8]) {
    for index in 0..<3 {
        let start = MediaTime.milliseconds(Int64(index) * 200)
        let range = start..<start + .milliseconds(200)
        let part = try? MediaCut(range, index: index, isLast: index == 2)
            .applied(to: media, initialization: initialization)
        guard let part else { return }
        let limit = 2 * media.count + (1 << 20)
        guard part.count <= limit else { fatalError("a part is larger than its segment") }
    }
}

private func readText(_ initialization: MemoryInput?, _ media: MemoryInput) {
    guard let track = try? WebVTTTrack(initialization: initialization, media: media) else { return }
    guard track.samples.count <= WebVTTTrack.mostSamples,
        track.samples.reduce(0, { $0 + $1.bytes.count }) <= WebVTTTrack.mostBytes
    else { fatalError("more than is allowed") }
}

@main
enum SegmentFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
