/// The samples of a segment that is read without libavformat.
struct PlainMedia {
    /// The tracks that libavformat finds in the initialization section of the segment.
    let tracks: [StreamFacts]

    private let clocks: [MediaClock]
    /// For each track, whether it is audio.
    ///
    /// Every audio frame can be decoded on its own, even if no flag marks it as a sync sample.
    private let isAudio: [Bool]
    private var samples: ArraySlice<PlainSample>
    /// For each track, whether its first sample may be decoded without earlier ones.
    private let mayStandAlone: [Bool]

    /// The number of bytes of a sample that are examined; its first slice starts within them.
    private static let examinedCount = 1 << 16

    /// Reads the segment; `nil` when libavformat has to read it.
    init?(_ opened: OpenedMedia) {
        guard opened.format == .fragmentedMP4, let section = opened.section?.movie,
            let segment = PlainSegment(opened.media, of: section.movie, forms: section.forms)
        else { return nil }
        tracks = section.tracks
        clocks = tracks.map(\.clock)
        isAudio = tracks.map { $0.kind == .audio }
        samples = segment.samples[...]
        mayStandAlone = tracks.indices.map { track in
            guard let first = segment.samples.first(where: { $0.track == track }), !first.isSync,
                let bytes = try? opened.media.bytes(
                    at: first.place, count: min(first.size, Self.examinedCount))
            else { return true }
            return section.forms[track].mayStandAlone(bytes.span)
        }
    }

    /// Returns the next sample; `nil` at the end.
    mutating func next() -> SampleSummary? {
        guard let sample = samples.popFirst() else { return nil }
        let clock = clocks[sample.track]
        var summary = SampleSummary(
            track: sample.track, pts: clock.time(sample.pts), dts: clock.time(sample.dts),
            duration: clock.time(Int64(sample.duration)), size: sample.size,
            isKey: sample.isSync || isAudio[sample.track], isCorrupt: sample.isBroken)
        summary.mayStandAlone = mayStandAlone[sample.track]
        return summary
    }
}
