import Devices
import Presentation
import Transport
package import VirtualTime

/// A resource that was fetched and read.
package struct Fetched<Value: Sendable>: Sendable {
    package let value: Value
    package let byteCount: Int64
    package let elapsed: Duration
    /// The duration of the transfer, without the time for which a server delayed the response.
    var transfer: Duration
}

/// The times of one attempt to fetch a resource.
private struct FetchTimes {
    let begin: Instant
    /// The instant until which the server delayed the response; `nil` for a response without delay.
    let heldUntil: Instant?
    let end: Instant
    /// The transfer duration of an earlier response that the request took over.
    ///
    /// It is `nil` if the request did not take over a response.
    var takenOver: Duration?

    var elapsed: Duration { begin.duration(to: end) }
    var transfer: Duration { takenOver ?? max(begin, heldUntil ?? begin).duration(to: end) }
}

/// The object that makes the requests of one session or one download.
///
/// It uses worker threads and the simulated network, repeats failed requests, and counts all
/// requests by their outcomes.
package final class ResourceFetcher {
    let world: PlaybackWorld
    let recovery: RecoveryPolicy
    private let loaders: SessionLoaders
    private let workers: Workers
    private(set) var account = RequestAccount()
    private var inFlight = 0
    /// The queue of the requests that wait until other requests have ended.
    private var line: RequestLine
    private var lineAlarm: EventToken?
    /// The received bytes that are kept, so that later requests need not fetch them again.
    private(set) var kept: KeptResponses
    private var awaited = AwaitedResponses()
    /// The requests that waited for a cancelled request, as closures that make the requests.
    ///
    /// The closures are called at the same instant, after the current event.
    private var released: [() -> Void] = []
    private var releaseAlarm: EventToken?
    /// Whether another device plays the asset instead of this device, and makes the requests.
    ///
    /// The options of the asset do not apply to requests by the other device.
    var isElsewhere = false

    /// Creates a fetcher that has made no request yet.
    ///
    /// - Parameters:
    ///   - world: The environment in which the requests are made.
    ///   - recovery: The number and the delays of retries.
    ///   - workers: The threads that perform the requests; `nil` means the threads of `world`.
    package convenience init(
        world: PlaybackWorld, recovery: RecoveryPolicy, workers: Workers? = nil
    ) {
        self.init(
            world: world, recovery: recovery, loaders: SessionLoaders(world), workers: workers)
    }

    /// Creates the fetcher of a session, which uses the loaders of the session plan.
    init(
        world: PlaybackWorld, recovery: RecoveryPolicy, loaders: SessionLoaders,
        rules: RequestRules = RequestRules(), workers: Workers? = nil
    ) {
        self.world = world
        self.recovery = recovery
        self.loaders = loaders
        self.workers = workers ?? world.workers
        line = RequestLine(rules)
        kept = KeptResponses(rules.reuse)
    }

    /// The numbers of requests by outcome, as they would be if the session ended now.
    ///
    /// Requests in progress, and responses that were kept but never used again, count as wasted.
    var closedAccount: RequestAccount {
        var closed = account
        for _ in 0..<inFlight { closed.waste(bytes: 0) }
        for byteCount in kept.untakenByteCounts { closed.waste(bytes: byteCount) }
        return closed
    }

    /// Fetches a resource.
    ///
    /// - Parameters:
    ///   - subject: The kind of the resource, for the recovery policy.
    ///   - job: The request and the reading of its response.
    ///   - ahead: The job started by ``startAhead(_:)``; `nil` when there is none.
    ///   - workers: The threads for the job; `nil` means the threads of the fetcher.
    ///   - isBeside: Whether the request starts without waiting for other requests. Later requests
    ///     still wait for its end.
    ///   - isForNext: Whether the next request for the same resource waits for this response and
    ///     takes it over. That next request then accounts for the bytes as used or wasted, and the
    ///     caller must not do this.
    ///   - milestone: A number of bytes, and a closure that is called when this number of bytes of
    ///     a larger body has arrived over the simulated network; `nil` calls no closure.
    ///   - failures: The number of attempts that have failed before.
    ///   - hasWayOut: Returns whether playback can continue without the resource.
    ///   - whenRead: Receives the resource as soon as it is read, before it has arrived over the
    ///     network. It is not called if a fault is injected, and is called twice if the request
    ///     waits for another request.
    ///   - completion: Receives the resource or the last error. For a resource, the caller counts
    ///     the request with ``use(bytes:)`` or ``waste(bytes:)``.
    /// - Returns: A token; releasing it cancels the request.
    package func fetch<Job: FetchJob>(
        _ subject: RecoveryPolicy.Subject, _ job: Job,
        ahead: PendingResult<FetchOutcome<Job.Value>>? = nil, on workers: Workers? = nil,
        isBeside: Bool = false, isForNext: Bool = false,
        milestone: FetchMilestone? = nil, after failures: Int = 0,
        hasWayOut: @escaping () -> Bool = { false }, whenRead: ((Job.Value) -> Void)? = nil,
        completion: @escaping (Result<Fetched<Job.Value>, SessionError>) -> Void
    ) -> FetchToken {
        let cancellation = CancellationFlag(under: world.loop.cancellation)
        let token = FetchToken(cancellation) { [weak self] in self?.abandon($0, isInLine: $1) }
        token.milestone = milestone
        if isForNext {
            awaited.begin(job.request, token)
            token.onEnd = { [weak self] in self?.endWait(for: job.request, isReleased: $0) }
        }
        let task = Task(
            subject: subject, job: job, workers: workers ?? self.workers,
            isBeside: isBeside || workers != nil, isInLine: workers == nil, isForNext: isForNext,
            hasWayOut: hasWayOut, whenRead: whenRead, completion: completion)
        enter(failures + 1, task, ahead: ahead, token)
        return token
    }

    /// Waits for the response to another request for the same resource.
    ///
    /// During the wait, the function already reads the resource, so that its content is known when
    /// the response arrives.
    private func waitForSame<Job: FetchJob>(
        _ number: Int, _ task: Task<Job>, ahead: PendingResult<FetchOutcome<Job.Value>>?,
        _ token: FetchToken
    ) {
        let ahead = ahead ?? startAhead(task.job)
        token.hold = world.loop.receive(ahead) {
            if case .success(let value) = $0.result { task.whenRead?(value) }
        }
        token.source = awaited.source(of: task.job.request)
        awaited.add(task.job.request) { [weak self, weak token] in
            guard let self, let token else { return }
            token.source = nil
            enter(number, task, ahead: ahead, token)
        }
    }

    /// Makes the requests that waited for another request.
    ///
    /// If the other request was cancelled, the waiting requests are made after the current event,
    /// since they may be cancelled during the event, too.
    private func endWait(for request: ResourceRequest, isReleased: Bool) {
        let proceeds = awaited.end(request)
        guard isReleased else { return proceeds.forEach { $0() } }
        guard !proceeds.isEmpty else { return }
        released += proceeds
        releaseAlarm = world.loop.schedule(after: .zero) { [weak self] in
            guard let self else { return }
            let proceeds = released
            released = []
            proceeds.forEach { $0() }
        }
    }

    // MARK: The request queue

    /// Makes a request as soon as the rules for the order of requests permit it.
    private func enter<Job: FetchJob>(
        _ number: Int, _ task: Task<Job>, ahead: PendingResult<FetchOutcome<Job.Value>>? = nil,
        _ token: FetchToken
    ) {
        if !task.isForNext, awaited.contains(task.job.request) {
            return waitForSame(number, task, ahead: ahead, token)
        }
        guard line.isNeeded, !task.isBeside else {
            // A request with `isBeside` does not wait, but later requests wait for its end.
            if line.isNeeded, task.isInLine {
                line.join()
                token.isInLine = true
            }
            return start(number, task, ahead: ahead, token)
        }
        line.append { [weak self, weak token] in
            guard let self, let token else { return false }
            token.isInLine = true
            start(number, task, ahead: ahead, token)
            return true
        }
        advanceLine()
    }

    /// Makes the waiting requests that are due.
    private func advanceLine() {
        guard line.isNeeded else { return }
        while let due = line.next {
            guard due <= world.loop.now else {
                lineAlarm = world.loop.schedule(at: due) { [weak self] in self?.advanceLine() }
                return
            }
            let request = line.take()
            if !request() { line.withdraw() }
        }
    }

    /// Records in ``line`` that a request has ended; the caller then calls ``advanceLine()``.
    private func leaveLine(_ token: FetchToken) {
        guard token.isInLine else { return }
        token.isInLine = false
        line.end(at: world.loop.now)
    }

    /// Starts a job before playback requests the resource.
    ///
    /// The job reads the resource without injected faults and without a transfer over the simulated
    /// network, and is not counted as a request.
    package func startAhead<Job: FetchJob>(_ job: Job) -> PendingResult<FetchOutcome<Job.Value>> {
        let attempt = FetchAttempt(
            request: owned(job.request), loader: loaders.current, index: world.index)
        let pending = job.prepare(attempt, on: workers)
        pending.handOver()
        return pending
    }

    /// Returns a copy of a request with the data that determines its header fields.
    ///
    /// The data consists of the access options of the asset, the current instant, and the
    /// properties of the network.
    private func owned(_ request: ResourceRequest) -> ResourceRequest {
        var request = request
        request.access = presentAccess(request.access)
        return request
    }

    /// Returns access options for a request that is made now.
    ///
    /// - Parameter own: The options that the request states; `nil` means the options of the asset.
    /// - Returns: The options with the current instant and the properties of the network.
    func presentAccess(_ own: AssetAccess?) -> AssetAccess {
        var access = own ?? loaders.access
        if isElsewhere { access = access.ofOtherDevice() }
        access.instant = world.loop.now
        access.connection = world.presentTraits
        return access
    }

    /// A job, and the handler of its outcome.
    ///
    /// It is a class, because jobs are large and closures capture them often.
    private final class Task<Job: FetchJob> {
        let subject: RecoveryPolicy.Subject
        let job: Job
        let workers: Workers
        let isBeside: Bool
        let isInLine: Bool
        let isForNext: Bool
        let hasWayOut: () -> Bool
        let whenRead: ((Job.Value) -> Void)?
        let completion: (Result<Fetched<Job.Value>, SessionError>) -> Void

        init(
            subject: RecoveryPolicy.Subject, job: Job, workers: Workers, isBeside: Bool,
            isInLine: Bool, isForNext: Bool, hasWayOut: @escaping () -> Bool,
            whenRead: ((Job.Value) -> Void)?,
            completion: @escaping (Result<Fetched<Job.Value>, SessionError>) -> Void
        ) {
            self.subject = subject
            self.job = job
            self.workers = workers
            self.isBeside = isBeside
            self.isInLine = isInLine
            self.isForNext = isForNext
            self.hasWayOut = hasWayOut
            self.whenRead = whenRead
            self.completion = completion
        }
    }

    /// Delivers a given value after a transfer over the simulated network, like a requested value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - byteCount: The size of the value in bytes.
    ///   - completion: Receives the value when it arrives.
    /// - Returns: A token for the delivery. The delivery is not counted as a request.
    func deliver<Value: Sendable>(
        _ value: Value, byteCount: Int64, completion: @escaping (Fetched<Value>) -> Void
    ) -> FetchToken {
        let token = FetchToken(CancellationFlag(under: world.loop.cancellation)) { _, _ in }
        let begin = world.loop.now
        token.hold = world.loop.receive(PendingResult(value)) { [weak self, weak token] value in
            guard let self, let token else { return }
            carry(byteCount, token, patience: nil, isResponse: false) { [weak self] _ in
                guard let self else { return }
                let elapsed = begin.duration(to: world.loop.now)
                completion(
                    Fetched(
                        value: value, byteCount: byteCount, elapsed: elapsed, transfer: elapsed))
            }
        }
        return token
    }

    /// Counts a request as used, because its response served its purpose.
    package func use(bytes: Int64) { account.use(bytes: bytes) }

    /// Counts a request as wasted, because its response was not used.
    package func waste(bytes: Int64) { account.waste(bytes: bytes) }

    private func start<Job: FetchJob>(
        _ number: Int, _ task: Task<Job>, ahead: PendingResult<FetchOutcome<Job.Value>>? = nil,
        _ token: FetchToken
    ) {
        account.issue()
        inFlight += 1
        token.isCounted = true
        token.attempts = number
        let begin = world.loop.now
        var request = owned(task.job.request)
        let ordinal = world.ordinals.take(request)
        request.access?.ordinal = ordinal
        let isKept = kept.hasAll(of: request)
        let isStored = isKept || loaders.isStored(request.url)
        let refusal = isStored ? nil : refusal(of: request)
        let fateOfRequest = world.faults.fate(of: request, isStored: isStored, at: begin)
        var fate = kept.fate(of: request) ?? fateOfRequest
        fate?.receivedBefore = kept.byteCount(of: request)
        token.record = world.requestLog?.open(
            request, attempt: number, fault: fate?.fault, at: begin)
        request.cancellation = token.cancellation
        let attempt = FetchAttempt(
            request: request,
            loader: refusal.map { RefusingLoader($0) } ?? loaders.current(meeting: fate),
            index: fate == nil && !isStored && refusal == nil ? world.index : nil)
        // If a fault or a refusal applies, a result that was read before the request is not used.
        let known = fate == nil && refusal == nil ? ahead : nil
        let pending = known ?? task.job.prepare(attempt, on: task.workers)
        token.wasKnown = pending.isReady
        token.hold = world.loop.receive(pending) { [weak self, weak token, fate] outcome in
            guard let self, let token else { return }
            world.faults.took(fate, for: request)
            let whole = outcome
            var outcome = outcome
            outcome.leaveOut(kept.byteCount(of: request), isWhole: isKept)
            let byteCount = max(outcome.byteCount, fate?.receipt.byteCount ?? 0)
            let carried = outcome.isStored ? nil : byteCount
            if fate == nil, case .success(let value) = outcome.result { task.whenRead?(value) }
            hold(outcome.heldUntil, carried, meeting: fate, token) {
                [weak self, weak token] isInTime in
                guard let self, let token else { return }
                inFlight -= 1
                token.isCounted = false
                var outcome = outcome
                var times = FetchTimes(
                    begin: begin, heldUntil: outcome.heldUntil, end: world.loop.now)
                if isInTime {
                    if let taken = takeOver(request, by: outcome.result) {
                        outcome.takeOver(taken.byteCount)
                        times.takenOver = taken.transfer
                    }
                    kept.keep(
                        whole, of: request, meeting: fate,
                        untilNext: task.isForNext ? times.transfer : nil)
                } else {
                    outcome.timeOut(request)
                }
                end(outcome, byteCount: isInTime ? byteCount : 0, of: task, number, times, token)
            }
        }
    }

    /// Returns the reason why a request is forbidden; `nil` when it is permitted.
    private func refusal(of request: ResourceRequest) -> TransportError.Cause? {
        let needsNetwork = ResourceScheme(of: request.url) != .data
        guard world.device.connection != .none || !needsNetwork else {
            return .noConnection(to: request.url)
        }
        // A local file stands for a file of a server, so that it, too, comes over the network.
        if needsNetwork, let refusal = request.access?.networkRefusal { return refusal }
        return request.access?.refusal(of: request)
    }

    /// Accounts for an earlier request whose response another request takes over.
    ///
    /// The earlier request counts as used if the other request succeeds, and as wasted if it fails.
    ///
    /// - Returns: The number of bytes that count for the other request, and the duration of their
    ///   transfer; `nil` if there is no response to take over, or the other request fails.
    private func takeOver<Value>(
        _ request: ResourceRequest, by result: Result<Value, SessionError>
    ) -> (byteCount: Int64, transfer: Duration)? {
        guard let taken = kept.take(for: request) else { return nil }
        guard case .success = result else {
            account.waste(bytes: taken.byteCount)
            return nil
        }
        account.use(bytes: 0)
        return taken
    }

    /// Delivers the outcome of an attempt, or starts another attempt.
    private func end<Job: FetchJob>(
        _ outcome: FetchOutcome<Job.Value>, byteCount: Int64, of task: Task<Job>, _ number: Int,
        _ times: FetchTimes, _ token: FetchToken
    ) {
        // `byteCount` omits the bytes of an error page and of a response that broke off; the error
        // states their number.
        var received = byteCount
        if case .failure(let error) = outcome.result {
            received = max(received, error.receivedByteCount)
        }
        func note(_ entry: RequestRecord.Outcome, _ reading: RequestReading? = nil) {
            guard let record = token.record.take() else { return }
            world.requestLog?.close(
                record, as: entry, byteCount: received, isStored: outcome.isStored,
                reading: reading, at: world.loop.now)
        }
        leaveLine(token)
        defer { advanceLine() }
        switch outcome.result {
        case .success(let value):
            note(
                outcome.isGivenUp ? .abandoned : .received,
                world.requestLog?.reader == nil
                    ? nil
                    : Job.mediaPlaylist(in: value).map {
                        .playlist($0, heldUntil: outcome.heldUntil)
                    })
            task.completion(
                .success(
                    Fetched(
                        value: value, byteCount: outcome.byteCount, elapsed: times.elapsed,
                        transfer: times.transfer)))
            token.end()
        case .failure(let error):
            let rest = recovery.restDelay(after: error, attempt: number)
            if rest != nil { kept.keep(brokenAfter: byteCount, of: task.job.request) }
            let delay =
                rest
                ?? recovery.retryDelay(
                    for: task.subject, error: error, attempt: number, hasWayOut: task.hasWayOut())
            note(
                .failed("\(error)", isRetried: delay != nil),
                .failure(error, heldUntil: outcome.heldUntil))
            guard let delay else {
                // A failed request for an announced part counts as wasted, not as failed: the part
                // may never exist, and playback does not need it.
                if task.subject == .hint {
                    account.waste(bytes: received)
                } else {
                    account.fail(bytes: received)
                }
                // The token is ended before the completion is called, because the completion may
                // begin to wait for the same resource again.
                token.end()
                return task.completion(.failure(error))
            }
            account.retry(bytes: received)
            token.hold = world.loop.schedule(after: delay) { [weak self, weak token] in
                guard let self, let token else { return }
                enter(number + 1, task, token)
            }
        }
    }

    private func abandon(_ record: Int?, isInLine: Bool) {
        inFlight -= 1
        if isInLine {
            line.end(at: world.loop.now)
            // The waiting requests are made after the current event, because the caller may repeat
            // the cancelled request during the event.
            lineAlarm = world.loop.schedule(after: .zero) { [weak self] in self?.advanceLine() }
        }
        account.waste(bytes: 0)
        if let record {
            world.requestLog?.close(record, as: .abandoned, at: world.loop.now)
        }
    }
}

extension FetchOutcome {
    /// Replaces the outcome with a timeout; a response that came too late is discarded.
    fileprivate mutating func timeOut(_ request: ResourceRequest) {
        let error = TransportError(url: request.url, cause: .timedOut)
        self = FetchOutcome(result: .failure(.transport(error)), byteCount: 0)
    }
}
