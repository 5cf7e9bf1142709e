import VirtualTime

/// Records the reports of a session, and collects the effects of its machine in order.
///
/// It suppresses reports that are not permitted: all reports after the end of the session, most
/// reports during a resumption, and reports that only repeat an earlier report.
struct PlaybackReporter {
    /// The state of the machine at the instant of a report.
    struct Moment {
        let now: Instant
        /// The position of the playhead.
        let place: MediaTime
        /// The end of the presentation, or of the played media if that is later.
        ///
        /// The value is indefinite for a broadcast that has not ended.
        let fullLength: MediaTime
        /// The seekable positions of a broadcast; `nil` for a video on demand.
        let seekable: Range<MediaTime>?
        /// Whether the session has been played to its end.
        let isFinished: Bool
    }

    /// The events that are suppressed.
    enum Silence {
        case none
        /// A resumption is in progress.
        case resumption
        /// The session is over.
        case complete
    }

    /// The events that are currently suppressed.
    var silence = Silence.none
    private let rules: PlaybackRules
    private var effects: [PlaybackEffect] = []
    private var tracker: CuePointTracker
    /// The markers that playlists have added and that have not been reported yet.
    private var added: [AddedMarkers] = []
    private var cues = CueTrack()
    private var hasStartedPlaying = false
    private var nextCueLook = Instant.start
    private var progress: MediaTime?
    private var protectionError: SessionError?
    private var landedSeek: CallTable.Number?
    /// The last reported duration; `nil` before the first report.
    private var duration: MediaTime?
    /// The last reported seekable positions of a broadcast; `nil` before the first report.
    private var seekable: Range<MediaTime>?

    init(rules: PlaybackRules, cuePoints: CuePointCollection) {
        self.rules = rules
        tracker = CuePointTracker(cuePoints)
    }

    /// The next position at which a cue is shown or hidden; `nil` if no further cue is known.
    var nextCue: MediaTime? { cues.next }

    /// Whether progress was reported since the last start, seek or load.
    var hasReportedProgress: Bool { progress != nil }

    /// Moves the pending effects into an empty list.
    mutating func takeEffects(into list: inout [PlaybackEffect]) {
        assert(list.isEmpty, "what the list holds would be performed again")
        swap(&effects, &list)
    }

    /// Adds an effect that is not a report and is therefore never suppressed.
    mutating func add(_ effect: PlaybackEffect) { effects.append(effect) }

    // MARK: Placing the playhead

    /// Resets the state of the reports for a new load of the source.
    mutating func load() {
        cues = CueTrack()
        progress = nil
        protectionError = nil
        seekable = nil
    }

    /// Restarts the evaluation of cue points at a position, and permits a progress report there.
    mutating func restart(at position: MediaTime) {
        tracker.reset(to: .at(position))
        progress = nil
    }

    /// Skips the cue points before a position without reporting them.
    mutating func skipCuePoints(to position: MediaTime) { tracker.reset(to: .at(position)) }

    /// Makes the next progress report evaluate cue points.
    ///
    /// The report does so even if less than the usual interval has passed since the last
    /// evaluation.
    mutating func lookAtCuePoints(at now: Instant) { nextCueLook = now }

    /// Prepares the reports of a seek that has landed, and stores its completion.
    mutating func land(_ completion: CallTable.Number?) {
        progress = nil
        landedSeek = completion
    }

    // MARK: Events

    /// Reports an event, unless it is suppressed.
    mutating func report(_ event: PlaybackEvent.Kind) {
        switch silence {
        case .complete: return
        case .resumption where event.isSuppressedWhileResuming: return
        case .resumption, .none: effects.append(.report(event))
        }
    }

    /// Reports a lifecycle event.
    mutating func report(_ type: LifecycleEvent.EventType, error: PlaybackError? = nil) {
        report(.didReceiveLifecycleEvent(LifecycleEvent(type, error: error)))
    }

    /// Reports a content-protection error, once for all segments that it concerns.
    mutating func reportProtection(_ error: SessionError) {
        guard error != protectionError else { return }
        protectionError = error
        report(.error, error: .protection(error))
    }

    /// Calls a closure that a caller registered, unless the session is over.
    mutating func call(_ number: CallTable.Number, finished: Bool) {
        if silence != .complete { effects.append(.call(number, finished: finished)) }
    }

    /// Reports the events of one instant, in the order that ``EventOrder`` defines.
    mutating func report(_ steps: [EventOrder.Step], _ moment: Moment) {
        for step in steps { report(step, moment) }
    }

    private mutating func report(_ step: EventOrder.Step, _ moment: Moment) {
        switch step {
        case .lifecycle(let type):
            let isEnd = type == .pause && moment.isFinished
            if !isEnd || rules.reportsPauseAtEnd { report(type) }
        case .startOfProgress: report(.didProgressTo(.started))
        case .progress: reportProgress(moment)
        case .endOfProgress: report(.didProgressTo(.ended))
        case .cuePoints: reportCuePoints(moment)
        case .cuePointsBefore:
            guard !hasStartedPlaying else { return }
            hasStartedPlaying = true
            report(tracker.atFirstPlay())
        case .cuePointsAfter: report(tracker.move(to: .afterEnd))
        case .cues: followCues(to: moment.place)
        case .cuesAnew: report(cues.jump(to: moment.place))
        case .noCues: hideCues()
        case .duration: if !moment.fullLength.isIndefinite { reportDuration(moment) }
        case .broadcastDuration: if moment.fullLength.isIndefinite { reportDuration(moment) }
        case .facts: add(.reportFacts)
        case .seekCompletion:
            if let completion = landedSeek.take() { call(completion, finished: true) }
        }
    }

    private mutating func reportProgress(_ moment: Moment) {
        guard progress != moment.place else { return }
        progress = moment.place
        // If the position is after the reported duration, the corrected duration is reported first.
        if let duration, moment.place > duration { reportDuration(moment) }
        report(.didProgressTo(.at(moment.place)))
    }

    private mutating func reportDuration(_ moment: Moment) {
        let length = moment.fullLength
        report(.didChangeDuration(length))
        duration = length
        if let range = moment.seekable {
            if range != seekable { reportSeekable(range) }
        } else {
            report(.didChangeSeekableRanges(length > .zero ? [.zero..<length] : []))
        }
    }

    /// Reports the seekable positions of a broadcast if they have changed.
    mutating func reportSeekableIfMoved(_ moment: Moment) {
        guard duration != nil, let range = moment.seekable, range != seekable else { return }
        reportSeekable(range)
    }

    private mutating func reportSeekable(_ range: Range<MediaTime>) {
        seekable = range
        report(.didChangeSeekableRanges(range.isEmpty ? [] : [range]))
    }

    /// Reports the duration again if it became more exact.
    ///
    /// - Parameters:
    ///   - moment: The current state of the session.
    ///   - isFinal: Whether the end of the media has been measured; otherwise the duration is an
    ///     estimate.
    mutating func reportDurationIfRefined(_ moment: Moment, isFinal: Bool) {
        guard let duration else { return }
        let change = moment.fullLength - duration
        // A video must end exactly at the last reported duration, so even a small extension at its
        // measured end is reported.
        let isLater = isFinal && change > .zero
        let least = isFinal ? .milliseconds(1) : rules.durationStep
        if isLater || max(change, -change) >= least { reportDuration(moment) }
    }

    // MARK: Cue points

    private mutating func report(_ passage: CuePointPassage?) {
        if let passage { report(.didPassCuePoints(passage)) }
    }

    private mutating func reportCuePoints(_ moment: Moment) {
        guard moment.now >= nextCueLook || moment.isFinished || landedSeek != nil else { return }
        nextCueLook = moment.now.advanced(by: rules.cuePointInterval)
        if let passage = tracker.move(to: .at(moment.place)) { report(.didPassCuePoints(passage)) }
    }

    /// Reports the cue points between the last evaluated position and the playhead.
    ///
    /// - Parameter position: The position of the playhead.
    mutating func catchUpCuePoints(at position: MediaTime) {
        report(tracker.move(to: .at(position)))
    }

    /// Reports the cue points passed since the last evaluation.
    ///
    /// The function does nothing if the session has never started playing.
    mutating func catchUpCuePointsIfPlayed(at position: MediaTime) {
        if hasStartedPlaying { catchUpCuePoints(at: position) }
    }

    /// Adds the markers of a playlist, to be reported after the playlist's other events.
    mutating func list(_ markers: AddedMarkers) { added.append(markers) }

    /// Reports the markers that playlists have added.
    mutating func reportListed() {
        for markers in added {
            let late = tracker.list(markers.cuePoints)
            for (index, point) in markers.cuePoints.enumerated() {
                let isLate = hasStartedPlaying && index < late
                effects.append(.reportMarker(isLate ? .late(point) : .listed(point)))
            }
            for trouble in markers.troubles { effects.append(.reportMarker(.unusable(trouble))) }
            for point in tracker.forgetListed(before: markers.start) {
                effects.append(
                    .reportMarker(
                        .unusable(MarkerTrouble("a cue point left the window: \(point.words)"))))
            }
        }
        added = []
    }

    // MARK: Cues of subtitles

    private mutating func report(_ changes: [CueTrack.Change]) {
        for change in changes { effects.append(.reportCue(change)) }
    }

    /// The cues that are shown.
    var shownCues: [SubtitleCue] { cues.shownCues }

    /// Hides the cues that are shown.
    mutating func hideCues() { report(cues.stop()) }

    /// Reports the cues up to a position, before new cues are added.
    mutating func followCues(to position: MediaTime) {
        if !cues.pass(to: position) { report(cues.advance(to: position)) }
    }

    /// Adds cues that arrived, and reports the cues that are due.
    ///
    /// - Throws: `CueTrack.Overflow` when a track would have too many cues.
    mutating func add(cues new: [SubtitleCue], joinsPieces: Bool) throws(CueTrack.Overflow) {
        report(try cues.insert(new, joinsPieces: joinsPieces))
    }

    /// Returns the new cues whose intervals the playhead has already passed.
    func missedCues(_ new: [SubtitleCue], joinsPieces: Bool) -> [SubtitleCue] {
        cues.missed(new, joinsPieces: joinsPieces)
    }

    /// Removes all cues because other subtitles are selected.
    ///
    /// - Parameter position: The position from which cues are shown; `nil` shows none.
    mutating func forgetCues(restartingAt position: MediaTime?) {
        hideCues()
        cues = CueTrack()
        if let position { report(cues.jump(to: position)) }
    }
}

extension PlaybackEvent.Kind {
    /// Whether the event is suppressed during a resumption.
    ///
    /// Source: `Documentation/Brightcove.md#resuming`.
    fileprivate var isSuppressedWhileResuming: Bool {
        switch self {
        case .didProgressTo: true
        case .didReceiveLifecycleEvent(let event):
            ![.resumeBegin, .resumeComplete, .resumeFail, .terminate].contains(event.type)
        default: false
        }
    }
}
