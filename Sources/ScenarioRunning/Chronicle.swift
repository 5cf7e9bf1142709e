package import HeadlessPlayback
import PlaybackControl
package import RunResults

/// The events of a run in order, and its trace.
package final class Chronicle {
    /// The events of the run.
    package private(set) var happenings: [Happening] = []
    /// The lines of the trace.
    package private(set) var lines: [String] = []
    /// The histories of the sessions, for a page.
    package private(set) var histories: HistoryWriter
    private var lints: [any Lint]
    private var findings: [LintFinding] = []

    /// Creates a chronicle in which nothing happened yet.
    ///
    /// - Parameters:
    ///   - lints: The lints that receive the events.
    ///   - network: The conditions of the simulated network.
    package init(lints: [any Lint], network: NetworkConditions = .unlimited) {
        histories = HistoryWriter(network: network)
        self.lints = lints
    }

    /// Writes down something that has a line in the trace.
    package func write(_ happening: Happening) {
        var happening = happening
        lines.append(
            TraceColumns.line(
                at: happening.instant, session: happening.session, happening.name, happening.text))
        happening.line = lines.count
        note(happening)
    }

    /// Writes a line that is no happening.
    package func write(note: String, at instant: Instant) {
        lines.append(TraceColumns.line(at: instant, session: nil, note))
    }

    /// Records an event that is not in the trace.
    package func note(_ happening: Happening) {
        var happening = happening
        if happening.line == 0 { happening.line = lines.count }
        happenings.append(happening)
        for index in lints.indices { findings += lints[index].take(happening) }
        histories.take(happening)
    }

    /// Records an event of a controller.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - offset: The number of sessions before those of the controller.
    package func write(_ event: PlaybackEvent, sessionsBefore offset: Int) {
        if let session = event.session {
            histories.sample(session, number: session.number + offset, at: event.instant)
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
        guard (1...max(lines.count, 1)).contains(number), !lines.isEmpty else { return [] }
        return (max(number - 3, 1)...min(number + 3, lines.count)).map {
            TraceExcerptLine(number: $0, text: lines[$0 - 1], isMarked: $0 == number)
        }
    }
}
