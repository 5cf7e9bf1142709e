import Playlists
import Presentation
import Testing
import VirtualTime

/// The outcomes of published media: played, skipped, expired, not reached and others.
@Suite struct LiveLedgerTests {
    /// The window of a live playlist with the ledger of its media.
    private struct Stream {
        var window: LiveWindow
        var ledger: LiveLedger

        init(_ playlist: MediaPlaylist, joiningAt seconds: Double) {
            window = LiveWindow(LiveTuning(.apple), LiveUpdate(playlist), at: .start)
            ledger = LiveLedger(joiningAt: .seconds(seconds), in: window)
        }

        mutating func take(
            _ playlist: MediaPlaylist, missing: Int = 0, hole: Double = 0, afterPause: Bool = false
        ) {
            let update = LiveUpdate(playlist, missing: missing, hole: .seconds(hole))
            ledger.follow(
                window.take(update, at: .start), of: window, followsPause: afterPause)
        }

        /// The number of seconds of media with each outcome, except outcomes without any media.
        var accounts: [LiveLedger.Account: Double] {
            let accounts = ledger.accounts
            #expect(accounts.values.reduce(.zero, +) == ledger.published)
            return accounts.filter { $0.value != .zero }.mapValues(\.seconds)
        }
    }

    @Test func `media that the playhead passed is played, and media after it is not reached`() {
        var stream = Stream(.live(0..<6), joiningAt: 12)
        stream.ledger.advance(to: .seconds(20))
        #expect(stream.accounts == [.played: 8, .notReached: 4])
        stream.take(.live(4..<10))
        stream.ledger.advance(to: .seconds(30))
        stream.take(.live(8..<14))
        #expect(stream.accounts == [.played: 18, .notReached: 26])
    }

    @Test func `C26: a pause longer than the window lets media expire`() {
        // During the pause of ten minutes, media stays listed for sixty seconds, so 540 s are lost.
        var stream = Stream(.live(0..<10, lasting: 6), joiningAt: 42)
        stream.ledger.advance(to: .seconds(60))
        for number in 1...100 { stream.take(.live(number..<number + 10, lasting: 6)) }
        #expect(stream.window.start == .seconds(600))
        stream.ledger.rejoin(at: stream.window.seekable.lowerBound)
        #expect(stream.accounts == [.played: 18, .expired: 540, .notReached: 60])
        // If no playlist is loaded during the pause, the result is the same.
        var silent = Stream(.live(0..<10, lasting: 6), joiningAt: 42)
        silent.ledger.advance(to: .seconds(60))
        silent.take(
            .live(100..<110, lasting: 6), missing: 90, hole: 540, afterPause: true)
        silent.ledger.rejoin(at: silent.window.seekable.lowerBound)
        #expect(silent.accounts == [.played: 18, .expired: 540, .notReached: 60])
    }

    @Test
    func `unbuffered media that left the playlist expires when a client leaves during a pause`() {
        var stream = Stream(.live(0..<10, lasting: 6), joiningAt: 42)
        stream.ledger.advance(to: .seconds(60))
        for number in 1...100 { stream.take(.live(number..<number + 10, lasting: 6)) }
        #expect(stream.accounts == [.played: 18, .notReached: 600])
        // The window starts at 600 s, and media up to 72 s is buffered.
        var left = stream
        left.ledger.leave(readyUpTo: .seconds(72))
        #expect(left.accounts == [.played: 18, .expired: 528, .notReached: 72])
        left = stream
        left.ledger.leave(readyUpTo: .seconds(630))
        #expect(left.accounts == stream.accounts)
        // All media is counted even if the client leaves after a backward seek.
        left = Stream(.live(0..<10, lasting: 6), joiningAt: 42)
        left.ledger.advance(to: .seconds(60))
        left.ledger.jump(to: .seconds(12))
        for number in 1...4 { left.take(.live(number..<number + 10, lasting: 6)) }
        left.ledger.leave(readyUpTo: .seconds(18))
        #expect(left.accounts == [.played: 18, .expired: 6, .skipped: 24, .notReached: 24])
    }

    @Test func `C30: gaps have their own account, even at the join position and after a seek back`()
    {
        var stream = Stream(
            .live(0..<6) { playlist in
                playlist.segments[3].isGap = true
            }, joiningAt: 12)
        stream.ledger.advance(to: .seconds(20))
        #expect(stream.accounts == [.gap: 4, .played: 4, .notReached: 4])
        stream.take(
            .live(2..<8) { playlist in
                playlist.segments[1].isGap = true
                playlist.segments[5].isGap = true
            })
        stream.ledger.advance(to: .seconds(28))
        stream.ledger.jump(to: .seconds(32))
        #expect(stream.accounts == [.gap: 8, .played: 12])
        // A seek goes back into the gap.
        stream.ledger.jump(to: .seconds(12))
        stream.ledger.advance(to: .seconds(18))
        #expect(stream.accounts == [.gap: 8, .played: 12])
        #expect(stream.ledger.repeated == .seconds(6))
    }

    @Test func `segments that were never listed have their own account`() {
        var stream = Stream(.live(0..<6), joiningAt: 12)
        stream.take(.live(10..<16), missing: 4, hole: 16)
        stream.ledger.advance(to: .seconds(24))
        stream.ledger.jump(to: .seconds(40))
        stream.ledger.advance(to: .seconds(50))
        #expect(stream.accounts == [.played: 22, .neverListed: 16, .notReached: 14])
    }

    @Test
    func `media that a jump skips counts as skipped until played, even after it left the playlist`()
    {
        var stream = Stream(.live(0..<10), joiningAt: 4)
        stream.ledger.advance(to: .seconds(8))
        stream.ledger.jump(to: .seconds(28))
        #expect(stream.accounts == [.played: 4, .skipped: 20, .notReached: 12])
        stream.ledger.jump(to: .seconds(20))
        stream.ledger.advance(to: .seconds(28))
        #expect(stream.accounts == [.played: 12, .skipped: 12, .notReached: 12])
        stream.take(.live(7..<17))
        #expect(stream.accounts == [.played: 12, .skipped: 12, .notReached: 40])
    }

    @Test func `media before the join position counts once a seek reaches it`() {
        var stream = Stream(.live(0..<10), joiningAt: 28)
        stream.ledger.advance(to: .seconds(30))
        stream.ledger.jump(to: .seconds(8))
        #expect(stream.ledger.start == .seconds(8))
        stream.ledger.advance(to: .seconds(10))
        #expect(stream.accounts == [.played: 4, .skipped: 18, .notReached: 10])
    }

    @Test func `buffered media is played after it has left the playlist`() {
        var stream = Stream(.live(0..<3), joiningAt: 0)
        for number in 1..<10 { stream.take(.live(number..<number + 3)) }
        stream.ledger.advance(to: .seconds(36))
        #expect(stream.accounts == [.played: 36, .notReached: 12])
    }

    @Test(arguments: [false, true])
    func `the memory of the ledger does not grow in a pause, and its accounts remain exact`(
        isBuffered: Bool
    ) {
        // Segments last four seconds. Every seventh segment is a gap. In every tenth step, six
        // segments are never listed.
        var stream = Stream(.live(0..<6), joiningAt: 0)
        stream.ledger.advance(to: .seconds(8))
        var largest = 0
        var (gaps, holes) = (0.0, 0.0)
        var first = 0
        for step in 1...20_000 {
            let hole = step.isMultiple(of: 10) ? 6 : 0
            first += 1 + (hole > 0 ? 6 + hole - 1 : 0)
            holes += Double(hole) * 4
            let added = hole > 0 ? first..<first + 6 : first + 5..<first + 6
            gaps += added.reduce(0) { $0 + ($1.isMultiple(of: 7) ? 4 : 0) }
            stream.take(
                .live(first..<first + 6) { playlist in
                    for index in 0..<6 where (first + index).isMultiple(of: 7) {
                        playlist.segments[index].isGap = true
                    }
                }, missing: hole, hole: Double(hole) * 4)
            largest = max(largest, stream.ledger.size)
            guard step.isMultiple(of: 500) else { continue }
            #expect(
                stream.accounts == [
                    .played: 8, .neverListed: holes, .notReached: Double(first + 6) * 4 - 8 - holes,
                ])
        }
        #expect(largest < 200)
        let start = stream.window.start
        #expect(start == .seconds(Double(first * 4)))
        let listed = (first..<first + 6).reduce(0.0) { $0 + ($1.isMultiple(of: 7) ? 4 : 0) }
        if isBuffered {
            // A large buffer is played, in steps that need not end at segment boundaries.
            var last = MediaTime.seconds(8)
            while last < start {
                last = min(start, last + .milliseconds(777_777))
                stream.ledger.advance(to: last)
                #expect(stream.accounts.values.allSatisfy { $0 >= 0 })
            }
        } else {
            stream.ledger.rejoin(at: start)
        }
        let obtainable = start.seconds - 8 - holes - (gaps - listed)
        #expect(
            stream.accounts
                == [
                    .played: isBuffered ? 8 + obtainable : 8, .expired: isBuffered ? 0 : obtainable,
                    .gap: gaps - listed, .neverListed: holes, .notReached: 24,
                ].filter { $0.value != 0 })
        #expect(stream.ledger.size < 10)
    }

    @Test func `gaps near a paused playhead are counted one by one`() {
        var stream = Stream(.live(0..<6), joiningAt: 0)
        for number in 1...2000 {
            stream.take(
                .live(number..<number + 6) { playlist in
                    for index in 0..<6 where !(number + index).isMultiple(of: 2) {
                        playlist.segments[index].isGap = true
                    }
                })
        }
        // Segments 7, 9 and so on are gaps. The first playlist lists 0 to 5 without gaps.
        stream.ledger.advance(to: .seconds(33))
        #expect(stream.accounts[.gap] == 4)
        #expect(stream.accounts[.played] == 29)
        stream.ledger.rejoin(at: .seconds(4000))
        let accounts = stream.accounts
        #expect(accounts[.played] == 29)
        let unplayed: Double = accounts[.gap, default: 0] + accounts[.expired, default: 0]
        #expect(unplayed == 4000 - 29)
        stream.ledger.rejoin(at: stream.window.start)
        #expect(stream.accounts == [.played: 29, .gap: 3988, .expired: 3983, .notReached: 24])
    }

    @Test func `the memory of a broadcast's ledger does not grow over time`() {
        var stream = Stream(.live(0..<6), joiningAt: 0)
        var largest = 0
        for number in 1..<20_000 {
            stream.take(
                .live(number..<number + 6) { playlist in
                    for index in 0..<6 where (number + index).isMultiple(of: 3) {
                        playlist.segments[index].isGap = true
                    }
                })
            let position = Double(number * 4 + 8)
            if number.isMultiple(of: 5) {
                stream.ledger.jump(to: .seconds(position))
            } else {
                stream.ledger.advance(to: .seconds(position))
            }
            largest = max(largest, stream.ledger.size)
        }
        #expect(largest < 20)
        let total: Double = stream.accounts.values.reduce(0, +)
        #expect(total == 20_005 * 4)
    }
}
