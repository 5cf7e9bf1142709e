import Playlists
import Presentation
import Testing
import VirtualTime

/// The acceptance cases of reload timing.
@Suite struct ReloadTimingTests {
    @Test(arguments: [LiveProfile.rfc8216, .hlsJS])
    func `C1: a reload waits a target duration after a change, and half of it without a change`(
        profile: LiveProfile
    ) {
        var run = ReloadRun(profile)
        run.answer(.live(1..<3, lasting: 5))
        run.answer(.live(1..<3, lasting: 5))
        run.answer(.live(2..<4, lasting: 5))
        run.request()
        #expect(run.requests == ["0.000", "5.000", "7.500", "12.500"])
    }

    @Test func `C1: a reload interval is rounded to milliseconds`() {
        var run = ReloadRun(.rfc8216)
        run.answer(.live(1..<3, lasting: 10, target: 5.9999))
        #expect(run.reloader.next == .seconds(6))
    }

    @Test(arguments: [(20.0, "5.000"), (14.0, "2.000"), (19.999, "2.000")])
    func `C2: near the live edge, hls.js waits for the duration of the last segment`(
        distance: Double, instant: String
    ) {
        var run = ReloadRun(.hlsJS)
        run.answer(
            .live(durations: [5, 5, 2], target: 5), distance: .seconds(distance))
        run.request()
        #expect(run.requests == ["0.000", instant])
    }

    @Test(arguments: [LiveProfile.vhs, .apple])
    func `C3: VHS and AVPlayer wait for the duration of the last segment`(profile: LiveProfile) {
        var run = ReloadRun(profile)
        run.answer(.live(durations: [10, 4], target: 10))
        #expect(run.reloader.next == .seconds(4))
    }

    @Test(arguments: [([], 3.5), ([5, 0], 3.5), ([7, 5], 5)] as [([Double], Double)])
    func `C3: half a target duration replaces an unknown duration of the last segment`(
        durations: [Double], wait: Double
    ) {
        var run = ReloadRun(.vhs)
        let playlist = MediaPlaylist.live(durations: durations, target: 7)
        run.answer(playlist)
        #expect(run.reloader.next == .seconds(wait))
        run.answer(playlist)
        #expect(run.reloader.next == .seconds(wait + 3.5))
    }

    @Test func `gstreamer counts a reload interval from the end of the load`() {
        var run = ReloadRun(.gstreamer)
        run.answer(.live(1..<4, lasting: 6), after: .milliseconds(1500))
        run.answer(.live(2..<5, lasting: 6), after: .milliseconds(1500))
        run.request()
        #expect(run.requests == ["0.000", "7.500", "15.000"])
    }

    @Test func `C5: AVPlayer counts a reload interval from the start of the load`() {
        var run = ReloadRun(.apple)
        run.answer(.live(1..<4, lasting: 6), after: .milliseconds(1500))
        run.answer(.live(2..<5, lasting: 6), after: .milliseconds(1500))
        run.request()
        #expect(run.requests == ["0.000", "6.000", "12.000"])
        var slow = ReloadRun(.apple)
        slow.answer(.live(1..<4, lasting: 6), after: .seconds(7))
        slow.answer(.live(2..<5, lasting: 6))
        slow.request()
        #expect(slow.requests == ["0.000", "7.000", "13.000"])
    }

    @Test func `C6: a rendition that is not played is not reloaded`() {
        var run = ReloadRun(.apple)
        run.answer(.live(1..<4))
        run.reloader.suspend()
        run.request()
        #expect(run.requests == ["0.000", "none"])
        #expect(run.reloader.resume(at: .seconds(60)).next == .seconds(60))
    }

    @Test func `C27: an unchanged playlist is loaded twice per target duration`() {
        var run = ReloadRun(.media3)
        for _ in 0..<7 { run.answer(.live(100..<102, lasting: 6)) }
        #expect(
            run.requests == [
                "0.000", "6.000", "9.000", "12.000", "15.000", "18.000", "21.000",
            ])
        #expect(run.notices == [.stale(.seconds(21))])
        run.answer(.live(100..<102, lasting: 6))
        #expect(run.notices.count == 1)
        run.answer(.live(101..<103, lasting: 6))
        #expect(run.updates.count == 2)
        for _ in 0..<8 { run.answer(.live(101..<103, lasting: 6)) }
        let stale = run.notices.count { if case .stale = $0 { true } else { false } }
        #expect(stale == 2)
    }

    @Test
    func `C27: a playlist unchanged for one and a half target durations is stale for AVPlayer`() {
        var run = ReloadRun(.apple)
        for _ in 0..<3 { run.answer(.live(100..<102, lasting: 6)) }
        #expect(run.requests.last == "9.000")
        #expect(run.notices == [.stale(.seconds(9))])
    }

    @Test func `a pause does not make a playlist stale`() {
        var run = ReloadRun(.apple)
        run.answer(.live(100..<102, lasting: 6))
        run.reloader.suspend()
        _ = run.reloader.resume(at: .seconds(3600))
        run.refuse(404)
        #expect(run.notices == [.failure(status: 404, count: 1)])
    }

    @Test func `C27: reaching the limit of unchanged reloads is reported once`() {
        var run = ReloadRun(.hlsJS) { $0.unchangedLimit = 2 }
        for _ in 0..<6 { run.answer(.live(100..<102, lasting: 6)) }
        #expect(run.notices == [.unchangedLoads(2)])
        #expect(!run.hasFailed)
    }

    @Test func `C29: an added end tag is a change by itself, and stops reloads`() {
        for profile in LiveProfile.allCases {
            var run = ReloadRun(profile)
            run.answer(.live(1..<4))
            let step = run.answer(.live(1..<4) { $0.hasEndList = true })
            #expect(step.update?.playlist.hasEndList == true)
            #expect(step.next == nil)
            #expect(run.reloader.next == nil)
            #expect(run.reloader.resume(at: .seconds(99)).next == nil)
        }
    }

    @Test(arguments: [LiveProfile.apple, .media3, .hlsJS])
    func `C29: an older playlist with an end tag ends the broadcast and keeps the newer segments`(
        profile: LiveProfile
    ) {
        var run = ReloadRun(profile)
        run.answer(.live(1..<6))
        let step = run.answer(.live(0..<4) { $0.hasEndList = true })
        #expect(step.update?.playlist.segments.count == 5)
        #expect(step.update?.playlist.hasEndList == true)
        #expect(step.next == nil)
    }

    @Test func `a failed playlist load is counted, and repeated after the delay of its profile`() {
        var run = ReloadRun(.apple)
        run.answer(.live(1..<4, lasting: 6))
        run.refuse(404)
        run.refuse(503)
        run.answer(.live(2..<5, lasting: 6))
        run.request()
        #expect(run.requests == ["0.000", "6.000", "9.000", "12.000", "18.000"])
        let failures = run.notices.filter { if case .failure = $0 { true } else { false } }
        #expect(failures == [.failure(status: 404, count: 1), .failure(status: 503, count: 2)])
        var media3 = ReloadRun(.media3)
        for _ in 0..<8 { media3.refuse(nil) }
        #expect(media3.reloader.next == .seconds(1 + 2 + 3 + 4 + 5 + 5 + 5))
    }

    @Test(arguments: LiveProfile.allCases)
    func `no playlist causes a storm of requests`(profile: LiveProfile) {
        let playlists: [MediaPlaylist] = [
            MediaPlaylist(), .live(0..<0), .live(0..<3, lasting: 0.000001, target: 0.000001),
            .live(0..<3, lasting: 0, target: 0),
            .live(0..<3) { $0.block(parts: 0.0001) }, .live(0..<3) { $0.block() },
            .live(0..<3) { playlist in
                playlist.block()
                playlist.serve { $0.canSkipUntil = .seconds(24) }
                playlist.skipped = SkippedSegments(count: 7)
            },
        ]
        for playlist in playlists {
            var run = ReloadRun(profile)
            var count = 0
            while run.now < .seconds(100), count < 100_000, run.reloader.next != nil {
                var next = playlist
                // Each answer differs from the previous one.
                next.headerLines = ["#\(count)"]
                if count.isMultiple(of: 3) { run.refuse(400) } else { run.answer(next) }
                count += 1
            }
            var (target, part) = (1.0, 1.0)
            if let known = run.reloader.playlist {
                target = max(1, ReloadPace.target(of: known).seconds)
                part = ReloadPace.partTarget(of: known).map { max(0.1, $0.seconds) } ?? target
            }
            let most = (100 / target + 2) * (1 + 2 * (target / part).rounded(.up))
            #expect(Double(count) <= most, "\(profile), \(count) requests, not \(most)")
        }
    }
}
