import Containers
import Playlists
import Transport
import VirtualTime

extension PlaybackSession {
    /// Into how much media a single file is cut, so that it can be buffered piece by piece.
    static let progressiveChunk = MediaTime.seconds(6)

    /// Loads a source that is a single file: its pieces become segments of a playlist of its own.
    func loadProgressive() {
        var request = ResourceRequest(url: location, kind: .segment)
        request.maximumByteCount = ProgressiveJob.byteLimit
        var job = ProgressiveJob(
            request: request, loader: loader,
            demuxer: SegmentDemuxer(
                level: options.verification == .playlist ? .demux : options.verification))
        let number = assetRequests.next()
        let token = fetcher.fetch(.segment) { workers, cancellation in
            job.request.cancellation = cancellation
            return workers.submit { [job] in job.run() }
        } completion: { [weak self] result in
            guard let self else { return }
            assetRequests.forget(number)
            switch result {
            case .failure(let error): fail(error)
            case .success(let fetched):
                fetcher.use(bytes: fetched.byteCount)
                asset = LoadedAsset(url: fetched.value.url)
                let media = RenditionMedia(url: fetched.value.url, chunks: fetched.value.chunks)
                start(main: media, audio: nil, subtitles: nil)
            }
        }
        assetRequests.keep(token, as: number)
    }
}
