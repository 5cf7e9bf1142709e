import Presentation
import VirtualTime

extension PlaybackSession {
    /// Tells what happens at one instant, in the order of the table.
    ///
    /// - Parameters:
    ///   - steps: What to tell.
    ///   - place: Where the playhead is, for the steps that need it; `nil` asks the playhead.
    func tell(_ steps: [EventOrder.Step], at place: MediaTime? = nil) {
        for step in steps { tell(step, at: place ?? position) }
    }

    private func tell(_ step: EventOrder.Step, at place: MediaTime) {
        switch step {
        case .lifecycle(let type):
            let isEnd = type == .pause && hasEnded
            if !isEnd || options.tellsPauseAtEnd { tell(type) }
        case .startOfProgress: tell(.didProgressTo(.started))
        case .progress: tellProgress(at: place)
        case .endOfProgress: tell(.didProgressTo(.ended))
        case .cuePoints: tellCuePoints(at: place)
        case .cuePointsBefore: tellCuePointsBefore()
        case .cuePointsAfter: tell(tracker.move(to: .afterEnd))
        case .cues: tell(subtitleCues.track.advance(to: place))
        case .cuesAnew: tell(subtitleCues.track.jump(to: place))
        case .noCues: tell(subtitleCues.track.stop())
        case .duration: tellDuration()
        case .facts: tellFacts()
        case .seekCompletion: tellSeekCompletion()
        }
    }

    private func tellProgress(at place: MediaTime) {
        guard toldProgress != place else { return }
        toldProgress = place
        // Nobody is to be told of a place behind the end.
        if let toldDuration, place > toldDuration { tellDuration() }
        tell(.didProgressTo(.at(place)))
    }

    private func tell(_ passage: CuePointPassage?) {
        guard let passage else { return }
        tell(.didPassCuePoints(passage))
    }

    private func tellCuePoints(at place: MediaTime) {
        let now = world.loop.now
        guard now >= nextCueLook || hasEnded || completedSeek != nil else { return }
        nextCueLook = now.advanced(by: options.cuePointInterval)
        tell(tracker.move(to: .at(place)))
    }

    private func tellCuePointsBefore() {
        guard !hasStartedPlaying else { return }
        hasStartedPlaying = true
        tell(tracker.atFirstPlay())
    }

    private func tellDuration() {
        let duration = max(presentationEnd, record.passedUpTo)
        toldDuration = duration
        tell(.didChangeDuration(duration.seconds))
        tell(.didChangeSeekableRanges(seekableRanges))
    }

    private func tellSeekCompletion() {
        guard let seek = completedSeek else { return }
        completedSeek = nil
        call { seek.completion(true) }
    }

    private func tellFacts() {
        let facts = MediaFacts(session: self)
        tell(.determinedMediaType(facts.mediaType))
        tell(.determinedVideoType(facts.videoType))
        tell(.determinedCodecs(facts.codecs))
        tell(.determinedMetadata(facts.metadata))
    }
}
