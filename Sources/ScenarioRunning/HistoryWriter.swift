import Formats
package import HeadlessPlayback
package import RunResults

/// Records the history of each session during the run, for a report page.
package struct HistoryWriter {
    /// The minimum virtual time between samples of a stopped playhead, or of a live window.
    private static let sampleInterval = Duration.milliseconds(500)
    /// The maximum number of samples in a session.
    ///
    /// The limit permits three days of playback at one sample per second.
    private static let mostSamples = 1 << 18

    /// The indices of the stall, the seek and the subtitle cues that have not ended yet.
    private struct Open {
        var stall: Int?
        var seek: Int?
        var cues: [ShownCue: Int] = [:]
    }

    /// The identity of a cue while it is shown: its start and its text, but not its end.
    ///
    /// The end may change while the cue is shown.
    private struct ShownCue: Hashable {
        let start: MediaTime
        let text: String

        init(_ cue: SubtitleCue) {
            start = cue.start
            text = cue.text
        }
    }

    private var histories: [SessionHistory] = []
    private var open: [Int: Open] = [:]
    /// The steps that were done before there was a session.
    private var early: [SessionHistory.Occurrence] = []

    private let network: NetworkConditions

    /// Creates a writer.
    ///
    /// - Parameter network: The conditions of the simulated network.
    package init(network: NetworkConditions) {
        self.network = network
    }

    /// The histories, in the order of the sessions.
    package var all: [SessionHistory] { histories }

    private func index(of number: Int) -> Int? {
        histories.lastIndex { $0.number == number }
    }

    /// Records a sample of a session.
    package mutating func sample(_ session: PlaybackSession, number: Int, at instant: Instant) {
        guard let index = index(of: number) else {
            histories.append(SessionHistory(number: number, title: Self.title(of: session)))
            histories[histories.count - 1].occurrences = early
            early = []
            return sample(session, number: number, at: instant)
        }
        if let duration = session.duration { histories[index].duration = duration }
        sampleWindow(session, index, at: instant)
        if let last = histories[index].samples.last {
            let isSoon = last.instant.duration(to: instant) < Self.sampleInterval
            guard !isSoon || last.position != session.position,
                histories[index].samples.count < Self.mostSamples
            else { return }
            if isSoon, last.instant == instant { histories[index].samples.removeLast() }
        }
        histories[index].samples.append(
            SessionHistory.Sample(
                instant: instant, position: session.position, bufferedLead: session.bufferedLead,
                bitrate: session.indicatedBitRate, bandwidth: bandwidth(at: instant)))
    }

    /// Records a sample of the window of a broadcast.
    private mutating func sampleWindow(
        _ session: PlaybackSession, _ index: Int, at instant: Instant
    ) {
        guard let latency = session.liveLatency, let length = session.liveWindowLength,
            histories[index].windows.count < Self.mostSamples
        else { return }
        if let last = histories[index].windows.last {
            if last.instant == instant { histories[index].windows.removeLast() }
            guard
                last.instant.duration(to: instant) >= Self.sampleInterval
                    || last.instant == instant
            else { return }
        }
        histories[index].windows.append(
            SessionHistory.Window(instant: instant, length: length, latency: latency))
    }

    /// Returns the bandwidth of the network; 0 when it is unlimited.
    private func bandwidth(at instant: Instant) -> Int64 {
        network.bandwidth(at: instant).bitsPerSecond ?? 0
    }

    /// Records an event.
    package mutating func take(_ happening: Happening) {
        if case .step = happening.kind {
            let text = happening.name + (happening.text.isEmpty ? "" : " \(happening.text)")
            let action = occurrence(.action, text, happening)
            guard !histories.isEmpty else { return early.append(action) }
            let number = happening.session ?? histories[histories.count - 1].number
            if let index = index(of: number) { histories[index].occurrences.append(action) }
            return
        }
        if case .command(.seek(let time)) = happening.kind { return begin(time, happening) }
        guard let number = happening.session, let index = index(of: number) else { return }
        switch happening.kind {
        case .seekEnd(let finished): endSeek(number, index, happening, finished: finished)
        case .event(let event): take(event, number, index, happening)
        default: break
        }
    }

    private func occurrence(
        _ kind: SessionHistory.Occurrence.Kind, _ text: String, _ happening: Happening
    ) -> SessionHistory.Occurrence {
        SessionHistory.Occurrence(
            kind, text, at: happening.instant, position: happening.position)
    }

    private mutating func begin(_ time: Double, _ happening: Happening) {
        guard let number = happening.session, let index = index(of: number) else { return }
        open[number, default: Open()].seek = histories[index].occurrences.count
        histories[index].occurrences.append(
            occurrence(.seek, "to \(SecondsText(time))", happening))
    }

    private mutating func endSeek(
        _ number: Int, _ index: Int, _ happening: Happening, finished: Bool
    ) {
        guard let place = open[number]?.seek else { return }
        open[number]?.seek = nil
        let begin = histories[index].occurrences[place].instant
        histories[index].occurrences[place].length = begin.duration(to: happening.instant)
        if !finished { histories[index].occurrences[place].text += ", given up" }
    }

    private mutating func take(
        _ event: PlaybackEvent.Kind, _ number: Int, _ index: Int, _ happening: Happening
    ) {
        switch event {
        case .didReceiveLifecycleEvent(let lifecycle):
            follow(lifecycle, number, index, happening)
        case .didPassCuePoints:
            histories[index].occurrences.append(
                occurrence(.cuePoint, happening.text, happening))
        case .didChangeSelectedAudibleMediaOption:
            histories[index].occurrences.append(
                occurrence(.option, "audio \(happening.text)", happening))
        case .didChangeSelectedLegibleMediaOption:
            histories[index].occurrences.append(
                occurrence(.option, "subtitles \(happening.text)", happening))
        case .didShowCue(let cue, _):
            open[number, default: Open()].cues[ShownCue(cue)] = histories[index].marks.count
            histories[index].marks.append(
                SessionHistory.Mark(
                    .subtitle, cue.plainText, from: max(cue.start, happening.position),
                    to: max(cue.end, happening.position)))
        case .didHideCue(let cue, _):
            guard let place = open[number]?.cues.removeValue(forKey: ShownCue(cue)) else { return }
            let mark = histories[index].marks[place]
            histories[index].marks[place].end = max(
                mark.start, min(mark.end, happening.position))
        default: break
        }
    }

    private mutating func follow(
        _ event: LifecycleEvent, _ number: Int, _ index: Int, _ happening: Happening
    ) {
        if event.type == .playbackStalled {
            open[number, default: Open()].stall = histories[index].occurrences.count
            histories[index].occurrences.append(occurrence(.stall, "", happening))
            return
        }
        if [.playbackRecovered, .failedToPlayToEndTime, .terminate].contains(event.type),
            let place = open[number]?.stall
        {
            open[number]?.stall = nil
            let begin = histories[index].occurrences[place].instant
            histories[index].occurrences[place].length = begin.duration(to: happening.instant)
            if event.type == .playbackRecovered { return }
        }
        var entry = occurrence(event.error == nil ? .lifecycle : .error, happening.text, happening)
        entry.event = event.type
        histories[index].occurrences.append(entry)
    }

    // MARK: End of a session

    /// Adds the data of a finished session.
    ///
    /// - Parameters:
    ///   - number: The number of the session.
    ///   - ledger: The ledger of the session.
    ///   - cuePoints: The cue points of the session's video, and how often each was passed and
    ///     reported.
    ///   - timeline: The other marks on the session's timeline.
    package mutating func close(
        _ number: Int, ledger: ClosedLedger, cuePoints: [CuePointCount],
        timeline: [SessionHistory.Mark] = []
    ) {
        guard let index = index(of: number) else { return }
        histories[index].ledger = LedgerSummary.text(of: ledger)
        histories[index].followVariants(ledger.ledger.variants)
        var marks = cuePoints.map { count in
            let label = count.point.name ?? count.point.type
            let isAfterEnd = count.isAfterEnd
            return SessionHistory.Mark(
                .cuePoint, isAfterEnd ? "\(label), after the end" : label,
                from: place(of: count.point, in: histories[index]),
                // A cue point that the playhead never reached is neither right nor wrong.
                isRight: count.expected == 0 && count.found == 0
                    ? nil : count.isRight && !isAfterEnd)
        }
        for track in ledger.ledger.tracks {
            marks += track.findings.map {
                SessionHistory.Mark(
                    .finding, "\(track.name) \($0.account.rawValue)", from: $0.interval.lowerBound,
                    to: $0.interval.upperBound, isRight: $0.account == .gap ? nil : false)
            }
        }
        marks += timeline + histories[index].marks
        histories[index].marks = marks.enumerated()
            .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
    }

    /// Returns the name of the video, or else the last part of its location.
    ///
    /// Unlike the whole location, that part is the same on every machine.
    private static func title(of session: PlaybackSession) -> String {
        session.video.name ?? PlaceText.lastPart(of: session.source.url)
    }

    private func place(of point: CuePoint, in history: SessionHistory) -> MediaTime {
        switch point.position {
        case .before: .zero
        case .time(let time): time
        case .after: history.duration
        }
    }
}
