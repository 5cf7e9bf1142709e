import Sessions
import VirtualTime

extension PlaybackController {
    /// Handles a session's report, which contains either an event or a closure.
    ///
    /// The event is delivered to the listeners, or the closure is called, at the end of the
    /// event-loop turn. After the end of the current video, the queue may advance.
    func receive(_ report: SessionReport, from session: PlaybackSession) {
        switch report {
        case .event(let kind):
            if case .didChangeSelectedLegibleMediaOption(let option) = kind,
                enableCaptionPersistence
            {
                persistedCaptionLanguage = option?.languageTag
            }
            tell(kind, session)
            if case .didReceiveLifecycleEvent(let event) = kind {
                switch event.type {
                case .end: followEnd(of: session)
                case .play where session === currentSession: systemControls.holdBack(session)
                default: break
                }
            }
        case .call(let closure):
            deliver(.call(closure))
        }
    }

    /// Advances after the end of a session if `autoAdvance` is set.
    private func followEnd(of session: PlaybackSession) {
        guard session === currentSession else { return }
        world.loop.atEndOfTurn { [weak self, weak session] in
            guard let self, let session, autoAdvance, session === currentSession,
                session.hasEnded
            else { return }
            if !goOn() { tell(.didCompletePlaylist(givenVideos), nil) }
        }
    }

    func tell(_ kind: PlaybackEvent.Kind, _ session: PlaybackSession?) {
        happenings += 1
        if kind.concernsLockScreen { systemControls.mayHaveChanged() }
        deliver(
            .event(
                PlaybackEvent(instant: world.loop.now, session: session, kind: kind),
                number: happenings))
    }

    /// Delivers an event or a closure at the end of the event-loop turn, after earlier deliveries.
    func deliver(_ delivery: consuming EventOutbox.Delivery) {
        if outbox.add(delivery) { world.loop.atEndOfTurn(flush) }
    }
}
