import Transport
import VirtualTime

/// The transfer of responses over the simulated network, with the faults that delay them.
extension ResourceFetcher {
    /// Transfers a response after the delay that a simulated server adds.
    func hold(
        _ instant: Instant?, _ bytes: Int64?, meeting fate: AttemptFate?, _ token: FetchToken,
        then arrive: @escaping (Bool) -> Void
    ) {
        guard let instant, instant > world.loop.now else {
            return carry(bytes, meeting: fate, token, then: arrive)
        }
        token.hold = world.loop.schedule(at: instant) { [weak self, weak token] in
            guard let self, let token else { return }
            carry(bytes, meeting: fate, token, then: arrive)
        }
    }

    /// Transfers bytes over the simulated network, with injected faults.
    ///
    /// - Parameters:
    ///   - bytes: The number of bytes; `nil` for bytes from a local store, which are not
    ///     transferred.
    ///   - fate: The outcome planned for the request.
    ///   - token: The token of the request.
    ///   - arrive: Receives whether the response arrived within the time limit.
    private func carry(
        _ bytes: Int64?, meeting fate: AttemptFate?, _ token: FetchToken,
        then arrive: @escaping (Bool) -> Void
    ) {
        let patience = recovery.requestTimeout
        switch fate?.fault {
        case .hang: wait(patience, fate, token) { arrive(false) }
        case .slowBody(let bitsPerSecond) where bitsPerSecond <= 0:
            wait(patience, fate, token) { arrive(false) }
        case .delay(let delay) where delay >= patience:
            wait(patience, fate, token) { arrive(false) }
        case .delay(let delay):
            wait(delay, fate, token) { [weak self, weak token] in
                guard let self, let token else { return }
                carry(bytes, token, patience: patience, then: arrive)
            }
        case .slowBody(let bitsPerSecond):
            let bits = Int128(bytes ?? 0) * 8_000_000_000 / Int128(bitsPerSecond)
            let end = world.loop.now.advanced(by: .nanoseconds(Int64(clamping: bits)))
            carry(bytes, token, patience: patience) { [weak self, weak token] isInTime in
                guard let self, let token else { return }
                guard isInTime else { return arrive(false) }
                wait(world.loop.now.duration(to: end), fate, token) { arrive(true) }
            }
        default: carry(bytes, token, patience: patience, then: arrive)
        }
    }

    /// Calls a closure after the delay that a fault causes, or at once if there is no delay.
    private func wait(
        _ time: Duration, _ fate: AttemptFate?, _ token: FetchToken, then go: @escaping () -> Void
    ) {
        guard time > .zero else { return go() }
        world.faults.applied(fate)
        world.faultDelay += time
        token.hold = world.loop.schedule(after: time, go)
    }

    /// Transfers bytes over the simulated network, if there is one.
    ///
    /// The number of bytes is `nil` for bytes from a local store, which are not transferred. A
    /// response whose first byte does not arrive within the time limit is abandoned.
    func carry(
        _ bytes: Int64?, _ token: FetchToken, patience: Duration?, isResponse: Bool = true,
        then arrive: @escaping (Bool) -> Void
    ) {
        guard let link = world.link, let bytes else { return arrive(true) }
        token.begin(bytes, over: link, isResponse: isResponse) { arrive(true) }
        guard let patience else { return }
        token.hold = world.loop.schedule(after: patience) { [weak token] in
            guard let token, token.receivedByteCount == 0 else { return }
            token.silenceCheck = nil
            token.transfer = nil
            arrive(false)
        }
        guard let silence = recovery.silence, isResponse else { return }
        watchForSilence(SilenceWatch(silence, at: world.loop.now), token, then: arrive)
    }

    /// Abandons a response that has begun if none of its bytes arrive for some time.
    private func watchForSilence(
        _ watch: SilenceWatch, _ token: FetchToken, then arrive: @escaping (Bool) -> Void
    ) {
        token.silenceCheck = world.loop.schedule(after: watch.step) { [weak self, weak token] in
            guard let self, let token, let received = token.receivedByteCount else { return }
            var watch = watch
            guard watch.isSilent(received, at: world.loop.now) else {
                return watchForSilence(watch, token, then: arrive)
            }
            token.hold = nil
            token.silenceCheck = nil
            token.transfer = nil
            arrive(false)
        }
    }
}
