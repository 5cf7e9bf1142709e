import Containers
import Playlists
import Presentation
import VirtualTime

/// Segments: how each is obtained, placed, and done without.
extension PlaybackSession {
    /// Resolves the next segment of a track, or requests it.
    func supply(_ number: Track.Number) {
        guard let track = tracks[number], track.wantsMore else { return }
        let supply = track.supply(
            at: options.verification,
            readsSubtitlesAlone: options.streams?.readsSubtitlesAlone == true,
            decrypts: !requests.decryption.isMissing)
        switch supply {
        case .request(let segment):
            change { $0.update(number) { $0.begin() } }
            requests.request(segment, of: track)
        case .hole:
            let hole = track.hole
            if !hole.interval.isEmpty {
                record.update(track.role, assetLoad.variant) {
                    $0.miss(hole.interval, cause: hole.text)
                }
            }
            change { $0.update(number) { $0.resolveNext() } }
        case .refusal(let error): giveUp(number, error)
        case .gap:
            let interval = track.media.timeline.interval(of: track.next)
            record.update(track.role, assetLoad.variant) { $0.declareGap(interval) }
            change { $0.update(number) { $0.resolveNext() } }
        case .promise:
            let interval = track.media.timeline.interval(of: track.next)
            record.update(track.role, assetLoad.variant) { $0.cover(interval) }
            record.placeVariant(assetLoad.variant, of: track.role, in: interval)
            observers.reportPlaced(track, playhead: position)
            change { $0.update(number) { $0.resolveNext() } }
        }
    }

    // MARK: Arrival

    /// Handles what a request of a track led to.
    func receive(_ arrival: TrackRequests.Arrival, of number: Track.Number) {
        change { $0.update(number) { $0.receive() } }
        guard let track = tracks[number] else { return }
        switch arrival {
        case .preparation: break
        case .failure(let error): recover(number, from: error)
        case .segment(let fetched):
            if track.role == .main {
                assetLoad.received(bytes: fetched.byteCount, in: fetched.elapsed)
            }
            if waitsForOrigin(track) {
                change { $0.update(number) { $0.begin() } }
                requests.hold(fetched, for: number)
            } else {
                place(fetched, of: number)
                placeHeld()
            }
        }
    }

    private func waitsForOrigin(_ track: Track) -> Bool {
        tracks.originAwaited(by: track).map { !intake.placer.canPlace(domain: $0) } ?? false
    }

    /// Places what was held back until the main track had fixed the origin of its domain.
    ///
    /// - Returns: Whether there was anything to place.
    @discardableResult
    func placeHeld() -> Bool {
        guard requests.isHolding else { return false }
        var isAnyPlaced = false
        for number in tracks.numbers {
            guard let track = tracks[number], !waitsForOrigin(track),
                let held = requests.takeHeld(number)
            else { continue }
            change { $0.update(number) { $0.receive() } }
            place(held, of: number)
            isAnyPlaced = true
        }
        return isAnyPlaced
    }

    private func place(_ fetched: Fetched<ReadSegment>, of number: Track.Number) {
        guard let track = tracks[number] else { return }
        do throws(SessionError) {
            let outcome = try intake.place(
                fetched, of: track,
                SegmentIntake.Circumstances(
                    variant: assetLoad.variant, hasAudioTrack: tracks.audio != nil,
                    damagedSegment: policy.recovery.damagedSegment),
                into: &record)
            if case .placed(let placement) = outcome {
                machine.add(syncSamples: placement?.keyframes ?? [], at: world.loop.now)
                observers.reportPlaced(track, fetched.value, placement, playhead: position)
            }
            keep(fetched.byteCount, of: track)
            let place = placeOfInterest
            change { $0.update(number) { if !$0.goesBack(for: place) { $0.resolveNext() } } }
        } catch {
            if track.media.chunks == nil { fetcher.waste(bytes: fetched.byteCount) }
            recover(number, from: error)
        }
    }

    /// Takes note of bytes that are ready, for the account of requests.
    private func keep(_ byteCount: Int64, of track: Track) {
        guard track.media.chunks == nil else {
            return record.takeFromFile(track.next, of: track.media)
        }
        let segment = SessionRecord.FetchedSegment(
            segment: KeptSegment(track.next, of: track.media), byteCount: byteCount)
        record.addFetched(segment, passed: machine.played.intervals) {
            fetcher.use(bytes: $0.byteCount)
        }
    }

    /// Places the cues that have arrived and whose times count from a known origin.
    func placeCues() {
        guard !intake.cues.isEmpty else { return }
        // What was due up to here has been reported; what is over by now never will be.
        decide { machine, _ in machine.followCues() }
        for placed in intake.takeCues(main: mainTimeline) {
            let isTooMuch = decide { machine, _ in
                do throws(CueTrack.Overflow) {
                    try machine.add(cues: placed.cues, joinsPieces: placed.joinsPieces)
                    return false
                } catch {
                    return true
                }
            }
            guard isTooMuch else { continue }
            return recoverSubtitles(
                from: .subtitles("more than \(CueTrack.mostCues) cues", url: placed.url))
        }
    }

    /// Hides what is shown, and forgets the cues because other subtitles are selected.
    func forgetCues() {
        intake.cues = CueArrivals()
        decide { $0.forgetCues(at: $1) }
    }

    // MARK: Recovery

    /// Does what the policy says of a segment that cannot be obtained or used.
    private func recover(_ number: Track.Number, from error: SessionError) {
        change { $0.update(number) { $0.receive() } }
        decide { machine, _ in machine.reportProtectionError(error) }
        guard let track = tracks[number] else { return }
        let consequence = policy.consequence(
            of: error, for: track.role, hasOtherVariant: assetLoad.hasOtherVariant)
        switch consequence {
        case .switchVariant:
            if let current = assetLoad.asset?.currentIndex { leave(current, after: error) }
        case .skip:
            observers.report(loss(error, of: track, endsTrack: false))
            let interval = track.media.timeline.interval(of: track.next)
            record.update(track.role, assetLoad.variant) { $0.miss(interval, cause: "\(error)") }
            change { $0.update(number) { $0.resolveNext() } }
            placeHeld()
        case .dropSubtitles: dropSubtitles(error)
        case .endTrack: giveUp(number, error)
        case .fail: fail(error)
        }
    }

    /// Ends a track where it is ready to, or the session if it has nothing to start with.
    func giveUp(_ number: Track.Number, _ error: SessionError) {
        guard let track = tracks[number] else { return }
        observers.report(loss(error, of: track, endsTrack: true))
        if case .loading = machine.phase, !track.hasResolved { return fail(error) }
        change { $0.update(number) { $0.fail(error) } }
    }

    private func loss(_ error: SessionError, of track: Track, endsTrack: Bool) -> MediaLoss {
        MediaLoss(
            role: track.role.placed, media: track.media, number: track.next,
            option: assetLoad.selection.option(of: track.role), error: error, endsTrack: endsTrack)
    }

    /// Fails over subtitles that cannot be obtained, or continues without them.
    func recoverSubtitles(from error: SessionError) {
        if policy.dropsMissingSubtitles { dropSubtitles(error) } else { fail(error) }
    }

    private func dropSubtitles(_ error: SessionError) {
        forgetCues()
        change { $0.dropSubtitles() }
        assetLoad.selection.legible = nil
        decide { machine, _ in machine.report(.failedToPlayToEnd(error)) }
        report(.didChangeSelectedLegibleMediaOption(nil))
    }
}
