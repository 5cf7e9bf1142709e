import Sessions
import VirtualTime

/// One key of a key ring: requested, available or failed.
final class KeyEntry {
    typealias Completion = (Result<ContentKey, SessionError>) -> Void
    /// A closure that requests the key; releasing the `Hold` that it returns cancels the request.
    typealias Request = (ContentKeyRequest.Purpose, @escaping Completion) -> Hold?

    /// The key; `nil` until it is available.
    private(set) var key: ContentKey?
    /// The error of the failed first request; `nil` while the key is awaited or available.
    private(set) var failure: SessionError?
    private var waiting: [(SessionError?) -> Void] = []

    private let host: ProtectionHost
    private let url: String
    private let request: Request
    private var renewal: LeaseRenewal

    /// The number of the current request; responses to earlier requests are ignored.
    private var attempt = 0
    private var hold: Hold?
    private var timeout: EventToken?
    private var arrival: EventToken?
    private var lateAnswer: EventToken?
    private var nextRenewal: EventToken?
    private var leaseEnd: EventToken?
    /// Whether the lease of the key has ended.
    private var isExpired = false

    init(
        host: ProtectionHost, policy: RenewalPolicy, url: String, request: @escaping Request
    ) {
        self.host = host
        self.url = url
        self.request = request
        renewal = LeaseRenewal(policy: policy)
    }

    /// Calls a closure in a later turn of the event loop, once the key is available or has failed.
    func wait(_ completion: @escaping (SessionError?) -> Void) {
        waiting.append(completion)
        if key != nil || failure != nil { answerLater() }
    }

    /// Requests the key.
    func ask(_ purpose: ContentKeyRequest.Purpose) {
        attempt += 1
        let number = attempt
        timeout = host.loop.schedule(after: host.keyTimeout) { [weak self] in
            self?.settle(purpose, .failure(Self.timedOut(self?.url ?? "")))
        }
        hold = request(purpose) { [weak self] result in
            guard let self, attempt == number, arrival == nil else { return }
            // A response that arrives synchronously is also reported in a later turn of the event
            // loop.
            arrival = host.loop.schedule(after: .zero) { [weak self] in
                self?.settle(purpose, result)
            }
        }
    }

    private static func timedOut(_ url: String) -> SessionError {
        .contentKey(
            ContentKeyFailure(
                domain: KeyRing.errorDomain, code: 2, reason: "the key system does not answer",
                keyURL: url))
    }

    private func settle(
        _ purpose: ContentKeyRequest.Purpose, _ result: Result<ContentKey, SessionError>
    ) {
        attempt += 1
        (hold, timeout, arrival) = (nil, nil, nil)
        switch (result, purpose) {
        case (.success(let found), _):
            key = found
            watchLease(of: found)
            perform(renewal.granted(found, at: host.loop.now), else: nil)
        case (.failure(let error), .renewal):
            // After a failed renewal, the existing key remains valid for the current playback.
            perform(renewal.failed(at: host.loop.now), else: error)
        case (.failure(let error), .first): failure = error
        }
        answer()
    }

    /// Reports a lease that ends before it is renewed, and its later renewal.
    ///
    /// A key that expires without a renewal date, such as the key of a rental, may be used until
    /// the load ends. Its end is reported, too.
    private func watchLease(of key: ContentKey) {
        leaseEnd = nil
        if isExpired { host.reportLease(ofKeyAt: url, isValid: true) }
        isExpired = false
        guard let end = key.expiration else { return }
        leaseEnd = host.loop.scheduleInBackground(at: end) { [weak self, host, url] in
            guard key.renewal != nil else { return host.reportEndOfLicence(ofKeyAt: url) }
            self?.isExpired = true
            host.reportLease(ofKeyAt: url, isValid: false)
        }
    }

    private func perform(_ action: LeaseRenewal.Action?, else error: SessionError?) {
        switch action {
        case nil: break
        case .giveUp: if let error { host.report(error) }
        case .ask(let instant):
            nextRenewal = host.loop.scheduleInBackground(at: instant) { [weak self] in
                self?.ask(.renewal)
            }
        }
    }

    private func answerLater() {
        lateAnswer = host.loop.schedule(after: .zero) { [weak self] in self?.answer() }
    }

    private func answer() {
        let waiters = waiting
        waiting = []
        for waiter in waiters { waiter(failure) }
    }
}
