package import HeadlessPlayback
import PlaybackControl
package import RunResults
package import VirtualTime

/// The events of a run in order, and the run's trace.
package final class Chronicle {
    /// Consecutive lines of the trace, whose texts are created when they are read.
    struct Stretch {
        /// The range of line numbers, counted from zero.
        var lines: Range<Int>
        /// The index of the event in the first line; `nil` for a line without an event.
        let happening: Int?
        /// The text and the instant of a line that does not describe an event; otherwise `nil`.
        var note: (text: String, instant: Instant)?

        /// The line, if it does not describe an event; `nil` for lines of events.
        var noteLine: String? {
            note.map { TraceColumns.line(at: $0.instant, session: nil, $0.text) }
        }
    }

    /// All recorded data, as one value, so that recording an event needs only one access.
    fileprivate struct Record {
        var happenings = FoldedList<Happening>()
        var written: [Stretch] = []
        var histories: HistoryWriter?
        var lints: [any Lint]
        /// The indices of the lints that currently receive progress events.
        ///
        /// The indices are determined again at each event other than progress.
        var progressLints: [Int] = []
        var findings: [LintFinding] = []

        var lineCount: Int { written.last?.lines.upperBound ?? 0 }

        init(histories: HistoryWriter?, lints: [any Lint]) {
            self.histories = histories
            self.lints = lints
            choose()
        }

        /// Determines which lints receive progress events until the next event of another kind.
        mutating func choose() {
            progressLints.removeAll(keepingCapacity: true)
            for index in lints.indices where lints[index].followsProgress {
                progressLints.append(index)
            }
        }
    }

    /// The result of searching the events from the last one backwards.
    private struct LastPlaces {
        /// The number of events when the search began.
        let count: Int
        /// The number of events that have not been searched.
        var rest: Int
        /// The index of the last event of each session, among the events that have been searched.
        var places: [Int: Int] = [:]
    }

    private var record: Record
    private var lastPlaces = LastPlaces(count: 0, rest: 0)
    /// A closure that is called with each event other than progress, before the event is recorded.
    var observer: ((Happening) -> Void)?

    /// The events of the run.
    package var happenings: FoldedList<Happening> { record.happenings }
    /// The event that was recorded last; `nil` before the first event.
    package var latest: Happening? { record.happenings.last }
    /// The histories of the sessions, for a report page; `nil` when they are not kept.
    package var histories: HistoryWriter? { record.histories }

    /// Creates an empty chronicle.
    ///
    /// - Parameters:
    ///   - lints: The lints that receive the events.
    ///   - network: The conditions of the simulated network.
    ///   - keepsHistory: Whether histories of the sessions are kept for a report page.
    package init(
        lints: [any Lint], network: NetworkConditions = .unlimited, keepsHistory: Bool = true
    ) {
        record = Record(
            histories: keepsHistory ? HistoryWriter(network: network) : nil, lints: lints)
    }

    /// The number of lines in the trace.
    package var lineCount: Int { record.lineCount }

    /// Returns the lines of the trace, created at each call.
    package func lines() -> [String] { (0..<lineCount).map(line(at:)) }

    /// The lines of the trace, as stretches of consecutive lines.
    var written: [Stretch] { record.written }

    /// Returns the line of the trace at an index, counted from zero.
    private func line(at place: Int) -> String {
        let written = record.written
        let stretch = written[written.firstPlace { $0.lines.upperBound > place }]
        if let note = stretch.noteLine { return note }
        return happenings[(stretch.happening ?? 0) + place - stretch.lines.lowerBound].traceLine
    }

    /// Records an event that has a line in the trace.
    package func write(_ happening: Happening) {
        if !happening.isProgress { observer?(happening) }
        record.write(happening)
    }

    /// Writes a line that does not describe an event.
    package func write(note: String, at instant: Instant) {
        let line = lineCount
        record.written.append(
            Stretch(lines: line..<line + 1, happening: nil, note: (note, instant)))
    }

    /// Records an event that is not in the trace.
    package func note(_ happening: Happening) {
        if !happening.isProgress { observer?(happening) }
        record.note(happening)
    }

    /// Records an event of a controller.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - offset: The number of sessions of the run before the controller's first session.
    package func write(_ event: PlaybackEvent, sessionsBefore offset: Int) {
        if let session = event.session {
            record.histories?.sample(session, number: session.number + offset, at: event.instant)
        }
        write(Happening(event, session: event.session.map { $0.number + offset }))
    }

    /// Returns the last event of a session; `nil` if it has no events.
    ///
    /// All calls together search the events once, unless events are recorded between them.
    func lastHappening(of session: Int) -> Happening? {
        let happenings = happenings
        if lastPlaces.count != happenings.count {
            lastPlaces = LastPlaces(count: happenings.count, rest: happenings.count)
        }
        while lastPlaces.places[session] == nil, lastPlaces.rest > 0 {
            lastPlaces.rest -= 1
            guard let other = happenings[lastPlaces.rest].session,
                lastPlaces.places[other] == nil
            else { continue }
            lastPlaces.places[other] = lastPlaces.rest
        }
        return lastPlaces.places[session].map { happenings[$0] }
    }

    /// Returns the findings of all lints, assuming that no further event follows.
    ///
    /// - Parameters:
    ///   - instant: The end of the run.
    ///   - isIdle: Whether no events were left; otherwise the run was interrupted.
    /// - Returns: The findings, in order.
    package func findingsIfClosed(at instant: Instant, isIdle: Bool) -> [LintFinding] {
        var closing = record.lints
        return record.findings
            + closing.indices.flatMap { closing[$0].end(at: instant, isIdle: isIdle) }
    }

    /// Returns the lines around a line of the trace, to illustrate a failure.
    ///
    /// - Parameter number: The number of the line, counted from 1; for 0, the result is empty.
    /// - Returns: The line, with at most three lines before it and three lines after it.
    package func excerpt(around number: Int) -> [TraceExcerptLine] {
        guard number >= 1, number <= lineCount else { return [] }
        return (max(number - 3, 1)...min(number + 3, lineCount)).map {
            TraceExcerptLine(number: $0, text: line(at: $0 - 1), isMarked: $0 == number)
        }
    }
}

extension Chronicle.Record {
    fileprivate mutating func write(_ happening: consuming Happening) {
        let line = lineCount
        if let last = written.indices.last, let first = written[last].happening,
            first + written[last].lines.count == happenings.count
        {
            written[last].lines = written[last].lines.lowerBound..<line + 1
        } else {
            written.append(
                Chronicle.Stretch(lines: line..<line + 1, happening: happenings.count))
        }
        happening.line = line + 1
        add(happening)
    }

    fileprivate mutating func note(_ happening: consuming Happening) {
        if happening.line == 0 { happening.line = lineCount }
        add(happening)
    }

    private mutating func add(_ happening: Happening) {
        happenings.append(happening)
        if happening.isProgress {
            for index in progressLints { pass(happening, to: index) }
        } else {
            for index in lints.indices { pass(happening, to: index) }
            choose()
        }
        histories?.take(happening)
    }

    private mutating func pass(_ happening: Happening, to index: Int) {
        let found = lints[index].take(happening)
        if !found.isEmpty { findings += found }
    }
}
