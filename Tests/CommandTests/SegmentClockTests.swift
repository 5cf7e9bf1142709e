import Containers
import Playlists
import Testing
import VirtualTime

@testable import PlayctlCommands

/// The comparison of the times of segments with the durations in a live playlist.
@Suite struct SegmentClockTests {
    /// Returns a playlist of three segments of two seconds; the last has the number `end`.
    private func playlist(
        endingWith end: Int, query: String = "", discontinuity: Bool = false
    ) throws -> MediaPlaylist {
        var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n"
        text += "#EXT-X-MEDIA-SEQUENCE:\(end - 2)\n"
        for number in end - 2...end {
            if discontinuity, number == end { text += "#EXT-X-DISCONTINUITY\n" }
            text += "#EXTINF:2.000,\n\(number).ts\(query)\n"
        }
        guard case .media(let playlist) = try Playlist(parsing: Array(text.utf8)) else {
            throw PlaylistError(.missingHeader, line: nil)
        }
        return playlist
    }

    private func times(_ seconds: Int64, timescale: Int64? = 90_000) -> SegmentStart.Times {
        SegmentStart.Times(
            ticks: [256: seconds * 90_000], timescale: timescale,
            wrap: timescale == nil ? nil : 1 << 33)
    }

    @Test(
        arguments: [
            (1, 2, nil), (2, 4, nil), (2, 5, nil), (1, 12, 12),
        ] as [(Int, Int64, Int64?)])
    func `times that continue agree, and a jump is found`(
        count: Int, seconds: Int64, found: Int64?
    ) throws {
        var clocks = SegmentClocks()
        let playlists = [
            try playlist(endingWith: 10, query: "?token=1"),
            // A server may sign all locations again for each version.
            try playlist(endingWith: 10 + count, query: "?token=2"),
        ]
        let first = clocks.take(times(100), of: playlists[0], named: "a", nil)
        #expect(!first.isCompared)
        let next = clocks.take(times(100 + seconds), of: playlists[1], named: "a", nil)
        #expect(next.isCompared)
        #expect(next.jump?.found == found.map { .seconds($0) })
        #expect(next.jump.map { $0.expected == .seconds(2) && $0.number == 10 } ?? true)
    }

    @Test func `a discontinuity, or a restart of the numbers, permits a jump`() throws {
        var clocks = SegmentClocks()
        _ = clocks.take(times(100), of: try playlist(endingWith: 10), named: "a", nil)
        let jump = clocks.take(
            times(500), of: try playlist(endingWith: 11, discontinuity: true), named: "a", nil)
        #expect(!jump.isCompared)
        let restart = clocks.take(times(0), of: try playlist(endingWith: 3), named: "a", nil)
        #expect(!restart.isCompared)
    }

    @Test func `the clock of a transport stream may start again`() throws {
        var clocks = SegmentClocks()
        let end: Int64 = 1 << 33
        let last = SegmentStart.Times(
            ticks: [256: end - 90_000], timescale: 90_000, wrap: end)
        _ = clocks.take(last, of: try playlist(endingWith: 10), named: "a", nil)
        let next = clocks.take(times(1), of: try playlist(endingWith: 11), named: "a", nil)
        #expect(next.isCompared && next.jump == nil)
    }

    @Test func `the times of a fragment are counted in the units of its section`() throws {
        let section = ProbedResource.Section(url: "https://live.test/init.mp4", byteRange: nil)
        var clocks = SegmentClocks()
        let playlists = [try playlist(endingWith: 10), try playlist(endingWith: 11)]
        _ = clocks.take(times(100, timescale: nil), of: playlists[0], named: "a", section)
        let unknown = clocks.take(times(102, timescale: nil), of: playlists[1], named: "a", section)
        #expect(!unknown.isCompared)
        clocks = SegmentClocks()
        clocks.take([256: 90_000], of: section)
        _ = clocks.take(times(100, timescale: nil), of: playlists[0], named: "a", section)
        let late = clocks.take(times(103, timescale: nil), of: playlists[1], named: "a", section)
        #expect(late.jump?.found == .seconds(3))
    }

    @Test(arguments: [1, 2])
    func `a jump of one track among others is found`(late: Int) throws {
        let section = ProbedResource.Section(url: "https://live.test/init.mp4", byteRange: nil)
        var clocks = SegmentClocks()
        clocks.take([1: 90_000, 2: 48_000], of: section)
        func times(_ seconds: Int64, late: Int? = nil) -> SegmentStart.Times {
            SegmentStart.Times(
                ticks: [
                    1: (seconds + (late == 1 ? 2 : 0)) * 90_000,
                    2: (seconds + (late == 2 ? 2 : 0)) * 48_000,
                    // A track of text, whose clock is not known, starts with its first sample.
                    3: late == nil ? 0 : 1 << 40,
                ], timescale: nil, wrap: nil)
        }
        _ = clocks.take(times(100), of: try playlist(endingWith: 10), named: "a", section)
        let next = clocks.take(
            times(102, late: late), of: try playlist(endingWith: 11), named: "a", section)
        #expect(next.jump?.found == .seconds(4))
        #expect(next.jump?.expected == .seconds(2))
    }
}
