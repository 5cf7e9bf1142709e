import Containers
import Playlists
import Presentation
import Transport
import VirtualTime

/// Requests the next media of tracks, and reports the arrivals.
///
/// It decides nothing: ``TrackSet`` determines which track needs media, and each request ends in
/// one arrival unless it is abandoned.
final class TrackRequests {
    /// The result of a request.
    enum Arrival {
        /// The next segment of the track.
        case segment(Fetched<ReadSegment>)
        /// The content of the next segment, whose bytes the simulated network is still delivering.
        case content(ReadSegment)
        /// The initialization section or the key that the next segment needs first.
        case preparation
        /// No media: the part that the playlist announced does not exist.
        case hintRefused
        /// No media: the request failed, and the delay before the reaction has passed.
        case failure(SessionError, FailedAttempts)
        /// No media: the delay before a further request has passed.
        case again
    }

    /// The decryption of the current load.
    var decryption: Decryption
    private let world: PlaybackWorld
    private let options: PlaybackOptions
    private let recovery: RecoveryPolicy
    private let rules: RequestRules
    private let subtitleReader: (any SubtitleReader)?
    private let observers: SegmentObservers
    private let loaders: SessionLoaders
    private let fetcher: ResourceFetcher
    private let report: (Track.Number, Arrival) -> Void
    private var feeders: [Track.Number: TrackFeeder] = [:]
    /// The abandoned feeders whose last response is still received.
    private var finishing: [TrackFeeder] = []
    /// A closure that returns whether playback may continue without the segment of a track.
    ///
    /// Playback may continue with another variant stream, or skip the segment.
    var hasWayOut: (Track.Number) -> Bool = { _ in false }

    init(
        _ plan: SessionPlan, options: PlaybackOptions, policy: PlaybackPolicy,
        observers: SegmentObservers, loaders: SessionLoaders, fetcher: ResourceFetcher,
        world: PlaybackWorld,
        report: @escaping (Track.Number, Arrival) -> Void
    ) {
        self.options = options
        recovery = policy.recovery
        rules = policy.requests
        self.observers = observers
        self.loaders = loaders
        self.fetcher = fetcher
        self.world = world
        self.report = report
        subtitleReader = plan.subtitleReader
        decryption = Decryption(protection: nil, transforms: plan.transforms)
    }

    // MARK: Work in progress

    /// The sizes of the segments that have arrived and are not placed yet.
    var heldBytes: [Int64] {
        feeders.values.flatMap { [$0.held?.byteCount, $0.hint?.arrived?.byteCount] }
            .compactMap { $0 }
    }

    /// Holds a segment back until it can be placed.
    func hold(_ segment: Fetched<ReadSegment>, for number: Track.Number) {
        feeders[number]?.held = segment
    }

    /// Whether any segment has arrived but is held back, so that it is not placed yet.
    var isHolding: Bool { feeders.values.contains { $0.held != nil } }

    /// Removes and returns the held-back segment of a track; `nil` when there is none.
    func takeHeld(_ number: Track.Number) -> Fetched<ReadSegment>? { feeders[number]?.held.take() }

    /// Abandons the requests of a track.
    ///
    /// - Parameters:
    ///   - number: The track.
    ///   - isGone: Whether the track has been removed.
    ///   - byFinishing: Whether a segment that is arriving is still received, although it is not
    ///     used.
    func abandon(_ number: Track.Number, isGone: Bool, byFinishing: Bool = false) {
        if byFinishing {
            finish(number)
        } else {
            for feeder in finishing { _ = feeder.release() }
            finishing = []
        }
        for bytes in feeders[number]?.release() ?? [] { fetcher.waste(bytes: bytes) }
        if isGone { feeders[number] = nil }
    }

    /// Abandons the segment that a track receives, but lets its request finish.
    private func finish(_ number: Track.Number) {
        guard let former = feeders[number], former.isReceivingSegment else { return }
        let feeder = TrackFeeder()
        feeder.initialization = former.initialization
        feeders[number] = feeder
        finishing.append(former)
        former.isAbandoned = true
    }

    private func feeder(of track: Track) -> TrackFeeder {
        if let feeder = feeders[track.number] { return feeder }
        let feeder = TrackFeeder()
        feeders[track.number] = feeder
        return feeder
    }

    // MARK: Requests

    /// Reports after a delay that the next segment of a track can be requested again.
    ///
    /// - Parameters:
    ///   - repetition: The repetition of the request, with its delay.
    ///   - track: The track.
    ///   - attempts: The number of failed attempts for the segment.
    func wait(
        for repetition: RecoveryPolicy.Repetition, of track: Track, after attempts: Int
    ) {
        let feeder = feeder(of: track)
        if repetition.continuesAttempts {
            feeder.failures.carry(attempts, for: track.media.identity(of: track.next))
        }
        wait(repetition.delay, track.number, feeder, then: .again)
    }

    /// Reports an arrival after a delay, unless the requests of the track are abandoned.
    private func wait(
        _ delay: Duration, _ number: Track.Number, _ feeder: TrackFeeder, then arrival: Arrival
    ) {
        feeder.request = world.loop.schedule(after: delay) { [weak self, weak feeder] in
            feeder?.request = nil
            self?.report(number, arrival)
        }
    }

    /// Reports the failure of all attempts for a segment.
    ///
    /// A failed transfer is reported only after the reaction delay of the recovery policy.
    private func reportFailure(
        _ error: SessionError, after attempts: Int, _ number: Track.Number, _ feeder: TrackFeeder
    ) {
        let arrival = Arrival.failure(
            error, feeder.failures.add(attempts, at: world.loop.now))
        guard recovery.reactionDelay > .zero, case .transport = error else {
            return report(number, arrival)
        }
        wait(recovery.reactionDelay, number, feeder, then: arrival)
    }

    /// Requests the next segment of a track, or a resource that the segment needs first.
    func request(_ listed: ListedSegment, of track: Track) {
        let feeder = feeder(of: track)
        feeder.failures.begin(track.media.identity(of: listed.number))
        if let section = track.media.initializationKey(of: listed.segment),
            section != feeder.initialization?.section
        {
            requestInitialization(section, for: listed, of: track, feeder)
        } else {
            requestSegment(listed, of: track, feeder)
        }
    }

    private func requestInitialization(
        _ section: InitializationKey, for listed: ListedSegment, of track: Track,
        _ feeder: TrackFeeder
    ) {
        let media = track.media
        let number = track.number
        let context = media.context(of: listed)
        let keys = context.segment.initializationSection?.keys ?? []
        guard
            let transforms = decryption.transforms(
                decryptedWith: keys, of: media, isSection: true)
        else { return unlock(keys, for: track, feeder) }
        var request = ResourceRequest(url: section.url, kind: .initializationSection)
        request.byteRange = section.byteRange
        request.referrer = media.url
        request.maximumByteCount = SegmentJob.initializationLimit
        request.patience = recovery.patienceForAnswers
        request.cause = track.cause()
        let job = InitializationJob(request: request, transforms: transforms, context: context)
        let token = fetcher.fetch(
            .segment, job, after: feeder.failures.carried, hasWayOut: wayOut(of: number),
            whenRead: { [weak self, weak feeder] read in
                guard let self, let feeder, let delay = rules.besideSection else { return }
                feeder.beside = world.loop.schedule(after: delay) { [weak self, weak feeder] in
                    guard let self, let feeder else { return }
                    feeder.beside = nil
                    feeder.take(read, of: section)
                    requestSegment(listed, of: track, feeder)
                }
            },
            completion: { [weak self, weak feeder] result in
                guard let self, let feeder else { return }
                let attempts = feeder.sectionTransfer?.attempts ?? 1
                feeder.sectionRequest = nil
                switch result {
                case .success(let fetched):
                    fetcher.use(bytes: fetched.byteCount)
                    if let arrive = feeder.afterSection.take() { return arrive() }
                    if feeder.request != nil { return }
                    feeder.beside = nil
                    feeder.take(fetched.value, of: section)
                    report(number, .preparation)
                case .failure(let error):
                    feeder.abandonBeside()
                    reportFailure(error, after: attempts, number, feeder)
                }
            })
        feeder.sectionRequest = token
        feeder.sectionTransfer = token
    }

    private func wayOut(of number: Track.Number) -> () -> Bool {
        { [weak self] in self?.hasWayOut(number) ?? false }
    }

    private func requestSegment(
        _ listed: ListedSegment, of track: Track, _ feeder: TrackFeeder
    ) {
        let number = track.number
        if let chunk = track.media.chunk(listed.number) {
            return deliver(chunk, to: track, feeder)
        }
        guard let job = segmentJob(listed, of: track, feeder) else {
            return unlock(listed.segment.keys, for: track, feeder)
        }
        if listed.part != nil, takeHint(listed, of: track, feeder) { return }
        let ahead = listed.part == nil ? takeAhead(listed.number, for: job, of: track, feeder) : nil
        let isBeside = feeder.sectionRequest != nil
        let fixesOrigins = !rules.keepsPace && track.role == .main && listed.part == nil
        let token = fetcher.fetch(
            .segment, job, ahead: ahead, isBeside: isBeside, after: feeder.failures.carried,
            hasWayOut: wayOut(of: number),
            whenRead: fixesOrigins ? { [weak self] in self?.report(number, .content($0)) } : nil
        ) { [weak self, weak feeder] result in
            guard let self, let feeder else { return }
            guard feeder.sectionRequest == nil else {
                // A segment cannot be read before its initialization section has arrived.
                feeder.afterSection = { [weak self, weak feeder] in
                    guard let self, let feeder else { return }
                    finish(result, number, feeder)
                }
                return
            }
            finish(result, number, feeder)
        }
        feeder.request = token
        feeder.transfer = token
        // If the result of this segment was available at once, the results of later segments
        // probably are, too. Reading ahead would then save no time.
        let isKnown = ahead == nil && token.wasKnown
        if listed.part == nil, !isKnown { readAhead(of: track, after: listed.number, feeder) }
    }

    private func finish(
        _ result: Result<Fetched<ReadSegment>, SessionError>, _ number: Track.Number,
        _ feeder: TrackFeeder
    ) {
        let attempts = feeder.transfer?.attempts ?? 1
        feeder.request = nil
        if feeder.isAbandoned {
            finishing.removeAll { $0 === feeder }
            if case .success(let fetched) = result { fetcher.waste(bytes: fetched.byteCount) }
            return
        }
        switch result {
        case .success(let fetched):
            feeder.clearSection = fetched.value.clearSection
            feeder.failures.end()
            report(number, .segment(fetched))
        case .failure(let error): reportFailure(error, after: attempts, number, feeder)
        }
    }

    /// Returns the number of received bytes of the requested segment.
    ///
    /// - Parameter number: The track.
    /// - Returns: The number of received bytes and of all bytes; `nil` when none have arrived.
    func arrival(of number: Track.Number) -> (received: Int64, of: Int64)? {
        feeders[number]?.transfer?.arrival
    }

    // MARK: Announced parts

    /// Requests announced parts for the tracks that wait for them.
    ///
    /// - Parameters:
    ///   - tracks: The tracks.
    ///   - goal: The position up to which the media of the tracks should be loaded.
    func requestHints(of tracks: TrackSet, below goal: MediaTime) {
        guard options.verification != .playlist else { return }
        for number in tracks.numbers {
            guard let track = tracks[number], let hint = track.hint(below: goal) else { continue }
            request(hint: hint, of: track)
        }
    }

    /// Requests a part that the playlist announces, unless it was requested already.
    ///
    /// The part is placed once the playlist lists it. Until then, the discontinuity, the keys and
    /// the initialization section of the part are not known.
    private func request(hint listed: ListedSegment, of track: Track) {
        let feeder = feeder(of: track)
        let url = track.media.location(of: listed.segment)
        guard feeder.request == nil, feeder.held == nil, feeder.refusedHint != url,
            feeder.hint?.url != url,
            track.media.initializationKey(of: listed.segment) == feeder.initialization?.section,
            var job = segmentJob(listed, of: track, feeder, isAnnounced: true)
        else { return }
        job.allowWait(by: recovery, of: track.media.playlist.targetDuration)
        let hint = HintedPart(listed, at: url)
        if let bytes = feeder.expect(hint) { fetcher.waste(bytes: bytes) }
        let number = track.number
        hint.request = fetcher.fetch(.hint, job, on: HeldRequests.workers(for: url)) {
            [weak self, weak feeder, weak hint] result in
            guard let self, let feeder, let hint, feeder.hint === hint else { return }
            hint.request = nil
            switch result {
            case .success(let fetched) where hint.deliver == nil: hint.arrived = fetched
            case .failure where hint.deliver == nil:
                _ = feeder.expect(nil)
                feeder.refusedHint = url
                report(number, .hintRefused)
            case .success, .failure:
                _ = feeder.expect(nil)
                hint.deliver?(result)
            }
        }
    }

    /// Uses the announced part that is already requested, if it equals the listed part.
    ///
    /// - Returns: Whether the part has arrived or is being loaded.
    private func takeHint(
        _ listed: ListedSegment, of track: Track, _ feeder: TrackFeeder
    ) -> Bool {
        guard let hint = feeder.hint else { return false }
        let number = track.number
        guard hint.serves(listed, at: track.media.location(of: listed.segment)) else {
            if let bytes = feeder.expect(nil) { fetcher.waste(bytes: bytes) }
            return false
        }
        if let arrived = hint.arrived {
            hint.arrived = nil
            _ = feeder.expect(nil)
            finish(.success(arrived), number, feeder)
            return true
        }
        // If the hold is released, the track does not wait for the part any more.
        let hold = Hold()
        feeder.request = hold
        hint.deliver = { [weak self, weak feeder, weak hold] result in
            guard let self, let feeder, let hold, feeder.request === hold else { return }
            guard case .failure = result else { return finish(result, number, feeder) }
            // The request for the announced part failed. The playlist lists the part, so it is
            // requested again.
            feeder.request = nil
            requestSegment(listed, of: track, feeder)
        }
        return true
    }

    /// Delivers a piece of a single file that was already read, as if the piece were requested now.
    private func deliver(_ chunk: DemuxedSegment, to track: Track, _ feeder: TrackFeeder) {
        let source = track.media.bytes.map { SegmentSource(file: $0) }
        feeder.request = fetcher.deliver(
            ReadSegment(media: chunk, source: source, provesKey: track.media.fileProvesKey),
            byteCount: chunk.byteCount
        ) { [weak self, weak feeder, number = track.number] fetched in
            guard let self, let feeder else { return }
            feeder.request = nil
            report(number, .segment(fetched))
        }
    }

    /// Starts to read the next segments before the track requests them, to use all processors.
    private func readAhead(
        of track: Track, after number: SegmentNumber, _ feeder: TrackFeeder
    ) {
        let media = track.media
        // Reading a segment uses data of the first segment, such as parameter sets. Nothing is read
        // ahead before the first segment has been read: otherwise, the result could differ from the
        // result of reading the same segment later.
        guard media.firstRead != nil else { return }
        // If only subtitles are read, most other segments are never requested.
        guard track.role == .subtitles || options.streams?.readsSubtitlesAlone != true else {
            return
        }
        for distance in 1...world.workers.count + 1 {
            let number = number.advanced(by: distance)
            if feeder.readAhead.isReading(number) { continue }
            guard let next = media.listed(number), !next.segment.isGap,
                loaders.canReadAhead(media.location(of: next.segment), listedIn: media.url),
                media.initializationKey(of: next.segment) == feeder.initialization?.section
            else { return }
            feeder.readAhead.start(next.number, with: fetcher) {
                segmentJob(next, of: track, feeder)
            }
        }
    }

    /// Removes the early read of a segment that is requested now, and returns its result.
    ///
    /// - Returns: The result; `nil` if the segment was not read early, or must be read again.
    private func takeAhead(
        _ number: SegmentNumber, for job: SegmentJob, of track: Track, _ feeder: TrackFeeder
    ) -> PendingResult<FetchOutcome<ReadSegment>>? {
        guard let read = feeder.readAhead.take(number, for: job),
            loaders.canReadAhead(job.request.url, listedIn: track.media.url)
        else { return nil }
        return read
    }

    /// Returns the job that reads a segment; `nil` while the key of the segment is missing.
    private func segmentJob(
        _ listed: ListedSegment, of track: Track, _ feeder: TrackFeeder, isAnnounced: Bool = false
    ) -> SegmentJob? {
        let media = track.media
        let isText = track.role == .subtitles
        let segment = listed.segment
        let section =
            media.initializationKey(of: segment) == nil ? nil : feeder.initialization?.read
        guard
            let transforms = decryption.transforms(
                decryptedWith: segment.keys, of: media, after: section)
        else { return nil }
        var request = ResourceRequest(
            url: media.location(of: segment), kind: isText ? .subtitle : .segment)
        request.byteRange = segment.byteRange
        request.referrer = media.url
        request.place = media.place(of: listed)
        request.cause = track.cause(isAnnounced: isAnnounced)
        recovery.bound(&request, of: segment.duration)
        var job = SegmentJob(
            request: request, transforms: transforms, context: media.context(of: listed),
            initialization: section,
            demuxer: SegmentDemuxer(level: options.verification, demuxer: options.demuxer),
            first: media.firstRead, isPicture: media.playlist.isIFramesOnly,
            subtitleReader: isText ? subtitleReader : nil)
        job.knownSection = feeder.clearSection
        job.keepsSource = track.role == .main && observers.wantSources
        return job
    }

    /// Requests the keys that the next segment or part of a track needs.
    private func unlock(_ keys: [EncryptionKey], for track: Track, _ feeder: TrackFeeder) {
        // If the hold is released, the track does not wait for the key any more.
        let hold = Hold()
        feeder.request = hold
        decryption.protection?.unlock(keys, playlistURL: track.media.url) {
            [weak self, weak feeder, weak hold, number = track.number] error in
            guard let self, let feeder, let hold, feeder.request === hold else { return }
            feeder.request = nil
            if let error {
                reportFailure(error, after: 1, number, feeder)
            } else {
                report(number, .preparation)
            }
        }
    }
}
