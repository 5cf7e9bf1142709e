import SidecarSubtitles
import Testing
import VirtualTime

@Suite struct TimestampMapTests {
    private func map(_ header: String) throws -> WebVTTTimestampMap? {
        try WebVTT(parsing: "WEBVTT\n\(header)\n\n").timestampMap
    }

    @Test(arguments: [
        ("LOCAL:00:00:00.000,MPEGTS:900000", 0, 900_000),
        ("MPEGTS:900000,LOCAL:00:00:00.000", 0, 900_000),
        ("LOCAL:00:01.500,MPEGTS:0", 1500, 0),
        ("LOCAL:100:00:00.000,MPEGTS:8589934591", 360_000_000, 8_589_934_591),
        ("LOCAL:00:00.000,MPEGTS:9223372036854775807", 0, 9_223_372_036_854_775_807),
        ("LOCAL:00:00.000, MPEGTS:1 ", 0, 1), ("LOCAL:00:00.000,X:y,MPEGTS:1", 0, 1),
        ("MPEGTS:0001,LOCAL:00:00.000", 0, 1),
    ])
    func `a timestamp map is read with its two values in either order`(
        text: String, milliseconds: Int64, count: Int64
    )
        throws
    {
        #expect(
            try map("X-TIMESTAMP-MAP=\(text)")
                == WebVTTTimestampMap(local: .milliseconds(milliseconds), mpegTimestamp: count))
    }

    @Test(arguments: [
        "", "LOCAL:00:00.000", "MPEGTS:1", "LOCAL:0,MPEGTS:1", "LOCAL:00:00:00,MPEGTS:1",
        "LOCAL:00:00.000,MPEGTS:", "LOCAL:00:00.000,MPEGTS:-1", "LOCAL:00:00.000,MPEGTS:+1",
        "LOCAL:00:00.000,MPEGTS:1x", "LOCAL:00:00.000x,MPEGTS:1", "LOCAL=00:00.000,MPEGTS=1",
        "LOCAL:00:00.000,MPEGTS:9223372036854775808", "LOCAL:00:00.000,LOCAL:00:00.000,MPEGTS:1",
        "LOCAL:00:00.000,MPEGTS:1,MPEGTS:2", "local:00:00.000,mpegts:1", "LOCAL:00:00.000;MPEGTS:1",
    ])
    func `a malformed timestamp map is ignored and reported`(text: String) throws {
        let file = try WebVTT(parsing: "WEBVTT\nX-TIMESTAMP-MAP=\(text)\n\n")
        #expect(file.timestampMap == nil)
        #expect(
            file.problems
                == [WebVTTProblem(.malformedTimestampMap("X-TIMESTAMP-MAP=\(text)"), line: 2)])
    }

    @Test func `a timestamp map is read only from a line of the header`() throws {
        let line = "X-TIMESTAMP-MAP=LOCAL:00:00.000,MPEGTS:7"
        #expect(try map("Kind: captions\n\(line)\nLanguage: en")?.mpegTimestamp == 7)
        #expect(try map("\(line)\n00:00.000 --> 00:01.000\nx")?.mpegTimestamp == 7)
        #expect(try map(" \(line)") == nil)
        #expect(try map("\n\(line)") == nil)
        #expect(try map(" \(line)\n\(line)")?.mpegTimestamp == 7)
        #expect(try map("\(line)\nX-TIMESTAMP-MAP=LOCAL:00:00.000,MPEGTS:8")?.mpegTimestamp == 7)
        #expect(try WebVTT(parsing: "WEBVTT \(line)\n").timestampMap == nil)
    }
}
