/// A segment whose samples could be read without libavformat.
struct PlainMedia {
    /// What libavformat says of the tracks, from their initialization section.
    let tracks: [StreamFacts]
    let samples: [PlainSample]

    /// Reads the segment.
    ///
    /// - Returns: `nil` when libavformat has to read it.
    init?(_ opened: OpenedMedia) {
        guard opened.format == .fragmentedMP4, !opened.prefix.isEmpty,
            let movie = PlainMovie(initialization: opened.prefix),
            let tracks = opened.movieTracks(), tracks.count == movie.tracks.count,
            zip(tracks, movie.tracks).allSatisfy({ $0.isPlain && $0.id == Int($1.id) }),
            let segment = PlainSegment(opened.media, of: movie)
        else { return nil }
        self.tracks = tracks
        samples = segment.samples
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
