import Playlists
import Testing
import VirtualTime

@Suite struct DeltaUpdateTests {
    private let before = """
        #EXTM3U
        #EXT-X-VERSION:9
        #EXT-X-TARGETDURATION:4
        #EXT-X-MEDIA-SEQUENCE:10
        #EXT-X-DISCONTINUITY-SEQUENCE:3
        #EXT-X-DATERANGE:ID="old",START-DATE="2020-01-01T00:00:00Z"
        #EXT-X-DATERANGE:ID="kept",START-DATE="2020-01-01T00:00:00Z"
        #EXT-X-KEY:METHOD=AES-128,URI="k1"
        #EXT-X-MAP:URI="init.mp4"
        #EXTINF:4,
        10.mp4
        #EXT-X-DISCONTINUITY
        #EXTINF:4,
        11.mp4
        #EXTINF:4,
        12.mp4
        """
    private let delta = """
        #EXTM3U
        #EXT-X-VERSION:10
        #EXT-X-TARGETDURATION:4
        #EXT-X-MEDIA-SEQUENCE:11
        #EXT-X-DISCONTINUITY-SEQUENCE:3
        #EXT-X-SKIP:SKIPPED-SEGMENTS=2,RECENTLY-REMOVED-DATERANGES="old"
        #EXTINF:4,
        13.mp4
        #EXT-X-DISCONTINUITY
        #EXT-X-KEY:METHOD=AES-128,URI="k2"
        #EXTINF:4,
        14.mp4
        #EXT-X-PART:DURATION=1,URI="15.0.mp4"
        #EXT-X-DATERANGE:ID="new",START-DATE="2020-01-01T00:00:00Z"
        """

    @Test func `a delta update becomes the whole playlist`() throws {
        let whole = try media(
            """
            #EXTM3U
            #EXT-X-VERSION:10
            #EXT-X-TARGETDURATION:4
            #EXT-X-MEDIA-SEQUENCE:11
            #EXT-X-DISCONTINUITY-SEQUENCE:3
            #EXT-X-KEY:METHOD=AES-128,URI="k1"
            #EXT-X-MAP:URI="init.mp4"
            #EXT-X-DISCONTINUITY
            #EXTINF:4,
            11.mp4
            #EXTINF:4,
            12.mp4
            #EXTINF:4,
            13.mp4
            #EXT-X-DISCONTINUITY
            #EXT-X-KEY:METHOD=AES-128,URI="k2"
            #EXTINF:4,
            14.mp4
            #EXT-X-PART:DURATION=1,URI="15.0.mp4"
            #EXT-X-DATERANGE:ID="kept",START-DATE="2020-01-01T00:00:00Z"
            #EXT-X-DATERANGE:ID="new",START-DATE="2020-01-01T00:00:00Z"
            """)
        let merged = try media(before).merging(delta: try media(delta))
        #expect(merged == whole)
        #expect(merged.segments.map { $0.discontinuitySequence } == [4, 4, 4, 5])
        #expect(merged.tail?.keys.first?.uri == "k2")
    }

    @Test func `a delta update counts its skipped segments`() throws {
        let update = try media(delta)
        #expect(update.skipped?.count == 2)
        #expect(update.mediaSequence(at: 0) == 13)
    }

    @Test func `a playlist without EXT-X-SKIP replaces the known playlist`() throws {
        let next = try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nz.mp4")
        #expect(try media(before).merging(delta: next) == next)
    }

    @Test(arguments: [(9, 2), (11, 3), (14, 0), (12, Int.max), (0, 1)])
    func `a delta update that skips unknown segments is refused`(first: Int, count: Int) throws {
        var update = try media(delta)
        update.mediaSequence = first
        update.skipped?.count = count
        let known = try media(before)
        #expect(throws: PlaylistError.self) { try known.merging(delta: update) }
        #expect(throws: PlaylistError.self) { try update.merging(delta: update) }
    }
}
