import VirtualTime

/// What decoding a segment showed.
struct DecodeResult {
    static let mostBrokenFrames = 256

    var problems: [ContainerProblem] = []
    var isTruncated = false
    private var broken: [[Range<MediaTime>]] = []

    func brokenFrames(of track: Int) -> [Range<MediaTime>] {
        track < broken.count ? broken[track] : []
    }

    /// Adds broken frames of a track, given by their presentation times in any order.
    mutating func note(_ times: [MediaTime], of track: Int, each duration: MediaTime) {
        while broken.count <= track { broken.append([]) }
        var ranges: [Range<MediaTime>] = []
        for time in times.sorted() {
            let end = time + max(duration, MediaTime(ticks: 1))
            if let last = ranges.last, time <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, end)
            } else if ranges.count < Self.mostBrokenFrames {
                ranges.append(time..<end)
            } else {
                isTruncated = true
            }
        }
        broken[track] = ranges
        guard let first = times.min() else { return }
        problems.note(
            ContainerProblem(.brokenFrame, track: track, time: first, count: times.count))
    }
}

/// A second pass over a segment, in which libavcodec decodes every packet.
struct DecodePass {
    private let opened: OpenedMedia

    init(_ opened: OpenedMedia) {
        self.opened = opened
    }

    /// Decodes the audio and the video of a segment.
    ///
    /// - Parameters:
    ///   - scan: The finished pass that knows the tracks.
    ///   - tallies: What that pass added up.
    /// - Returns: The frames that are broken.
    /// - Throws: `ContainerError` when the segment cannot be opened again.
    func run(
        _ scan: borrowing MediaScan, _ tallies: [TrackTally]
    ) throws(ContainerError) -> DecodeResult {
        var result = DecodeResult()
        let context = try opened.context(.split)
        let packet = PacketStorage()
        var tracks: [TrackDecoding] = []
        var unwrapper = opened.format == .mpegTS ? TimestampUnwrapper() : nil
        while case .packet = context.read(into: packet) {
            let stream = packet.stream
            while tracks.count <= stream, tracks.count < context.streamCount {
                let facts = context.facts(ofStream: tracks.count)
                let isDecoded = facts.kind == .video || facts.kind == .audio
                let sets = scan.tracks.first { $0.facts.id == facts.id }?.parameterSets ?? []
                let decoder =
                    isDecoded
                    ? context.decoder(forStream: facts.index, parameterSets: sets) : nil
                tracks.append(TrackDecoding(facts, decoder))
            }
            guard stream < tracks.count else { continue }
            let start = opened.format.isPackedAudio ? opened.packedStart : .zero
            tracks[stream].decode(packet, offset: start, &unwrapper)
        }
        for index in tracks.indices {
            tracks[index].finish()
            let duration = index < tallies.count ? tallies[index].sampleDuration : .zero
            result.note(tracks[index].broken, of: index, each: duration)
            if tracks[index].isUndecodable {
                result.problems.note(ContainerProblem(.undecodable, track: index))
            }
            if tracks[index].isTruncated { result.isTruncated = true }
        }
        return result
    }
}
