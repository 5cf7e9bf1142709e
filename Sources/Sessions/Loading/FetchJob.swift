package import Playlists
package import Transport
package import VirtualTime

/// A request and the reading of its response, performed by a ``ResourceFetcher``.
///
/// A job does not handle loaders, faults, threads or cancellation. The fetcher handles these for
/// each attempt.
package protocol FetchJob {
    /// The result of the job.
    associatedtype Value: Sendable

    /// The request that the job makes.
    var request: ResourceRequest { get }

    /// Prepares an attempt on worker threads; the work may start at once.
    ///
    /// The method is called while the event loop of the playback world handles an event.
    func prepare(
        _ attempt: FetchAttempt, on workers: Workers
    ) -> PendingResult<FetchOutcome<Value>>

    /// Returns the media playlist in a result; `nil` for other results.
    static func mediaPlaylist(in value: Value) -> MediaPlaylist?
}

extension FetchJob {
    package static func mediaPlaylist(in value: Value) -> MediaPlaylist? { nil }
}

/// A job whose work is done completely on another thread.
package protocol ReadingJob: FetchJob, Sendable {
    /// Performs an attempt, on a worker thread.
    func run(_ attempt: FetchAttempt) -> FetchOutcome<Value>
}

extension ReadingJob {
    /// Prepares an attempt on worker threads.
    package func prepare(
        _ attempt: FetchAttempt, on workers: Workers
    ) -> PendingResult<FetchOutcome<Value>> {
        workers.prepare { [self] in run(attempt) }
    }

    /// Performs the job synchronously, on the caller's thread.
    ///
    /// The request is not part of a simulation.
    ///
    /// - Parameter loader: The loader to use.
    /// - Returns: The outcome of the attempt.
    package func run(with loader: any ResourceLoader) -> FetchOutcome<Value> {
        run(FetchAttempt(request: request, loader: loader, index: nil))
    }
}
