/// The limit on the viewer's concurrent streams.
extension SessionShell {
    /// Applies the limit on concurrent streams, if the viewer's token states one.
    ///
    /// - Parameters:
    ///   - isInBackground: Whether the app is in the background.
    ///   - predecessor: The client of the previous session, if that client still reports the end of
    ///     its stream.
    func limitStreams(
        isInBackground: Bool, after predecessor: StreamConcurrencyClient?
    ) {
        let options = options.streamConcurrency
        guard let stream = StreamSessionRequest(plan.video, sessionID: options.sessionID) else {
            return
        }
        streams = StreamConcurrencyClient(
            stream, options, in: world, after: predecessor
        ) { [input] order in input(.stream(order)) }
        streams?.setInBackground(isInBackground)
    }

    /// Passes the session's activity to the client that applies the limit on concurrent streams.
    func followStreams() {
        guard let streams else { return }
        streams.follow(activity)
    }

    private var activity: StreamConcurrency.Activity {
        switch machine.phase {
        case .idle, .finished, .failed, .terminated: .ended
        case .loading: .loading
        case .ready: machine.isInPlayMode ? .playing : .paused
        }
    }

    /// Performs an order of the service that limits concurrent streams.
    ///
    /// - Returns: Whether a call of `step()` must follow.
    func perform(_ order: StreamConcurrency.Order) -> Bool {
        guard machine.phase.isLive else { return false }
        switch order {
        case .report(let sessions):
            report(.didReachMaxConcurrency(sessions))
            return false
        case .reportError(let error):
            decide { machine, _ in machine.report(.playbackService(error)) }
            return false
        case .holdStart:
            machine.pauseBeforeReady()
            return false
        case .pause:
            machine.pauseBeforeReady()
            guard machine.isInPlayMode else { return false }
            step()
            decide { $0.pause(at: $1, isRequested: false) }
            return true
        case .play: return decide { $0.play(at: $1) }
        }
    }
}
