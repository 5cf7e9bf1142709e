import Formats
package import Presentation
import Transport
import VirtualTime

/// Performs the actions for the limit on concurrent streams, on behalf of one session.
///
/// A `StreamConcurrency` value makes the decisions. The requests use the loader, the network and
/// the injected faults of the `PlaybackWorld`, and no ledger counts them. The request that ends the
/// stream may outlast the session: the controller keeps the client while ``isLeaving`` is true. No
/// heartbeat is sent before the requests that end earlier streams are answered. If the service
/// received the heartbeat first, a later request to end an earlier stream would end the new stream.
package final class StreamConcurrencyClient {
    private var decisions: StreamConcurrency
    private let stream: StreamSessionRequest
    private let world: PlaybackWorld
    private let fetcher: ServiceFetcher
    private let order: (StreamConcurrency.Order) -> Void
    private var predecessor: StreamConcurrencyClient?
    private var request: Hold?
    private var farewell: Hold?
    private var timer: Hold?
    /// The number of the latest heartbeat; an earlier heartbeat that still waits is not sent.
    private var beatNumber = 0
    /// The actions that wait for the service's answer to the request to end the stream.
    private var followers: [() -> Void] = []

    /// Whether a heartbeat was sent and has not been answered yet.
    private var isBeating = false
    private var isNotifying = false

    /// Whether the stream is over, but the service has not yet answered all of its requests.
    package var isLeaving: Bool { isNotifying || decisions.isLeaving }

    /// Creates a client, which sends nothing before its session loads.
    ///
    /// - Parameters:
    ///   - stream: The requests of the stream.
    ///   - options: The options of the limit.
    ///   - world: The environment of the playback.
    ///   - predecessor: The client of the previous session, if that client still reports the end of
    ///     its stream.
    ///   - order: Receives the orders to the session.
    init(
        _ stream: StreamSessionRequest, _ options: StreamConcurrencyOptions,
        in world: PlaybackWorld, after predecessor: StreamConcurrencyClient?,
        order: @escaping (StreamConcurrency.Order) -> Void
    ) {
        self.stream = stream
        self.world = world
        self.order = order
        self.predecessor = predecessor
        decisions = StreamConcurrency(options)
        fetcher = ServiceFetcher(world)
    }

    /// The outcomes of the requests; requests in progress count as wasted.
    package var requests: RequestAccount { fetcher.requests }

    /// Reacts to a change of the session's activity.
    func follow(_ activity: StreamConcurrency.Activity) {
        perform(decisions.follow(activity, at: world.loop.now))
    }

    /// Reacts when the app moves to the background, or returns to the foreground.
    package func setInBackground(_ isInBackground: Bool) {
        perform(decisions.setInBackground(isInBackground, at: world.loop.now))
    }

    /// Returns whether a play command takes effect now.
    ///
    /// If not, the client keeps the command, and orders the session to play once the service
    /// permits the stream.
    func mayPlay() -> Bool {
        let (isPermitted, actions) = decisions.play()
        perform(actions)
        return isPermitted
    }

    /// Cancels a waiting play command.
    func withdrawPlay() { perform(decisions.withdrawPlay()) }

    // MARK: Performing

    private func perform(_ actions: [StreamConcurrency.Action]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: StreamConcurrency.Action) {
        switch action {
        case .beat: beat()
        case .list:
            request = send(.list) { client, result in
                client.request = nil
                var sessions: [String: PropertyValue] = [:]
                if case .success(.sessions(let list)) = result { sessions = list }
                client.perform(client.decisions.list(sessions, at: client.world.loop.now))
            }
        case .end: leave()
        case .cancel:
            guard !isBeating else { return }
            beatNumber += 1
            request = nil
            decisions.abandon()
        case .sleep: timer = nil
        case .wake(let instant, let keepsWorldRunning):
            let wake = { [weak self] in
                guard let self else { return }
                timer = nil
                perform(decisions.wake(at: world.loop.now))
            }
            timer =
                keepsWorldRunning
                ? world.loop.schedule(at: instant, wake)
                : world.loop.scheduleInBackground(at: instant, wake)
        case .order(let order): self.order(order)
        }
    }

    private func beat() {
        beatNumber += 1
        let number = beatNumber
        afterFarewells { [weak self] in
            guard let self, beatNumber == number else { return }
            isBeating = true
            request = send(.beat) { client, result in
                client.request = nil
                client.isBeating = false
                let outcome = StreamConcurrency.Outcome(result)
                client.perform(client.decisions.answer(outcome, at: client.world.loop.now))
                client.followUp()
            }
        }
    }

    private func leave() {
        isNotifying = true
        farewell = send(.end) { client, _ in
            client.farewell = nil
            client.isNotifying = false
            client.followUp()
        }
    }

    /// Performs an action after the service has answered the requests that end earlier streams.
    private func afterFarewells(_ action: @escaping () -> Void) {
        if isNotifying {
            followers.append(action)
        } else if let predecessor, predecessor.isLeaving {
            predecessor.followers.append(action)
        } else {
            predecessor = nil
            action()
        }
    }

    private func followUp() {
        while !isLeaving, !followers.isEmpty { followers.removeFirst()() }
    }

    /// Sends a request, whose answer arrives in a later event.
    ///
    /// - Returns: The hold, whose release cancels the request.
    private func send(
        _ purpose: StreamSessionRequest.Purpose,
        _ completion:
            @escaping (
                StreamConcurrencyClient, Result<StreamSessionAnswer, PlaybackServiceError>
            ) -> Void
    ) -> Hold {
        fetcher.send { () throws(PlaybackServiceError) in
            StreamSessionJob(purpose: purpose, request: try stream.resourceRequest(purpose))
        } completion: { [weak self] result in
            if let self { completion(self, result) }
        }
    }
}
