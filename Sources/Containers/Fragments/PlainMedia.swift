import VirtualTime

/// The samples of a segment that is read without libavformat.
struct PlainMedia {
    /// The tracks that libavformat finds in the initialization section of the segment.
    let tracks: [StreamFacts]

    private let clocks: [MediaClock]
    /// For each track, whether it is audio.
    ///
    /// Every audio frame can be decoded on its own, even if no flag marks it as a sync sample.
    private let isAudio: [Bool]
    /// For each track, the durations of coded audio; `nil` for other tracks.
    private let codedAudio: [CodedAudio?]
    private let media: any ContainerInput
    private var samples: ArraySlice<PlainSample>
    /// For each track, whether its first sample may be decoded without earlier ones.
    private let mayStandAlone: [Bool]
    /// For each track, whether pictures after its first sample may refer to pictures before it.
    private let isOpen: [Bool]

    /// The number of examined bytes at the start of a sample, which contain its first slice header.
    private static let examinedCount = 1 << 16

    /// Reads the segment; `nil` when libavformat has to read it.
    init?(_ opened: OpenedMedia) {
        guard opened.format == .fragmentedMP4, let section = opened.section?.movie,
            let segment = PlainSegment(opened.media, of: section.movie, forms: section.forms)
        else { return nil }
        tracks = section.tracks
        clocks = tracks.map(\.clock)
        isAudio = tracks.map { $0.kind == .audio }
        codedAudio = tracks.map { CodedAudio($0) }
        media = opened.media
        samples = segment.samples[...]
        var firsts = tracks.map { _ in (mayStandAlone: true, isOpen: false) }
        for track in tracks.indices where tracks[track].kind == .video {
            guard let first = segment.samples.first(where: { $0.track == track }),
                let bytes = try? opened.media.bytes(
                    at: first.place, count: min(first.size, Self.examinedCount))
            else { continue }
            let form = section.forms[track]
            if first.isSync {
                firsts[track].isOpen = form.isOpen(bytes.span)
            } else {
                firsts[track].mayStandAlone = form.mayStandAlone(bytes.span)
            }
        }
        mayStandAlone = firsts.map(\.mayStandAlone)
        isOpen = firsts.map(\.isOpen)
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
        summary.isOpen = isOpen[sample.track]
        if let audio = codedAudio[sample.track] {
            summary.codedDuration = codedDuration(of: sample, audio, lasting: summary.duration)
        }
        return summary
    }

    private func codedDuration(
        of sample: PlainSample, _ audio: CodedAudio, lasting stated: MediaTime
    ) -> MediaTime {
        guard stated > audio.usual else { return audio.usual }
        let count = min(sample.size, CodedAudio.examinedCount)
        guard let bytes = try? media.bytes(at: sample.place, count: count) else {
            return audio.longest
        }
        return audio.duration(of: bytes.span)
    }
}
