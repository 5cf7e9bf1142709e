import Formats
import HeadlessPlayback
import PlaybackControl
import Playlists
import RunResults
import Sessions

/// One playback of an asset with chosen streams, and the record of all its observations.
struct SurveyPlay: Sendable {
    /// A cue point event.
    struct Passage: Sendable {
        let instant: Instant
        let passage: CuePointPassage
    }

    /// The results of the streams; if a variant stream was read, it is the first.
    var streams: [SurveyedStream] = []
    var passages: [Passage] = []
    var playlist: MultivariantPlaylist?
    /// The source of the video that was played; `nil` if none could be played.
    var source: Source?
    var history: SessionHistory
    /// The lines of the trace.
    var trace: [String] = []
    /// The reason why nothing could be played; `nil` when something was played.
    var refusal: String?
    /// The reason why playback did not reach its end, or why media was not played intact.
    ///
    /// The reason why media was not played intact is taken from the session's `Ledger`. The
    /// property is `nil` when there is no problem.
    var trouble: String?
    /// The position at which the playhead stopped; `nil` when the end was reached.
    var stop: MediaTime?
    /// The remarks of the session's `Ledger` that do not count as failures of playback.
    var remarks: [Ledger.Remark] = []
    /// The subtitles of which at least one cue was shown.
    var shownSubtitles: Set<MediaOption> = []
    var worldTime = Duration.zero
    /// Whether playback was interrupted.
    var wasInterrupted = false
    /// Whether the asset was played with its cue points.
    let reportsCuePoints: Bool

    /// Plays an asset.
    ///
    /// - Parameters:
    ///   - video: The asset with its cue points.
    ///   - surveyor: The settings of playback.
    ///   - choice: The streams to play; `nil` leaves the choice to the player.
    ///   - reportsCuePoints: Whether `video` has the cue points of the asset.
    ///   - mostStills: The maximum number of pictures at cue points.
    init(
        _ video: Video, _ surveyor: AssetSurveyor, choice: StreamChoice?,
        reportsCuePoints: Bool = true,
        mostStills: Int = 0
    ) {
        self.reportsCuePoints = reportsCuePoints
        var options = surveyor.options
        options.streams = choice
        if choice?.readsSubtitlesAlone == true {
            // Playback that only reads subtitles needs no progress events. No player plays in this
            // way, so the pauses of a profile between its requests would let subtitles stall.
            options.progressInterval = .seconds(3600)
            if options.profile != .default { options.adopt(.default) }
        }
        options.recovery.skipsEveryLoss = true
        let world = PlaybackWorld(
            options: options, loader: surveyor.loader, cancellation: surveyor.cancellation,
            index: surveyor.index)
        let observer = SurveyObserver()
        world.segmentObserver = observer
        let collector = mostStills > 0 ? StillCollector(limit: mostStills) : nil
        var provider = surveyor.makeProvider()
        if let collector { provider = collector.around(provider) }
        let controller = PlaybackController(world: world, provider: provider)
        controller.autoPlay = true
        var history = SessionHistory(number: 1, title: surveyor.title)
        var passages: [Passage] = []
        var trace: [String] = []
        var shownSubtitles: Set<MediaOption> = []
        let keepsHistory = surveyor.keepsHistory
        let observation = controller.observe { event in
            if keepsHistory { trace.append(PlaceText.cut(event.traceLine)) }
            switch event.kind {
            case .didPassCuePoints(let passage):
                passages.append(Passage(instant: event.instant, passage: passage))
            case .didShowCue(_, let option): shownSubtitles.insert(option)
            case .didProgressTo where keepsHistory:
                if let session = event.session { history.add(event.instant, session) }
            case .didReceiveLifecycleEvent(let lifecycle) where keepsHistory:
                guard let session = event.session else { break }
                history.occurrences.append(
                    SessionHistory.Occurrence(
                        lifecycle.error == nil ? .lifecycle : .error, lifecycle.type.rawValue,
                        event: lifecycle.type, at: event.instant, position: session.position))
            default: break
            }
        }
        let keeper = TimeKeeper(controller, TimeBound(surveyor.timeLimit))
        controller.setVideos([video])
        while !observer.hasLostTooMuch, keeper.runNext() {}
        let session = controller.currentSession
        let duration = session?.duration
        let timeTrouble = keeper.trouble
        // If playback must stop before its end, the video is removed. This ends the session and
        // completes the session's `Ledger`.
        if observer.hasLostTooMuch || keeper.isTimeUp { controller.setVideos([]) }
        withExtendedLifetime(observation) {}
        wasInterrupted = surveyor.cancellation.isCancelled
        let closed = controller.ledgers.last
        source = closed?.source
        remarks = closed?.ledger.remarks.filter { !$0.kind.isUnsound } ?? []
        if let closed, keepsHistory { history.ledger = LedgerSummary.text(of: closed) }
        history.stills = collector?.stills(ofSession: 1) ?? []
        self.history = history
        self.history.duration = duration ?? .zero
        self.passages = passages
        self.trace = trace
        self.shownSubtitles = shownSubtitles
        worldTime = world.loop.now.sinceStart
        playlist = observer.playlist
        streams = observer.streams(choice: choice, session: session)
        // If the chosen variant stream does not exist, the player has played another stream. The
        // results of that stream are discarded.
        let variants = playlist?.variants.indices ?? 0..<1
        if let place = choice?.variant, !variants.contains(place) {
            streams = []
            refusal =
                variants.isEmpty
                ? "the playlist lists no variant stream"
                : "there is no variant stream \(place + 1)"
            return
        }
        settle(closed, session, choice, observer, timeTrouble)
    }

    /// Assigns the findings of the session's `Ledger`, if there is one, to the streams at fault.
    ///
    /// The method also sets `stop` and, if playback did not reach its end, `trouble`.
    private mutating func settle(
        _ closed: ClosedLedger?, _ session: PlaybackSession?, _ choice: StreamChoice?,
        _ observer: SurveyObserver, _ timeTrouble: String?
    ) {
        guard let closed else {
            refusal = "there is nothing to play"
            return
        }
        if !closed.hasEnded { stop = session?.position ?? .zero }
        trouble =
            timeTrouble ?? closed.failure.map { PlaceText.cut("\($0)") }
            ?? (closed.hasEnded ? nil : "it was not played to its end")
        let main = choice?.variant ?? 0
        let isForSubtitles = choice?.readsSubtitlesAlone == true
        // If only subtitles are read, the player assumes that other media matches its playlists.
        // The findings about other media are ignored here and in `PlayBlame`. A missing
        // `EXT-X-ENDLIST`, other discontinuities and short subtitles are ignored too, because the
        // comparison of the streams reports them.
        if !isForSubtitles {
            trouble =
                trouble
                ?? closed.ledger.unsoundness(
                    besides: [.missingEndList, .unmatchedDiscontinuities, .shortSubtitles])
        }
        var blame = PlayBlame(streams: streams, isForSubtitles: isForSubtitles)
        blame.take(closed.ledger)
        if let failure = closed.failure, !observer.hasEndedTrack {
            blame.fail(
                PlaceText.cut("\(failure)"), variant: main,
                name: SurveyObserver.nameOfVariant(main, playlist))
        } else if let timeTrouble {
            blame.interrupt(timeTrouble)
        } else if observer.hasLostTooMuch {
            blame.interrupt("reading stopped, because too much media is lost")
        } else if !closed.hasEnded {
            blame.interrupt("it was not played to its end")
        }
        if closed.hasEnded { blame.noteUnread(before: history.duration) }
        streams = blame.streams
    }

    /// The name of the first stream that was played, or a general term if there is none.
    var name: String { streams.first?.name ?? "the asset" }

    /// The index of the variant stream that was read; `nil` when none was.
    var variant: Int? {
        for case .variant(let place) in streams.map(\.key) { return place }
        return nil
    }

    /// The survey of the variant stream; `nil` when none was read.
    var mainSurvey: StreamSurvey? {
        streams.first { if case .variant = $0.key { true } else { false } }?.survey
    }
}

extension SessionHistory {
    fileprivate mutating func add(_ instant: Instant, _ session: PlaybackSession) {
        samples.append(
            Sample(
                instant: instant, position: session.position, bufferedLead: session.bufferedLead,
                bitrate: session.indicatedBitRate))
    }
}
