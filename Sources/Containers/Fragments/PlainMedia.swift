/// A segment whose samples could be read without libavformat.
struct PlainMedia {
    /// The tracks that libavformat finds in their initialization section.
    let tracks: [StreamFacts]

    private let clocks: [MediaClock]
    /// Whether each track is audio, every frame of which can be decoded alone even without a flag.
    private let isAudio: [Bool]
    private var samples: ArraySlice<PlainSample>

    /// Reads the segment; `nil` when libavformat has to read it.
    init?(_ opened: OpenedMedia) {
        guard opened.format == .fragmentedMP4, !opened.prefix.isEmpty,
            let movie = PlainMovie(initialization: opened.prefix),
            let tracks = opened.movieTracks(), tracks.count == movie.tracks.count,
            zip(tracks, movie.tracks).allSatisfy({ $0.isPlain && $0.id == Int($1.id) }),
            let segment = PlainSegment(
                opened.media, of: movie, forms: tracks.map(SampleForm.init))
        else { return nil }
        self.tracks = tracks
        clocks = tracks.map(\.clock)
        isAudio = tracks.map { $0.kind == .audio }
        samples = segment.samples[...]
    }

    /// Returns the next sample; `nil` at the end.
    mutating func next() -> SampleSummary? {
        guard let sample = samples.popFirst() else { return nil }
        let clock = clocks[sample.track]
        return SampleSummary(
            track: sample.track, pts: clock.time(sample.pts), dts: clock.time(sample.dts),
            duration: clock.time(Int64(sample.duration)), size: sample.size,
            isKey: sample.isSync || isAudio[sample.track], isCorrupt: sample.isBroken)
    }
}

extension StreamFacts {
    /// Whether libavformat gives the samples of the track out as they are stored.
    fileprivate var isPlain: Bool {
        switch codec {
        case .h264, .hevc, .av1, .vp9: kind == .video
        case .aac, .ac3, .eac3, .opus, .flac, .alac: kind == .audio
        case .webVTT, .ttml: kind == .subtitle
        default: false
        }
    }
}
