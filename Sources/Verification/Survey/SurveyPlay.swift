import HeadlessPlayback

/// One play of an asset with chosen streams, of which everything is written down.
struct SurveyPlay: Sendable {
    /// A cue point event.
    struct Passage: Sendable {
        let instant: Instant
        let passage: CuePointPassage
    }

    /// A stream that was played, and what people are to call it.
    struct Stream: Sendable {
        let key: StreamKey
        let survey: StreamSurvey
    }

    /// What identifies a stream within its asset.
    enum StreamKey: Hashable, Sendable {
        case variant(Int)
        case rendition(Rendition.Kind, group: String, name: String, language: String?)
    }

    var streams: [Stream] = []
    var passages: [Passage] = []
    var playlist: MultivariantPlaylist?
    var history: SessionHistory
    /// The lines of the trace.
    var trace: [String] = []
    /// Why the asset was not played to its end as promised; `nil` when it was.
    var trouble: String?
    /// What the ledger remarks and does not fail over.
    var remarks: [Ledger.Remark] = []
    var worldTime = Duration.zero
    /// Whether somebody interrupted it.
    var wasInterrupted = false
    /// Whether it was played with the cue points of the asset.
    let tellsCuePoints: Bool

    /// Plays an asset.
    ///
    /// - Parameters:
    ///   - video: The asset with its cue points.
    ///   - surveyor: How it is played.
    ///   - choice: The streams to play; `nil` leaves the choice to the player.
    ///   - readsMedia: Whether segments are read, or playlists are believed.
    ///   - tellsCuePoints: Whether it is asked what becomes of the cue points.
    ///   - mostStills: How many pictures are taken at cue points.
    init(
        _ video: Video, _ surveyor: AssetSurveyor, choice: StreamChoice?, readsMedia: Bool = true,
        tellsCuePoints: Bool = true, mostStills: Int = 0
    ) {
        self.tellsCuePoints = tellsCuePoints
        var options = surveyor.options
        options.streams = choice
        if !readsMedia { options.verification = .playlist }
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
        let keepsHistory = surveyor.keepsHistory
        let observation = controller.observe { event in
            if keepsHistory { trace.append(PlaceText.cut(event.traceLine)) }
            switch event.kind {
            case .didPassCuePoints(let passage):
                passages.append(Passage(instant: event.instant, passage: passage))
            case .didProgressTo where keepsHistory:
                if let session = event.session { history.add(event.instant, session) }
            case .didReceiveLifecycleEvent(let lifecycle) where keepsHistory:
                guard let session = event.session else { break }
                history.occurrences.append(
                    SessionHistory.Occurrence(
                        lifecycle.error == nil ? .lifecycle : .error, "\(lifecycle.type)",
                        at: event.instant, position: session.position))
            default: break
            }
        }
        let keeper = TimeKeeper(controller, TimeBound(surveyor.timeLimit))
        controller.setVideos([video])
        while keeper.runNext() {}
        withExtendedLifetime(observation) {}
        wasInterrupted = surveyor.cancellation.isCancelled
        if let closed = controller.ledgers.last {
            trouble = keeper.trouble ?? closed.trouble
            remarks = closed.ledger.remarks.filter { !$0.kind.isUnsound }
            if keepsHistory { history.ledger = LedgerSummary.text(of: closed) }
        } else {
            trouble = "there is nothing to play"
        }
        history.stills = collector?.stills(ofSession: 1) ?? []
        self.history = history
        self.history.duration = controller.currentSession?.duration ?? .zero
        self.passages = passages
        self.trace = trace
        worldTime = world.loop.now.sinceStart
        playlist = observer.playlist
        streams = observer.streams(choice: choice, session: controller.currentSession)
        // What is not there is not what was played instead.
        if let place = choice?.variant, !(playlist?.variants.indices ?? 0..<1).contains(place) {
            streams = []
            trouble = trouble ?? "there is no variant stream \(place + 1)"
        }
    }
}

/// Writes down what a session reads.
private final class SurveyObserver: SegmentObserver {
    private(set) var playlist: MultivariantPlaylist?
    private var drafts: [(role: PlacedSegment.Role, url: String, draft: StreamDraft)] = []

    func session(_ number: Int, didRead playlist: MultivariantPlaylist) {
        self.playlist = playlist
    }

    func session(_ number: Int, didPlace segment: PlacedSegment) {
        let url = segment.media.url
        if let known = drafts.last(where: { $0.url == url }) { return known.draft.take(segment) }
        let draft = StreamDraft(segment.media)
        drafts.append((segment.role, url, draft))
        draft.take(segment)
    }

    /// The streams that were played.
    func streams(choice: StreamChoice?, session: PlaybackSession?) -> [SurveyPlay.Stream] {
        drafts.compactMap { role, _, draft in
            switch role {
            case .main:
                let place = choice?.variant ?? 0
                let variant = playlist.flatMap { playlist in
                    playlist.variants.indices.contains(place) ? playlist.variants[place] : nil
                }
                let name = variant.map { "variant \(place + 1) (\($0.words))" } ?? "the stream"
                var survey = draft.survey(name: name, role: .variant)
                survey.bandwidth = variant?.bandwidth ?? 0
                return SurveyPlay.Stream(key: .variant(place), survey: survey)
            case .audio:
                return rendition(.audio, session?.selectedAudibleMediaOption, choice, draft)
            case .subtitles:
                return rendition(.subtitles, session?.selectedLegibleMediaOption, choice, draft)
            }
        }
    }

    private func rendition(
        _ kind: Rendition.Kind, _ option: MediaOption?, _ choice: StreamChoice?,
        _ draft: StreamDraft
    ) -> SurveyPlay.Stream? {
        guard let option, let playlist else { return nil }
        let place = choice?.variant ?? 0
        guard playlist.variants.indices.contains(place) else { return nil }
        let variant = playlist.variants[place]
        let group = (kind == .audio ? variant.audioGroup : variant.subtitlesGroup) ?? ""
        let word = kind == .audio ? "audio" : "subtitles"
        let isOnly = Set(playlist.renditions.filter { $0.kind == kind }.map(\.groupID)).count < 2
        let name = isOnly ? option.name : "\(group) \(option.name)"
        return SurveyPlay.Stream(
            key: .rendition(
                kind, group: group, name: option.name, language: option.languageTag),
            survey: draft.survey(
                name: inline("\(word) \(name)"), role: kind == .audio ? .audio : .subtitles))
    }
}

extension VariantStream {
    /// What tells the variant from others, in a few words.
    var words: String {
        let size = resolution.map { "\($0.width)x\($0.height), " } ?? ""
        return size + "\((bandwidth + 500) / 1000)k"
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

extension ClosedLedger {
    /// Why the video was not played to its end as promised; `nil` when it was.
    fileprivate var trouble: String? {
        if let failure { return "\(failure)" }
        if !hasEnded { return "it was not played to its end" }
        if let imbalance = ledger.imbalances.first {
            return "the ledger does not balance: \(imbalance.entry)"
        }
        return ledger.unsoundness
    }
}
