import SidecarSubtitles
import Testing

@Suite struct LimitTests {
    private static let cue = "00:01.000 --> 00:02.000\na\n\n"

    @Test(arguments: [(-1, true), (0, false), (1, false)])
    func `a file may be as large as its limit`(room: Int, fails: Bool) {
        let text = "WEBVTT\n\n" + Self.cue
        var limits = WebVTTLimits()
        limits.bytes = text.utf8.count + room
        #expect((try? WebVTT(parsing: text, limits: limits)) == nil ? fails : !fails)
    }

    @Test func `a file may have as many cues as its limit`() throws {
        var limits = WebVTTLimits()
        limits.cues = 3
        let three = "WEBVTT\n\n" + String(repeating: Self.cue, count: 3)
        #expect(try WebVTT(parsing: three, limits: limits).cues.count == 3)
        #expect(throws: WebVTTError(.limitExceeded("cues", maximum: 3), line: 12)) {
            try WebVTT(parsing: three + Self.cue, limits: limits)
        }
    }

    @Test func `a file may have as many definitions as its limit`() throws {
        var limits = WebVTTLimits()
        limits.definitions = 2
        let two = "WEBVTT\n\nREGION\nid:a\n\nREGION\nid:b\n\nSTYLE\na\n\nSTYLE\nb\n\n"
        #expect(try WebVTT(parsing: two, limits: limits).regions.count == 2)
        #expect(throws: WebVTTError(.limitExceeded("regions", maximum: 2), line: 15)) {
            try WebVTT(parsing: two + "REGION\nid:c", limits: limits)
        }
        #expect(throws: WebVTTError(.limitExceeded("style sheets", maximum: 2), line: 15)) {
            try WebVTT(parsing: two + "STYLE\nc", limits: limits)
        }
    }

    @Test func `no more problems are listed than the limit`() throws {
        var limits = WebVTTLimits()
        limits.problems = 2
        let text = "WEBVTT\n\n" + String(repeating: "what\n\n", count: 5)
        #expect(try WebVTT(parsing: text, limits: limits).problems.count == 2)
    }

    @Test(arguments: [
        "-->\n", "a\n-->\n", "a\n\n", "STYLE\na\n", "REGION\nid:a\n\n", "NOTE\n", "\n", "a:b ",
        "00:00.000 --> 00:00.000 region:a\n", "-", "9", "&", "<", "<i>", "&#", "&amp", "<v ", "\r",
    ])
    func `reading takes linear time`(piece: String) throws {
        // A reader whose run time is quadratic would take many minutes here.
        let count = (1 << 18) / piece.utf8.count
        let body = String(repeating: piece, count: count)
        var limits = WebVTTLimits()
        limits.definitions = .max
        for start in ["WEBVTT\n\n", "WEBVTT\n\n00:00.000 --> 00:00.000\n", "WEBVTT\n\nREGION\n"] {
            let file = try WebVTT(parsing: start + body, limits: limits)
            for cue in file.cues.prefix(10) {
                #expect(cue.plainText.utf8.count <= body.utf8.count)
                #expect(cue.nodes().count <= body.utf8.count)
            }
        }
    }
}
