import Playlists
import Testing
import VirtualTime

@Suite struct DurationTests {
    @Test(
        arguments: [
            ("6", 6 * 705_600_000), ("0", 0), ("6.006", 4_237_833_600), ("0.000000001", 1),
            ("0.0000000007", 0), ("0.0000000008", 1), ("5.005333", 3_531_762_965),
            ("9.999999999999999999", 7_056_000_000), ("1.", 705_600_000), (".5", 352_800_000),
            ("3.33333333333333333333333333333333", 2_352_000_000),
            ("0000000000000000000006", 4_233_600_000),
            ("86400", 86_400 * 705_600_000),
        ] as [(String, Int64)])
    func `decimals are read to the nearest tick`(text: String, ticks: Int64) throws {
        let playlist = try media("#EXTM3U\n#EXTINF:\(text),\na.ts")
        #expect(playlist.segments[0].duration.ticks == ticks)
    }

    @Test(arguments: ["", "-1", "abc", "1e3", "nan", "inf", "6.0.0", ".", "0x10", "6s"])
    func `an invalid duration is refused`(text: String) throws {
        let error = try #require(refusal(of: "#EXTM3U\n\n#EXTINF:\(text),\na.ts"))
        #expect(
            error.reason
                == .malformed(tag: "EXTINF", value: text, expected: "a number of seconds"))
        #expect(error.line == 3)
        #expect(error.tag == "EXTINF")
    }

    @Test func `every tick is written and read back`() throws {
        var playlist = MediaPlaylist()
        var state: UInt64 = 1
        for shift in 0..<2000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let ticks = Int64(state >> (shift % 30 + 19))
            playlist.segments.append(MediaSegment(uri: "a", duration: MediaTime(ticks: ticks)))
        }
        #expect(try media(playlist.text()) == playlist)
    }

    @Test func `decimal times are written as they were`() throws {
        for text in ["6.006", "5.005333", "0.33334", "10", "9.5", "3.000001"] {
            let playlist = try media("#EXTM3U\n#EXTINF:\(text),\na.ts")
            #expect(playlist.text().contains("#EXTINF:\(text),"))
        }
    }
}
