import CommandTree
import HeadlessPlayback
import PlayctlCommands
import TestSupport
import Testing

@Suite struct WebVTTReportTests {
    private static let file = """
        WEBVTT
        X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000

        late
        00:02.000 --> 00:05.000 align:left line:50%,end size:x
        <v Ann>Hi &amp; <i>bye</i>
        two

        00:01.000 --> 00:03.500
        "a"

        """

    private func report(_ text: String) throws(CommandFailure) -> WebVTTReport {
        let loader = ScriptedLoader([("/a.vtt", .bytes(Array(text.utf8)))])
        return try WebVTTReport("/a.vtt", loader: loader)
    }

    @Test func `cues are reported in track order, with and without markup`() throws {
        let line = String(decoding: try report(Self.file).jsonLine, as: UTF8.self)
        let cues = [
            #"{"id":"","start":1.000,"end":3.500,"text":"\"a\"","plain":"\"a\"","settings":{}}"#,
            #"{"id":"late","start":2.000,"end":5.000,"text":"<v Ann>Hi &amp; <i>bye</i>\ntwo","#
                + #""plain":"Hi & bye\ntwo","settings":{"line":"50%,end","align":"left"}}"#,
        ]
        #expect(
            line == #"{"kind":"webvtt","timestampMap":{"local":0.000,"mpegts":900000},"#
                + #""regions":0,"styleSheets":0,"cues":["# + cues.joined(separator: ",")
                + #"],"losses":[],"problems":[{"line":5,"#
                + #""text":"line 5: the setting \"size:x\" means nothing"}]}"# + "\n")
    }

    @Test func `the text output has a line for each cue`() throws {
        #expect(
            try report(Self.file).text == """
                WebVTT file
                  cues       2
                  timestamps 0.000 s is MPEGTS 900000
                  problem    line 5: the setting "size:x" means nothing
                1.000 - 3.500  "a"
                2.000 - 5.000  Hi & bye / two

                """)
    }

    @Test func `a file without the signature fails with one line`() {
        let message =
            "/a.vtt: line 1: not a WebVTT file: the first line does not start with WEBVTT"
        #expect(throws: CommandFailure(.failed, message)) { try report("WEBVTTX\n") }
        #expect(throws: CommandFailure(.failed, message)) { try report("") }
    }

    @Test func `an empty track is valid`() throws {
        #expect(
            String(decoding: try report("WEBVTT").jsonLine, as: UTF8.self)
                == #"{"kind":"webvtt","timestampMap":null,"regions":0,"styleSheets":0,"#
                + #""cues":[],"losses":[],"problems":[]}"# + "\n")
    }

    @Test func `lost cues are reported before the problems`() throws {
        let file = try report("WEBVTT\n\n00:01.000 -> 00:02.000\na\n")
        let problem = #"line 3: "00:01.000 -> 00:02.000" is not a pair of times"#
        #expect(
            file.text == """
                WebVTT file
                  cues       0
                  lost       1 cue is lost: \(problem)
                  problem    \(problem)

                """)
        let line = String(decoding: file.jsonLine, as: UTF8.self)
        #expect(
            line.contains(
                #""losses":[{"cues":1,"text":"1 cue is lost: line 3: \"00:01.000 -> 00:02.000\""#))
    }

    @Test(arguments: [
        ("a.vtt", true), ("A.VTT", true), ("https://h/a.vtt?x#y", true), ("a.webvtt", true),
        ("a.m3u8", false), ("https://h/a.m3u8?x=a.vtt", false), ("vtt", false), ("a?.vtt", true),
    ])
    func `the file extension identifies a WebVTT file`(place: String, expected: Bool) {
        #expect(WebVTTReport.covers(place) == expected)
    }

    @Test func `probe reports cues, or fails in one line with the cause`() throws {
        let folder = ScratchFolder()
        let good = try Playctl.run("probe", try folder.put(Self.file, at: "a.vtt"), "--json")
        #expect(good.status == 0)
        #expect(good.errors == "")
        #expect(try (good.object["cues"] as? [Any])?.count == 2)
        for text in ["", "WEBVTTX", "<html>"] {
            let bad = try Playctl.run("probe", try folder.put(text, at: "b.vtt"), "--json")
            #expect(bad.status == 1)
            #expect(bad.output == "")
            #expect(bad.errorLines.count == 1)
        }
        #expect(try Playctl.run("probe", folder.path + "/c.vtt", "--json").status == 1)
    }
}
