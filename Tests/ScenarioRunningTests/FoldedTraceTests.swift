import HeadlessPlaybackTesting
import ScenarioRunning
import TestSupport
import Testing
import Transport
import VirtualTime

/// Traces in which lines that repeat are written once.
@Suite struct FoldedTraceTests {
    private func chronicle(_ fields: String, steps: String) throws -> Chronicle {
        let text = """
            playctl: 1
            assets:
              - live: {source: \(SampleMedia.transportStream.path), id: news, ran-for: 10m, \
            window: \(fields)}
            steps: \(steps)
            """
        return ScenarioStage(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml"),
            loader: StandardLoader(), workers: .shared, cancellation: CancellationFlag(),
            storeFolder: nil, keepsHistory: false
        ).run().chronicle
    }

    /// Returns the lines of a folded trace, with all repetitions.
    private func unfolded(_ lines: [String], bars: String = "") -> [String] {
        var result: [String] = []
        var place = 0
        while place < lines.count {
            let bar = bars + "|"
            guard lines[place].hasPrefix(bar) else {
                result.append(lines[place])
                place += 1
                continue
            }
            let words = lines[place].split(separator: " ")
            let series = lines[(place + 1)...].prefix {
                $0.hasPrefix(bar) && !$0.hasPrefix("\(bar)  \($0.split(separator: " ")[1]) times")
            }
            for time in 0..<(Int(words[1]) ?? 0) {
                result += unfolded(
                    series.map { repeated($0, times: time, every: words[4]) }, bars: bar
                ).map { bars.isEmpty ? String($0.drop { $0 == "|" }) : $0 }
            }
            place += 1 + series.count
        }
        return result
    }

    /// Returns the line of a series with the instant and the values of a given repetition.
    private func repeated(
        _ line: String, times: Int, every distance: some StringProtocol
    ) -> String {
        guard !line.contains(" times, every ") else { return line }
        let bars = String(line.prefix { $0 == "|" })
        let words = line.dropFirst(bars.count).split(separator: " ")
        let additions = (words.last ?? "").dropFirst().split(separator: "-").map(thousandths)
        let values = words[3].split(separator: "-").map(thousandths)
        let payload = zip(values, [additions[0], additions.last ?? 0]).map {
            text($0 + $1 * times)
        }
        let instant = text(thousandths(words[0]) + thousandths(distance) * times)
        let blanks = { String(repeating: " ", count: max(0, $0)) }
        let more = words[4...].dropLast().map { "  " + $0 }.joined()
        return bars + blanks(12 - instant.count) + instant + blanks(4 - words[1].count) + words[1]
            + "  " + words[2] + blanks(28 - words[2].count) + payload.joined(separator: "-") + more
    }

    private func thousandths(_ text: some StringProtocol) -> Int {
        Int(String(text).filter { $0 != "." }) ?? -1
    }

    private func text(_ thousandths: Int) -> String {
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    @Test(arguments: [
        ("{length: 24s}", "[{at: 10m, stop: }]"), ("{type: event}", "[{at: 10m, stop: }]"),
        ("{length: 24s}, encoder: {jitter: 1s}", "[{at: 3m, stop: }]"),
        (
            "{length: 24s}",
            "[{at: 1m, pause: }, {at: 70s, play: }, {at: 2m, seek-back: 8s}, {at: 5m, stop: }]"
        ),
        ("{length: 24s}, faults: [{segments: 170, gap: }]", "[{at: 5m, stop: }]"),
    ])
    func `a folded trace unfolds to every line`(fields: String, steps: String) throws {
        let chronicle = try chronicle(fields, steps: steps)
        let (lines, folded) = (chronicle.lines(), chronicle.foldedLines())
        #expect(unfolded(folded) == lines)
        if !fields.contains(",") { #expect(folded.count * 5 < lines.count, "\(folded.count)") }
    }

    @Test func `the memory of the events of a broadcast does not grow`() throws {
        let hours = try [1, 4].map {
            try chronicle("{length: 24s}", steps: "[{at: \($0)h, stop: }]")
        }
        #expect(hours[1].lineCount > hours[0].lineCount * 3)
        #expect(hours[1].happenings.footprint == hours[0].happenings.footprint)
        #expect(hours[1].happenings.footprint < 200)
    }

    @Test func `a trace without repeated lines is not changed by folding`() throws {
        let chronicle = try chronicle("{length: 24s}", steps: "[{at: 1s, stop: }]")
        #expect(chronicle.foldedLines() == chronicle.lines())
    }
}
