import Playlists
import Testing
import VirtualTime

@Suite struct SegmentURITests {
    private func playlist(_ uris: [String]) throws -> MediaPlaylist {
        try media("#EXTM3U\n" + uris.map { "#EXTINF:4,\n\($0)\n" }.joined())
    }

    @Test func `setting the URI of one segment changes no other segment and no copy`() throws {
        let before = try playlist(["a.ts", "b.ts", "c.ts"])
        var after = before
        after.segments[1].uri = "https://example.com/a URI that is longer than the others.ts"
        #expect(before.segments.map(\.uri) == ["a.ts", "b.ts", "c.ts"])
        #expect(after.segments[0].uri == "a.ts")
        #expect(after.segments[1].uri.hasSuffix("others.ts"))
        #expect(after.segments[2].uri == "c.ts")
        #expect(after != before)
        after.segments[1].uri = ""
        #expect(after.segments[1].uri == "")
        after.segments[1].uri = "b.ts"
        #expect(after == before)
    }

    @Test func `a segment can be used after its playlist is released`() throws {
        let segment = try playlist(["first.ts", "second.ts"]).segments[1]
        #expect(segment.uri == "second.ts")
        #expect(segment == MediaSegment(uri: "second.ts", duration: .seconds(4)))
    }

    @Test func `segments with equal URIs and durations are equal, even from different playlists`()
        throws
    {
        let long = try playlist(["x.ts", "y.ts", "z.ts"]).segments
        let short = try playlist(["z.ts"]).segments
        #expect(long[2] == short[0])
        #expect(long[1] != short[0])
        #expect(long[0] != MediaSegment(uri: "x.t", duration: .seconds(4)))
        // URIs are compared as Swift strings, so the composed and the decomposed form of é are
        // equal.
        let composed = try playlist(["\u{E9}.ts"]).segments[0]
        let decomposed = try playlist(["e\u{301}.ts"]).segments[0]
        #expect(composed == decomposed)
        #expect(composed != long[0])
    }

    @Test
    func `variables in segment URIs are expanded, and braces and non-ASCII characters are kept`()
        throws
    {
        let text = """
            #EXTM3U
            #EXT-X-DEFINE:NAME="host",VALUE="https://example.com/é"
            #EXTINF:4,
            {$host}/1.ts
            #EXTINF:4,
            日本.ts
            #EXTINF:4,
            {braces}.ts
            """
        #expect(
            try media(text).segments.map(\.uri)
                == ["https://example.com/é/1.ts", "日本.ts", "{braces}.ts"])
        let latin = Array("#EXTM3U\n#EXTINF:4,\na".utf8) + [0xE9, 0x0A]
        guard case .media(let playlist) = try Playlist(parsing: latin + latin.dropFirst(8)) else {
            Issue.record("not a media playlist")
            return
        }
        #expect(playlist.segments.map(\.uri) == ["aé", "aé"])
    }

    @Test
    func
        `a byte range without an offset continues the segment before it only in the same resource`()
        throws
    {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:4
            #EXTINF:4,
            #EXT-X-BYTERANGE:10@0
            movie.ts
            #EXTINF:4,
            #EXT-X-BYTERANGE:10
            movie.ts
            #EXTINF:4,
            #EXT-X-BYTERANGE:10@0
            other.ts
            #EXTINF:4,
            #EXT-X-BYTERANGE:5
            other.ts
            #EXTINF:4,
            last.ts

            """
        let segments = try media(text).segments
        #expect(
            segments.map(\.uri) == ["movie.ts", "movie.ts", "other.ts", "other.ts", "last.ts"])
        #expect(segments.map(\.byteRange) == [0..<10, 10..<20, 0..<10, 10..<15, nil])
        for uri in ["last.ts", "movie.ts"] {
            let odd = try media(text + "#EXTINF:4,\n#EXT-X-BYTERANGE:5\n\(uri)")
            #expect(odd.segments.last?.byteRange == 0..<5)
            let problem = odd.problems.first { $0.rule == .missingOffset }
            #expect(problem?.line == 18)
        }
    }

    @Test func `a chain of delta updates keeps the URIs of the remaining segments`() throws {
        var playlist = try playlist((0..<4).map { "segment-\($0).mp4" })
        for round in 1...20 {
            let listed = (round + 2..<round + 4).map { "#EXTINF:4,\nsegment-\($0).mp4\n" }
            let delta = try media(
                """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-MEDIA-SEQUENCE:\(round)
                #EXT-X-SKIP:SKIPPED-SEGMENTS=2

                """ + listed.joined())
            let before = playlist
            playlist = try playlist.merging(delta: delta)
            #expect(
                playlist.segments.map(\.uri)
                    == (round..<round + 4).map { "segment-\($0).mp4" })
            #expect(
                before.segments.map(\.uri)
                    == (round - 1..<round + 3).map { "segment-\($0).mp4" })
        }
    }

    @Test func `a delta update of segments that are byte ranges of one file is merged`() throws {
        let ranges = (0..<3).map { "#EXTINF:4,\n#EXT-X-BYTERANGE:10@\($0)0\nmovie.mp4\n" }
        let whole = try media("#EXTM3U\n" + ranges.joined() + "#EXTINF:4,\nlast.mp4\n")
        let skip = "#EXTM3U\n#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n"
        let delta = try media(skip + ranges[2] + "#EXTINF:4,\nlast.mp4\n")
        #expect(try whole.merging(delta: delta).segments == whole.segments)
    }
}
