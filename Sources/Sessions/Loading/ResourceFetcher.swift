import Presentation
package import Transport
package import VirtualTime

/// A resource that was fetched and read.
package struct Fetched<Value: Sendable>: Sendable {
    package let value: Value
    package let byteCount: Int64
    package let elapsed: Duration
    /// The keys that samples proved to be right.
    let provenKeys: Set<KeyPeriod>
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
    ///   - request: What is asked for.
    ///   - isStored: Whether it would be answered out of a store of this machine now.
    ///   - attempt: Starts one try on the worker threads, with the loader that the try says, which
    ///     gives up when its flag is raised.
    ///   - completion: Gets the resource or the last error. The caller settles the request of a
    ///     resource with ``use(bytes:)`` or ``waste(bytes:)``.
    /// - Returns: The request, which is cancelled when it is released.
    package func fetch<Value: Sendable>(
        _ subject: RecoveryPolicy.Subject, _ request: ResourceRequest,
        isStored: @escaping () -> Bool = { false },
        attempt: @escaping (FetchTry) -> PendingResult<FetchAttempt<Value>>,
        completion: @escaping (Result<Fetched<Value>, SessionError>) -> Void
    ) -> FetchToken {
        let cancellation = CancellationFlag(under: world.loop.cancellation)
        let token = FetchToken(cancellation) { [weak self] in self?.abandon($0) }
        let task = Task(
            subject: subject, request: request, isStored: isStored, attempt: attempt,
            completion: completion)
        start(1, task, token)
        return token
    }

    /// What is to be fetched, and how.
    private struct Task<Value: Sendable> {
        let subject: RecoveryPolicy.Subject
        let request: ResourceRequest
        let isStored: () -> Bool
        let attempt: (FetchTry) -> PendingResult<FetchAttempt<Value>>
        let completion: (Result<Fetched<Value>, SessionError>) -> Void
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
        let token = FetchToken(CancellationFlag(under: world.loop.cancellation)) { _ in }
        let begin = world.loop.now
        token.hold = world.loop.receive(PendingResult(value)) { [weak self, weak token] value in
            guard let self, let token else { return }
            carry(byteCount, token) { [weak self] in
                guard let self else { return }
                let elapsed = begin.duration(to: world.loop.now)
                completion(
                    Fetched(
                        value: value, byteCount: byteCount, elapsed: elapsed, provenKeys: []))
            }
        }
        return token
    }

    /// Settles a request whose answer served its purpose.
    package func use(bytes: Int64) { account.use(bytes: bytes) }

    /// Settles a request whose answer came to nothing.
    package func waste(bytes: Int64) { account.waste(bytes: bytes) }

    private func start<Value: Sendable>(_ number: Int, _ task: Task<Value>, _ token: FetchToken) {
        account.issue()
        inFlight += 1
        token.isCounted = true
        let begin = world.loop.now
        let isStored = task.isStored()
        let fate = world.faults.fate(of: task.request, isStored: isStored, at: begin)
        token.record = world.requestLog?.open(
            task.request, attempt: number, fault: fate?.fault, at: begin)
        let pending = task.attempt(
            FetchTry(
                workers: world.workers, cancellation: token.cancellation, fate: fate,
                index: fate == nil && !isStored ? world.index : nil))
        token.hold = world.loop.receive(pending) { [weak self, weak token] result in
            guard let self, let token else { return }
            world.faults.took(fate, for: task.request)
            let byteCount = max(result.byteCount, fate?.receipt.byteCount ?? 0)
            let carried = result.isStored ? nil : byteCount
            carry(carried, meeting: fate?.fault, token) { [weak self, weak token] isInTime in
                guard let self, let token else { return }
                inFlight -= 1
                token.isCounted = false
                var result = result
                if !isInTime { result.timeOut(task.request) }
                end(result, byteCount: byteCount, of: task, number, from: begin, token)
            }
        }
    }

    /// Says what came of a try, or makes another one.
    private func end<Value: Sendable>(
        _ result: FetchAttempt<Value>, byteCount: Int64, of task: Task<Value>, _ number: Int,
        from begin: Instant, _ token: FetchToken
    ) {
        func note(_ outcome: RequestRecord.Outcome) {
            guard let record = token.record.take() else { return }
            world.requestLog?.close(
                record, as: outcome, byteCount: byteCount, isStored: result.isStored,
                at: world.loop.now)
        }
        switch result.result {
        case .success(let value):
            note(.received)
            task.completion(
                .success(
                    Fetched(
                        value: value, byteCount: result.byteCount,
                        elapsed: begin.duration(to: world.loop.now), provenKeys: result.provenKeys))
            )
        case .failure(let error):
            let delay = recovery.retryDelay(for: task.subject, error: error, attempt: number)
            note(.failed("\(error)", isRetried: delay != nil))
            guard let delay else {
                account.fail()
                return task.completion(.failure(error))
            }
            account.retry()
            token.hold = world.loop.schedule(after: delay) { [weak self, weak token] in
                guard let self, let token else { return }
                start(number + 1, task, token)
            }
        }
    }

    /// Takes bytes over the simulated network, with what goes wrong on the way.
    ///
    /// - Parameters:
    ///   - bytes: How many there are; `nil` is what lies here already.
    ///   - fault: What goes wrong with the request.
    ///   - token: The hold on the request.
    ///   - arrive: Told whether the answer came before the player had waited long enough.
    private func carry(
        _ bytes: Int64?, meeting fault: ResourceFault?, _ token: FetchToken,
        then arrive: @escaping (Bool) -> Void
    ) {
        let patience = recovery.requestTimeout
        switch fault {
        case .hang: wait(patience, token) { arrive(false) }
        case .slowBody(let bitsPerSecond) where bitsPerSecond <= 0:
            wait(patience, token) { arrive(false) }
        case .delay(let delay) where delay >= patience: wait(patience, token) { arrive(false) }
        case .delay(let delay):
            wait(delay, token) { [weak self, weak token] in
                guard let self, let token else { return }
                carry(bytes, token) { arrive(true) }
            }
        case .slowBody(let bitsPerSecond):
            let bits = Int128(bytes ?? 0) * 8_000_000_000 / Int128(bitsPerSecond)
            let end = world.loop.now.advanced(by: .nanoseconds(Int64(clamping: bits)))
            carry(bytes, token) { [weak self, weak token] in
                guard let self, let token else { return }
                wait(world.loop.now.duration(to: end), token) { arrive(true) }
            }
        default: carry(bytes, token) { arrive(true) }
        }
    }

    /// Lets time pass for a request; none passes where there is nothing to wait for.
    private func wait(_ time: Duration, _ token: FetchToken, then go: @escaping () -> Void) {
        guard time > .zero else { return go() }
        token.hold = world.loop.schedule(after: time, go)
    }

    /// Takes bytes over the simulated network, if there is one; `nil` is what lies here already.
    private func carry(_ bytes: Int64?, _ token: FetchToken, then arrive: @escaping () -> Void) {
        guard let link = world.link, let bytes else { return arrive() }
        token.transfer = link.transfer(byteCount: bytes, completion: arrive)
    }

    private func abandon(_ record: Int?) {
        inFlight -= 1
        account.waste(bytes: 0)
        if let record {
            world.requestLog?.close(record, as: .abandoned, at: world.loop.now)
        }
    }
}

extension FetchAttempt {
    /// Turns what came into nothing: it came too late, or not at all.
    fileprivate mutating func timeOut(_ request: ResourceRequest) {
        let error = TransportError(url: request.url, cause: .timedOut)
        self = FetchAttempt(result: .failure(.transport(error)), byteCount: 0)
    }
}

/// The hold on a request: releasing it cancels the request, on the thread that makes it too.
package final class FetchToken {
    fileprivate var hold: EventToken?
    fileprivate var transfer: LinkTransfer?
    fileprivate var isCounted = false
    /// Where the log has the try under way; `nil` when it does not.
    fileprivate var record: Int?
    fileprivate let cancellation: CancellationFlag
    private let onAbandon: (Int?) -> Void

    fileprivate init(_ cancellation: CancellationFlag, onAbandon: @escaping (Int?) -> Void) {
        self.cancellation = cancellation
        self.onAbandon = onAbandon
    }

    deinit {
        cancellation.cancel()
        if isCounted { onAbandon(record) }
    }
}
