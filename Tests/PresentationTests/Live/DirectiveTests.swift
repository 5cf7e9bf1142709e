import Playlists
import Presentation
import Testing
import VirtualTime

/// Tests of the delivery directives that a player adds to the locations of its playlists.
@Suite struct DirectiveTests {
    /// Returns a version of a playlist whose server offers delta updates.
    private static func skipping(
        _ numbers: Range<Int>, skipped: Int = 0, blocks: Bool = false
    ) -> MediaPlaylist {
        .live(numbers) { playlist in
            playlist.serve {
                $0.canSkipUntil = .seconds(24)
                $0.canBlockReload = blocks
            }
            guard skipped > 0 else { return }
            playlist.segments.removeFirst(skipped)
            playlist.skipped = SkippedSegments(count: skipped)
        }
    }

    @Test func `C8: a delta update is requested and merged`() throws {
        var run = ReloadRun(.media3)
        var full = Self.skipping(10..<16)
        for index in full.segments.indices { full.segments[index].uri = "first\(10 + index).ts" }
        run.answer(full)
        run.answer(Self.skipping(11..<17, skipped: 2))
        #expect(run.requests == ["0.000", "4.000 _HLS_skip=YES"])
        let merged = try #require(run.updates.last).playlist
        #expect(merged.mediaSequence == 11)
        #expect(
            merged.segments.map(\.uri) == [
                "first11.ts", "first12.ts", "s13.ts", "s14.ts", "s15.ts", "s16.ts",
            ])
        #expect(merged.skipped == nil)
    }

    @Test func `C9: a full playlist is loaded after a delta update that cannot be merged`() throws {
        var run = ReloadRun(.media3)
        run.answer(Self.skipping(10..<16))
        run.answer(Self.skipping(20..<26, skipped: 2))
        run.answer(Self.skipping(20..<26))
        #expect(run.requests == ["0.000", "4.000 _HLS_skip=YES", "4.000"])
        #expect(run.notices.first == .unmergedDelta)
        let update = try #require(run.updates.last)
        #expect(update.playlist.sequenceNumbers == 20..<26)
        #expect(update.missing == 4)
        #expect(run.updates.count == 2)
        run.request()
        #expect(run.requests.last == "8.000 _HLS_skip=YES")
    }

    @Test func `C30: an initialization section stays in effect for segments after skipped ones`()
        throws
    {
        var run = ReloadRun(.media3)
        var full = Self.skipping(10..<16)
        for index in full.segments.indices {
            full.segments[index].initializationSection = InitializationSection(uri: "init.mp4")
        }
        run.answer(full)
        run.answer(Self.skipping(11..<17, skipped: 2))
        let sections = try #require(run.updates.last).playlist.segments
            .map { $0.initializationSection?.uri }
        #expect(sections == Array(repeating: "init.mp4", count: 6))
    }

    @Test func `delta updates are not requested again after three that cannot be merged`() {
        var run = ReloadRun(.media3)
        run.answer(Self.skipping(10..<16))
        for number in 0..<5 {
            if run.request().skip == nil { break }
            _ = run.reloader.receive(Self.skipping(90..<96, skipped: 2), at: run.now)
            run.answer(Self.skipping(11 + number..<17 + number))
        }
        #expect(run.requests.count { $0.hasSuffix("_HLS_skip=YES") } == 3)
    }

    @Test func `a full playlist is loaded once half the skip boundary has passed, except by Shaka`()
    {
        for (elapsed, skip) in [(11.9, true), (12.0, false)] {
            var run = ReloadRun(.media3)
            run.answer(Self.skipping(10..<16))
            run.reloader.suspend()
            _ = run.reloader.resume(at: .seconds(elapsed))
            #expect((run.request().skip != nil) == skip)
        }
        var shaka = ReloadRun(.shaka)
        shaka.answer(Self.skipping(10..<16))
        shaka.reloader.suspend()
        _ = shaka.reloader.resume(at: .seconds(100))
        #expect(shaka.request().skip == .segments)
    }

    @Test(arguments: [
        (false, 0, false, "_HLS_msn=14"), (true, 1, true, "_HLS_msn=14&_HLS_part=1"),
        (true, 0, false, "_HLS_msn=14&_HLS_part=0"), (true, 0, true, "_HLS_msn=14&_HLS_part=0"),
    ])
    func `C11: a blocking reload requests the next segment or part at once`(
        hasParts: Bool, parts: Int, hasHint: Bool, query: String
    ) {
        for profile in [LiveProfile.media3, .apple, .hlsJS] {
            var run = ReloadRun(profile)
            run.answer(
                .live(8..<14) { playlist in
                    playlist.block(parts: hasParts ? 1 : nil)
                    if parts > 0 { playlist.add(parts: parts) }
                    if hasHint {
                        playlist.preloadHints = [PreloadHint(.part, uri: "s14.\(parts).ts")]
                    }
                })
            run.request()
            #expect(run.requests == ["0.000", "0.000 \(query)"])
        }
    }

    @Test func `a player that loads no parts requests the next whole segment in a blocking reload`()
    {
        var tuning = LiveTuning(.apple)
        tuning.usesParts = false
        var reloader = PlaylistReloader(tuning)
        _ = reloader.start(at: .start)
        _ = reloader.request(at: .start)
        let playlist = MediaPlaylist.live(8..<14) { playlist in
            playlist.block(parts: 1)
            playlist.add(parts: 2)
        }
        let step = reloader.receive(playlist, at: .start)
        #expect(step.next == .start)
        #expect(reloader.request(at: .start) == ReloadDirectives(sequence: 14))
        let window = LiveWindow(tuning, LiveUpdate(playlist), at: .start)
        #expect(window.edge == window.end)
    }

    @Test(arguments: [
        ("https://a.test/v.m3u8?_HLS_msn=4&_HLS_skip=YES", "https://a.test/v.m3u8"),
        ("https://a.test/v.m3u8?k=1&_HLS_msn=4&_HLS_part=2", "https://a.test/v.m3u8?k=1"),
        ("https://a.test/v.m3u8?k=1", "https://a.test/v.m3u8?k=1"), ("v.m3u8", "v.m3u8"),
    ])
    func `delivery directives are removed from the location of a response`(
        answer: String, location: String
    ) {
        #expect(ReloadDirectives.removed(from: answer) == location)
    }

    @Test
    func `C11: VHS requests a part only with a preload hint, and puts the skip directive first`() {
        for hasHint in [false, true] {
            var run = ReloadRun(.vhs)
            run.answer(
                .live(2..<8) { playlist in
                    playlist.block()
                    playlist.serve { $0.canSkipUntil = .seconds(24) }
                    playlist.add(parts: 1)
                    if hasHint { playlist.preloadHints = [PreloadHint(.part, uri: "s8.1.ts")] }
                })
            run.request()
            let part = hasHint ? "&_HLS_part=1" : ""
            #expect(run.requests.last == "0.000 _HLS_skip=YES&_HLS_msn=8\(part)")
        }
    }

    @Test(arguments: [400, 503])
    func `C12: a refused request is repeated without directives, and the next one has them again`(
        status: Int
    ) {
        var run = ReloadRun(.media3)
        run.answer(Self.skipping(10..<20, blocks: true))
        run.refuse(status, after: .seconds(4))
        run.answer(Self.skipping(11..<21, blocks: true))
        run.answer(Self.skipping(12..<22, skipped: 3, blocks: true), after: .seconds(4))
        #expect(
            run.requests == [
                "0.000", "0.000 _HLS_msn=20&_HLS_skip=YES", "4.000",
                "4.000 _HLS_msn=21&_HLS_skip=YES",
            ])
        #expect(run.sequences == [10, 11, 12])
        #expect(run.notices.isEmpty)
    }

    @Test func `C13: each rendition requests its own next segment or part`() {
        var video = ReloadRun(.media3)
        var audio = ReloadRun(.media3)
        video.answer(.live(8..<14) { $0.block() })
        audio.answer(.live(8..<14) { $0.block() })
        video.request()
        audio.answer(
            .live(8..<14) { playlist in
                playlist.block()
                playlist.add(parts: 1)
            }, after: .seconds(1))
        audio.request()
        #expect(
            audio.requests == [
                "0.000", "0.000 _HLS_msn=14&_HLS_part=0", "1.000 _HLS_msn=14&_HLS_part=1",
            ])
        #expect(video.reloader.isLoading)
    }

    @Test(arguments: [
        ("https://a/b/audio/index.m3u8", "_HLS_msn=4&_HLS_part=1"),
        ("https://a/b/audio/index.m3u8?abc=123", "_HLS_msn=4&_HLS_part=1"),
        ("https://a/b/other/index.m3u8", ""),
    ])
    func `C14: the first request after a switch uses the rendition report unchanged`(
        location: String, query: String
    ) {
        let current = MediaPlaylist.live(0..<5) { playlist in
            playlist.block()
            playlist.serve { $0.canSkipUntil = .seconds(24) }
            playlist.renditionReports = [
                RenditionReport(
                    uri: "../audio/index.m3u8", lastMediaSequence: 4, lastPart: 1)
            ]
        }
        let first = ReloadDirectives.forSwitch(
            to: location, from: current, at: "https://a/b/video/index.m3u8?x=1")
        #expect(first.query() == query)
        var run = ReloadRun(.hlsJS, with: first)
        run.answer(current)
        #expect(run.requests.first == (query.isEmpty ? "0.000" : "0.000 \(query)"))
        var ended = current
        ended.hasEndList = true
        #expect(
            ReloadDirectives.forSwitch(
                to: location, from: ended, at: "https://a/b/video/index.m3u8") == .none)
    }

    @Test(arguments: [
        ("https://a/x.m3u8", "https://a/x.m3u8?_HLS_msn=7&_HLS_part=2&_HLS_skip=v2"),
        ("x.m3u8?t=1&u", "x.m3u8?t=1&u&_HLS_msn=7&_HLS_part=2&_HLS_skip=v2"),
        ("x.m3u8?#f", "x.m3u8?_HLS_msn=7&_HLS_part=2&_HLS_skip=v2"),
    ])
    func `delivery directives follow the query parameters of a URL`(
        location: String, result: String
    ) {
        let directives = ReloadDirectives(sequence: 7, part: 2, skip: .dateRanges)
        #expect(directives.location(location) == result)
        #expect(ReloadDirectives.none.location(location) == location)
    }

    @Test func `AVPlayer skips date ranges where the server supports it, and VHS does not`() {
        for (profile, skip) in [(LiveProfile.apple, "v2"), (.vhs, "YES")] {
            var run = ReloadRun(profile)
            var playlist = Self.skipping(1..<9)
            playlist.serve { $0.canSkipDateRanges = true }
            run.answer(playlist)
            #expect(run.request().skip?.rawValue == skip)
        }
    }

    @Test func `a blocking reload that brings no change is not repeated at once`() {
        var run = ReloadRun(.media3)
        let playlist = MediaPlaylist.live(8..<14) { $0.block() }
        for _ in 0..<4 { run.answer(playlist) }
        #expect(
            run.requests == [
                "0.000", "0.000 _HLS_msn=14&_HLS_part=0", "0.500 _HLS_msn=14&_HLS_part=0",
                "1.000 _HLS_msn=14&_HLS_part=0",
            ])
        #expect(run.notices == [.unchangedAnswer, .unchangedAnswer, .unchangedAnswer])
    }

    @Test func `after a long pause, a playlist is loaded without delivery directives`() {
        var run = ReloadRun(.apple)
        run.answer(.live(8..<14) { $0.block() })
        run.reloader.suspend()
        #expect(run.reloader.next == nil)
        _ = run.reloader.resume(at: .seconds(3600))
        run.answer(.live(900..<906) { $0.block() })
        #expect(run.requests.last == "3600.000")
        #expect(run.updates.last?.followsPause == true)
        run.answer(.live(901..<907) { $0.block() })
        #expect(run.updates.last?.followsPause == false)
    }

    @Test func `the RFC 8216 profile sends no delivery directives`() {
        var run = ReloadRun(.rfc8216)
        run.answer(.live(8..<14) { $0.block() })
        run.request()
        #expect(run.requests == ["0.000", "4.000"])
    }

    @Test func `C30: a refresh brings the next load forward, except during a load`() {
        var run = ReloadRun(.media3)
        run.answer(
            .live(8..<14) { $0.partInformation = PartInformation(targetDuration: .seconds(1)) })
        #expect(run.reloader.next == .seconds(4))
        #expect(run.reloader.refresh(at: .seconds(1)).next == .seconds(1))
        run.now = .seconds(1)
        run.request()
        #expect(run.reloader.refresh(at: .seconds(1)).next == nil)
    }

    @Test(arguments: [
        (1, "_HLS_msn=16&_HLS_part=2"), (3, "_HLS_msn=16&_HLS_part=4"),
        (5, "_HLS_msn=17&_HLS_part=2"), (12, "_HLS_msn=17&_HLS_part=4"), (13, ""),
    ])
    func `hls.js requests a later part the older a cached playlist is, up to a limit`(
        age: Int, query: String
    ) {
        var run = ReloadRun(.hlsJS)
        let copy = MediaPlaylist.live(10..<16) {
            $0.block()
            $0.add(parts: 2)
        }
        run.answer(copy, age: .seconds(age))
        #expect(run.request().query() == query)
    }

    @Test
    func `hls.js ignores the age of a cached playlist if it grew after a request for a later part`()
    {
        var run = ReloadRun(.hlsJS)
        func copy(_ numbers: Range<Int>) -> MediaPlaylist { .live(numbers) { $0.block() } }
        run.answer(copy(10..<16), age: .seconds(3))
        run.answer(copy(11..<17), age: .seconds(4))
        #expect(run.requests.last?.hasSuffix("_HLS_msn=16&_HLS_part=2") == true)
        #expect(run.request().query() == "_HLS_msn=17&_HLS_part=0")
    }

    @Test(arguments: LiveProfile.allCases.filter { $0 != .hlsJS })
    func `other players ignore the age of a cached playlist`(profile: LiveProfile) {
        var queries: Set<String> = []
        for age in [0, 3, 5, 12] {
            var run = ReloadRun(profile)
            run.answer(.live(10..<16) { $0.block() }, age: .seconds(age))
            queries.insert(run.request().query())
        }
        #expect(queries.count == 1)
    }
}
