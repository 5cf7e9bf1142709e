import Sessions
import Testing
import VirtualTime

@Suite struct CueTrackTests {
    private func cue(_ text: String, _ start: Int64, _ end: Int64) -> SubtitleCue {
        SubtitleCue(start: .seconds(start), end: .seconds(end), text: text)
    }

    /// Returns the changes in short form: shown cues with a plus, hidden cues with a minus.
    private func told(_ changes: [CueTrack.Change]) -> [String] {
        changes.map {
            switch $0 {
            case .show(let cue): "+\(cue.text)"
            case .hide(let cue): "-\(cue.text)"
            }
        }
    }

    private func track(_ cues: SubtitleCue...) throws -> CueTrack {
        var track = CueTrack()
        let changes = try track.insert(cues)
        #expect(changes == [])
        return track
    }

    @Test func `a cue is shown from its start on and hidden at its end`() throws {
        var track = try track(cue("a", 1, 3))
        #expect(told(track.jump(to: .zero)) == [])
        #expect(track.next == .seconds(1))
        #expect(told(track.advance(to: .milliseconds(999))) == [])
        #expect(told(track.advance(to: .seconds(1))) == ["+a"])
        #expect(track.next == .seconds(3))
        #expect(told(track.advance(to: .seconds(3))) == ["-a"])
        #expect(track.next == nil)
    }

    @Test func `at one time, hiding is reported before showing`() throws {
        var track = try track(cue("b", 3, 5), cue("a", 1, 3))
        _ = track.jump(to: .zero)
        #expect(told(track.advance(to: .seconds(3))) == ["+a", "-a", "+b"])
    }

    @Test func `cues that start together are reported in track order`() throws {
        var track = try track(cue("short", 1, 2), cue("long", 1, 9), cue("short too", 1, 2))
        #expect(told(track.jump(to: .seconds(1))) == ["+long", "+short", "+short too"])
        #expect(told(track.advance(to: .seconds(2))) == ["-short", "-short too"])
        #expect(told(track.stop()) == ["-long"])
    }

    @Test func `a jump reports the cue changes at its target`() throws {
        var track = try track(cue("a", 0, 4), cue("b", 2, 9), cue("c", 6, 8))
        #expect(told(track.jump(to: .seconds(3))) == ["+a", "+b"])
        #expect(told(track.jump(to: .seconds(7))) == ["-a", "+c"])
        #expect(told(track.jump(to: .seconds(1))) == ["-b", "-c", "+a"])
        #expect(told(track.jump(to: .seconds(20))) == ["-a"])
        #expect(track.next == nil)
    }

    @Test func `nothing is reported before the first jump and after the stop`() throws {
        var track = try track(cue("a", 1, 3))
        #expect(told(track.advance(to: .seconds(2))) == [])
        #expect(track.next == nil)
        _ = track.jump(to: .seconds(2))
        #expect(told(track.stop()) == ["-a"])
        #expect(told(track.advance(to: .seconds(4))) == [])
    }

    @Test func `a late cue is shown at once, and a cue that has ended is never shown`() throws {
        var track = CueTrack()
        _ = track.jump(to: .seconds(5))
        #expect(told(try track.insert([cue("over", 1, 5), cue("late", 1, 6)])) == ["+late"])
        #expect(told(track.advance(to: .seconds(9))) == ["-late"])
    }

    @Test func `a new cue is missed if the playhead has passed its whole time`() throws {
        var track = try track(cue("known", 2, 3))
        let new = [cue("past", 2, 3), cue("late", 2, 9), cue("known", 2, 3), cue(" ", 2, 3)]
        #expect(track.missed(new) == [], "the playhead has not started")
        _ = track.jump(to: .seconds(1))
        _ = track.advance(to: .seconds(5))
        #expect(track.missed(new).map(\.text) == ["past"])
        #expect(track.missed([cue("before", 0, 2), cue("none", 3, 3), cue("next", 5, 6)]) == [])
        // A jump over the time of a cue does not count as passing the cue.
        _ = track.jump(to: .seconds(8))
        _ = track.advance(to: .seconds(10))
        #expect(track.missed([cue("over", 6, 7), cue("a", 8, 10), cue("b", 4, 9)]).count == 1)
        #expect(track.missed(new).map(\.text) == ["past"], "an earlier passage counts")
        _ = track.stop()
        #expect(track.missed(new) == [])
    }

    @Test func `a cue across a jump is missed only if the playhead passed all of it`() throws {
        var track = CueTrack()
        _ = track.jump(to: .zero)
        _ = track.advance(to: .seconds(5))
        _ = track.jump(to: .seconds(5))
        _ = track.advance(to: .seconds(9))
        _ = track.jump(to: .seconds(10))
        _ = track.advance(to: .seconds(12))
        #expect(track.missed([cue("a", 4, 6), cue("b", 8, 11)]).map(\.text) == ["a"])
    }

    @Test func `the passed intervals are known after a stop`() throws {
        var track = CueTrack()
        _ = track.jump(to: .seconds(1))
        _ = track.advance(to: .seconds(5))
        _ = track.stop()
        _ = track.jump(to: .seconds(20))
        #expect(track.missed([cue("a", 2, 3), cue("b", 6, 7), cue("c", 20, 21)]).count == 1)
    }

    @Test func `a cue without visible text is never missed`() throws {
        var track = CueTrack()
        _ = track.jump(to: .zero)
        _ = track.advance(to: .seconds(5))
        var tags = cue("<b> </b>", 1, 2)
        tags.plainText = " "
        #expect(track.missed([tags, cue("", 1, 2), cue("\n", 1, 2), cue("a", 2, 2)]) == [])
    }

    @Test(arguments: [(1, true), (2, false)] as [(Int64, Bool)])
    func `a piece may be a millisecond from the cue that it continues`(
        gap: Int64, isKnown: Bool
    ) throws {
        var track = CueTrack()
        _ = try track.insert([cue("a", 2, 4)], joinsPieces: true)
        _ = track.jump(to: .zero)
        _ = track.advance(to: .seconds(9))
        var after = cue("a", 4, 5)
        after.start += .milliseconds(gap)
        var before = cue("a", 1, 2)
        before.end -= .milliseconds(gap)
        for piece in [after, before] {
            #expect(track.missed([piece], joinsPieces: true).isEmpty == isKnown)
        }
    }

    @Test func `a piece of a known cue is not missed`() throws {
        var track = CueTrack()
        _ = try track.insert([cue("a", 2, 4)], joinsPieces: true)
        _ = track.jump(to: .zero)
        _ = track.advance(to: .seconds(9))
        let pieces = [cue("a", 1, 2), cue("a", 3, 5), cue("a", 6, 7), cue("b", 3, 4)]
        #expect(track.missed(pieces, joinsPieces: true).map(\.start) == [.seconds(6), .seconds(3)])
    }

    @Test func `a cue that segments repeat is reported once`() throws {
        var track = try track(cue("a", 1, 9))
        #expect(told(track.jump(to: .seconds(2))) == ["+a"])
        #expect(told(try track.insert([cue("a", 1, 9), cue("b", 1, 9)])) == ["+b"])
        #expect(told(track.advance(to: .seconds(9))) == ["-a", "-b"])
    }

    @Test(arguments: [(3, 3), (5, 2)])
    func `a cue that does not end after its start is never shown`(
        interval: (Int64, Int64)
    ) throws {
        var track = try track(cue("a", interval.0, interval.1))
        _ = track.jump(to: .zero)
        #expect(told(track.advance(to: .seconds(9))) == [])
    }

    @Test func `adjacent equal pieces of a cue are joined into one cue`() throws {
        var track = CueTrack()
        _ = track.jump(to: .zero)
        _ = try track.insert([cue("a", 1, 4)], joinsPieces: true)
        #expect(told(track.advance(to: .seconds(2))) == ["+a"])
        let more = try track.insert([cue("a", 4, 6), cue("b", 4, 6)], joinsPieces: true)
        #expect(told(more) == [])
        #expect(told(track.advance(to: .seconds(5))) == ["+b"])
        #expect(told(track.advance(to: .seconds(6))) == ["-a", "-b"])
    }

    @Test func `a piece before an existing piece of a cue makes the cue start earlier`() throws {
        var track = CueTrack()
        _ = try track.insert([cue("a", 4, 6)], joinsPieces: true)
        _ = try track.insert([cue("a", 1, 4)], joinsPieces: true)
        #expect(told(track.jump(to: .seconds(2))) == ["+a"])
        #expect(told(track.advance(to: .seconds(9))) == ["-a"])
    }

    @Test func `pieces that are not adjacent are separate cues`() throws {
        var track = CueTrack()
        _ = try track.insert([cue("a", 1, 2), cue("a", 3, 4)], joinsPieces: true)
        _ = track.jump(to: .zero)
        #expect(told(track.advance(to: .seconds(9))) == ["+a", "-a", "+a", "-a"])
    }

    @Test func `adjacent equal cues that are not pieces remain two cues`() throws {
        var track = try track(cue("a", 1, 2), cue("a", 2, 3))
        _ = track.jump(to: .zero)
        #expect(told(track.advance(to: .seconds(9))) == ["+a", "-a", "+a", "-a"])
    }

    @Test func `more cues than a track may have are refused`() throws {
        var track = CueTrack(limit: 2)
        #expect(throws: CueTrack.Overflow.self) {
            try track.insert([cue("a", 1, 2), cue("b", 1, 2), cue("c", 1, 2)])
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `cues that arrive in any order are shown at their times`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let cues = (0..<60).map { number in
            let start = Int64.random(in: 0..<40, using: &random)
            return cue("\(number)", start, start + .random(in: 1...8, using: &random))
        }
        var track = CueTrack()
        var shown: Set<String> = []
        func apply(_ changes: [CueTrack.Change]) {
            for change in changes {
                switch change {
                case .show(let cue): #expect(shown.insert(cue.text).inserted)
                case .hide(let cue): #expect(shown.remove(cue.text) != nil)
                }
            }
        }
        var known: [SubtitleCue] = []
        var place: Int64 = 0
        apply(track.jump(to: .zero))
        for part in stride(from: 0, to: 60, by: 6) {
            known += cues[part..<part + 6]
            apply(try track.insert(Array(cues[part..<part + 6])))
            if Bool.random(using: &random) {
                place = .random(in: 0..<40, using: &random)
                apply(track.jump(to: .seconds(place)))
            } else {
                place += .random(in: 0..<5, using: &random)
                apply(track.advance(to: .seconds(place)))
            }
            let there = known.filter { $0.start <= .seconds(place) && .seconds(place) < $0.end }
            #expect(shown == Set(there.map(\.text)))
        }
    }
}
