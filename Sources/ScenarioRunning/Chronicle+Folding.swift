import PlaybackControl
import VirtualTime

/// Traces of long broadcasts, in which lines that repeat at equal distances are written once.
///
/// A line states the number of repetitions and their distance, with a vertical bar before it. Below
/// it are the lines of the first repetition, each with a bar before it and the distance of its
/// payload after it. A series within a series has a bar and a distance more.
extension Chronicle {
    /// The most lines of a trace that is not folded.
    package static let longestPlainTrace = 100_000

    /// Returns the trace with each series of lines written once.
    package func foldedLines() -> [String] {
        var lines: [String] = []
        var series = SeriesCursor(happenings.series)
        for stretch in written {
            if let note = stretch.noteLine {
                lines.append(note)
                continue
            }
            let first = stretch.happening ?? 0
            let blocks = series.take(first..<first + stretch.lines.count)
            TraceBlock.write(blocks, to: &lines)
        }
        return lines
    }
}

/// A happening, or happenings that repeat at equal distances.
private struct TraceBlock {
    /// The longest period of blocks.
    private static let longestPeriod = 16
    /// The fewest repetitions of blocks that are written once.
    private static let fewest = 3

    /// The happenings of the first period.
    let happenings: [Happening]
    /// The distances to the next period; empty for a single happening.
    var distances: [Happening.Distance] = []
    var times = 1

    /// Returns the distances from an earlier block; `nil` unless they differ only in numbers.
    private func distances(from earlier: TraceBlock) -> [Happening.Distance]? {
        guard times == earlier.times, happenings.count == earlier.happenings.count,
            distances == earlier.distances
        else { return nil }
        var result: [Happening.Distance] = []
        for (happening, other) in zip(happenings, earlier.happenings) {
            guard let distance = happening.distance(from: other) else { return nil }
            result.append(distance)
        }
        return result
    }

    /// Writes blocks, and those that repeat once.
    static func write(_ blocks: [TraceBlock], to lines: inout [String]) {
        var place = 0
        while place < blocks.count {
            guard let (period, times, distances) = series(at: place, of: blocks) else {
                blocks[place].write(bar: "", beyond: [], to: &lines)
                place += 1
                continue
            }
            lines.append(head(times, distances[0][0].instant, bar: "|"))
            for index in 0..<period {
                blocks[place + index].write(bar: "|", beyond: distances[index], to: &lines)
            }
            place += period * times
        }
    }

    /// Returns the series that starts at a place; `nil` without one.
    private static func series(
        at place: Int, of blocks: [TraceBlock]
    ) -> (period: Int, times: Int, distances: [[Happening.Distance]])? {
        for period in 1...longestPeriod where place + period * fewest <= blocks.count {
            var distances: [[Happening.Distance]] = []
            for index in place..<place + period {
                guard let next = blocks[index + period].distances(from: blocks[index]) else {
                    break
                }
                distances.append(next)
            }
            let instants = distances.joined().map(\.instant)
            guard distances.count == period, let first = instants.first,
                instants.allSatisfy({ $0 == first })
            else { continue }
            var end = place + period * 2
            while end < blocks.count,
                blocks[end].distances(from: blocks[end - period])
                    == distances[(end - place) % period]
            {
                end += 1
            }
            let times = (end - place) / period
            if times >= fewest { return (period, times, distances) }
        }
        return nil
    }

    private static func head(_ times: Int, _ distance: Duration, bar: String) -> String {
        "\(bar)  \(times) times, every \(Instant(sinceStart: distance)) s:"
    }

    /// Writes the block.
    ///
    /// - Parameters:
    ///   - bar: The bar of the series that it belongs to; empty without one.
    ///   - outer: The distances of its happenings in that series.
    ///   - lines: The lines of the trace.
    private func write(
        bar: String, beyond outer: [Happening.Distance], to lines: inout [String]
    ) {
        let inner = distances.isEmpty ? bar : bar + "|"
        if let distance = distances.first?.instant {
            lines.append(Self.head(times, distance, bar: inner))
        }
        for (index, happening) in happenings.enumerated() {
            var line = inner + happening.traceLine
            if !distances.isEmpty { line += "  \(distances[index].text)" }
            if !outer.isEmpty { line += "  \(outer[index].text)" }
            lines.append(line)
        }
    }
}

/// A walk through the series of a list of happenings.
private struct SeriesCursor {
    private let series: [FoldedList<Happening>.Series]
    /// The index of the current series.
    private var place = 0
    /// The number of happenings before it.
    private var start = 0

    init(_ series: [FoldedList<Happening>.Series]) { self.series = series }

    /// Returns some happenings as blocks; they follow all earlier ones.
    mutating func take(_ range: Range<Int>) -> [TraceBlock] {
        var blocks: [TraceBlock] = []
        var next = range.lowerBound
        while next < range.upperBound, place < series.count {
            let current = series[place]
            guard next < start + current.count else {
                start += current.count
                place += 1
                continue
            }
            let end = min(range.upperBound, start + current.count)
            add(next - start..<end - start, of: current, to: &blocks)
            next = end
        }
        return blocks
    }

    private func add(
        _ range: Range<Int>, of series: FoldedList<Happening>.Series, to blocks: inout [TraceBlock]
    ) {
        let period = series.elements.count
        // A command may divide a period.
        let head = min(range.upperBound, (range.lowerBound + period - 1) / period * period)
        let times = (range.upperBound - head) / period
        let instant = series.distances.first?.instant
        let isSeries =
            instant != nil && times > 1 && series.distances.allSatisfy { $0.instant == instant }
        let single = isSeries ? range.lowerBound..<head : range
        for place in single {
            blocks.append(TraceBlock(happenings: [happening(place, of: series)]))
        }
        guard isSeries else { return }
        blocks.append(
            TraceBlock(
                happenings: (head..<head + period).map { happening($0, of: series) },
                distances: series.distances, times: times))
        for place in head + times * period..<range.upperBound {
            blocks.append(TraceBlock(happenings: [happening(place, of: series)]))
        }
    }

    private func happening(_ place: Int, of series: FoldedList<Happening>.Series) -> Happening {
        guard !series.distances.isEmpty else { return series.elements[place] }
        let (times, index) = place.quotientAndRemainder(dividingBy: series.elements.count)
        return series.elements[index].advanced(by: series.distances[index], times: times)
    }
}

extension Happening {
    /// Its line in the trace.
    var traceLine: String { TraceColumns.line(at: instant, session: session, name, text) }
}
