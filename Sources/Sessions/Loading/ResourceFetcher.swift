import Presentation
import Transport
package import VirtualTime

/// A resource that was fetched and read.
package struct Fetched<Value: Sendable>: Sendable {
    package let value: Value
    package let byteCount: Int64
    package let elapsed: Duration
    /// Whether samples were decoded to prove the key with which they were decrypted.
    let provesKey: Bool
}

/// Makes the requests of one session or one download: on worker threads, over the simulated network, with retries.
///
/// Every request that it makes is in its account.
package final class ResourceFetcher {
    private let world: PlaybackWorld
    private let recovery: RecoveryPolicy
    private(set) var account = RequestAccount()
    private var inFlight = 0

    /// Creates a fetcher that has made no request yet.
    ///
    /// - Parameters:
    ///   - world: The world that requests are made in.
    ///   - recovery: How often and how fast they are made again.
    package init(world: PlaybackWorld, recovery: RecoveryPolicy) {
        self.world = world
        self.recovery = recovery
    }

    /// The account with requests under way counted as wasted, as they are if the session ends now.
    var closedAccount: RequestAccount {
        var closed = account
        for _ in 0..<inFlight { closed.waste(bytes: 0) }
        return closed
    }

    /// Fetches a resource.
    ///
    /// - Parameters:
    ///   - subject: What it is, for the recovery policy.
    ///   - attempt: Starts one try on the worker threads, which gives up when the flag is raised.
    ///   - completion: Gets the resource or the last error. The caller settles the request of a
    ///     resource with ``use(bytes:)`` or ``waste(bytes:)``.
    /// - Returns: The request, which is cancelled when it is released.
    package func fetch<Value: Sendable>(
        _ subject: RecoveryPolicy.Subject,
        attempt: @escaping (Workers, CancellationFlag) -> PendingResult<FetchAttempt<Value>>,
        completion: @escaping (Result<Fetched<Value>, SessionError>) -> Void
    ) -> FetchToken {
        let cancellation = CancellationFlag(under: world.loop.cancellation)
        let token = FetchToken(cancellation) { [weak self] in self?.abandon() }
        start(1, subject, attempt, token, completion)
        return token
    }

    /// Delivers what is at hand, as far as requests go, over the simulated network.
    ///
    /// - Parameters:
    ///   - value: What was got and read before.
    ///   - byteCount: How many bytes it has.
    ///   - completion: Gets it when it has arrived.
    /// - Returns: The hold on the delivery, which is in no account.
    func deliver<Value: Sendable>(
        _ value: Value, byteCount: Int64, completion: @escaping (Fetched<Value>) -> Void
    ) -> FetchToken {
        let token = FetchToken(CancellationFlag(under: world.loop.cancellation)) {}
        let begin = world.loop.now
        token.hold = world.loop.receive(PendingResult(value)) { [weak self, weak token] value in
            guard let self, let token else { return }
            carry(byteCount, token) { [weak self] in
                guard let self else { return }
                let elapsed = begin.duration(to: world.loop.now)
                completion(
                    Fetched(
                        value: value, byteCount: byteCount, elapsed: elapsed, provesKey: false))
            }
        }
        return token
    }

    /// Settles a request whose answer served its purpose.
    package func use(bytes: Int64) { account.use(bytes: bytes) }

    /// Settles a request whose answer came to nothing.
    package func waste(bytes: Int64) { account.waste(bytes: bytes) }

    private func start<Value: Sendable>(
        _ number: Int, _ subject: RecoveryPolicy.Subject,
        _ attempt: @escaping (Workers, CancellationFlag) -> PendingResult<FetchAttempt<Value>>,
        _ token: FetchToken,
        _ completion: @escaping (Result<Fetched<Value>, SessionError>) -> Void
    ) {
        account.issue()
        inFlight += 1
        token.isCounted = true
        let begin = world.loop.now
        let pending = attempt(world.workers, token.cancellation)
        token.hold = world.loop.receive(pending) { [weak self, weak token] result in
            guard let self, let token else { return }
            let byteCount = result.isStored ? nil : result.byteCount
            carry(byteCount, token) { [weak self, weak token] in
                guard let self, let token else { return }
                inFlight -= 1
                token.isCounted = false
                switch result.result {
                case .success(let value):
                    let elapsed = begin.duration(to: world.loop.now)
                    completion(
                        .success(
                            Fetched(
                                value: value, byteCount: result.byteCount, elapsed: elapsed,
                                provesKey: result.provesKey)))
                case .failure(let error):
                    guard
                        let delay = recovery.retryDelay(
                            for: subject, error: error, attempt: number)
                    else {
                        account.fail()
                        completion(.failure(error))
                        return
                    }
                    account.retry()
                    token.hold = world.loop.schedule(after: delay) { [weak self, weak token] in
                        guard let self, let token else { return }
                        start(number + 1, subject, attempt, token, completion)
                    }
                }
            }
        }
    }

    /// Takes bytes over the simulated network, if there is one; `nil` is what lies here already.
    private func carry(_ bytes: Int64?, _ token: FetchToken, then arrive: @escaping () -> Void) {
        guard let link = world.link, let bytes else { return arrive() }
        token.transfer = link.transfer(byteCount: bytes, completion: arrive)
    }

    private func abandon() {
        inFlight -= 1
        account.waste(bytes: 0)
    }
}

/// The hold on a request: releasing it cancels the request, on the thread that makes it too.
package final class FetchToken {
    fileprivate var hold: EventToken?
    fileprivate var transfer: LinkTransfer?
    fileprivate var isCounted = false
    fileprivate let cancellation: CancellationFlag
    private let onAbandon: () -> Void

    fileprivate init(_ cancellation: CancellationFlag, onAbandon: @escaping () -> Void) {
        self.cancellation = cancellation
        self.onAbandon = onAbandon
    }

    deinit {
        cancellation.cancel()
        if isCounted { onAbandon() }
    }
}
