import Playlists
import Testing
import VirtualTime

@Suite struct PlaylistSuccessionTests {
    /// Returns a version of a playlist with given segment numbers, segment names and start.
    private func version(
        _ numbers: Range<Int>, name: String = "a", second: Int? = nil, query: String = ""
    ) throws -> MediaPlaylist {
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:6"]
        lines.append("#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)")
        for number in numbers {
            if let second, number == numbers.lowerBound {
                let (minute, rest) = (second / 60, second % 60)
                let time = "12:\(minute < 10 ? "0" : "")\(minute):\(rest < 10 ? "0" : "")\(rest)"
                lines.append("#EXT-X-PROGRAM-DATE-TIME:2026-05-01T\(time)Z")
            }
            lines += ["#EXTINF:4,", "\(name)\(number).ts\(query)"]
        }
        let text = lines.joined(separator: "\n") + "\n"
        return try media(text)
    }

    @Test(
        arguments: [
            (10..<16, .continues(missing: 0)), (11..<17, .continues(missing: 0)),
            (10..<19, .continues(missing: 0)), (16..<20, .continues(missing: 0)),
            (18..<24, .continues(missing: 2)), (9..<15, .older), (11..<15, .older),
            (10..<15, .older), (8..<16, .continues(missing: 0)), (0..<30, .continues(missing: 0)),
            (10..<10, .older), (2..<8, .restarted), (0..<6, .restarted), (4..<10, .restarted),
        ] as [(Range<Int>, PlaylistSuccession)])
    func `media sequence numbers order playlist versions, even when URL queries change`(
        numbers: Range<Int>, expected: PlaylistSuccession
    ) throws {
        let known = try version(10..<16)
        #expect(known.succession(of: try version(numbers)) == expected)
        // The locations in each version are signed again, so their queries differ.
        #expect(known.succession(of: try version(numbers, query: "?token=2")) == expected)
    }

    @Test func `a playlist with lower sequence numbers and other segment URIs is a restart`() throws
    {
        let known = try version(3..<9)
        #expect(known.succession(of: try version(0..<5, name: "b")) == .restarted)
        #expect(known.succession(of: try version(4..<10, name: "b")) == .continues(missing: 0))
    }

    @Test func `program dates distinguish a restart from an older playlist of a lagging server`()
        throws
    {
        let known = try version(10..<16, second: 600)
        #expect(known.succession(of: try version(4..<10, second: 576)) == .older)
        #expect(known.succession(of: try version(0..<6, second: 640)) == .restarted)
        // A restarted packager uses the same names again.
        #expect(known.succession(of: try version(9..<15, second: 640)) == .restarted)
        #expect(known.succession(of: try version(9..<15, second: 596)) == .older)
        #expect(known.succession(of: try version(9..<15)) == .older)
    }

    @Test(arguments: ["a", "b"], [589, 594, 598, 602, 611])
    func `program dates before the middle of the known playlist are not a restart`(
        name: String, second: Int
    ) throws {
        // The dates of the known version put segment 9 at 596 s, and the middle of that version at
        // 612 s.
        let known = try version(10..<16, second: 600)
        #expect(known.succession(of: try version(9..<15, name: name, second: second)) == .older)
        let longer = try version(8..<17, name: name, second: second)
        #expect(known.succession(of: longer) == .continues(missing: 0))
        for restart in [612, 624, 640] {
            let newer = try version(9..<15, name: name, second: restart)
            #expect(known.succession(of: newer) == .restarted)
        }
    }

    @Test func `two versions share segments when their dates or URIs match`() throws {
        let known = try version(10..<16, second: 600)
        #expect(known.shares(segmentsOf: try version(9..<15, second: 700)))
        #expect(known.shares(segmentsOf: try version(9..<15, name: "b", second: 596)))
        #expect(!known.shares(segmentsOf: try version(9..<15, name: "b", second: 700)))
        #expect(!known.shares(segmentsOf: try version(9..<15, name: "b")))
        #expect(!known.shares(segmentsOf: try version(16..<20, second: 624)))
        #expect(!known.shares(segmentsOf: try version(10..<10)))
    }

    @Test
    func `a playlist with higher sequence numbers but earlier dates is from before a restart`()
        throws
    {
        let known = try version(0..<2, second: 640)
        #expect(known.succession(of: try version(514..<520, second: 610)) == .older)
        #expect(known.succession(of: try version(514..<520)) == .continues(missing: 512))
        #expect(known.succession(of: try version(4..<10, second: 656)) == .continues(missing: 2))
        // A version that follows directly is newer, even if the encoder's clock was set back.
        #expect(known.succession(of: try version(2..<4, second: 600)) == .continues(missing: 0))
    }

    @Test func `the first version that lists segments reports no missing segments`() throws {
        let none = try version(10..<10)
        #expect(none.succession(of: try version(10..<12)) == .continues(missing: 0))
        #expect(none.succession(of: try version(3..<5)) == .continues(missing: 0))
    }

    @Test func `the length of missing segments comes from program dates or the target duration`()
        throws
    {
        let known = try version(10..<16, second: 600)
        #expect(known.span(to: try version(18..<20, second: 633), missing: 2) == .seconds(9))
        #expect(known.span(to: try version(18..<20), missing: 2) == .seconds(12))
        // Overlapping dates give no duration, so the target duration is used.
        #expect(known.span(to: try version(18..<20, second: 620), missing: 2) == .seconds(12))
        #expect(known.span(to: try version(18..<20), missing: .max) == MediaTime(ticks: .max))
    }

    @Test func `two segments at the largest media sequence number have distinct numbers`() throws {
        let last = "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:\(Int.max)\n#EXTINF:4,\na\n#EXTINF:4,\nb\n"
        let numbers = try media(last).sequenceNumbers
        #expect(numbers.count == 2)
        #expect(numbers.upperBound == .max)
        let known = try version(10..<16)
        guard case .continues = known.succession(of: try media(last)) else {
            Issue.record("a jump to the end of the range")
            return
        }
    }

    @Test func `the dates of a playlist follow from any stated date`() throws {
        let known = try media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na\n"
                + "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:00Z\n#EXTINF:4,\nb\n#EXTINF:3,\nc\n")
        #expect(known.startDate == 56_000)
        #expect(known.endDate == 67_000)
        #expect(try version(1..<3).endDate == nil)
    }
}
