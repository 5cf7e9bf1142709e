import Sessions
import VirtualTime

extension PlaybackController {
    func hear(_ event: SessionEvent, from session: PlaybackSession) {
        switch event {
        case .duration(let duration): tell(.didChangeDuration(duration.seconds), session)
        case .seekableRanges(let ranges): tell(.didChangeSeekableRanges(ranges), session)
        case .progress(let progress): tell(.didProgressTo(progress), session)
        case .cuePoints(let passage): tell(.didPassCuePoints(passage), session)
        case .mediaType(let type): tell(.determinedMediaType(type), session)
        case .videoType(let type): tell(.determinedVideoType(type), session)
        case .codecs(let codecs): tell(.determinedCodecs(codecs), session)
        case .metadata(let metadata): tell(.determinedMetadata(metadata), session)
        case .lifecycle(let event):
            tell(.didReceiveLifecycleEvent(event), session)
            if event.type == .end { followEnd(of: session) }
        case .audibleOption(let option):
            tell(.didChangeSelectedAudibleMediaOption(option), session)
        case .legibleOption(let option):
            if enableCaptionPersistence { persistedCaptionLanguage = option?.languageTag }
            tell(.didChangeSelectedLegibleMediaOption(option), session)
        case .cueShown(let cue, let option): tell(.didShowCue(cue, of: option), session)
        case .cueHidden(let cue, let option): tell(.didHideCue(cue, of: option), session)
        case .boundary(let action):
            outbox.add { _ in action() }
            flushAtEndOfTurn()
        case .seekCompleted(let finished, let completion):
            outbox.add { _ in completion(finished) }
            flushAtEndOfTurn()
        }
    }

    /// Goes on when a session has been played to its end, as far as that is wanted.
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
        let event = PlaybackEvent(instant: world.loop.now, session: session, kind: kind)
        happenings += 1
        outbox.add { [happenings] controller in controller.deliver(event, number: happenings) }
        flushAtEndOfTurn()
    }

    func flushAtEndOfTurn() {
        guard outbox.needsFlush() else { return }
        world.loop.atEndOfTurn { [weak self] in
            guard let self else { return }
            while let delivery = outbox.next() { delivery(self) }
        }
    }
}
