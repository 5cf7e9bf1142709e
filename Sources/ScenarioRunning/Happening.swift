package import HeadlessPlayback
package import Scenarios

/// One thing that happened in a run, as lints and expectations see it.
package struct Happening: Sendable {
    /// The kind of an event.
    package enum Kind: Sendable {
        /// An event of a controller.
        case event(PlaybackEvent.Kind)
        /// Something was asked of a controller.
        case command(PlaybackCommand)
        /// A step of the scenario was done.
        case step(ScenarioStep.Action)
        /// A seek landed, or was given up.
        case seekEnd(finished: Bool)
        /// A report of the offline manager.
        case offline
        /// A request failed; it is made again or not.
        case failedRequest(isRetried: Bool)
        /// The playback service has answered a request of the app; `nil` for an answer without error.
        case answer(PlaybackError?)
        /// An outside command was not performed.
        case outsideAnswer(SystemControls.Answer)
        /// Playback continues elsewhere because a broadcast has left the playhead behind.
        case jump
        /// The app ended, and with it everything that it had.
        case death
    }

    /// When, in the time of the world.
    package var instant: Instant
    /// The number of the session, counted from 1 over all launches; `nil` when it is about none.
    package var session: Int?
    /// The kind of the event.
    package var kind: Kind
    /// The name for patterns; empty for events that they cannot match.
    package var name: String
    /// The payload in the trace.
    package var text: String
    /// The position of the session's playhead.
    package var position: MediaTime
    /// The number of its line in the trace, counted from 1; 0 if it is not in it.
    package var line: Int

    /// Creates a happening.
    package init(
        _ kind: Kind, at instant: Instant, session: Int? = nil, name: String = "",
        text: String = "", position: MediaTime = .zero, line: Int = 0
    ) {
        self.kind = kind
        self.instant = instant
        self.session = session
        self.name = name
        self.text = text
        self.position = position
        self.line = line
    }

    /// The lifecycle event; `nil` for other events.
    package var lifecycle: LifecycleEvent? {
        guard case .event(.didReceiveLifecycleEvent(let event)) = kind else { return nil }
        return event
    }

    /// The error that the app receives; `nil` for events without one.
    package var error: PlaybackError? {
        if case .answer(let error) = kind { return error }
        return lifecycle?.error
    }

    /// The progress; `nil` for other events.
    package var progress: Progress? {
        guard case .event(.didProgressTo(let progress)) = kind else { return nil }
        return progress
    }
}

extension EventPattern {
    /// Returns whether the pattern matches an event.
    func fits(_ happening: Happening) -> Bool {
        fits(
            name: happening.name, lifecycle: happening.lifecycle?.type, text: happening.text,
            session: happening.session, at: happening.instant)
    }
}
