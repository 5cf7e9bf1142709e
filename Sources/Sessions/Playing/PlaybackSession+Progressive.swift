import Containers
import Playlists
import Presentation
import Transport
import VirtualTime

extension PlaybackSession {
    /// Into how much media a single file is cut, so that it can be buffered piece by piece.
    static let progressiveChunk = MediaTime.seconds(6)

    /// Loads a source that is a single file: its pieces become segments of a playlist of its own.
    func loadProgressive() {
        var request = ResourceRequest(url: location, kind: .segment)
        request.maximumByteCount = ProgressiveJob.byteLimit
        request.patience = options.recovery.patienceForFiles
        var job = ProgressiveJob(
            request: request, level: options.verification, demuxer: options.demuxer)
        job.transform = protection?.unlistedTransform as? any FileTransform
        job.keepsBytes = segmentObservers.contains(where: \.wantsSources)
        fileReading = FileReading(job, fetcher: fetcher, loop: world.loop) {
            [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): fail(error)
            case .success(let file): accept(file)
            }
        }
    }

    private func accept(_ file: ProgressiveFile) {
        if let error = file.refusal { return fail(error) }
        let received = fileReading?.received ?? []
        fileReading = nil
        asset = LoadedAsset(url: file.url)
        let media = RenditionMedia(url: file.url, file: file)
        let total = received.reduce(0, +)
        // Of a file on this machine no more is got than is read of it.
        var unplayed = ResourceScheme(of: file.url).isRemote ? total : 0
        if let chunks = file.chunks {
            let read = FetchedFile(media: media, chunks.map(\.byteCount), byteCount: total)
            record.files.append(read)
            unplayed = read.overhead
        }
        // Each answer was needed; what it brought counts with the pieces that are played.
        for (index, _) in received.enumerated() { fetcher.use(bytes: index == 0 ? unplayed : 0) }
        start(main: media, audio: nil, subtitles: nil)
    }

    /// Lets go of a file that is being read: what came of it so far was in vain.
    func abandonFile() {
        for byteCount in fileReading?.received ?? [] { fetcher.waste(bytes: byteCount) }
        fileReading = nil
    }

    /// Hands a piece of a file that was read over to a track, as if it were asked for now.
    func deliver(_ chunk: DemuxedSegment, to feeder: TrackFeeder) {
        let source = feeder.media.bytes.map { SegmentSource(file: $0) }
        feeder.request = fetcher.deliver(
            ReadSegment(media: chunk, source: source), byteCount: chunk.byteCount
        ) { [weak self, weak feeder] fetched in
            guard let self, let feeder else { return }
            receive(fetched, for: feeder)
        }
    }
}
