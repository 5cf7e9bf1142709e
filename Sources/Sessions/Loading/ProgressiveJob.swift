import Containers
import Transport
import VirtualTime

/// A single file, cut into pieces.
struct ProgressiveFile: Sendable {
    /// The absolute location, after redirects.
    let url: String
    let chunks: [DemuxedSegment]
}

/// Everything that a worker thread needs to fetch and read a single file.
///
/// The file is read at once, so that its pieces are known; its bytes cross the simulated network
/// piece by piece later, when playback asks for them.
struct ProgressiveJob: Sendable {
    /// The largest file that is read over a network, where it is held in memory.
    static let byteLimit: Int64 = 8 << 30

    var request: ResourceRequest
    let loader: any ResourceLoader
    let demuxer: SegmentDemuxer

    /// Fetches and reads the file.
    func run() -> FetchAttempt<ProgressiveFile> {
        do throws(SessionError) {
            let response = try SegmentJob.load(request, with: loader)
            let input = TransportInput(body: response.body)
            do throws(ContainerError) {
                let chunks = try demuxer.demuxProgressive(
                    input, chunk: PlaybackSession.progressiveChunk)
                let file = ProgressiveFile(url: response.url, chunks: chunks)
                return FetchAttempt(result: .success(file), byteCount: 0)
            } catch {
                throw SessionError.container(error, url: request.url)
            }
        } catch {
            return FetchAttempt(result: .failure(error), byteCount: 0)
        }
    }
}
