import Containers
import Playlists
import Presentation
import Transport
import VirtualTime

extension PlaybackSession {
    /// Asks for what should lie ahead of the playhead and does not.
    func fill() {
        var feederCount = 0
        repeat {
            let goal = placeOfInterest + bufferGoal
            feederCount = allFeeders.count
            for feeder in allFeeders {
                while isFetching, feeder.wantsMore, feeder.resolvedEnd < goal {
                    if feeder.role == .main, switchesVariant(feeder) { break }
                    if feeder.wantsMore { requestNext(of: feeder) }
                }
            }
            // A variant that was changed to may have brought a track with it.
        } while isFetching && (placeHeld() || allFeeders.count > feederCount)
    }

    /// How much media is to lie ahead: at least what ends a wait, and a little more, so that no
    /// track ever waits for another one that has enough.
    var bufferGoal: MediaTime {
        max(
            options.bufferOptimizer.goal(viewed: machine.played.total),
            machine.rules.resumeLead + .seconds(1))
    }

    /// Whether media is wanted; asking for some may show that there is none to be had.
    private var isFetching: Bool { machine.isFetching }

    /// Asks for the next segment of a track, or resolves it if nothing needs to be asked for.
    private func requestNext(of feeder: TrackFeeder) {
        let index = feeder.nextIndex
        let segment = feeder.media.playlist.segments[index]
        if segment.isGap {
            let interval = feeder.media.timeline.interval(of: index)
            for name in ledgerNames(of: feeder) { record.update(name) { $0.declareGap(interval) } }
            return feeder.resolveNext()
        }
        // Pieces of a single file are there where its index did not keep its promises.
        let isListAlone = options.verification == .playlist && feeder.media.chunks == nil
        let isBelieved = feeder.role != .subtitles && options.streams?.readsSubtitlesAlone == true
        if isListAlone || isBelieved {
            let interval = feeder.media.timeline.interval(of: index)
            for name in ledgerNames(of: feeder) { record.update(name) { $0.cover(interval) } }
            noteVariant(of: feeder, in: interval)
            tellPlaced(index, of: feeder)
            return feeder.resolveNext()
        }
        if protection == nil, plan.transforms.isEmpty, let key = segment.keys.first {
            let url = feeder.media.segmentURL(index)
            return giveUp(feeder, .encrypted(method: key.method.rawValue, url: url))
        }
        if let section = feeder.media.initializationKey(index),
            section != feeder.initialization?.section
        {
            requestInitialization(section, of: feeder)
        } else {
            requestSegment(index, of: feeder)
        }
    }

    private func requestInitialization(_ section: InitializationKey, of feeder: TrackFeeder) {
        let media = feeder.media
        let context = media.context(feeder.nextIndex)
        let keys = context.segment.initializationSection?.keys ?? []
        guard let transforms = transforms(decryptedWith: keys, of: media, isSection: true) else {
            return unlock(keys, for: feeder)
        }
        var request = ResourceRequest(url: section.url, kind: .initializationSection)
        request.byteRange = section.byteRange
        request.referrer = media.url
        request.maximumByteCount = SegmentJob.initializationLimit
        request.patience = options.recovery.patienceForAnswers
        let job = InitializationJob(request: request, transforms: transforms, context: context)
        feeder.request = fetcher.fetch(.segment, job) { [weak self, weak feeder] result in
            guard let self, let feeder else { return }
            switch result {
            case .success(let fetched):
                fetcher.use(bytes: fetched.byteCount)
                feeder.request = nil
                feeder.initialization = (section, fetched.value)
                feeder.readAhead.clear()
                step()
            case .failure(let error): recover(feeder, from: error)
            }
        }
    }

    private func requestSegment(_ index: Int, of feeder: TrackFeeder) {
        if let chunk = feeder.media.chunks?[index] { return deliver(chunk, to: feeder) }
        guard let job = segmentJob(index, of: feeder) else {
            return unlock(feeder.media.playlist.segments[index].keys, for: feeder)
        }
        let ahead = feeder.readAhead.take(index)
        feeder.request = fetcher.fetch(.segment, job, ahead: ahead) {
            [weak self, weak feeder] result in
            guard let self, let feeder else { return }
            switch result {
            case .success(let fetched): receive(fetched, for: feeder)
            case .failure(let error): recover(feeder, from: error)
            }
        }
        readAhead(of: feeder, after: index)
    }

    /// Keeps the processors busy with the segments that are going to be asked for next.
    private func readAhead(of feeder: TrackFeeder, after index: Int) {
        // What is read ahead must come out as it would later, parameter sets included.
        guard feeder.media.firstRead != nil else { return }
        let limit = min(index + world.workers.count + 1, feeder.media.timeline.count - 1)
        guard index < limit else { return }
        for next in index + 1...limit {
            let segment = feeder.media.playlist.segments[next]
            guard !segment.isGap,
                loaders.canReadAhead(
                    feeder.media.segmentURL(next), listedIn: feeder.media.url),
                feeder.media.isKeyProven(of: next),
                feeder.media.initializationKey(next) == feeder.initialization?.section
            else { return }
            feeder.readAhead.start(next, with: fetcher) { segmentJob(next, of: feeder) }
        }
    }

    /// What reads a segment; `nil` while its key is missing.
    private func segmentJob(_ index: Int, of feeder: TrackFeeder) -> SegmentJob? {
        let media = feeder.media
        guard
            let transforms = transforms(
                decryptedWith: media.playlist.segments[index].keys, of: media,
                after: media.initializationKey(index) == nil ? nil : feeder.initialization?.read)
        else { return nil }
        var request = ResourceRequest(
            url: media.segmentURL(index), kind: feeder.role == .subtitles ? .subtitle : .segment)
        request.byteRange = media.playlist.segments[index].byteRange
        request.referrer = media.url
        options.recovery.bound(&request, of: media.playlist.segments[index].duration)
        var job = SegmentJob(
            request: request, transforms: transforms, context: media.context(index),
            initialization: media.initializationKey(index) == nil
                ? nil : feeder.initialization?.read,
            demuxer: SegmentDemuxer(level: options.verification, demuxer: options.demuxer),
            first: media.firstRead, isPicture: media.playlist.isIFramesOnly,
            provenKeys: media.provenKeys,
            subtitleReader: feeder.role == .subtitles ? plan.subtitleReader : nil)
        job.keepsSource =
            feeder.role == .main && segmentObservers.contains(where: \.wantsSources)
        return job
    }

    // MARK: Arrival

    func receive(_ fetched: Fetched<ReadSegment>, for feeder: TrackFeeder) {
        if feeder.role == .main {
            selector.received(bytes: fetched.byteCount, in: fetched.elapsed)
        }
        feeder.request = nil
        if feeder.role == .audio, waitsForOrigin(feeder) {
            feeder.held = fetched
        } else {
            settle(fetched, for: feeder)
            placeHeld()
        }
        step()
    }

    /// Places what was held back until the main track had fixed the origin of its domain.
    ///
    /// - Returns: Whether there was anything to place.
    @discardableResult
    private func placeHeld() -> Bool {
        var isAnyPlaced = false
        for feeder in allFeeders {
            guard let held = feeder.held, !waitsForOrigin(feeder) else { continue }
            feeder.held = nil
            settle(held, for: feeder)
            isAnyPlaced = true
        }
        return isAnyPlaced
    }

    /// Whether the next segment of an audio rendition has to wait for one of the main track.
    private func waitsForOrigin(_ feeder: TrackFeeder) -> Bool {
        guard feeder.role == .audio, let main = feeders.first, main.failure == nil else {
            return false
        }
        let domain = feeder.media.timeline.domain(of: feeder.nextIndex)
        // Where discontinuities of the two disagree there is nothing to wait for.
        let start = feeder.media.timeline.interval(of: feeder.nextIndex).lowerBound
        guard main.resolvedEnd <= start + TrackTimeline.tolerance else { return false }
        guard !placer.canPlace(domain: domain), main.nextIndex < main.media.timeline.count else {
            return false
        }
        return main.media.timeline.domain(of: main.nextIndex) <= domain
    }

    private func settle(_ fetched: Fetched<ReadSegment>, for feeder: TrackFeeder) {
        let index = feeder.nextIndex
        let media = feeder.media
        if fetched.value.media.isMisnamed { record.addNote(.misnamedMedia) }
        do throws(SessionError) {
            if feeder.role == .subtitles {
                let interval = media.timeline.interval(of: index)
                record.update(TrackFeeder.Role.subtitles.rawValue) { $0.cover(interval) }
                cueArrivals.arrive(fetched.value.cues, at: index, of: media)
                tellPlaced(index, of: feeder, fetched.value.media)
            } else {
                try place(fetched.value, at: index, of: feeder)
            }
            media.provenKeys.formUnion(fetched.provenKeys)
            if media.firstRead == nil { media.firstRead = fetched.value.media }
            if described[feeder.role] == nil { described[feeder.role] = fetched.value.media }
            keep(fetched.byteCount, at: index, of: media)
            if !feeder.goesBack(for: placeOfInterest) { feeder.resolveNext() }
        } catch {
            if media.chunks == nil { fetcher.waste(bytes: fetched.byteCount) }
            recover(feeder, from: error)
        }
    }

    /// Takes note of bytes that lie ready, for the account of requests.
    private func keep(_ byteCount: Int64, at index: Int, of media: RenditionMedia) {
        guard media.chunks == nil else { return record.takeFromFile(index, of: media) }
        let segment = SessionRecord.FetchedSegment(
            media: media, index: index, byteCount: byteCount)
        record.addFetched(segment, passed: machine.played.intervals) {
            fetcher.use(bytes: $0.byteCount)
        }
    }

    private func place(
        _ read: ReadSegment, at index: Int, of feeder: TrackFeeder
    ) throws(SessionError) {
        let segment = read.media
        let media = feeder.media
        let url = media.segmentURL(index)
        let damage = segment.damage(of: kindsToRead(by: feeder), after: media.firstRead)
        if let damage, options.recovery.damagedSegment == .fail {
            throw .damaged(damage.text, url: url)
        }
        let expected = media.timeline.interval(of: index)
        let promised = media.playlist.segments[index].duration
        guard
            let placement = placer.place(
                segment, domain: media.timeline.domain(of: index), expected: expected,
                of: media.url)
        else {
            let isNegligible = SegmentPromise(promised).isNegligible(beside: media.firstRead)
            if segment.tracks.isEmpty, isNegligible { return }
            if segment.isTextAlone { throw .textAlone(url: media.url) }
            throw .damaged("no audio or video samples", url: url)
        }
        let longest = MediaClaim.longest(
            promised: promised, target: media.playlist.targetDuration)
        guard placement.interval.length <= longest else {
            let found = "holds \(placement.interval.length) s of media, more than \(longest) s"
            throw .damaged("\(found) for a promise of \(promised) s", url: url)
        }
        if let found = SegmentPromise(promised).shortfall(of: placement.spans),
            options.recovery.damagedSegment == .fail
        {
            throw .shortSegment(url: url, promised: promised, found: found)
        }
        media.timeline.measure(index, as: placement.interval)
        if placement.isUndeclaredJump { record.addNote(.undeclaredDiscontinuity) }
        machine.add(syncSamples: placement.keyframes, at: world.loop.now)
        tellPlaced(index, of: feeder, segment, placement, source: read.source)
        noteVariant(of: feeder, in: placement.interval)
        write(placement, of: segment, for: feeder, url: url)
        if !media.isSingleFile {
            let losses = media.seams.take(placement, of: segment, media.listing(media.number(at: index)))
            for loss in losses where kindsToRead(by: feeder).contains(loss.kind) {
                record.update(loss.kind.ledgerName) {
                    $0.lose(loss.interval, cause: "\(url): \(loss.cause)")
                }
            }
        }
        if let overlap = media.timeline.overlap(before: index) {
            for name in ledgerNames(of: feeder) { record.update(name) { $0.overlap(overlap) } }
        }
    }

    /// The kinds of media that a track reads out of its segments.
    private func kindsToRead(by feeder: TrackFeeder) -> [TrackDescription.Kind] {
        guard feeder.role == .main else { return [.audio] }
        return feeders.contains { $0.role == .audio } ? [.video] : [.video, .audio]
    }

    private func write(
        _ placement: Placement, of segment: DemuxedSegment, for feeder: TrackFeeder, url: String
    ) {
        if feeder.role == .main {
            let announced = AnnouncedKinds(
                present: placement.coverage.map(\.kind), segment: segment,
                variant: asset?.currentVariant,
                hasAudioRendition: feeders.contains { $0.role == .audio })
            record.addMainKinds(announced.all, gapsOf: ledgerNames(of: feeder).first)
        }
        if segment.hasUnreadStreams { record.addNote(.unreadStreams) }
        if segment.lostMetadata { record.addNote(.lostMetadata) }
        let kinds = feeder.role == .main ? record.mainKinds : [.audio]
        let findings = SegmentFindings(
            placement, of: segment, after: feeder.media.firstRead, url: url)
        for kind in kinds { record.update(kind.ledgerName) { findings.write(kind, to: &$0) } }
    }

    /// Takes note of the variant that media comes from.
    private func noteVariant(of feeder: TrackFeeder, in interval: Range<MediaTime>) {
        guard feeder.role == .main, let variant = asset?.currentVariant else { return }
        record.variants.place(interval, of: Int64(variant.bandwidth))
    }

    /// The names under which the ledger has what a feeder delivers.
    func ledgerNames(of feeder: TrackFeeder) -> [String] {
        switch feeder.role {
        case .audio: return [TrackDescription.Kind.audio.ledgerName]
        case .subtitles: return [TrackDescription.Kind.subtitle.ledgerName]
        case .main:
            if !record.mainKinds.isEmpty { return record.mainKinds.map(\.ledgerName) }
            let isAudio = asset?.currentVariant.map { !$0.hasVideo } ?? false
            return [(isAudio ? TrackDescription.Kind.audio : .video).ledgerName]
        }
    }

    // MARK: Recovery

    /// Does what the recovery policy says of a segment that cannot be had.
    func recover(_ feeder: TrackFeeder, from error: SessionError) {
        feeder.request = nil
        tellProtectionError(error)
        if feeder.role == .subtitles, !options.recovery.skipsEveryLoss {
            return recoverSubtitles(from: error)
        }
        let others = asset.map { $0.variants.count - selector.excluded.count } ?? 0
        let recovery = options.recovery.recovery(
            for: error, hasOtherVariant: feeder.role == .main && others > 1)
        switch recovery {
        case .switchVariant:
            if let current = asset?.currentIndex { leaveVariant(current, after: error) }
            step()
        case .skip:
            tellLost(error, of: feeder, endsTrack: false)
            let interval = feeder.media.timeline.interval(of: feeder.nextIndex)
            for name in ledgerNames(of: feeder) {
                record.update(name) { $0.miss(interval, cause: "\(error)") }
            }
            feeder.resolveNext()
            placeHeld()
            step()
        case .retry, .fail:
            giveUp(feeder, error)
            step()
        }
    }

    /// Takes note that a track has nothing more from here on.
    ///
    /// What lies ready is played out first, as other players do.
    func giveUp(_ feeder: TrackFeeder, _ error: SessionError) {
        tellLost(error, of: feeder, endsTrack: true)
        if case .loading = machine.phase, !feeder.hasResolved { return fail(error) }
        feeder.release()
        feeder.failure = error
    }
}
