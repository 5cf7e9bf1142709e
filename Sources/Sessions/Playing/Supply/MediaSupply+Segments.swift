import Containers
import Playlists
import Presentation
import VirtualTime

/// Obtains and places segments, and handles the loss of a segment.
extension MediaSupply {
    /// Updates the playable media of tracks whose arriving segments can already be played.
    ///
    /// - Returns: Whether a segment that can already be played is arriving.
    func followArrivals() -> Bool {
        guard policy.arrivals != .none else { return false }
        return change { $0.followArrivals(policy.arrivals, requests.arrival(of:)) }
    }

    /// Whether the next variant stream must be chosen now, because a segment has arrived.
    var choosesAtArrival: Bool { mayChoose && policy.variants.choosesAtArrival }

    /// Chooses the variant stream of the next segment, if a segment has just arrived.
    ///
    /// The function does nothing unless the policy requires a choice at each arrival.
    func chooseAtArrival(at moment: Moment) {
        guard choosesAtArrival, let number = inspect({ $0.mainNumber }),
            inspect({ $0[number]?.wantsMore }) == true
        else { return }
        mayChoose = false
        _ = isVariantPending(number, at: moment)
    }

    /// Requests the next segment of the first track whose obtained media ends before a goal.
    ///
    /// A segment that needs no request, such as a gap, is resolved at once.
    ///
    /// - Parameters:
    ///   - goal: The position up to which tracks should have obtained media.
    ///   - waiting: The tracks that cannot request media now.
    ///   - moment: The current moment of the session.
    /// - Returns: Whether the obtained media of a track ended before the goal.
    func fill(
        below goal: MediaTime, besides waiting: inout [Track.Number], at moment: Moment
    ) -> Bool {
        if let change = failover.change(in: assetLoad, window: { follower?.window(of: $0) }) {
            leave(change.variant, after: change.error, at: moment)
            record.remarks.add(.replacedVariant, change.remark)
        }
        let next = inspect {
            (
                number: $0.next(
                    below: goal, in: policy.trackOrder, besides: waiting,
                    leavesMain: follower != nil && assetLoad.hasLeftCurrent),
                main: $0.mainNumber
            )
        }
        guard let number = next.number else {
            if follower != nil { requests.requestHints(of: tracks, below: goal) }
            return false
        }
        if number == next.main, isVariantPending(number, at: moment) {
            waiting.append(number)
        } else {
            recording(number) { supply(number, at: moment) }
        }
        return true
    }

    /// Requests the next segment of a track, or resolves it at once if it needs no request.
    private func supply(_ number: Track.Number, at moment: Moment) {
        let decrypts = !requests.decryption.isMissing
        let isAlone = intake.readsSubtitlesAlone(options.streams, besides: tracks[number], decrypts)
        let next = inspect {
            $0.supply(
                of: number, at: options.verification, isForSubtitles: isAlone, decrypts: decrypts)
        }
        guard let (supply, role, media) = next else { return }
        switch supply {
        case .request(let segment):
            guard let track = tracks[number] else { return }
            change { $0.update(number) { $0.begin(segment) } }
            requests.request(segment, of: track)
        case .complete: change { $0.update(number) { $0.resolveNext() } }
        case .hole:
            if let hole = tracks[number]?.hole, !hole.interval.isEmpty {
                record.update(role, hasVideo: assetLoad.hasVideo) {
                    $0.miss(hole.interval, cause: hole.text)
                }
            }
            change { $0.update(number) { $0.resolveNext() } }
        case .refusal(let error): giveUp(number, error, at: moment)
        case .gap(let listed):
            let gap = media.interval(of: listed)
            record.update(role, hasVideo: assetLoad.hasVideo) { $0.declareGap(gap) }
            change { $0.update(number) { $0.resolve(listed) } }
        case .promise(let segment, let part):
            let interval = part.map(media.interval(of:)) ?? media.interval(of: segment)
            record.update(role, hasVideo: assetLoad.hasVideo) { $0.cover(interval) }
            record.placeVariant(assetLoad.currentBandwidth, of: role, in: interval)
            observers.reportPlaced(tracks[number], part, playhead: moment.position)
            change { $0.update(number) { $0.resolve(part) } }
        }
    }

    // MARK: Arrival

    /// Handles the result of a track's request.
    func receive(_ arrival: TrackRequests.Arrival, of number: Track.Number, at moment: Moment) {
        if case .hintRefused = arrival {
            if let track = tracks[number] { follower?.refresh(track.media) }
            return
        }
        if case .content(let read) = arrival {
            return intake.fixOrigin(by: read, of: tracks[number])
        }
        change { $0.update(number) { $0.receive() } }
        guard let track = tracks[number] else { return }
        switch arrival {
        case .preparation, .hintRefused, .content: break
        case .again: change { $0.update(number) { $0.askAgain() } }
        case .failure(let error, let attempts):
            recording(number) { recover(number, from: error, attempts, at: moment) }
        case .segment(let fetched):
            if track.role == .main {
                assetLoad.received(fetched, of: track)
                mayChoose = true
            }
            if intake.waits(forOriginOf: tracks.originAwaited(by: track)) {
                change { $0.update(number) { $0.begin() } }
                requests.hold(fetched, for: number)
            } else {
                recording(number) { place(fetched, of: number, at: moment) }
                placeHeld(at: moment)
            }
        }
    }

    /// Places the segments that waited until the main track determined their timestamp origin.
    ///
    /// - Returns: Whether a segment was placed.
    @discardableResult
    func placeHeld(at moment: Moment) -> Bool {
        guard requests.isHolding else { return false }
        var isAnyPlaced = false
        for number in tracks.numbers {
            guard !news.isFailing, let track = tracks[number],
                !intake.waits(forOriginOf: tracks.originAwaited(by: track)),
                let held = requests.takeHeld(number)
            else { continue }
            change { $0.update(number) { $0.receive() } }
            recording(number) { place(held, of: number, at: moment) }
            isAnyPlaced = true
        }
        return isAnyPlaced
    }

    private func place(
        _ fetched: Fetched<ReadSegment>, of number: Track.Number, at moment: Moment
    ) {
        guard let track = tracks[number] else { return }
        do throws(SessionError) {
            let outcome = try intake.place(
                fetched, of: track,
                SegmentIntake.Circumstances(
                    variant: assetLoad.variant, hasAudioTrack: tracks.audio != nil,
                    damagedSegment: policy.recovery.damagedSegment),
                into: &record)
            if case .placed(let placement) = outcome {
                news.append(.placed(syncSamples: placement?.keyframes ?? []))
            }
            observers.report(outcome, of: track, fetched.value, playhead: moment.position)
            record.keep(fetched.byteCount, of: track, passed: moment.passed, by: fetcher)
            change {
                $0.update(number) { if !$0.goesBack(for: moment.place) { $0.resolveRequested() } }
            }
        } catch {
            if track.media.chunks == nil { fetcher.waste(bytes: fetched.byteCount) }
            recover(number, from: error, FailedAttempts(since: loop.now), at: moment)
        }
    }

    /// Applies the recovery policy to a segment that cannot be obtained or used.
    private func recover(
        _ number: Track.Number, from error: SessionError, _ attempts: FailedAttempts,
        at moment: Moment
    ) {
        change { $0.update(number) { $0.receive() } }
        news.append(.protectionFailed(error))
        guard let track = tracks[number] else { return }
        let segment = RecoveryPolicy.FailedSegment(
            of: track, attempts, in: assetLoad, at: loop.now)
        switch policy.consequence(of: error, for: track.role, segment) {
        case .switchVariant:
            if let current = assetLoad.asset?.currentIndex {
                leave(current, after: error, at: moment)
            }
        case .again(let repetition):
            if repetition.changesVariant, track.role == .main { assetLoad.leaveForAnother() }
            if repetition.needsMedia, moment.load != nil, !track.hasResolved {
                return giveUp(number, error, at: moment)
            }
            change { $0.update(number) { $0.wait(for: repetition, after: error) } }
            requests.wait(for: repetition, of: track, after: attempts.count)
        case .skip:
            observers.report(assetLoad.loss(error, of: track, endsTrack: false))
            let (lost, cause) = (track.requestedInterval, "\(error)")
            record.update(track.role, hasVideo: assetLoad.hasVideo) { $0.miss(lost, cause: cause) }
            change { $0.update(number) { $0.resolveRequested() } }
            placeHeld(at: moment)
        case .dropSubtitles: news.append(.subtitlesLost(error))
        case .endTrack: giveUp(number, error, at: moment)
        case .fail: news.append(.failed(error))
        }
    }

    /// Ends a track where its obtained media ends, or fails the session.
    ///
    /// The session fails if the policy requires this, or if the session is still loading and no
    /// segment of the track has been obtained or skipped.
    func giveUp(_ number: Track.Number, _ error: SessionError, at moment: Moment) {
        guard let track = tracks[number] else { return }
        observers.report(assetLoad.loss(error, of: track, endsTrack: true))
        if policy.recovery.failsAtOnce || moment.load != nil && !track.hasResolved {
            return news.append(.failed(error))
        }
        change { $0.update(number) { $0.fail(error) } }
    }
}
