package import HeadlessPlayback
import PlaybackControl
package import RunResults

/// The events of a run in order, and its trace.
package final class Chronicle {
    /// A line of the trace, whose text is made when it is read.
    private enum Line {
        /// The line of a happening, by its place.
        case happening(Int)
        /// A line that is no happening.
        indirect case note(String, Instant)
    }

    /// The events of the run.
    package private(set) var happenings: [Happening] = []
    private var written: [Line] = []
    /// The histories of the sessions, for a page; `nil` when they are not kept.
    package private(set) var histories: HistoryWriter?
    private var lints: [any Lint]
    private var findings: [LintFinding] = []

    /// Creates a chronicle in which nothing happened yet.
    ///
    /// - Parameters:
    ///   - lints: The lints that receive the events.
    ///   - network: The conditions of the simulated network.
    ///   - keepsHistory: Whether histories are kept for a page.
    package init(
        lints: [any Lint], network: NetworkConditions = .unlimited, keepsHistory: Bool = true
    ) {
        histories = keepsHistory ? HistoryWriter(network: network) : nil
        self.lints = lints
    }

    /// The number of lines in the trace.
    package var lineCount: Int { written.count }

    /// The lines of the trace, made at each call.
    package func lines() -> [String] { written.indices.map(line(at:)) }

    /// Returns the line of the trace at a place, counted from zero.
    private func line(at place: Int) -> String {
        switch written[place] {
        case .happening(let index):
            let happening = happenings[index]
            return TraceColumns.line(
                at: happening.instant, session: happening.session, happening.name, happening.text)
        case .note(let text, let instant):
            return TraceColumns.line(at: instant, session: nil, text)
        }
    }

    /// Writes down something that has a line in the trace.
    package func write(_ happening: Happening) {
        var happening = happening
        written.append(.happening(happenings.count))
        happening.line = lineCount
        note(happening)
    }

    /// Writes a line that is no happening.
    package func write(note: String, at instant: Instant) {
        written.append(.note(note, instant))
    }

    /// Records an event that is not in the trace.
    package func note(_ happening: Happening) {
        var happening = happening
        if happening.line == 0 { happening.line = lineCount }
        happenings.append(happening)
        for index in lints.indices { findings += lints[index].take(happening) }
        histories?.take(happening)
    }

    /// Records an event of a controller.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - offset: The number of sessions before those of the controller.
    package func write(_ event: PlaybackEvent, sessionsBefore offset: Int) {
        if let session = event.session {
            histories?.sample(session, number: session.number + offset, at: event.instant)
        }
        write(
            Happening(
                .event(event.kind), at: event.instant,
                session: event.session.map { $0.number + offset }, name: event.name,
                text: event.traceText, position: event.session?.position ?? .zero))
    }

    /// Returns the findings of all lints if no event follows.
    ///
    /// - Parameters:
    ///   - instant: The end of the run.
    ///   - isIdle: Whether no events were left; otherwise the run was interrupted.
    /// - Returns: The findings, in order.
    package func findingsIfClosed(at instant: Instant, isIdle: Bool) -> [LintFinding] {
        var closing = lints
        return findings
            + closing.indices.flatMap { closing[$0].end(at: instant, isIdle: isIdle) }
    }

    /// The lines around a line, for the reason of a failure.
    ///
    /// - Parameter number: The number of the line, counted from 1; 0 gives none.
    /// - Returns: Three lines before it, the line, and three behind it.
    package func excerpt(around number: Int) -> [TraceExcerptLine] {
        guard number >= 1, number <= lineCount else { return [] }
        return (max(number - 3, 1)...min(number + 3, lineCount)).map {
            TraceExcerptLine(number: $0, text: line(at: $0 - 1), isMarked: $0 == number)
        }
    }
}
