import Linting
import Playlists
import Testing
import VirtualTime

/// Playlists of one broadcast that contradict each other.
@Suite struct BroadcastWatchTests {
    private func version(
        _ numbers: Range<Int>, target: Int64 = 6, reporting last: Int? = nil
    ) -> MediaPlaylist {
        var playlist = MediaPlaylist()
        playlist.targetDuration = .seconds(target)
        playlist.mediaSequence = numbers.lowerBound
        playlist.segments = numbers.map { MediaSegment(uri: "\($0).ts", duration: .seconds(6)) }
        if let last {
            playlist.renditionReports = [
                RenditionReport(uri: "../audio/index.m3u8", lastMediaSequence: last)
            ]
        }
        return playlist
    }

    private let audio = "https://live.test/audio/index.m3u8"
    private let video = "https://live.test/video/index.m3u8"

    @Test(arguments: [(9, nil, []), (8, nil, []), (8, 20, [LintRule.reports]), (9, 20, [])])
    func `a rendition report with fewer segments than were already listed is a breach`(
        reported: Int, earlier: Int64?, rules: [LintRule]
    ) {
        var watch = BroadcastWatch()
        var findings = watch.take(
            version(0..<10), at: audio, named: "audio", isText: false, after: nil,
            at: Instant(sinceStart: .seconds(10)))
        findings += watch.take(
            version(0..<10, reporting: reported), at: video, named: "video", isText: false,
            after: earlier.map { Instant(sinceStart: .seconds($0)) },
            at: Instant(sinceStart: .seconds(30)))
        #expect(findings.map(\.rule) == rules)
        #expect(watch.examined.contains(.reports) == (earlier != nil))
    }

    @Test(
        arguments: [
            (12, 40, [LintRule.reports]), (20, 40, []), (21, 40, []), (12, 29, []), (12, nil, []),
        ] as [(Int, Int64?, [LintRule])])
    func `a rendition report with more segments than are listed later is a breach`(
        listed: Int, earlier: Int64?, rules: [LintRule]
    ) {
        var watch = BroadcastWatch()
        var findings = watch.take(
            version(0..<10, reporting: 19), at: video, named: "video", isText: false, after: nil,
            at: Instant(sinceStart: .seconds(30)))
        for second in [50, 60] as [Int64] {
            findings += watch.take(
                version(0..<listed), at: audio, named: "audio", isText: false,
                after: earlier.map { Instant(sinceStart: .seconds($0)) },
                at: Instant(sinceStart: .seconds(second)))
        }
        #expect(findings.map(\.rule) == rules)
    }

    @Test(arguments: [(0, 0), (2, 0), (3, 1)])
    func `rendition reports of segments not listed in time are a breach, also when repeated`(
        excess: Int, count: Int
    ) {
        var watch = BroadcastWatch()
        var found = 0
        for second in 10..<200 as Range<Int> {
            let instant = Instant(sinceStart: .seconds(Int64(second)))
            let earlier = Instant(sinceStart: .seconds(Int64(second) - 2))
            let last = second - 1 + excess
            found +=
                watch.take(
                    version(0..<second, reporting: last), at: video, named: "video", isText: false,
                    after: earlier, at: instant
                ).count
            found +=
                watch.take(
                    version(0..<second), at: audio, named: "audio", isText: false, after: earlier,
                    at: instant
                ).count
        }
        #expect(min(found, 1) == count)
    }

    @Test func `an outdated rendition report is a breach although the other playlist is newer`() {
        var watch = BroadcastWatch()
        var findings: [LintFinding] = []
        for second in 10..<40 as Range<Int> {
            let instant = Instant(sinceStart: .seconds(Int64(second)))
            let earlier = Instant(sinceStart: .seconds(Int64(second) - 1))
            findings += watch.take(
                version(0..<second), at: audio, named: "audio", isText: false, after: earlier,
                at: instant)
            findings += watch.take(
                version(0..<second, reporting: second - 4), at: video, named: "video",
                isText: false, after: earlier, at: instant)
        }
        #expect(Set(findings.map(\.rule)) == [.reports])
        #expect(Set(findings.map(\.playlist)) == ["video"])
    }

    @Test(arguments: [
        ("../audio/index.m3u8", []), ("index.m3u8", [LintRule.reports]),
        ("../other/index.m3u8", [LintRule.reports]),
    ])
    func `a rendition report of no other playlist of the broadcast is a breach, once`(
        uri: String, rules: [LintRule]
    ) {
        var watch = BroadcastWatch(of: [audio, video])
        var findings: [LintFinding] = []
        for second in [10, 20] as [Int64] {
            var playlist = version(0..<10)
            playlist.renditionReports = [RenditionReport(uri: uri, lastMediaSequence: 9)]
            findings += watch.take(
                playlist, at: video, named: "video", isText: false, after: .start,
                at: Instant(sinceStart: .seconds(second)))
        }
        #expect(findings.map(\.rule) == rules)
    }

    @Test func `rendition reports name the locations after redirects`() {
        let edge = "https://edge.test/audio/index.m3u8"
        var watch = BroadcastWatch(of: [audio, video])
        var findings = watch.take(
            version(0..<10), at: audio, base: edge, named: "audio", isText: false, after: nil,
            at: .start)
        for last in [9, 5] {
            findings += watch.take(
                version(0..<10, reporting: last), at: video,
                base: "https://edge.test/video/index.m3u8", named: "video", isText: false,
                after: Instant(sinceStart: .seconds(1)), at: Instant(sinceStart: .seconds(2)))
        }
        #expect(findings.map(\.found) == ["LAST-MSN 5"])
    }

    /// Returns the findings when the audio ends at 10 s and the video continues for `seconds` more.
    private func ends(_ seconds: Int, isText: Bool = false) -> [LintFinding] {
        var watch = BroadcastWatch()
        var ended = version(0..<10)
        ended.hasEndList = true
        var findings = watch.take(
            version(0..<10), at: video, named: "video", isText: false, after: nil, at: .start)
        findings += watch.take(
            ended, at: audio, named: "audio", isText: isText, after: .start,
            at: Instant(sinceStart: .seconds(10)))
        for second in stride(from: 12, through: 10 + seconds, by: 6) {
            findings += watch.take(
                version(0..<10 + second / 6), at: video, named: "video", isText: false,
                after: Instant(sinceStart: .seconds(Int64(second) - 6)),
                at: Instant(sinceStart: .seconds(Int64(second))))
        }
        return findings
    }

    @Test func `a playlist that ends long before another one is a breach, but for subtitles`() {
        #expect(ends(20) == [])
        #expect(ends(60).map(\.rule) == [.renditions])
        #expect(ends(60).first?.playlist == "audio")
        #expect(ends(60, isText: true) == [])
    }

    @Test(arguments: [(0, []), (30, []), (140, [LintRule.renditions])] as [(Int64, [LintRule])])
    func `renditions whose dates are far from each other are a breach`(
        seconds: Int64, rules: [LintRule]
    ) {
        func dated(by seconds: Int64) -> MediaPlaylist {
            var playlist = version(0..<10)
            for number in 0..<10 {
                playlist.segments[number].programDateTime = DateTime(
                    millisecondsSince1970: (Int64(number) * 6 + seconds) * 1000)
            }
            return playlist
        }
        var watch = BroadcastWatch()
        var findings = watch.take(
            dated(by: 0), at: video, named: "video", isText: false, after: nil, at: .start)
        findings += watch.take(
            dated(by: seconds), at: audio, named: "audio", isText: false, after: .start, at: .start)
        #expect(findings.map(\.rule) == rules)
    }

    @Test(arguments: [(0, [LintRule.reports]), (1, []), (nil, [])] as [(Int?, [LintRule])])
    func `a rendition report with fewer parts than were already listed is a breach`(
        part: Int?, rules: [LintRule]
    ) {
        var watch = BroadcastWatch()
        var other = version(0..<10)
        other.segments[9].parts = (0..<2).map {
            PartialSegment(uri: "9.\($0).ts", duration: .seconds(3))
        }
        var findings = watch.take(
            other, at: audio, named: "audio", isText: false, after: nil,
            at: Instant(sinceStart: .seconds(10)))
        var reporting = version(0..<10, reporting: 9)
        reporting.renditionReports[0].lastPart = part
        findings += watch.take(
            reporting, at: video, named: "video", isText: false,
            after: Instant(sinceStart: .seconds(20)), at: Instant(sinceStart: .seconds(30)))
        #expect(findings.map(\.rule) == rules)
    }

    @Test(arguments: [(4, []), (5, [LintRule.renditions])])
    func `renditions with different discontinuity sequences at one date are a breach`(
        counted: Int, rules: [LintRule]
    ) {
        func dated(_ numbers: Range<Int>, discontinuity: Int) -> MediaPlaylist {
            var playlist = version(numbers)
            playlist.discontinuitySequence = discontinuity
            for (place, number) in numbers.enumerated() {
                playlist.segments[place].programDateTime = DateTime(
                    millisecondsSince1970: Int64(number) * 6000 + (discontinuity == 4 ? 0 : 100))
            }
            playlist.countDiscontinuities()
            return playlist
        }
        var watch = BroadcastWatch()
        var findings = watch.take(
            dated(0..<10, discontinuity: 4), at: video, named: "video", isText: false, after: nil,
            at: .start)
        findings += watch.take(
            dated(2..<11, discontinuity: counted), at: audio, named: "audio", isText: false,
            after: .start, at: .start)
        #expect(findings.map(\.rule) == rules)
    }

    /// Without dates, the last segments are compared, after six target durations without a change.
    @Test(arguments: [(30, 4, []), (30, 5, []), (36, 4, []), (36, 5, [LintRule.renditions])])
    func `renditions without dates whose discontinuity sequences remain different are a breach`(
        seconds: Int, counted: Int, rules: [LintRule]
    ) {
        var watch = BroadcastWatch()
        var findings: [LintFinding] = []
        for second in stride(from: 0, through: seconds, by: 6) {
            for (url, count) in [(video, 4), (audio, counted)] {
                var playlist = version(second / 6..<second / 6 + 10)
                playlist.discontinuitySequence = count
                playlist.countDiscontinuities()
                findings += watch.take(
                    playlist, at: url, named: url, isText: false, after: .start,
                    at: Instant(sinceStart: .seconds(Int64(second))))
            }
        }
        #expect(findings.map(\.rule) == rules)
        #expect(watch.examined.contains(.renditions) == (seconds == 36))
    }

    @Test(arguments: [(8, false, [LintRule.renditions]), (8, true, []), (6, false, [])])
    func `renditions with other target durations are a breach, but for subtitles`(
        target: Int64, isText: Bool, rules: [LintRule]
    ) {
        var watch = BroadcastWatch()
        var findings = watch.take(
            version(0..<10), at: video, named: "video", isText: false, after: nil, at: .start)
        for _ in 0..<3 {
            findings += watch.take(
                version(0..<10, target: target), at: audio, named: "audio", isText: isText,
                after: .start, at: .start)
        }
        #expect(findings.map(\.rule) == rules)
    }

    @Test func `a rendition report of its own playlist has the rule of an asset about it`() {
        var watch = BroadcastWatch()
        var playlist = version(0..<10)
        playlist.renditionReports = [RenditionReport(uri: "index.m3u8", lastMediaSequence: 9)]
        let findings = watch.take(
            playlist, at: video, named: "video", isText: false, after: nil, at: .start)
        #expect(findings.map(\.rule) == [.reports])
        #expect(findings.map(\.assetRule.code) == ["report.self"])
    }

    @Test(arguments: [
        ("../frames/index.m3u8", []), ("../audio/index.m3u8", []),
        ("../other/index.m3u8", [LintRule.reports]),
    ])
    func `the playlists of a broadcast include I-frame playlists`(
        uri: String, rules: [LintRule]
    ) throws {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="audio/index.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="a"
            video/index.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1000,URI="frames/index.m3u8?a=1"

            """
        guard case .multivariant(let list) = try Playlist(parsing: text) else {
            Issue.record("\(text)")
            return
        }
        var watch = BroadcastWatch(of: list, at: "https://live.test/index.m3u8")
        var playlist = version(0..<10)
        playlist.renditionReports = [RenditionReport(uri: uri, lastMediaSequence: 9)]
        let findings = watch.take(
            playlist, at: video, named: "video", isText: false, after: nil, at: .start)
        #expect(findings.map(\.rule) == rules)
    }

    @Test func `playlists of I-frames may have other target durations`() {
        var watch = BroadcastWatch()
        var frames = version(0..<10, target: 8)
        frames.isIFramesOnly = true
        var findings = watch.take(
            version(0..<10), at: video, named: "video", isText: false, after: nil, at: .start)
        findings += watch.take(
            frames, at: audio, named: "frames", isText: false, after: nil, at: .start)
        #expect(findings == [])
    }

    @Test(arguments: [0, 1, 2])
    func `playlists of I-frames have the type and the dates of the other playlists`(
        difference: Int
    ) {
        func dated(by seconds: Int64) -> MediaPlaylist {
            var playlist = version(0..<10)
            for number in 0..<10 {
                playlist.segments[number].programDateTime = DateTime(
                    millisecondsSince1970: (Int64(number) * 6 + seconds) * 1000)
            }
            return playlist
        }
        var watch = BroadcastWatch()
        var frames = dated(by: difference == 2 ? 140 : 0)
        frames.isIFramesOnly = true
        frames.playlistType = difference == 1 ? .event : nil
        var findings = watch.take(
            dated(by: 0), at: video, named: "video", isText: false, after: nil, at: .start)
        findings += watch.take(
            frames, at: audio, named: "frames", isText: false, after: nil, at: .start)
        #expect(findings.map(\.rule) == (difference == 0 ? [] : [.renditions]))
        #expect(findings.allSatisfy { $0.playlist == "frames" })
    }

    @Test(arguments: [(255, 1), (256, 0)])
    func `claims are kept about a limited number of playlists`(others: Int, count: Int) {
        var watch = BroadcastWatch()
        var reporting = version(0..<10)
        reporting.renditionReports =
            (0..<others).map {
                RenditionReport(uri: "../\($0)/index.m3u8", lastMediaSequence: 19)
            } + [RenditionReport(uri: "../audio/index.m3u8", lastMediaSequence: 19)]
        var findings = watch.take(
            reporting, at: video, named: "video", isText: false, after: nil, at: .start)
        findings += watch.take(
            version(0..<12), at: audio, named: "audio", isText: false,
            after: Instant(sinceStart: .seconds(1)), at: Instant(sinceStart: .seconds(2)))
        #expect(findings.count == count)
    }
}
