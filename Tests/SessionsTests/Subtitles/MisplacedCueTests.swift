import Presentation
import Testing
import VirtualTime

@testable import Sessions

/// Subtitle segments whose cues are outside the time of their segment.
@Suite struct MisplacedCueTests {
    private func range(_ start: Int64, _ end: Int64) -> Range<MediaTime> {
        .seconds(start)..<(.seconds(end))
    }

    private func playback(
        _ start: Int64, _ end: Int64, of length: Int64 = 100, isBroadcast: Bool = false
    ) -> MisplacedCues.Playback {
        MisplacedCues.Playback(
            end: .seconds(length), passed: IntervalSet(range(start, end)), isBroadcast: isBroadcast)
    }

    /// Returns the numbers of lost cues in segments with losses; segments last 4 s, and cues 1 s.
    private func losses(
        _ segments: [(start: Int64, cues: [Int64])], _ playback: MisplacedCues.Playback
    ) -> [Int] {
        var misplaced = MisplacedCues()
        for segment in segments {
            let cues = segment.cues.map { range($0, $0 + 1) }
            let interval = range(segment.start, segment.start + 4)
            #expect(misplaced.add(cues, in: interval, url: "s", playback) == [])
        }
        return misplaced.losses(in: playback).map(\.count)
    }

    @Test func `cues outside of the presentation are lost if the playhead passed their segment`() {
        #expect(losses([(4, [-9, -1]), (8, [100, 20, 300])], playback(0, 100)) == [2, 2])
        #expect(losses([(4, [-9])], playback(20, 100)) == [])
        #expect(losses([(4, [-9, 5])], playback(0, 100)) == [], "one cue is in its place")
        #expect(losses([(4, [])], playback(0, 100)) == [])
    }

    @Test func `cues at another time of the presentation are not lost in a video on demand`() {
        #expect(losses([(4, [50]), (8, [60])], playback(0, 20)) == [])
    }

    @Test func `all cues of a broadcast are lost if none of them was played`() {
        let live = playback(40, 60, isBroadcast: true)
        #expect(losses([(44, [10, 12]), (48, [14])], live) == [2, 1])
        #expect(losses([(44, [70]), (48, [74])], live) == [1, 1])
        #expect(losses([(44, [10]), (48, [14]), (72, [42])], live) == [1, 1])
    }

    @Test func `a broadcast that shows a cue, or repeats the last one, loses none of them`() {
        let live = playback(40, 60, isBroadcast: true)
        #expect(losses([(44, [10]), (48, [14]), (52, [53])], live) == [])
        #expect(losses([(44, [50]), (48, [54])], live) == [], "they are shown late")
        #expect(losses([(44, [30, 38]), (48, [34, 38]), (52, [38])], live) == [])
    }

    @Test func `cues before the start of a broadcast are lost after other cues were shown`() {
        let live = playback(40, 60, isBroadcast: true)
        #expect(losses([(44, [45]), (48, [10]), (52, [14, 16])], live) == [1, 2])
        #expect(losses([(44, [40]), (48, [10])], live) == [1], "the first cue is shown early")
        #expect(losses([(44, [45]), (48, [10])], playback(40, 60)) == [], "on demand")
    }

    @Test func `repeated and late cues before the start of a broadcast are not lost`() {
        let live = playback(40, 60, isBroadcast: true)
        #expect(losses([(44, [38]), (48, [49]), (52, [38, 49])], live) == [])
        #expect(losses([(40, [34]), (44, [38]), (48, [42]), (52, [46])], live) == [])
        let within = playback(42, 60, isBroadcast: true)
        #expect(losses([(40, [40]), (44, [40]), (48, [49])], within) == [])
    }

    @Test func `cues that a broadcast jumps over are lost only after cues were shown again`() {
        var passed = IntervalSet(range(0, 20))
        passed.insert(range(60, 80))
        let live = MisplacedCues.Playback(end: .seconds(100), passed: passed, isBroadcast: true)
        #expect(losses([(4, [5]), (60, [30]), (64, [65])], live) == [])
        #expect(losses([(4, [5]), (60, [61]), (64, [30])], live) == [1])
    }

    @Test func `cues of other subtitles in their place do not excuse lost cues`() {
        let live = playback(40, 60, isBroadcast: true)
        func place(_ cue: Int64, in segment: Int64, of record: inout SessionRecord) {
            let cues = [SubtitleCue(start: .seconds(cue), end: .seconds(cue + 1), text: "a")]
            record.place(
                CueArrivals.PlacedCues(
                    cues: cues, joinsPieces: false, url: "\(segment).vtt",
                    interval: range(segment, segment + 4)), missed: [], live)
        }
        for changes in [false, true] {
            for isWrongFirst in [false, true] {
                var record = SessionRecord()
                if !isWrongFirst { place(53, in: 52, of: &record) }
                if changes, !isWrongFirst { record.forgetMisplacedCues(in: live) }
                place(10, in: 44, of: &record)
                place(14, in: 48, of: &record)
                if changes, isWrongFirst { record.forgetMisplacedCues(in: live) }
                if isWrongFirst { place(53, in: 52, of: &record) }
                record.loseMisplacedCues(in: live)
                #expect(record.remarks.remarks.count == (changes ? 2 : 0))
            }
        }
    }

    @Test(arguments: [false, true])
    func `a segment that repeats the last cues is a loss only on demand`(isBroadcast: Bool) {
        let playback = playback(0, 60, isBroadcast: isBroadcast)
        var record = SessionRecord()
        let cues = [0, 2].map {
            SubtitleCue(start: .seconds($0), end: .seconds($0 + 1), text: "a")
        }
        for start in [0, 4] as [Int64] {
            record.place(
                CueArrivals.PlacedCues(
                    cues: cues, joinsPieces: false, url: "\(start).vtt",
                    interval: range(start, start + 4)), missed: [], playback)
        }
        record.loseMisplacedCues(in: playback)
        #expect(record.remarks.remarks.count == (isBroadcast ? 0 : 1))
    }

    @Test func `cues are lost when too many segments wait for the origin of their times`() {
        let media = TrackBench.media(durations: [1])
        let cue = SubtitleCue(start: .zero, end: .seconds(1), text: "a")
        var arrivals = CueArrivals()
        var record = SessionRecord()
        for _ in 0..<10_000 {
            let removed = arrivals.arrive(
                SegmentCues(cues: [cue], clock: .container), at: media.timeline.first, of: media)
            #expect(removed == nil)
        }
        for cues in [[], [cue]] {
            let removed = arrivals.arrive(
                SegmentCues(cues: cues, clock: .container), at: media.timeline.first, of: media)
            #expect(removed?.count == (cues.isEmpty ? nil : 1))
            if let removed { record.lose(removed) }
        }
        #expect(record.remarks.remarks.map(\.kind) == [.lostCues])
    }

    @Test func `the number of recorded cues is bounded, and no loss is forgotten`() {
        var misplaced = MisplacedCues()
        var count = 0
        for index in 0..<25_000 as Range<Int64> {
            let found = misplaced.add(
                [range(-9, -8)], in: range(index, index + 1), url: "s",
                playback(0, index, of: index + 20))
            count += found.count
        }
        #expect(count >= 20_000)
        count += misplaced.losses(in: playback(0, 30_000, of: 30_000)).count
        #expect(count == 25_000)
    }

    @Test func `cues that the playhead jumps over are forgotten when there are too many`() {
        var misplaced = MisplacedCues()
        for index in 0..<25_000 as Range<Int64> {
            let found = misplaced.add(
                [range(-9, -8)], in: range(index, index + 1), url: "s", playback(0, 0))
            #expect(found == [])
        }
        let rest = misplaced.losses(in: playback(0, 30_000)).count
        #expect((5_000...10_000).contains(rest), "\(rest)")
    }
}
