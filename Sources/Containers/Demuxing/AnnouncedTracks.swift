/// Compares a container's announced tracks with the tracks that were read.
struct AnnouncedTracks {
    private let scans: [TrackScan]
    private let streams: [ProgramStream]
    private let tracks: [DemuxedTrack]

    /// Compares a container's announced tracks with the tracks that have samples.
    ///
    /// - Parameters:
    ///   - scans: The tracks of the movie box, or else the tracks that libavformat knows.
    ///   - streams: The streams of the program maps; empty for every other container.
    ///   - tracks: The tracks that have samples.
    init(_ scans: [TrackScan], _ streams: [ProgramStream], read tracks: [DemuxedTrack]) {
        self.scans = scans
        self.streams = streams.map { stream in
            var stream = stream
            let scan = scans.first { $0.facts.id == stream.identifier }
            stream.unannouncedAudio = scan?.unannouncedAudio
            return stream
        }
        self.tracks = tracks
    }

    /// The kinds of media that are announced but have no track with samples.
    var missingKinds: [TrackDescription.Kind] {
        let announced = scans.map(\.facts.kind) + streams.map(\.kind)
        return [.video, .audio].filter { kind in
            announced.contains(kind) && !tracks.contains { $0.description.kind == kind }
        }
    }

    /// The first stream of each missing kind that no reader supports, in words.
    var unreadStreams: [TrackDescription.Kind: String] {
        var found: [TrackDescription.Kind: String] = [:]
        let missing = missingKinds
        for stream in streams where missing.contains(stream.kind) && found[stream.kind] == nil {
            if case .unreadStream(let name)? = problem(stream)?.kind { found[stream.kind] = name }
        }
        return found
    }

    /// One problem for each announced stream that no reader supports.
    var problems: [ContainerProblem] {
        streams.compactMap(problem) + (streams.isEmpty ? scans.compactMap(problem) : [])
    }

    private func problem(_ stream: ProgramStream) -> ContainerProblem? {
        let scan = scans.first { $0.facts.id == stream.identifier }
        switch stream.content {
        case .timedMetadata, .splices: return nil
        case .video, .audio:
            // A stream is not reported here if the reader found its track with the same kind of
            // media. If such a track has no samples, another problem reports the track with its
            // index.
            guard scan?.facts.kind != stream.kind else { return nil }
        case .other:
            if let kind = scan?.facts.kind, kind != .other, kind != .subtitle { return nil }
        }
        return ContainerProblem(.unreadStream(stream.text))
    }

    private func problem(_ scan: TrackScan) -> ContainerProblem? {
        guard scan.facts.kind == .other else { return nil }
        let entry = scan.facts.entry.isEmpty ? "" : " (\(scan.facts.entry))"
        return ContainerProblem(.unreadStream("track \(scan.facts.id)\(entry)"))
    }
}
