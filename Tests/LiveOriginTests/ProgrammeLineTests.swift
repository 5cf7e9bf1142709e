import LiveOrigin
import Playlists
import Testing
import VirtualTime

/// Tests that a programme's computed items equal the items found by a plain loop.
@Suite struct ProgrammeLineTests {
    /// An item as the loop of ``walk(_:count:)`` computes it.
    private struct Plain: Equatable {
        var source: ProgrammeItem.Source
        var segment: Int
        var start: MediaTime
        var duration: MediaTime
        var shift: MediaTime
        var startsDiscontinuity: Bool
    }

    /// Returns the first items of a programme with one track, found one after another.
    private static func walk(_ programme: Programme, count: Int) -> [Plain] {
        var items: [Plain] = []
        var (main, start) = (MediaTime.zero, MediaTime.zero)
        var occurrences = programme.breaks.map { _ in 0 }
        var jumps = false
        // The timestamp at the end of the items so far.
        var stamp = MediaTime.zero
        while items.count < count {
            for (index, source) in programme.sources.enumerated() {
                var offset = MediaTime.zero
                for (segment, survey) in source.tracks[0].segments.enumerated() {
                    if segment == 0, programme.loop == .discontinuity { jumps = true }
                    for isRepeating in [false, true] {
                        let order = programme.breaks.indices
                            .filter { (programme.breaks[$0].interval != nil) == isRepeating }
                            .sorted {
                                (programme.breaks[$0].position, $0)
                                    < (programme.breaks[$1].position, $1)
                            }
                        for number in order {
                            let adBreak = programme.breaks[number]
                            let position =
                                adBreak.position
                                + MediaTime(
                                    ticks: (adBreak.interval?.ticks ?? 0)
                                        * Int64(occurrences[number]))
                            guard isRepeating || occurrences[number] == 0,
                                main + .milliseconds(500) >= position
                            else { continue }
                            occurrences[number] += 1
                            var length = MediaTime.zero
                            if adBreak.isDiscontinuous { stamp = .zero }
                            let shift = stamp
                            let segments = adBreak.source.tracks[0].segments
                            for (index, survey) in segments.enumerated()
                            where length < adBreak.duration {
                                items.append(
                                    Plain(
                                        source: .adBreak(number), segment: index, start: start,
                                        duration: survey.duration, shift: shift,
                                        startsDiscontinuity: index == 0 && adBreak.isDiscontinuous
                                            && !items.isEmpty))
                                stamp += survey.duration
                                length += survey.duration
                                start += survey.duration
                            }
                            if adBreak.isDiscontinuous { jumps = true }
                        }
                    }
                    if jumps, !items.isEmpty {
                        stamp = programme.loop == .continuous ? start : offset
                    }
                    items.append(
                        Plain(
                            source: .programme(index), segment: segment, start: start,
                            duration: survey.duration, shift: stamp - offset,
                            startsDiscontinuity: jumps && !items.isEmpty))
                    jumps = false
                    stamp += survey.duration
                    offset += survey.duration
                    start += survey.duration
                    main += survey.duration
                }
            }
        }
        return items
    }

    private static func randomProgramme(_ random: inout SeededRandom) -> Programme {
        let lengths = { (random: inout SeededRandom) in
            (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Int64.random(in: 1...8, using: &random) * 1000
            }
        }
        var programme = Programme(
            sources: (0..<Int.random(in: 1...3, using: &random)).map { _ in
                source(lengths(&random))
            }, loop: Bool.random(using: &random) ? .continuous : .discontinuity)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            programme.breaks.append(
                AdBreak(
                    at: .seconds(Int64.random(in: 0...60, using: &random)),
                    source: source(lengths(&random), name: "a"),
                    duration: .seconds(Int64.random(in: 1...10, using: &random)),
                    isDiscontinuous: Bool.random(using: &random)))
        }
        if Bool.random(using: &random) {
            programme.breaks.append(
                AdBreak(
                    at: .seconds(Int64.random(in: 0...30, using: &random)),
                    every: .seconds(Int64.random(in: 17...50, using: &random)),
                    source: source(lengths(&random), name: "r"), duration: .seconds(5),
                    isDiscontinuous: Bool.random(using: &random)))
        }
        return programme
    }

    @Test
    func `segments, times, timestamps and discontinuities equal a step-by-step calculation`() {
        var random = SeededRandom(seed: 16)
        for _ in 0..<80 {
            let programme = Self.randomProgramme(&random)
            let line = ProgrammeLine(programme, track: 0)
            var discontinuities = 0
            for (number, plain) in Self.walk(programme, count: 150).enumerated() {
                let item = line.item(number)
                let found = Plain(
                    source: item.source, segment: item.segment, start: item.start,
                    duration: item.duration, shift: item.shift,
                    startsDiscontinuity: item.startsDiscontinuity)
                guard found == plain, line.discontinuities(before: number) == discontinuities,
                    line.number(at: plain.start) == number,
                    line.number(at: item.end - MediaTime(ticks: 1)) == number,
                    line.firstNumber(from: plain.start + MediaTime(ticks: 1)) == number + 1
                else {
                    Issue.record("item \(number) of \(programme): \(item), expected \(plain)")
                    return
                }
                if plain.startsDiscontinuity { discontinuities += 1 }
                guard let place = item.place, place.index == 0 else { continue }
                #expect(
                    line.start(ofBreak: place.adBreak, occurrence: place.occurrence) == item.start)
            }
        }
    }

    @Test func `the place of a segment states how much later its rendition starts the ad break`()
        throws
    {
        let asset = SourceSurvey(tracks: [
            track([3000, 3000, 3000, 3000]), track([3008, 3008, 2987, 3010], name: "a"),
        ])
        let origin = try LiveOrigin(
            programme: Programme(
                sources: [asset],
                breaks: [
                    AdBreak(
                        at: .seconds(5), every: .seconds(12), source: asset, duration: .seconds(6))
                ]),
            packager: Packager(
                renditions: [RenditionListing(name: "video"), RenditionListing(name: "audio")],
                window: .length(.seconds(60))), ranFor: .seconds(100))
        // The break starts after two segments of each loop, and has two segments.
        for number in 0..<12 {
            let isBreak = [2, 3].contains(number % 6)
            for (name, offset) in [("video", 0), ("audio", isBreak ? 16 : 0)] {
                let place = try #require(origin.programmePlace(of: "\(name)/s\(number).ts"))
                #expect((place.adBreak != nil) == isBreak)
                #expect(place.breakOffset == .milliseconds(Int64(offset)))
            }
        }
    }

    @Test func `looped tracks are still aligned at a loop after thirty days`() {
        let asset = SourceSurvey(tracks: [
            track([6000, 6000, 3960]), track([5994, 6015, 3990], name: "a"),
        ])
        let programme = Programme(sources: [asset])
        let lines = [0, 1].map { ProgrammeLine(programme, track: $0) }
        let number = lines[0].number(at: .seconds(month))
        #expect(number % 3 == lines[1].number(at: lines[0].item(number).start) % 3)
        let loop = number - number % 3
        #expect(lines[0].item(loop).start == lines[1].item(loop).start)
        #expect(lines[1].item(loop - 1).end == lines[1].item(loop).start)
    }

    @Test func `an ad break lasts equally long in tracks with different segment boundaries`() {
        let asset = SourceSurvey(tracks: [
            track([6000, 6000, 6000]), track([5990, 6010, 6000], name: "a"),
        ])
        let ad = SourceSurvey(tracks: [track([4000]), track([3990], name: "b")])
        let adBreak = AdBreak(
            at: .seconds(6), every: .seconds(60), source: ad, duration: .seconds(4))
        let programme = Programme(sources: [asset], breaks: [adBreak])
        for track in 0...1 {
            let line = ProgrammeLine(programme, track: track)
            #expect(line.item(1).source == .adBreak(0))
            #expect(line.item(1).duration == .seconds(4))
            #expect(line.item(2).endedBreak == 0)
            #expect(line.discontinuities(before: 3) == 2)
        }
    }

    @Test func `timestamps continue over loops and start again after discontinuities`() {
        let sources = [source([4000, 4000]), source([2000])]
        let line = ProgrammeLine(Programme(sources: sources), track: 0)
        #expect(line.item(5).shift == .seconds(18))
        #expect(line.item(4).shift == .seconds(10))
        let jumping = ProgrammeLine(Programme(sources: sources, loop: .discontinuity), track: 0)
        #expect(jumping.item(4).shift == .zero)
        #expect(jumping.item(3).startsDiscontinuity)
        #expect(!jumping.item(0).startsDiscontinuity)
    }
    @Test func `timestamps continue through a break without discontinuities`() {
        let asset = source([4000, 4000, 4000])
        let adBreak = AdBreak(
            at: .seconds(16), source: source([3000], name: "a"), duration: .seconds(3),
            isDiscontinuous: false)
        let programme = Programme(sources: [asset], loop: .discontinuity, breaks: [adBreak])
        let line = ProgrammeLine(programme, track: 0)
        // The break follows the first segment of the second repetition.
        let items = (3...7).map { line.item($0) }
        #expect(items[1].source == .adBreak(0))
        #expect(items.map(\.shift) == [0, 4, 3, 3, 0].map { .seconds($0) })
        #expect(items.map(\.startsDiscontinuity) == [true, false, false, false, true])
    }
}
