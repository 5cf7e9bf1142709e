import Playlists
import Testing

/// Segments that are listed twice are found without comparing each segment with all others.
@Suite struct RepetitionTests {
    private func repetitions(_ segments: [String]) throws -> [[Int]] {
        let text = segments.map { "\($0)\n" }.joined()
        return try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(text)#EXT-X-ENDLIST\n")
            .repetitions().map { [$0.index, $0.earlier] }
    }

    @Test func `a repeated segment has the same URI, byte range and discontinuity sequence number`()
        throws
    {
        let a = "#EXTINF:4,\na.ts"
        #expect(try repetitions([a, "#EXTINF:4,\nb.ts"]) == [])
        #expect(try repetitions([a, "#EXTINF:3,\na.ts"]) == [[1, 0]])
        #expect(try repetitions([a, "#EXTINF:4,\nb.ts", a, a]) == [[2, 0], [3, 2]])
        #expect(try repetitions([a, "#EXT-X-DISCONTINUITY\n\(a)"]) == [])
        #expect(try repetitions([a, "#EXT-X-GAP\n\(a)"]) == [])
        let piece = "#EXT-X-BYTERANGE:9@0\n\(a)"
        #expect(try repetitions([piece, "#EXT-X-BYTERANGE:9@9\n\(a)", a]) == [])
        #expect(try repetitions([piece, "#EXT-X-BYTERANGE:8@0\n\(a)", piece]) == [[2, 0]])
    }

    @Test func `URIs of any length are compared completely`() throws {
        for length in 0..<40 {
            let lead = String(repeating: "x", count: length)
            let names = (0..<50).map { "#EXTINF:4,\n\(lead)\(10 + $0)" }
            #expect(try repetitions(names) == [], "\(length) characters")
            #expect(try repetitions(names + [names[7]]) == [[50, 7]], "\(length) characters")
        }
    }

    @Test func `URIs in two Unicode forms of a character are repetitions`() throws {
        #expect(
            try repetitions(["#EXTINF:4,\n\u{E9}.ts", "#EXTINF:4,\ne\u{301}.ts"]) == [[1, 0]])
    }

    @Test func `a playlist without segments has no repetition`() throws {
        #expect(try repetitions([]) == [])
    }
}
