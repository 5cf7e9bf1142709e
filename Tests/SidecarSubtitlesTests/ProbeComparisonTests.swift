import SidecarSubtitles
import Testing
import VirtualTime

/// Well-formed files, compared with another reader of WebVTT.
@Suite(.enabled(if: ProbeTool.isInstalled, "needs ffprobe"))
struct ProbeComparisonTests {
    private static func clock(_ count: Int64) -> String {
        func digits(_ number: Int64, _ width: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let rest = "\(digits(count / 60_000 % 60, 2)):\(digits(count / 1000 % 60, 2))"
        let hours = count >= 3_600_000 || count % 2 == 0 ? digits(count / 3_600_000, 2) + ":" : ""
        return "\(hours)\(rest).\(digits(count % 1000, 3))"
    }

    /// Returns a file of many cues in order of time, with features that all readers treat alike.
    private static func file(seed: UInt64, end: String) -> String {
        var random = SeededRandom(seed: seed)
        var text = "WEBVTT\n\nNOTE a comment\n\n"
        var time = Int64(0)
        for number in 0..<200 {
            time += Int64.random(in: 0...90_000, using: &random)
            let length = Int64.random(in: 1...9_000, using: &random)
            if Bool.random(using: &random) { text += "cue \(number)\n" }
            text += "\(clock(time)) --> \(clock(time + length))"
            if Bool.random(using: &random) { text += " line:5% align:start" }
            text += "\n<i>text</i> \(number)\n"
            if Bool.random(using: &random) { text += "second line\n" }
            text += "\n"
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end)
    }

    @Test(arguments: zip([1, 2, 3, 4] as [UInt64], ["\n", "\r\n", "\n", "\r\n"]))
    func `cue times match the times of ffprobe`(seed: UInt64, end: String) throws {
        let text = Self.file(seed: seed, end: end)
        let expected = try #require(ProbeTool.cueTimes(of: Array(text.utf8)))
        let found = try WebVTT(parsing: text).cuesInTrackOrder.map { cue in
            let length = cue.end - cue.start
            return "\(cue.start.value(timescale: 1000)),\(length.value(timescale: 1000))"
        }
        #expect(found.count == 200)
        #expect(found == expected)
    }
}
