import Devices
import Transport
package import VirtualTime

/// An exchange with a server of the simulated world that is called directly, without a request.
///
/// Like a request, the exchange needs a connection of the device, waits while the simulated network
/// has an outage, and is repeated by the recovery policy for keys. Its messages are small, so their
/// transfer takes no time. There is no resource, so no fault rule applies, and neither the ledger
/// nor the request log counts the exchange. Releasing the exchange cancels it.
package final class ServerExchange: Hold {
    private let url: String
    private let world: PlaybackWorld
    private let recovery: RecoveryPolicy
    /// Passes the message to the server, and returns the time until its response.
    private let send: () -> Duration
    private let completion: (SessionError?) -> Void
    private var failures = 0
    private var next: EventToken?

    fileprivate init(
        _ url: String, _ world: PlaybackWorld, _ recovery: RecoveryPolicy,
        send: @escaping () -> Duration, completion: @escaping (SessionError?) -> Void
    ) {
        self.url = url
        self.world = world
        self.recovery = recovery
        self.send = send
        self.completion = completion
    }

    fileprivate func begin() {
        guard world.device.connection != .none else { return fail(.noConnection(to: url)) }
        waitForNetwork { [weak self] in
            guard let self else { return }
            next = world.loop.schedule(after: send()) { [weak self] in
                self?.waitForNetwork { [weak self] in self?.completion(nil) }
            }
        }
    }

    /// Calls a closure at once, or at the end of an outage of the simulated network.
    private func waitForNetwork(then go: @escaping () -> Void) {
        let now = world.loop.now
        let end = world.network.end(ofOutageAt: now)
        if end == now { return go() }
        let limit = now.advanced(by: recovery.requestTimeout)
        guard let end, end < limit else {
            next = world.loop.schedule(at: limit) { [weak self] in self?.fail(.timedOut) }
            return
        }
        next = world.loop.schedule(at: end, go)
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
    ///   - send: Passes the message to the server, and returns the time until its response. It is
    ///     called again if the response is lost in an outage of the network.
    ///   - completion: Called once: with `nil` when the response has arrived, or with the error of
    ///     the last attempt.
    /// - Returns: The exchange; releasing it cancels it.
    package func exchange(
        _ url: String, send: @escaping () -> Duration,
        completion: @escaping (SessionError?) -> Void
    ) -> ServerExchange {
        let exchange = ServerExchange(url, world, recovery, send: send, completion: completion)
        exchange.begin()
        return exchange
    }
}
