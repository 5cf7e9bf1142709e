import Playlists
import Presentation
import Testing
import VirtualTime

/// Live windows: their positions and dates, and a playhead before the start of the window.
@Suite struct LiveWindowTests {
    /// A reloader and a window that receive playlist versions from a test.
    private struct Follower {
        var run: ReloadRun
        var window: LiveWindow?
        var changes: [LiveWindow.Change] = []

        init(_ profile: LiveProfile = .apple) { run = ReloadRun(profile) }

        mutating func take(_ playlist: MediaPlaylist) {
            guard let update = run.answer(playlist).update else { return }
            if var window {
                changes.append(window.take(update, at: run.now))
                self.window = window
            } else {
                window = LiveWindow(run.reloader.tuning, update, at: run.now)
            }
        }

        /// The starts of the listed segments, in seconds.
        var starts: [Double] {
            guard let window else { return [] }
            return window.playlist.segments.indices.compactMap {
                window.interval(of: window.first.advanced(by: $0))?.lowerBound.seconds
            }
        }

        /// Returns the date of a position, in seconds after noon.
        func date(_ seconds: Double) -> Double? {
            window?.dates.date(at: .seconds(seconds)).map { Double($0 - DateTime.noon) / 1000 }
        }
    }

    private static let hour = 3600.0

    @Test func `C25a: a program date remains known after its segment has left the playlist`() {
        var follower = Follower()
        follower.take(
            .live(0..<2, lasting: 2) { playlist in
                playlist.date(0, 0)
                playlist.segments[1].startsDiscontinuity = true
                playlist.date(1, Self.hour)
            })
        follower.take(
            .live(1..<2, lasting: 2) { $0.discontinuitySequence = 1 })
        #expect(follower.starts == [2])
        #expect(follower.date(2) == Self.hour)
        #expect(follower.date(3.5) == Self.hour + 1.5)
    }

    @Test func `C25b: each discontinuity keeps its program date`() {
        var follower = Follower()
        follower.take(
            .live(0..<3, lasting: 2) { playlist in
                playlist.date(0, 0)
                for index in 1...2 {
                    playlist.segments[index].startsDiscontinuity = true
                    playlist.date(index, Self.hour * Double(index))
                }
            })
        follower.take(
            .live(1..<4, lasting: 2) { playlist in
                playlist.discontinuitySequence = 1
                playlist.segments[1].startsDiscontinuity = true
                playlist.date(1, 2 * Self.hour)
            })
        #expect(follower.starts == [2, 4, 6])
        #expect([2, 4, 6].map(follower.date) == [Self.hour, 2 * Self.hour, 2 * Self.hour + 2])
    }

    @Test func `C25c: program dates determine how long missing segments last`() {
        var follower = Follower()
        follower.take(
            .live(0..<2, lasting: 2) { playlist in
                playlist.date(0, 0)
                playlist.segments[1].startsDiscontinuity = true
                playlist.date(1, Self.hour)
            })
        follower.take(
            .live(5..<7, lasting: 2) { playlist in
                playlist.discontinuitySequence = 1
                playlist.date(0, Self.hour + 10)
            })
        #expect(follower.starts == [12, 14])
        #expect([12, 14].map(follower.date) == [Self.hour + 10, Self.hour + 12])
        #expect(follower.changes.first?.hole == MediaTime.seconds(4)..<MediaTime.seconds(12))
    }

    @Test func `missing segments without dates last a target duration each`() {
        var follower = Follower()
        follower.take(.live(0..<2, lasting: 2))
        follower.take(.live(5..<7, lasting: 2))
        #expect(follower.starts == [10, 12])
        #expect(follower.changes.first?.hole == MediaTime.seconds(4)..<MediaTime.seconds(10))
    }

    @Test func `C25: discontinuity sequence numbers stay the same when the window slides`() {
        var follower = Follower()
        follower.take(
            .live(0..<3, lasting: 2) { playlist in
                playlist.discontinuitySequence = 30
                playlist.segments[1].startsDiscontinuity = true
            })
        let domains = { (follower: Follower) in
            follower.window?.playlist.segments.map(\.discontinuitySequence)
        }
        #expect(domains(follower) == [30, 31, 31])
        follower.take(.live(2..<5, lasting: 2) { $0.discontinuitySequence = 31 })
        #expect(domains(follower) == [31, 31, 31])
        #expect(follower.run.notices.isEmpty)
    }

    @Test func `C25d: a program date with jitter moves no segment and is not a gap`() {
        var follower = Follower()
        follower.take(
            .live(0..<3, lasting: 2) { playlist in
                for (index, date) in [0, 2, 4.1].enumerated() { playlist.date(index, date) }
            })
        #expect(follower.starts == [0, 2, 4])
        #expect(follower.date(4) == 4)
        #expect(follower.window?.dates.largestDeviation == 100)
        #expect(follower.window?.dates.pieces.count == 1)
        follower.take(
            .live(2..<5, lasting: 2) { playlist in
                for (index, date) in [4.1, 5.8, 8.2].enumerated() { playlist.date(index, date) }
            })
        #expect(follower.starts == [4, 6, 8])
        #expect(follower.date(8) == 8)
        #expect(follower.window?.dates.largestDeviation == 200)
        #expect(follower.window?.dates.pieces.count == 1)
        #expect(follower.changes.count == 1)
        #expect(follower.changes.first?.hole == nil)
        #expect(follower.changes.first?.gaps == [])
    }

    @Test func `C25: a clock that is set back starts a new piece of the date mapping`() {
        var follower = Follower()
        follower.take(
            .live(0..<4, lasting: 2) { playlist in
                for (index, date) in [0.0, 2, 2, 4].enumerated() { playlist.date(index, date) }
            })
        #expect(follower.window?.dates.pieces.count == 2)
        #expect([2, 4, 6].map(follower.date) == [2, 2, 4])
        // A date that occurs twice refers to the later position.
        let date = DateTime.noon(plus: 2.5).millisecondsSince1970
        #expect(follower.window?.dates.position(of: date, end: .seconds(8)) == .seconds(4.5))
    }

    @Test func `the date mapping has no more pieces than the window has segments`() {
        var follower = Follower()
        for number in 0..<500 {
            follower.take(
                .live(number..<number + 5, lasting: 2) { playlist in
                    playlist.discontinuitySequence = number
                    for index in 0..<5 {
                        playlist.segments[index].startsDiscontinuity = true
                        playlist.date(index, Double(number + index) * 100)
                    }
                })
        }
        #expect(follower.window?.dates.pieces.count == 5)
        #expect(follower.date(2 * 501) == 50_100)
    }

    @Test func `a segment keeps its position when its duration is corrected`() {
        var follower = Follower()
        follower.take(.live(0..<4))
        follower.take(.live(1..<5) { $0.segments[1].duration = .seconds(5) })
        #expect(follower.starts == [4, 8, 12, 16])
        #expect(follower.changes.last?.seekable == MediaTime.seconds(4)..<MediaTime.seconds(8))
    }

    @Test func `older segments that are listed again get earlier positions`() {
        var follower = Follower()
        follower.take(.live(4..<8))
        follower.take(.live(2..<9))
        #expect(follower.starts == [-8, -4, 0, 4, 8, 12, 16])
        // The seekable range does not move backwards.
        #expect(follower.window?.seekable == MediaTime.zero..<MediaTime.seconds(8))
    }

    @Test func `an encoder restart continues the timeline with a new epoch`() {
        var follower = Follower()
        follower.take(.live(500..<506))
        let again = { (count: Int) in
            MediaPlaylist.live(0..<count) { playlist in
                for index in 0..<count { playlist.segments[index].uri = "new\(index).ts" }
            }
        }
        follower.take(again(1))
        #expect(follower.run.notices == [.suspectedRestart])
        follower.take(again(1))
        #expect(follower.run.notices.last == .restart)
        #expect(follower.window?.first == SegmentNumber(0, epoch: 1))
        #expect(follower.starts == [24])
        #expect(follower.changes.last?.hole == nil)
        follower.take(again(2))
        #expect(follower.starts == [24, 28])
    }

    @Test func `servers that alternate between different sequence numbers are not a restart`() {
        var follower = Follower()
        for number in 0..<20 {
            follower.take(.live(500 + number..<506 + number))
            follower.take(
                .live(number..<6 + number) { playlist in
                    for index in 0..<6 { playlist.segments[index].uri = "b\(index + number).ts" }
                })
        }
        #expect(follower.run.reloader.epoch == 0)
        #expect(follower.window?.first == SegmentNumber(519))
        #expect(follower.starts.first == 76)
    }

    @Test
    func `a lagging server's playlist does not bring back sequence numbers from before a restart`()
    {
        var follower = Follower()
        let again = { (count: Int) in
            MediaPlaylist.live(0..<count) { playlist in
                for index in 0..<count { playlist.segments[index].uri = "new\(index).ts" }
            }
        }
        follower.take(.live(500..<506))
        follower.take(again(1))
        follower.take(again(1))
        follower.take(.live(501..<507))
        #expect(follower.run.notices.last == .older)
        follower.take(again(2))
        #expect(follower.run.reloader.epoch == 1)
        #expect(follower.starts == [24, 28])
        // Media sequence numbers that jump ahead without a restart leave a hole in the window.
        follower.take(.live(700..<706))
        #expect(follower.window?.first == SegmentNumber(700, epoch: 1))
    }

    @Test(arguments: [0, 700])
    func `a restart is detected even when the clock is set back, only later`(first: Int) {
        var follower = Follower()
        follower.take(.live(500..<506) { $0.date(0, 7200) })
        for number in first..<first + 30 {
            follower.take(
                .live(number..<number + 6) { playlist in
                    for index in 0..<6 { playlist.segments[index].uri = "n\(number + index).ts" }
                    playlist.date(0, Double((number - first) * 4))
                })
        }
        #expect(follower.run.reloader.epoch == 1)
        #expect(follower.run.notices.count { $0 == .restart } == 1)
        #expect(follower.window?.first == SegmentNumber(first + 29, epoch: 1))
    }

    @Test func `a server that lags by more than the window is not a restart`() {
        var follower = Follower()
        follower.take(.live(500..<506) { $0.date(0, 500 * 4) })
        for number in 492..<510 {
            follower.take(.live(number..<number + 6) { $0.date(0, Double(number * 4)) })
        }
        #expect(follower.run.reloader.epoch == 0)
        #expect(follower.window?.first == SegmentNumber(509))
        #expect(follower.starts.first == 36)
    }

    @Test(arguments: [LiveProfile.apple, .hlsJS, .media3])
    func `a playlist with lower, overlapping sequence numbers is ignored`(profile: LiveProfile) {
        var follower = Follower(profile)
        follower.take(.live(10..<16))
        follower.take(.live(8..<14))
        #expect(follower.run.notices == [.older])
        #expect(follower.window?.first == SegmentNumber(10))
        #expect(follower.run.reloader.unchangedCount == 1)
        follower.take(.live(11..<17))
        #expect(follower.window?.first == SegmentNumber(11))
        #expect(follower.starts.first == 4)
    }

    @Test func `a playlist with fewer parts than known is treated as older`() {
        var follower = Follower()
        follower.take(
            .live(10..<16) { playlist in
                playlist.block()
                playlist.add(parts: 3)
            })
        #expect(follower.window?.edge == .seconds(27))
        follower.take(
            .live(10..<16) { playlist in
                playlist.block()
                playlist.add(parts: 1)
            })
        #expect(follower.window?.edge == .seconds(27))
        #expect(follower.run.notices.contains(.older))
    }

    @Test(arguments: [(LiveProfile.apple, false), (.media3, true), (.hlsJS, false)])
    func `a restart whose sequence numbers do not overlap the known ones fails only in media3`(
        profile: LiveProfile, fails: Bool
    ) {
        var follower = Follower(profile)
        let dated = { (first: Int, date: Double) in
            MediaPlaylist.live(first..<first + 6) { playlist in playlist.date(0, date) }
        }
        follower.take(dated(500, 0))
        follower.take(dated(0, 60))
        #expect(follower.run.hasFailed == fails)
        #expect((follower.run.reloader.next == nil) == fails)
        #expect(follower.run.reloader.epoch == (profile == .apple ? 1 : 0))
    }

    @Test func `a raised target duration is reported, and changes reload times but not positions`()
    {
        var follower = Follower(.rfc8216)
        follower.take(.live(0..<6, lasting: 6))
        follower.take(.live(1..<7, lasting: 6, target: 9))
        #expect(
            follower.run.notices == [.breach(.targetDuration(from: .seconds(6), to: .seconds(9)))])
        #expect(follower.starts.first == 6)
        #expect(follower.run.reloader.next == .seconds(15))
        #expect(follower.window?.seekable == MediaTime.seconds(6)..<MediaTime.seconds(18))
    }

    @Test func `the seekable range ends at the hold-back, or at the end of a finished broadcast`() {
        var follower = Follower()
        follower.take(.live(0..<6))
        #expect(follower.window?.seekable == MediaTime.zero..<MediaTime.seconds(12))
        follower.take(.live(1..<7))
        #expect(follower.changes.last?.seekable == MediaTime.seconds(4)..<MediaTime.seconds(16))
        follower.take(.live(1..<7) { $0.hasEndList = true })
        #expect(follower.changes.last?.seekable == MediaTime.seconds(4)..<MediaTime.seconds(28))
        #expect(follower.changes.last?.hasEnded == true)
    }

    @Test func `a playlist of three segments is never a DVR stream`() throws {
        var short = Follower()
        short.take(.live(0..<3, lasting: 2.002, target: 2))
        let window = try #require(short.window)
        #expect(!window.isDVR(from: .seconds(120)))
        #expect(!window.isDVR(from: .seconds(1)))
        var long = Follower()
        long.take(.live(0..<36, lasting: 6))
        #expect(long.window?.isDVR(from: .seconds(180)) == true)
        #expect(long.window?.isDVR(from: .seconds(199)) == false)
    }

    // MARK: Positions before the window

    @Test
    func `C26: a position before a seekable range that has moved has fallen out of the window`() {
        var follower = Follower(.vhs)
        // The seekable range becomes 11 to 20.
        follower.take(.live(durations: [11, 4, 5], target: 5))
        follower.take(.live(from: 1, durations: [4, 5, 5, 5, 5], target: 5))
        let window = follower.window
        #expect(window?.seekable == MediaTime.seconds(11)..<MediaTime.seconds(20))
        let behind = [10.0, 11, 15, 20, 21, 0].map { window?.isBehind(.seconds($0)) }
        #expect(behind == [true, false, false, false, false, true])
        var fresh = Follower(.vhs)
        fresh.take(.live(0..<9))
        #expect(fresh.window?.isBehind(.seconds(-1)) == false)
        var empty = Follower(.vhs)
        empty.take(.live(0..<2))
        #expect(empty.window?.isBehind(.zero) == false)
    }

    @Test(arguments: [
        (LiveProfile.vhs, BehindWindow.jump(to: .seconds(84))), (.hlsJS, .jump(to: .seconds(84))),
        (.shaka, .jump(to: .seconds(41))), (.media3, .fail), (.apple, .jump(to: .seconds(84))),
    ])
    func `C26: players react differently to a playhead that has fallen out of the window`(
        profile: LiveProfile, reaction: BehindWindow
    ) {
        var follower = Follower(profile)
        follower.take(.live(0..<15))
        follower.take(.live(9..<24))
        let window = follower.window
        let wanted = SegmentNumber(5)
        #expect(
            window?.reaction(toPlayheadAt: .seconds(20), wanting: wanted, isStarved: true)
                == reaction)
        let early = window?.reaction(toPlayheadAt: .seconds(20), wanting: wanted, isStarved: false)
        #expect(early == (profile == .media3 ? .fail : nil))
        #expect(
            window?.reaction(
                toPlayheadAt: .seconds(40), wanting: SegmentNumber(10), isStarved: true) == nil)
    }

    @Test func `C26: AVPlayer returns to the start of a DVR window`() {
        var follower = Follower()
        follower.take(.live(0..<60))
        follower.take(.live(30..<90))
        let reaction = follower.window?.reaction(
            toPlayheadAt: .seconds(20), wanting: SegmentNumber(5), isStarved: true)
        #expect(reaction == .jump(to: .seconds(120)))
    }

    // MARK: Renditions

    @Test func `renditions align by program dates, then by sequence numbers`() {
        let dated = { (first: Int, date: Double?) in
            MediaPlaylist.live(first..<first + 6) { playlist in
                if let date { playlist.date(0, date) }
            }
        }
        var follower = Follower()
        follower.take(dated(10, 100))
        guard let window = follower.window else {
            Issue.record("no window")
            return
        }
        let align = { (playlist: MediaPlaylist) in LiveAlignment(playlist, with: window) }
        #expect(align(dated(13, 101.5)).start == .seconds(1.5))
        #expect(align(dated(13, 101.5)).rung == .dates)
        let late = MediaPlaylist.live(13..<19) { $0.date(2, 109.5) }
        #expect(align(late).start == .seconds(1.5))
        #expect(align(dated(12, nil)).start == .seconds(8))
        #expect(align(dated(8, nil)).start == .seconds(-8))
        #expect(align(dated(8, nil)).rung == .sequence)
        #expect(align(dated(16, nil)).start == .seconds(24))
        #expect(align(dated(16, nil)).rung == .contiguity)
        #expect(align(dated(900, nil)).start == .zero)
        #expect(align(dated(900, nil)).rung == .end)
    }

    @Test func `sequence numbers do not align a rendition with a time in the future`() {
        var follower = Follower()
        follower.take(.live(10..<16))
        guard let window = follower.window else {
            Issue.record("no window")
            return
        }
        func align(_ first: Int, after seconds: Int64 = 0) -> LiveAlignment {
            LiveAlignment(
                .live(first..<first + 6), with: window,
                at: window.updatedAt.advanced(by: .seconds(seconds)))
        }
        #expect(align(8).rung == .sequence && align(12).rung == .sequence)
        #expect(align(13).rung == .end && align(16).rung == .end)
        #expect(align(13).start == .zero)
        // The other rendition may have been loaded some time ago.
        #expect(align(13, after: 2).start == .seconds(12))
        #expect(align(16, after: 13).rung == .end && align(16, after: 14).rung == .contiguity)
    }

    @Test func `sequence numbers align a rendition that lists one more long segment`() {
        var follower = Follower()
        follower.take(.live(10..<16, lasting: 15))
        guard let window = follower.window else {
            Issue.record("no window")
            return
        }
        let alignments = [11, 13].map {
            LiveAlignment(
                .live($0..<$0 + 6, lasting: 15), with: window, at: window.updatedAt)
        }
        #expect(alignments.map(\.rung) == [.sequence, .end])
        #expect(alignments.map(\.start) == [.seconds(15), .zero])
    }

    @Test func `C29: a broadcast ends once, when its last rendition ends`() {
        var ending = LiveEnding()
        let updates = [[false, false], [true, false], [true, true], [true, true], [true]]
        #expect(updates.map { ending.update($0) } == [false, false, true, false, false])
        var none = LiveEnding()
        let isFinite = none.update([])
        #expect(!isFinite)
    }
}
