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

    @Test func `a segment without a cue has no problem`() throws {
        let segment = try demux("WEBVTT\n\n")
        #expect(segment.tracks == [])
        #expect(segment.problems == [])
    }
}
