import Containers
import Testing
import VirtualTime

@Suite struct WebVTTTests {
    private func demux(_ text: String) throws -> DemuxedSegment {
        try SegmentDemuxer().demux(media: MemoryInput(Array(text.utf8)))
    }

    @Test func `cues are samples`() throws {
        let segment = try demux(
            """
            WEBVTT

            00:01.000 --> 00:02.500
            One

            01:00:03.000 --> 01:00:04.000 align:start
            Two

            """)
        let track = try #require(segment.tracks.first)
        #expect(track.description.codecString == "wvtt")
        #expect(track.description.kind == .subtitle)
        #expect(track.start == .seconds(1))
        #expect(track.end == .seconds(3604))
        #expect(track.sampleCount == 2)
        #expect(track.holes == [])
    }

    @Test func `the timestamp map is read`() throws {
        let segment = try demux(
            "WEBVTT\r\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:01:02.500\r\n\r\n")
        #expect(segment.timestampMap?.local == .milliseconds(62_500))
        #expect(segment.timestampMap?.transport == .seconds(10))
    }

    @Test(arguments: [
        "LOCAL:00:00.000", "MPEGTS:x,LOCAL:00:00.000", "MPEGTS:1,LOCAL:0",
        "MPEGTS:-1,LOCAL:00:00.000",
    ])
    func `a broken timestamp map counts as none`(map: String) throws {
        #expect(try demux("WEBVTT\nX-TIMESTAMP-MAP=\(map)\n\n").timestampMap == nil)
    }

    @Test func `a segment without a cue is whole`() throws {
        let segment = try demux("WEBVTT\n\n")
        #expect(segment.tracks == [])
        #expect(segment.problems == [])
    }
}
