import Sessions
import VirtualTime

/// One key of a key ring: on its way, at hand, or not to be had.
final class KeyEntry {
    typealias Completion = (Result<ContentKey, SessionError>) -> Void
    /// Asks the key system, and returns the hold on the request.
    typealias Request = (ContentKeyRequest.Purpose, @escaping Completion) -> AnyObject?

    /// The key; `nil` while there is none.
    private(set) var key: ContentKey?
    /// Why there is no key; `nil` while there may still be one.
    private(set) var failure: SessionError?
    private var waiting: [(SessionError?) -> Void] = []

    private let host: ProtectionHost
    private let url: String
    private let request: Request
    private var renewal: LeaseRenewal

    /// The number of the request under way; answers to others are not listened to.
    private var attempt = 0
    private var hold: AnyObject?
    private var timeout: EventToken?
    private var arrival: EventToken?
    private var lateAnswer: EventToken?
    private var nextRenewal: EventToken?

    init(
        host: ProtectionHost, policy: RenewalPolicy, url: String, request: @escaping Request
    ) {
        self.host = host
        self.url = url
        self.request = request
        renewal = LeaseRenewal(policy: policy)
    }

    /// Calls back in a later turn, when there is a key or will be none.
    func wait(_ completion: @escaping (SessionError?) -> Void) {
        waiting.append(completion)
        if key != nil || failure != nil { answerLater() }
    }

    /// Asks for the key.
    func ask(_ purpose: ContentKeyRequest.Purpose) {
        attempt += 1
        let number = attempt
        timeout = host.loop.schedule(after: host.keyTimeout) { [weak self] in
            self?.settle(purpose, .failure(Self.timedOut(self?.url ?? "")))
        }
        hold = request(purpose) { [weak self] result in
            guard let self, attempt == number, arrival == nil else { return }
            // An answer that came at once is told in a turn of its own, like any other.
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
            perform(renewal.granted(found, at: host.loop.now), else: nil)
        case (.failure(let error), .renewal):
            // The key that there is goes on being good for what is being played.
            perform(renewal.failed(at: host.loop.now), else: error)
        case (.failure(let error), .first): failure = error
        }
        answer()
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
