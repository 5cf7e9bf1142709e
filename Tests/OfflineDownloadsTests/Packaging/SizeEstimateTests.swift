import HeadlessPlayback
import OfflineDownloads
import Testing

@Suite struct SizeEstimateTests {
    private let base = "https://media.example/show"

    private func media(_ lines: String, count: Int = 10) -> String {
        let segments = (0..<count).map { "\(lines)#EXTINF:10,\n\($0).ts\n" }.joined()
        return "#EXTM3U\n#EXT-X-TARGETDURATION:10\n\(segments)#EXT-X-ENDLIST"
    }

    private func plan(_ attributes: String, renditions: String = "", _ lines: String = "") throws
        -> PackagePlan
    {
        try PlannerDriver(
            [
                "\(base)/index.m3u8":
                    "#EXTM3U\n\(renditions)\n#EXT-X-STREAM-INF:\(attributes)\nv.m3u8\n",
                "\(base)/v.m3u8": media(lines), "\(base)/a.m3u8": media(""),
                "\(base)/b.m3u8": media(""), "\(base)/s.m3u8": media(""),
            ], selection: .init(audio: .all, subtitles: .all)
        ).plan()
    }

    @Test func `the average bandwidth is preferred to the peak`() throws {
        let plan = try plan("BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1000000")
        let estimate = SizeEstimate(of: plan)
        #expect(estimate.bytes == 12_500_000)
        #expect(estimate.megabytes == 12.5)
        #expect(
            estimate.explanation(for: plan) == [
                "video: 12500000 bytes (100.000 s at 1000000 bit/s, bandwidth)"
            ])
    }

    @Test func `the bandwidth includes one rendition of audio`() throws {
        let renditions = """
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="a.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="b",URI="b.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="s",URI="s.m3u8"
            """
        let plan = try plan(
            "BANDWIDTH=1000000,AUDIO=\"a\",SUBTITLES=\"s\"", renditions: renditions)
        let estimate = SizeEstimate(of: plan)
        #expect(estimate.parts.map(\.bytes) == [10_900_000, 1_600_000, 1_600_000, 12_500])
        #expect(estimate.parts.map(\.track) == [0, 1, 2, 3])
    }

    @Test func `sizes of segments are preferred to bandwidths`() throws {
        let bitrate = try plan("BANDWIDTH=9000000", "#EXT-X-BITRATE:500\n")
        #expect(SizeEstimate(of: bitrate).bytes == 6_250_000)
        let ranges = try plan("BANDWIDTH=9000000", "#EXT-X-BYTERANGE:1000@0\n")
        #expect(SizeEstimate(of: ranges).bytes == 10_000)
    }

    @Test func `without variants, EXT-X-BITRATE or a default bandwidth determines the size`() throws
    {
        let plain = try PlannerDriver(["\(base)/index.m3u8": media("")]).plan()
        #expect(SizeEstimate(of: plain).bytes == 12_500_000)
        let told = try PlannerDriver(["\(base)/index.m3u8": media("#EXT-X-BITRATE:800\n")]).plan()
        #expect(SizeEstimate(of: told).bytes == 10_000_000)
        #expect(try told.top().variants.map(\.bandwidth) == [800_000])
    }

    @Test func `the size estimate of huge bandwidths does not overflow`() throws {
        let plan = try plan("BANDWIDTH=9223372036854775807", "#EXT-X-BITRATE:9223372036854775807\n")
        #expect(SizeEstimate(of: plan).bytes > 0)
    }
}
