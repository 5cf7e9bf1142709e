import Containers
import Formats
import Transport
import VirtualTime

/// Reads a single file for a session; the session's fetcher makes all requests for the file.
///
/// The job runs on its own thread and waits for each byte range that it requests. The fetcher
/// retries a failed request, and the job then continues at the same byte range.
final class FileReading {
    private typealias Job = Dialogue<
        ResourceRequest, Result<ResourceResponse, TransportError>,
        Result<ProgressiveFile, SessionError>
    >

    private let job: Job
    private let loop: EventLoop
    private let fetcher: ResourceFetcher
    private let crossesNetwork: Bool
    private let completion: (Result<ProgressiveFile, SessionError>) -> Void
    private var hold: EventToken?
    private var request: FetchToken?

    /// The sizes of the responses that have not been counted as used or as wasted yet.
    private(set) var received: [Int64] = []

    /// Starts to read a file.
    ///
    /// - Parameters:
    ///   - job: The job that reads the file.
    ///   - fetcher: The fetcher that makes the requests.
    ///   - loop: The event loop of the playback world.
    ///   - completion: Receives the file, or the error. The caller counts the bytes in ``received``
    ///     as used or wasted.
    init(
        _ job: ProgressiveJob, fetcher: ResourceFetcher, loop: EventLoop,
        completion: @escaping (Result<ProgressiveFile, SessionError>) -> Void
    ) {
        self.fetcher = fetcher
        self.loop = loop
        self.completion = completion
        // If `crossesNetwork` is `false`, the bytes cross the simulated network later, when
        // playback requests parts of the file.
        crossesNetwork =
            job.level == .playlist && ResourceScheme(of: job.request.url).isRemote
        self.job = Job { asker in
            Result { () throws(SessionError) in
                try job.run { request throws(TransportError) in
                    guard let answer = asker.ask(request) else {
                        throw TransportError(url: request.url, cause: .cancelled)
                    }
                    return try answer.get()
                }
            }
        }
        listen(to: self.job.remark)
    }

    deinit {
        job.abandon()
    }

    private func listen(to remark: PendingResult<Job.Remark>) {
        hold = loop.receive(remark) { [weak self] remark in
            guard let self else { return }
            switch remark {
            case .question(let request): fetch(request)
            case .outcome(let result): completion(result)
            }
        }
    }

    private func fetch(_ request: ResourceRequest) {
        let job = WindowJob(request: request, crossesNetwork: crossesNetwork)
        self.request = fetcher.fetch(.segment, job) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let fetched):
                received.append(fetched.value.body.byteCount)
                listen(to: self.job.answer(.success(fetched.value)))
            case .failure(.transport(let error)): listen(to: self.job.answer(.failure(error)))
            case .failure(let error):
                let cause = TransportError.Cause.underlying(UnderlyingError(error))
                listen(
                    to: self.job.answer(
                        .failure(TransportError(url: request.url, cause: cause))))
            }
        }
    }
}

/// Fetches one byte range of a single file.
private struct WindowJob: ReadingJob {
    /// The result of the job.
    typealias Value = ResourceResponse

    let request: ResourceRequest
    /// Whether the bytes cross the simulated network now, instead of piece by piece later.
    let crossesNetwork: Bool

    func run(_ attempt: FetchAttempt) -> FetchOutcome<ResourceResponse> {
        let result = Result { () throws(SessionError) in try SegmentJob.load(attempt) }
        let byteCount = (try? result.get().body.byteCount) ?? 0
        return FetchOutcome(result: result, byteCount: crossesNetwork ? byteCount : 0)
    }
}
