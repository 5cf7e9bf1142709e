import TestSupport
import Testing

/// Subtitles in the output of the built tool.
@Suite struct ShowCuesTests {
    private let folder = "\(SampleMedia.folder)/subtitled"
    private var track: String { "src=\(folder)/de.vtt,lang=de,label=Deutsch,duration=10,default" }

    private func play(_ arguments: String...) throws -> Playctl.Outcome {
        try Playctl.run(
            ["play", "\(folder)/index.m3u8", "--text-track", track, "--ledger", "none"] + arguments
        )
    }

    @Test func `a shown cue is written at its time, line by line`() throws {
        let run = try play("--events", "none", "--show-cues")
        #expect(run.status == 0)
        let expected = [
            "       0.500  | Ein Testbild, zehn Sekunden lang.",
            "       2.000  | Dieser Text überlappt sich mit dem davor.",
            "       4.000  | Er weicht & macht Platz",
            "              | für zwei Zeilen.",
            "       8.000  | Bis zum Schluss <3",
        ]
        #expect(run.lines == expected)
    }

    @Test func `in the text output, the cue's text follows its event`() throws {
        let lines = try play("--show-cues").lines
        let place = try #require(lines.firstIndex { $0.contains("didShowCue") })
        #expect(lines[place].hasSuffix("0.500-2.500 de  Ein Testbild, zehn Sekunden lang."))
        #expect(lines[place + 1].hasSuffix("  | Ein Testbild, zehn Sekunden lang."))
    }

    @Test func `in JSON a cue is an object with all its properties`() throws {
        let run = try play("--events", "ndjson", "--show-cues")
        let lines = run.lines.filter { $0.contains("\"didShowCue\"") }
        let expected = #"""
            {"t":0.500,"session":1,"event":"didShowCue","id":"bild","start":0.500,\#
            "end":2.500,"text":"<v Ansage>Ein Testbild, <i>zehn Sekunden</i> lang.</v>",\#
            "plain":"Ein Testbild, zehn Sekunden lang.","settings":{"position":"10%",\#
            "align":"start"},"option":"Deutsch","language":"de"}
            """#
        #expect(lines.first == expected)
        #expect(try run.objects.filter { $0["event"] as? String == "didHideCue" }.count == 4)
    }
}
