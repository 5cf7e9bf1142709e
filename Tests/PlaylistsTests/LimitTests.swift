import Playlists
import Testing
import VirtualTime

@Suite struct LimitTests {
    private func limit(of text: String, _ options: ParsingOptions = .init()) -> Int? {
        guard case .limitExceeded(_, let maximum) = refusal(of: text, options: options)?.reason
        else { return nil }
        return maximum
    }

    @Test func `a million variant streams are refused`() {
        let variant = "#EXT-X-STREAM-INF:BANDWIDTH=1\na\n"
        let text = "#EXTM3U\n" + String(repeating: variant, count: 1_000_000)
        #expect(limit(of: text) == 10_000)
        #expect(refusal(of: text)?.line == 20_002)
    }

    @Test func `a line may be as long as the limit and no longer`() throws {
        var options = ParsingOptions()
        options.limits.lineBytes = 100
        let start = "#EXTM3U\n#EXTINF:1,\n"
        let uri = String(repeating: "a", count: 100)
        #expect(try media(start + uri, options: options).segments[0].uri == uri)
        #expect(limit(of: start + uri + "a", options) == 100)
    }

    @Test
    func `the header lines of a multivariant playlist count only once towards the item limit`() {
        var options = ParsingOptions()
        options.limits.items = 10
        let header = String(repeating: "#a\n", count: 6) + "#EXT-X-TARGETDURATION:10\n"
        let variant = "#EXT-X-STREAM-INF:BANDWIDTH=1\na\n"
        #expect(refusal(of: "#EXTM3U\n" + header + variant, options: options) == nil)
        let repeated = String(repeating: "#EXT-X-DISCONTINUITY-SEQUENCE:0\n", count: 11)
        #expect(limit(of: "#EXTM3U\n" + repeated + variant, options) == 10)
    }

    @Test func `an endless line is refused`() {
        #expect(limit(of: String(repeating: "a", count: 5 << 20)) == 1 << 20)
    }

    @Test func `a file may be as large as the limit and no larger`() {
        var options = ParsingOptions()
        let text = "#EXTM3U\n#EXTINF:1,\na\n"
        options.limits.bytes = text.utf8.count
        #expect(refusal(of: text, options: options) == nil)
        options.limits.bytes -= 1
        #expect(limit(of: text, options) == options.limits.bytes)
    }

    @Test(arguments: [
        "#EXTINF:1,\na\n", "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\"\n",
        "#EXT-X-DATERANGE:ID=\"a\"\n", "#EXT-X-PART:URI=\"a\",DURATION=1\n", "#EXT-X-CUE-IN\n",
        "#comment\n", "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"a\"\n",
        "#EXT-X-SESSION-DATA:DATA-ID=\"a\"\n", "#EXT-X-SESSION-KEY:METHOD=A,URI=\"a\"\n",
        "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"a\"\n", "#EXT-X-RENDITION-REPORT:URI=\"a\"\n",
    ])
    func `every kind of repeated element counts towards its limit`(line: String) {
        var options = ParsingOptions()
        options.limits.segments = 5
        options.limits.variants = 5
        options.limits.renditions = 5
        options.limits.items = 5
        #expect(limit(of: "#EXTM3U\n" + String(repeating: line, count: 5), options) == nil)
        #expect(limit(of: "#EXTM3U\n" + String(repeating: line, count: 6), options) == 5)
    }

    @Test func `attributes, variables and keys in effect have limits`() {
        let attributes = String(repeating: ",A=1", count: 300)
        #expect(limit(of: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\(attributes)\na") == 256)
        let variables = (0...1000).map { "#EXT-X-DEFINE:NAME=\"v\($0)\",VALUE=\"\"\n" }
        #expect(limit(of: "#EXTM3U\n" + variables.joined()) == 1000)
        let keys = (0..<13).map { "#EXT-X-KEY:METHOD=A,URI=\"k\",KEYFORMAT=\"f\($0)\"\n" }
        #expect(limit(of: "#EXTM3U\n" + keys.joined()) == 12)
    }

    @Test func `problems of a rule are listed up to the limit and counted beyond`() throws {
        let text = "#EXTM3U\n" + String(repeating: "#EXTINF:1\na\n", count: 1500)
        let playlist = try media(text)
        #expect(playlist.problems.count { $0.rule == .missingComma } == 1000)
        #expect(playlist.problemCount == 1501)
        #expect(playlist.unlistedProblems.map(\.count) == [500])
        #expect(playlist.unlistedProblems.first?.first.line == 2002)
    }

    @Test func `many problems of a rule hide no problem of another rule or attribute`() throws {
        let commas = String(repeating: "#EXTINF:1\na\n", count: 1500)
        let long = try media("#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(commas)#EXTINF:9,\na\n")
        #expect(long.problems.last?.rule == .longerThanTargetDuration)
        let next = "#EXT-X-DATERANGE:ID=\"a\",END-ON-NEXT=YES\n"
        let end =
            "#EXT-X-DATERANGE:ID=\"b\",START-DATE=\"2026-01-02T00:00:00Z\""
            + ",END-DATE=\"2026-01-01T00:00:00Z\"\n"
        let ranges = try media("#EXTM3U\n" + String(repeating: next, count: 1500) + end)
        #expect(ranges.problems.contains { $0.detail == "END-DATE before START-DATE" })
    }

    @Test func `the memory size of a segment is bounded`() {
        #expect(MemoryLayout<MediaSegment>.stride <= 72)
    }
}
