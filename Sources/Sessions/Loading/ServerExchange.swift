import Devices
package import Transport
package import VirtualTime

/// An exchange with a server of the simulated world that is called directly, without a request.
///
/// Like a request, the exchange needs a connection of the device that the asset allows, waits while
/// the simulated network has an outage, and is repeated by the recovery policy for keys. One time
/// limit applies to each attempt, with its waits and the delay of the server. The messages are
/// small, so their transfer takes no time. There is no resource, so no fault rule applies, and
/// neither the ledger nor the request log counts the exchange. Releasing the exchange cancels it.
package final class ServerExchange: Hold {
    private let url: String
    private let world: PlaybackWorld
    private let recovery: RecoveryPolicy
    /// Returns the access options that apply now.
    private let access: () -> AssetAccess
    /// Passes the message to the server, and returns the time until its response.
    private let send: () -> Duration
    private let completion: (SessionError?) -> Void
    private var failures = 0
    private var next: EventToken?

    fileprivate init(
        _ url: String, _ world: PlaybackWorld, _ recovery: RecoveryPolicy,
        access: @escaping () -> AssetAccess, send: @escaping () -> Duration,
        completion: @escaping (SessionError?) -> Void
    ) {
        self.url = url
        self.world = world
        self.recovery = recovery
        self.access = access
        self.send = send
        self.completion = completion
    }

    fileprivate func begin() {
        guard world.device.connection != .none else { return fail(.noConnection(to: url)) }
        if let cause = access().networkRefusal { return fail(cause) }
        let limit = world.loop.now.advanced(by: recovery.requestTimeout)
        waitForNetwork(within: limit) { [weak self] in
            guard let self else { return }
            wait(until: world.loop.now.advanced(by: send()), within: limit) { [weak self] in
                self?.waitForNetwork(within: limit) { [weak self] in self?.completion(nil) }
            }
        }
    }

    /// Calls a closure at once, or at the end of an outage of the simulated network.
    private func waitForNetwork(within limit: Instant, then go: @escaping () -> Void) {
        let now = world.loop.now
        let end = world.network.end(ofOutageAt: now)
        if end == now { return go() }
        wait(until: end, within: limit, then: go)
    }

    /// Calls a closure at an instant; if it is not before the limit, the attempt times out instead.
    private func wait(
        until instant: Instant?, within limit: Instant, then go: @escaping () -> Void
    ) {
        guard let instant, instant < limit else {
            next = world.loop.schedule(at: limit) { [weak self] in self?.fail(.timedOut) }
            return
        }
        next = world.loop.schedule(at: instant, go)
    }

    private func fail(_ cause: TransportError.Cause) {
        failures += 1
        let error = SessionError.transport(TransportError(url: url, cause: cause))
        let delay = recovery.retryDelay(for: .key, error: error, attempt: failures)
        next = world.loop.schedule(after: delay ?? .zero) { [weak self] in
            guard let self else { return }
            if delay == nil { completion(error) } else { begin() }
        }
    }
}

extension ResourceFetcher {
    /// Exchanges messages with a server of the simulated world that is called directly.
    ///
    /// - Parameters:
    ///   - url: The location that errors state.
    ///   - access: The access options; `nil` means the options of the asset.
    ///   - send: Passes the message to the server, and returns the time until its response. It is
    ///     called again if the response does not arrive in time.
    ///   - completion: Called once: with `nil` when the response has arrived, or with the error of
    ///     the last attempt.
    /// - Returns: The exchange; releasing it cancels it.
    package func exchange(
        _ url: String, access: AssetAccess?, send: @escaping () -> Duration,
        completion: @escaping (SessionError?) -> Void
    ) -> ServerExchange {
        let exchange = ServerExchange(
            url, world, recovery, access: { [self] in presentAccess(access) }, send: send,
            completion: completion)
        exchange.begin()
        return exchange
    }

    /// Exchanges messages with a server of the simulated world, with the options of the asset.
    ///
    /// The parameters are the same as in ``exchange(_:access:send:completion:)``.
    package func exchange(
        _ url: String, send: @escaping () -> Duration,
        completion: @escaping (SessionError?) -> Void
    ) -> ServerExchange {
        exchange(url, access: nil, send: send, completion: completion)
    }
}
