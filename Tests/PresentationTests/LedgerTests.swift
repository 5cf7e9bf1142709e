import Presentation
import Testing
import VirtualTime

@Suite struct TrackRecordTests {
    private var record = TrackRecord(name: "video")

    private func close(
        passed: IntervalSet = intervals(0..<10), jumped: IntervalSet = IntervalSet()
    ) -> TrackAccount {
        record.closed(
            length: .seconds(10), promised: .seconds(10), passed: passed, jumped: jumped)
    }

    private func times(_ account: TrackAccount) -> [TrackAccount.Account: MediaTime] {
        var result: [TrackAccount.Account: MediaTime] = [:]
        for (name, time) in zip(TrackAccount.Account.allCases, account.times) where time != .zero {
            result[name] = time
        }
        return result
    }

    @Test mutating func `media that was available and passed by the playhead counts as played`() {
        record.cover(span(0..<10))
        #expect(times(close()) == [.played: .seconds(10)])
        #expect(close().isSound)
    }

    @Test mutating func `media that was unavailable and passed by the playhead counts as missing`()
    {
        record.cover(span(0..<4))
        record.cover(span(6..<10))
        record.miss(span(4..<6), cause: "s2.ts: not found")
        let account = close()
        #expect(times(account) == [.played: .seconds(8), .missing: .seconds(2)])
        #expect(!account.isSound)
        #expect(account.findings.map(\.cause) == ["s2.ts: not found"])
        #expect(account.findings.map(\.interval) == [span(4..<6)])
    }

    @Test mutating func `media between two passed intervals counts as skipped`() {
        record.cover(span(0..<2))
        let account = close(passed: intervals(0..<2, 8..<10))
        #expect(
            times(account) == [.played: .seconds(2), .skipped: .seconds(6), .missing: .seconds(2)])
    }

    @Test
    mutating func
        `a jump over a hole in the buffer counts as missing, with the media at both sides`()
    {
        record.cover(span(0..<4))
        record.cover(span(6..<10))
        let account = close(passed: intervals(0..<3, 7..<10), jumped: intervals(3..<7))
        #expect(times(account) == [.played: .seconds(6), .missing: .seconds(4)])
        #expect(account.findings.map(\.interval) == [span(3..<7)])
        #expect(account.findings.map(\.cause) == ["the playhead jumped over a hole in the buffer"])
        #expect(!account.isSound)
    }

    @Test
    mutating func
        `up to 250 ms that a jump passes after a declared gap is skipped, and more is missing`()
    {
        record.cover(span(0..<4))
        record.cover(span(6..<10))
        record.declareGap(span(4..<6))
        let landing = MediaTime.milliseconds(6250)
        var passed = intervals(0..<4)
        passed.insert(landing..<(.seconds(10)))
        let jumped = IntervalSet(.seconds(4)..<landing)
        let account = close(passed: passed, jumped: jumped)
        #expect(
            times(account) == [
                .played: .milliseconds(7750), .gap: .seconds(2), .skipped: .milliseconds(250),
            ])
        #expect(account.isSound)
        var late = intervals(0..<4)
        late.insert(landing + .milliseconds(1)..<(.seconds(10)))
        let longer = IntervalSet(.seconds(4)..<landing + .milliseconds(1))
        #expect(close(passed: late, jumped: longer).time(in: .missing) == .milliseconds(251))
    }

    @Test
    mutating func
        `a track that ends just before a declared gap has nothing missing after a jump over it`()
    {
        record.cover(.zero..<(.milliseconds(3925)))
        record.cover(span(6..<10))
        record.declareGap(span(4..<6))
        var passed = IntervalSet(.zero..<(.milliseconds(3925)))
        passed.insert(span(6..<10))
        let account = close(
            passed: passed, jumped: IntervalSet(.milliseconds(3925)..<(.seconds(6))))
        #expect(account.time(in: .gap) == .seconds(2))
        #expect(account.time(in: .skipped) == .milliseconds(75))
        #expect(account.isSound)
    }

    @Test mutating func `media that was jumped over and played later is played`() {
        record.cover(span(0..<10))
        let account = close(jumped: intervals(3..<7))
        #expect(times(account) == [.played: .seconds(10)])
    }

    @Test mutating func `media to which several accounts apply is counted in only one of them`() {
        record.cover(span(0..<10))
        record.declareGap(span(2..<4))
        record.damage(span(3..<6), cause: "broken")
        record.overlap(span(5..<7))
        record.passLate(span(8..<9))
        let account = close()
        #expect(
            times(account) == [
                .gap: .seconds(2), .damaged: .seconds(2), .overlapped: .seconds(1),
                .stalledThrough: .seconds(1), .played: .seconds(4),
            ])
        #expect(account.times.reduce(.zero, +) == account.length)
    }

    @Test mutating func `the account of a track is not sound when media is delivered twice`() {
        record.cover(span(0..<10))
        record.overlap(span(8..<10))
        #expect(!close().isSound)
    }

    @Test
    mutating func
        `media before the start counts as overlapped if the playhead passed its listed position`()
    {
        record.cover(span(-2..<10))
        record.displace(displacement(at: -2..<0, behind: 4), cause: "s2.ts: early")
        let account = close()
        #expect(times(account) == [.overlapped: .seconds(2), .played: .seconds(10)])
        #expect(account.length == .seconds(12))
        #expect(account.findings.map(\.interval) == [span(-2..<0)])
        #expect(account.findings.map(\.cause) == ["s2.ts: early"])
        #expect(close(passed: intervals(0..<4)).time(in: .overlapped) == .seconds(2))
        #expect(close(passed: intervals(0..<3, 4..<10)).isSound)
    }

    @Test
    mutating func
        `media before the first played position counts as overlapped if its position was passed`()
    {
        record.cover(span(2..<10))
        record.displace(displacement(at: 2..<4, behind: 6), cause: "s3.ts: early")
        let account = close(passed: intervals(4..<10))
        #expect(
            times(account) == [
                .skipped: .seconds(2), .overlapped: .seconds(2), .played: .seconds(6),
            ])
        #expect(account.times.reduce(.zero, +) == account.length)
    }

    private func displacement(
        at interval: Range<Int64>, behind end: Int64
    ) -> TrackTimeline.Displacement {
        TrackTimeline.Displacement(
            interval: .seconds(interval.lowerBound)..<(.seconds(interval.upperBound)),
            end: .seconds(end))
    }

    @Test(arguments: [(100, true), (101, false)] as [(Int64, Bool)])
    mutating func `tolerates a small hole beside a seek`(
        milliseconds: Int64, isSound: Bool
    ) {
        let hole = MediaTime.milliseconds(milliseconds)
        record.cover(.zero ..< .seconds(4) - hole)
        record.cover(.seconds(7) + hole ..< .seconds(10))
        #expect(close(passed: intervals(0..<4, 7..<10)).isSound == isSound)
        // Without a seek, it is an error that the playhead passes the hole between 4 and 7 seconds.
        #expect(!close(passed: intervals(0..<10)).isSound)
    }

    @Test(arguments: [(100, true), (101, false)] as [(Int64, Bool)])
    mutating func `closes holes within the tolerance`(milliseconds: Int64, isSound: Bool) {
        record.cover(.zero ..< .seconds(4))
        record.cover(.seconds(4) + .milliseconds(milliseconds) ..< .seconds(10))
        #expect(close().isSound == isSound)
    }

    @Test mutating func `a short loss at the end of a segment remains when the next one follows`() {
        let loss = MediaTime.seconds(4) - .milliseconds(21)..<MediaTime.seconds(4)
        record.cover(.zero..<loss.lowerBound)
        record.lose(loss, cause: "s1.m4s: samples are missing")
        record.cover(.seconds(4) ..< .seconds(10))
        #expect(close().time(in: .missing) == .milliseconds(21))
    }

    @Test(arguments: [(500, true), (501, false)] as [(Int64, Bool)])
    mutating func `tolerates a track that ends a little early`(
        milliseconds: Int64, isSound: Bool
    ) {
        record.cover(.zero ..< .seconds(10) - .milliseconds(milliseconds))
        #expect(close().isSound == isSound)
    }

    private func close(passed: IntervalSet, pictures: MediaTime) -> TrackAccount {
        record.closed(
            length: .seconds(10), promised: .seconds(10), passed: passed, pictures: pictures)
    }

    @Test(arguments: [(500, true), (501, false)] as [(Int64, Bool)])
    mutating func `media before the first picture is missing if playback begins at the start`(
        milliseconds: Int64, isSound: Bool
    ) {
        let start = MediaTime.zero - .milliseconds(milliseconds)
        record.cover(start ..< .seconds(10))
        let account = close(passed: intervals(0..<10), pictures: .zero)
        #expect(account.isSound == isSound)
        #expect(account.times.reduce(.zero, +) == account.length)
        #expect(account.findings.map(\.interval) == (isSound ? [] : [start..<(.zero)]))
        #expect(close(passed: intervals(2..<10), pictures: .zero).isSound)
        #expect(close(passed: intervals(0..<10), pictures: start).isSound)
    }

    @Test(arguments: [(5, false), (0, true)] as [(Int64, Bool)])
    mutating func `media before the first picture belongs to the rendition that played first`(
        position: Int64, isSound: Bool
    ) {
        record.cover(span(-2..<10))
        var other = TrackRecord(name: "video")
        other.cover(span(0..<10))
        record.change(to: other, at: .seconds(position), passed: intervals(0..<position))
        #expect(close(passed: intervals(0..<10), pictures: .zero).isSound == isSound)
    }
}

@Suite struct LedgerTests {
    private func ledger(
        requests: RequestAccount = RequestAccount(), clock: ActivityClock, passed: MediaTime
    ) -> Ledger {
        Ledger(tracks: [], requests: requests, clock: clock, passed: passed, notes: [])
    }

    private var tenSeconds: ActivityClock {
        var clock = ActivityClock(start: .start)
        clock.enter(.playing, at: Instant(sinceStart: .seconds(1)), rate: .normal)
        clock.enter(.ended, at: Instant(sinceStart: .seconds(11)), rate: .normal)
        return clock
    }

    @Test func `a ledger balances when the passed media is as long as the clock's playing time`() {
        #expect(ledger(clock: tenSeconds, passed: .seconds(10)).imbalances.isEmpty)
        #expect(tenSeconds.time(in: .startup) == .seconds(1))
        #expect(tenSeconds.time(in: .playing) == .seconds(10))
    }

    @Test func `names the entry that does not balance`() {
        var requests = RequestAccount()
        requests.issue()
        let ledger = ledger(requests: requests, clock: tenSeconds, passed: .seconds(9))
        #expect(ledger.imbalances.map(\.entry) == ["requests", "media by the clock"])
        #expect(!ledger.isSound)
    }

    @Test func `every request that is used, wasted, retried or failed counts as settled`() {
        var requests = RequestAccount()
        for _ in 0..<4 { requests.issue() }
        requests.use(bytes: 10)
        requests.waste(bytes: 20)
        requests.retry(bytes: 30)
        requests.fail(bytes: 40)
        #expect(requests.settled == requests.issued)
        #expect(requests.used.bytes == 10)
        #expect(requests.wasted.bytes == 20)
        #expect(requests.retried.bytes == 30)
        #expect(requests.failed.bytes == 40)
    }
}
