import Presentation
import Transport
import VirtualTime

/// A fetcher for the services of an account; only the caller retries failed requests.
struct ServiceFetcher {
    private let world: PlaybackWorld
    private let fetcher: ResourceFetcher

    /// Creates a fetcher without requests.
    ///
    /// - Parameter world: The environment in which requests are made.
    init(_ world: PlaybackWorld) {
        self.world = world
        var recovery = RecoveryPolicy()
        recovery.keyRetries = 0
        fetcher = ResourceFetcher(world: world, recovery: recovery)
    }

    /// The outcomes of the requests; requests in progress count as wasted.
    var requests: RequestAccount { fetcher.closedAccount }

    /// Sends a request, whose answer arrives in a later event.
    ///
    /// - Parameters:
    ///   - prepare: Creates the job. It throws if the request cannot be sent; the completion then
    ///     receives the error.
    ///   - completion: Receives the answer or the error.
    /// - Returns: The request, which is cancelled when it is released.
    func send<Job: ServiceJob>(
        _ prepare: () throws(PlaybackServiceError) -> Job,
        completion: @escaping (Result<Job.Answer, PlaybackServiceError>) -> Void
    ) -> Hold {
        let job: Job
        do throws(PlaybackServiceError) {
            job = try prepare()
        } catch {
            return world.loop.schedule(after: .zero) { completion(.failure(error)) }
        }
        return fetcher.fetch(.key, job) { [fetcher] result in
            switch result {
            case .failure(let error):
                completion(.failure(PlaybackServiceError(error, at: job.request.url)))
            case .success(let fetched):
                fetcher.use(bytes: fetched.byteCount)
                completion(fetched.value)
            }
        }
    }
}
