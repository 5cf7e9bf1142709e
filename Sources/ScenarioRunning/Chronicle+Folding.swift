import PlaybackControl
import VirtualTime

/// Shortens traces of long broadcasts: repeated lines are written only once.
///
/// A series is a group of lines that repeat at equal intervals. A series has a heading with the
/// number of repetitions and the interval between the repetitions, such as
/// `|  40 times, every 6.000 s:`. The lines of the first repetition follow. The heading and these
/// lines begin with a vertical bar. Each of the lines ends with the amount by which the times in
/// its payload increase with each repetition. Lines of a series within another series have two
/// bars and two amounts.
extension Chronicle {
    /// The maximum number of lines of a trace that is not folded.
    package static let longestPlainTrace = 100_000

    /// Returns the trace with each series of lines written once.
    package func foldedLines() -> [String] {
        var trace = FoldedTrace()
        let runs = happenings.runs
        for stretch in written {
            if let note = stretch.noteLine {
                trace.lines.append(note)
                continue
            }
            let first = stretch.happening ?? 0
            trace.write(first..<first + stretch.lines.count, of: runs)
        }
        return trace.lines
    }
}

/// A folded trace that is being written.
private struct FoldedTrace {
    /// The minimum number of repetitions that are folded into a series.
    private static let fewest = 3

    var lines: [String] = []

    /// Writes the lines of the events whose indices are in a range.
    mutating func write(_ range: Range<Int>, of runs: FoldedList<Happening>.Runs) {
        let first = runs.firstPlace { $0.elementEnd > range.lowerBound }
        for series in runs[first...] {
            guard series.elements[0].start < range.upperBound else { return }
            write(range, of: series)
        }
    }

    /// Writes the lines of a series of runs, but only for events with indices in a range.
    private mutating func write(_ range: Range<Int>, of series: FoldedRun<FoldedRun<Happening>>) {
        let period = series.elements.count
        // Commands and notes interrupt a series, so only its complete periods in the range are
        // folded.
        var whole = 0..<0
        if series.isSeries {
            let first = series.elements[0].start
            let length = series.distances[0].count
            let times = series.count / period
            let lower = max(0, range.lowerBound - first + length - 1) / length
            let upper = min(times, max(0, range.upperBound - first) / length)
            if upper >= lower + Self.fewest { whole = lower..<upper }
        }
        guard !whole.isEmpty, let step = series.distances[0].elements.first?.instant,
            series.distances.allSatisfy({ $0.elements.allSatisfy { $0.instant == step } })
        else { return write(range, of: series, runs: 0..<series.count) }
        write(range, of: series, runs: 0..<whole.lowerBound * period)
        lines.append(Self.head(whole.count, step, bar: "|"))
        for place in 0..<period {
            let run = series.element(whole.lowerBound * period + place)
            write(run, bar: "|", beyond: series.distances[place].elements)
        }
        write(range, of: series, runs: whole.upperBound * period..<series.count)
    }

    /// Writes the lines of some runs of a series, but only for events with indices in a range.
    private mutating func write(
        _ range: Range<Int>, of series: FoldedRun<FoldedRun<Happening>>, runs: Range<Int>
    ) {
        // The first run is found by a binary search, because notes may divide a long series into
        // many ranges and each call should visit only the runs in its range.
        let first = runs.firstPlace { series.element($0).end > range.lowerBound }
        for place in first..<runs.upperBound {
            let run = series.element(place)
            if run.start >= range.upperBound { return }
            for part in run.parts(within: range) { write(part, bar: "", beyond: []) }
        }
    }

    /// Writes a run.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - bar: The bar of the series that contains the run; empty if no series contains it.
    ///   - outer: The distances between the run's events and their repetitions in that series.
    private mutating func write(
        _ run: FoldedRun<Happening>, bar: String, beyond outer: [Happening.Distance]
    ) {
        let step = run.distances.first?.instant
        let period = run.elements.count
        // A run is written as a series only if it has enough complete periods at equal intervals.
        let isSeries =
            run.isSeries && run.count % period == 0 && run.count >= period * Self.fewest
            && run.distances.allSatisfy { $0.instant == step }
        let inner = isSeries ? bar + "|" : bar
        if isSeries, let step {
            lines.append(Self.head(run.count / period, step, bar: inner))
        }
        for place in 0..<(isSeries ? period : run.count) {
            var line = inner + run.element(place).traceLine
            if isSeries { line += "  \(run.distances[place].text)" }
            if !outer.isEmpty { line += "  \(outer[place % period].text)" }
            lines.append(line)
        }
    }

    private static func head(_ times: Int, _ distance: Duration, bar: String) -> String {
        "\(bar)  \(times) times, every \(Instant(sinceStart: distance)) s:"
    }
}

extension FoldedRun<FoldedRun<Happening>> {
    /// The index after the last event of the series, in the list of all events.
    fileprivate var elementEnd: Int { element(count - 1).end }
}

extension FoldedRun {
    /// Returns the elements of the run in an index range of the list, as up to three runs.
    ///
    /// The complete periods within the range are one run. The elements before these periods are
    /// another run, and so are the elements after them.
    fileprivate func parts(within range: Range<Int>) -> [FoldedRun] {
        let own = range.clamped(to: start..<end)
        let period = elements.count
        guard isSeries else { return [singles(own)] }
        let lower = start + (own.lowerBound - start + period - 1) / period * period
        let upper = start + (own.upperBound - start) / period * period
        guard lower < upper else { return [singles(own)] }
        let whole = FoldedRun(
            start: lower, elements: (0..<period).map { element(lower - start + $0) },
            distances: distances, count: upper - lower)
        return [singles(own.lowerBound..<lower), whole, singles(upper..<own.upperBound)]
            .filter { $0.count > 0 }
    }

    private func singles(_ range: Range<Int>) -> FoldedRun {
        FoldedRun(start: range.lowerBound, elements: range.map { element($0 - start) })
    }
}

extension Happening {
    /// The line of the event in the trace.
    var traceLine: String { TraceColumns.line(at: instant, session: session, name, text) }
}
