import HeadlessPlayback
import OfflineDownloads
import Playlists
import Testing

@Suite struct VariantChoiceTests {
    private func variant(
        _ bandwidth: Int, _ resolution: (Int, Int)? = nil, codecs: [String] = []
    ) -> VariantStream {
        var variant = VariantStream(uri: "\(bandwidth).m3u8", bandwidth: bandwidth)
        variant.resolution = resolution.map { .init(width: $0.0, height: $0.1) }
        variant.codecs = codecs
        return variant
    }

    private var ladder: [VariantStream] {
        [
            variant(2_000, (960, 540)), variant(64, codecs: ["mp4a.40.2"]),
            variant(1_000, (640, 360)),
            variant(4_000, (1280, 720)),
        ]
    }

    @Test(
        arguments: [
            (.atMost(999), 64), (.atMost(1_000), 1_000), (.atMost(1_001), 1_000),
            (.atMost(63), 64), (.atMost(64), 64), (.atMost(.max), 4_000),
            (.atMost(0), 1_000), (.atMost(-1), 1_000), (.lowestWithVideo, 1_000),
            (.atLeast(1_001), 2_000), (.atLeast(1_000), 1_000), (.atLeast(4_001), 4_000),
            (.atLeast(0), 64), (.highest, 4_000),
        ] as [(DownloadSelection.Bitrate, Int)])
    func `the bitrate rule determines the chosen variant`(
        bitrate: DownloadSelection.Bitrate, bandwidth: Int
    ) {
        let choice = VariantChoice(among: ladder, by: bitrate)
        #expect(choice.map { ladder[$0.index].bandwidth } == bandwidth)
    }

    @Test func `without video the lowest variant is chosen`() {
        let audio = [variant(128, codecs: ["mp4a.40.2"]), variant(64, codecs: ["ec-3"])]
        #expect(VariantChoice(among: audio, by: .lowestWithVideo)?.index == 1)
    }

    @Test func `a variant with declared video precedes those without CODECS`() {
        let silent = [variant(64), variant(1_000)]
        #expect(VariantChoice(among: silent, by: .lowestWithVideo)?.index == 0)
        let mixed = silent + [variant(2_000, codecs: ["mp4a.40.2", "hvc1.2.4"])]
        #expect(VariantChoice(among: mixed, by: .lowestWithVideo)?.index == 2)
    }

    @Test(
        arguments: [.lowestWithVideo, .atMost(500), .atLeast(500), .highest]
            as [DownloadSelection.Bitrate])
    func `among variants of equal bandwidth the resolution decides, then the order`(
        bitrate: DownloadSelection.Bitrate
    ) {
        let small = variant(500, (640, 360))
        let large = variant(500, (1280, 720))
        #expect(VariantChoice(among: [small, large, large], by: bitrate)?.index == 1)
        #expect(VariantChoice(among: [small, small], by: bitrate)?.index == 0)
    }

    @Test func `a huge resolution does not overflow`() {
        let variants = [variant(500, (640, 360)), variant(500, (.max, .max))]
        #expect(VariantChoice(among: variants, by: .highest)?.index == 1)
    }

    @Test func `without variants there is no choice`() {
        #expect(VariantChoice(among: [], by: .highest) == nil)
    }

    @Test func `a variant with an unknown requirement is not chosen`() throws {
        var variants = ladder
        variants[3].otherAttributes = [Attribute("REQ-FOO", .quoted("a"))]
        let choice = try #require(VariantChoice(among: variants, by: .highest))
        #expect(choice.index == 0)
        #expect(choice.explanation.hasSuffix("4000 bit/s 1280x720 (needs REQ-FOO)"))
        #expect(VariantChoice(among: [variants[3]], by: .highest) == nil)
    }

    @Test func `the explanation names the variants, the choice and the reason`() throws {
        let choice = try #require(VariantChoice(among: ladder, by: .atMost(1_500)))
        #expect(
            choice.explanation == """
                1000 bit/s 640x360 (variant 3 of 4): the highest of at most 1500 bit/s; \
                there are 2000 bit/s 960x540, 64 bit/s, 1000 bit/s 640x360, 4000 bit/s 1280x720
                """)
        let other = try #require(VariantChoice(among: ladder, by: .atMost(10)))
        #expect(other.explanation.contains("none has at most 10 bit/s, so the lowest"))
    }

    @Test func `an explanation lists only a few of many variants`() throws {
        let many = (1...10_000).map { variant($0) }
        let choice = try #require(VariantChoice(among: many, by: .highest))
        #expect(choice.explanation.hasSuffix("12 bit/s and 9988 more"))
    }
}
