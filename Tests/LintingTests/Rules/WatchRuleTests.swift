import Linting
import Playlists
import Testing
import VirtualTime

/// The rules whose breaches show only over time, checked on playlists loaded at given instants.
@Suite struct WatchRuleTests {
    /// The rules with fixtures in this suite, or in `LintWatchTests` if their check needs media.
    static let codes = ["live.update-late", "live.removed-early"]

    private func playlist(_ edits: [FixtureAsset.Edit] = []) throws -> MediaPlaylist {
        try #require(FixtureAsset.window.with(edits).linted().main.media)
    }

    private func advanced() throws -> MediaPlaylist {
        try playlist([
            FixtureAsset.Edit("main", "MEDIA-SEQUENCE:9", "MEDIA-SEQUENCE:10"),
            FixtureAsset.Edit(
                "main",
                "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n#EXTINF:6.00000,\nw0.ts\n", ""),
            FixtureAsset.Edit("main", "w5.ts\n", "w5.ts\n#EXTINF:6.00000,\nw6.ts\n"),
        ])
    }

    @Test(arguments: [(9, []), (10, ["live.update-late"])] as [(Int64, [String])])
    func `a segment is late after one and a half target durations`(
        seconds: Int64, expected: [String]
    ) throws {
        var watch = PlaylistWatch("video")
        _ = watch.start(at: .start)
        _ = watch.request(at: .start)
        #expect(watch.take(try playlist(), at: .start).findings == [])
        let instant = Instant(sinceStart: .seconds(seconds))
        _ = watch.request(at: instant)
        let step = watch.take(try advanced(), at: instant)
        #expect(step.findings.map(\.assetRule.code) == expected)
    }

    @Test func `a removed segment must remain for its duration and the playlist's`() throws {
        var watch = RemovalWatch()
        #expect(watch.take(try playlist(), requestedAt: .start) == [])
        let later = Instant(sinceStart: .seconds(4))
        #expect(watch.take(try playlist(), requestedAt: later) == [])
        let removed = watch.take(
            try advanced(), requestedAt: Instant(sinceStart: .seconds(8)))
        #expect(removed.map(\.segment.uri) == ["w0.ts"])
        // The segment was last listed at 4 s. It must remain for its own duration (6 s) and the
        // duration of the playlist (36 s), minus half a second of tolerance for requests.
        #expect(removed.first?.end == Instant(sinceStart: .milliseconds(45_500)))
    }

    private func window(_ segments: Range<Int>) throws -> MediaPlaylist {
        let lines = segments.map { "#EXTINF:2,\nw\($0).ts\n" }.joined()
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n"
            + "#EXT-X-MEDIA-SEQUENCE:\(segments.lowerBound)\n\(lines)"
        guard case .media(let media) = try Playlist(parsing: text) else {
            throw PlaylistError(.undetermined, line: nil)
        }
        return media
    }

    @Test func `all segments that one playlist update removes are watched`() throws {
        var watch = RemovalWatch()
        _ = watch.take(try window(0..<30), requestedAt: .start)
        let later = Instant(sinceStart: .seconds(40))
        let removed = watch.take(try window(20..<50), requestedAt: later)
        #expect(removed.map(\.segment.uri) == (0..<20).map { "w\($0).ts" })
    }

    @Test func `only versions that contained a segment lengthen its time`() throws {
        var watch = RemovalWatch()
        _ = watch.take(try window(0..<3), requestedAt: .start)
        let second = Instant(sinceStart: .seconds(2))
        // The second version lists more segments than the first version, but not the first segment.
        let first = watch.take(try window(1..<11), requestedAt: second)
        #expect(first.map(\.end) == [Instant(sinceStart: .milliseconds(7_500))])
        let third = Instant(sinceStart: .seconds(4))
        // The second version is the longest. It lists segment 10, but not segment 11, which is
        // listed for the first time now.
        let removed = watch.take(try window(10..<12), requestedAt: third)
        #expect(removed.count == 9)
        #expect(Set(removed.map(\.end)) == [Instant(sinceStart: .milliseconds(23_500))])
        let last = watch.take(try window(12..<13), requestedAt: Instant(sinceStart: .seconds(6)))
        let ends = last.map(\.end)
        let times = [25_500, 9_500].map { Instant(sinceStart: .milliseconds(Int64($0))) }
        #expect(ends == times)
    }

    @Test func `a rule of the playlist watch is mapped to the lint rule with the same meaning`() {
        #expect(WatchedRules.ofAsset(.reports).code == "report.stale")
        let hints = WatchedRules.ofAsset(.hints)
        #expect(hints.code == "hint.never-there")
        #expect(hints.severity(in: .rfc) == LintRule.hints.severity(in: .rfc))
        #expect(WatchedRules.ofAsset(.blocking) == .blocking)
        #expect(WatchedRules.all.allSatisfy { $0.isBuilt && $0.measure == .versions })
    }
}
