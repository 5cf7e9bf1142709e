import Presentation
package import VirtualTime

extension PlaybackSession {
    /// Puts the playhead elsewhere.
    ///
    /// Before `Ready` this does nothing and the completion is never called, as documented for the
    /// simulated SDK (fact sheet, 1.4). A session that has ended stays so when its end is sought.
    ///
    /// - Parameters:
    ///   - target: The position, held within the seekable range.
    ///   - toleranceBefore: How far before the target it may land, on a sync sample.
    ///   - toleranceAfter: How far after the target it may land, on a sync sample.
    ///   - completion: Gets whether it landed: `false` when another seek or the end of the session
    ///     came before.
    package func seek(
        to target: MediaTime, toleranceBefore: MediaTime, toleranceAfter: MediaTime,
        completion: @escaping (Bool) -> Void
    ) {
        switch phase {
        case .ready, .finished: break
        case .idle, .loading, .failed, .terminated: return
        }
        step()
        switch phase {
        case .ready: catchUpCuePoints()
        case .finished:
            // What has ended is at its end already, and what follows the end is under way.
            guard target < presentationEnd else {
                return call { completion(true) }
            }
            phase = .ready
            tracker.reset(to: .at(position))
        // What was due by now ended the session before it could seek.
        case .idle, .loading, .failed, .terminated:
            return call { completion(false) }
        }
        let endsStall = isStalled
        abandonSeek()
        stopPlayhead()
        let seek = PendingSeek(
            target: min(max(target, .zero), presentationEnd),
            toleranceBefore: max(toleranceBefore, .zero),
            toleranceAfter: max(toleranceAfter, .zero), endsStall: endsStall,
            completion: completion)
        waiting = .seek(seek)
        tell(EventOrder.seekStart)
        dropReplacedAudio(at: seek.target)
        for feeder in allFeeders { feeder.seek(to: seek.target) }
        step()
    }

    /// Whether a stall has been told and its recovery has not.
    private var isStalled: Bool {
        switch waiting {
        case .stall: true
        case .seek(let seek): seek.endsStall
        case .start, nil: false
        }
    }

    /// Tells the cue points between the last look and the place where the playhead is.
    func catchUpCuePoints() {
        if let passage = tracker.move(to: .at(position)) { tell(.didPassCuePoints(passage)) }
    }

    /// Gives up the seek that has not landed.
    func abandonSeek() {
        guard case .seek(let seek) = waiting else { return }
        waiting = nil
        call { seek.completion(false) }
    }

    /// Puts the playhead where a seek leads, now that there is media.
    func land(_ seek: PendingSeek) {
        let place = landing(of: seek)
        playhead.jump(to: place, at: world.loop.now)
        record.passedUpTo = place
        boundaries.jump(to: place)
        nextTick = place.nextMultiple(of: options.progressInterval)
        toldProgress = nil
        completedSeek = seek
        tell(seek.endsStall ? EventOrder.seekEndOfStall : EventOrder.seekEnd, at: place)
    }

    /// The sync sample nearest to the target within the tolerances, or else the target itself.
    private func landing(of seek: PendingSeek) -> MediaTime {
        let window = (seek.target - seek.toleranceBefore)...(seek.target + seek.toleranceAfter)
        let nearest = keyframes.filter(window.contains).min {
            distance($0, seek.target) < distance($1, seek.target)
        }
        return min(max(nearest ?? seek.target, .zero), presentationEnd)
    }

    private func distance(_ left: MediaTime, _ right: MediaTime) -> MediaTime {
        left < right ? right - left : left - right
    }
}
