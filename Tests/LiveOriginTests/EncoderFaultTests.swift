import LiveOrigin
import Playlists
import Testing
import VirtualTime

@Suite struct EncoderFaultTests {
    private static func origin(
        _ faults: [EncoderFault], window: Packager.Window = .count(6), firstSequence: Int = 0
    ) throws -> LiveOrigin {
        try LiveOrigin(
            programme: Programme(sources: [source([6000])]),
            encoder: Encoder(firstSequence: firstSequence, faults: faults),
            packager: .video(window))
    }

    @Test func `a late segment and the segments after it become available together`() throws {
        let origin = try Self.origin([.late(at: .seconds(60), by: .seconds(14))])
        // Segment 10 lasts from 60 s to 66 s; it is listed at 80 s, together with segments 11 and
        // 12.
        #expect(try origin.media(at: 79.9).mediaSequence == 4)
        #expect(try origin.media(at: 80).mediaSequence == 7)
        #expect(try origin.media(at: 84).mediaSequence == 8)
    }

    @Test func `a late segment that is never encoded delays no other segment`() throws {
        let silence = EncoderFault.silence(MediaTime.seconds(61)..<MediaTime.seconds(75))
        let origin = try Self.origin([silence, .late(at: .seconds(70), by: .seconds(600))])
        for seconds in [84, 100, 120] as [Double] {
            #expect(try origin.media(at: seconds) == Self.origin([silence]).media(at: seconds))
        }
    }

    @Test func `jitter delays each segment by less than its bound, and differently`() throws {
        var control = ServerControl()
        control.canBlockReload = true
        let origin = try LiveOrigin(
            programme: Programme(sources: [source([6000])]),
            encoder: Encoder(delay: .seconds(1), jitter: .seconds(2), seed: 3),
            packager: .video { $0.serverControl = control })
        var delays: Set<Duration> = []
        for number in 10..<60 {
            let end = Instant.seconds(Double(number + 1) * 6)
            let request = OriginRequest("video/index.m3u8?_HLS_msn=\(number)")
            guard case .held(let until, _) = origin.answer(request, arrivingAt: end) else {
                Issue.record("\(number): not held")
                continue
            }
            let delay = end.duration(to: until)
            #expect(delay >= .seconds(1) && delay <= .milliseconds(3001))
            delays.insert(delay)
        }
        #expect(delays.count == 50)
        let spread = delays.filter { $0 < .milliseconds(1500) }.count
        #expect(5...25 ~= spread)
    }

    @Test(arguments: Array(0..<20) as [UInt64])
    func `no segment or part overtakes the segment before it`(seed: UInt64) throws {
        var control = ServerControl()
        control.canBlockReload = true
        let lengths: [Int64] = [6000, 40, 20, 3000, 10]
        let origin = try LiveOrigin(
            programme: Programme(sources: [source(lengths)]),
            encoder: Encoder(
                delay: .seconds(1), jitter: .seconds(5), seed: seed,
                faults: [
                    .late(at: .seconds(60), by: .seconds(9)),
                    .silence(MediaTime.seconds(90)..<MediaTime.milliseconds(96_720)),
                ]),
            packager: .video(.unlimited) { packager in
                packager.serverControl = control
                packager.parts = PartListing(target: .seconds(1))
                packager.targetDuration = .seconds(20)
            })
        let whole = try origin.media(at: 400)
        let held = { (query: String, instant: Instant) in
            let request = OriginRequest("video/index.m3u8?\(query)")
            guard case .held(let until, _) = origin.answer(request, arrivingAt: instant) else {
                return instant
            }
            return until
        }
        var last = Instant.start
        for number in 0..<60 {
            let start = whole.segments[number].programDateTime?.millisecondsSince1970 ?? 0
            let begin = max(last, Instant(sinceStart: .milliseconds(start)))
            let part = held("_HLS_msn=\(number)&_HLS_part=0", begin)
            let segment = held("_HLS_msn=\(number)", part)
            #expect(last <= part && part <= segment, "\(number) of \(seed)")
            // The random delay of a segment is at most the duration of the next segment. Only
            // segments near the fault may have longer delays.
            let duration = whole.segments[number].duration.value(timescale: 1000)
            let index = try #require(lengths.firstIndex(of: duration))
            let next = lengths[(index + 1) % lengths.count]
            let latest = start + duration + 1000 + min(5000, next)
            if !(54_000..<75_000 ~= start) {
                #expect(segment <= Instant(sinceStart: .milliseconds(latest)), "\(number)")
            }
            last = segment
        }
    }

    @Test(arguments: Array(0..<20) as [UInt64])
    func `a part does not wait for a segment that is never encoded`(seed: UInt64) throws {
        // Items of 6 s and 0.02 s alternate; the short item from 18.04 s to 18.06 s is lost.
        let origin = try LiveOrigin(
            programme: Programme(sources: [source([6000, 20])]),
            encoder: Encoder(
                jitter: .seconds(5), seed: seed,
                faults: [.silence(MediaTime.milliseconds(18_045)..<MediaTime.milliseconds(18_050))]),
            packager: .lowLatency { $0.targetDuration = .seconds(6) })
        let request = OriginRequest("video/index.m3u8?_HLS_msn=5&_HLS_part=0")
        let answer = origin.answer(request, arrivingAt: .seconds(18.061))
        guard case .held(let until, _) = answer else { throw UnexpectedAnswer(answer: answer) }
        #expect(until >= .seconds(19.06) && until <= .seconds(19.081), "\(until)")
    }

    @Test func `silence loses segments and leaves a discontinuity`() throws {
        let origin = try Self.origin([.silence(MediaTime.seconds(61)..<MediaTime.seconds(75))])
        // The segments that start at 60, 66 and 72 s are lost; the next segment starts at 78 s.
        #expect(try origin.media(at: 83.9).mediaSequence == 4)
        let playlist = try origin.media(at: 84)
        #expect(playlist.mediaSequence == 5)
        let last = try #require(playlist.segments.last)
        #expect(last.startsDiscontinuity)
        #expect(last.uri == "s10.ts")
        #expect(last.programDateTime?.millisecondsSince1970 == 78_000)
        #expect(try origin.media(at: 119).discontinuitySequence == 0)
        #expect(try origin.media(at: 120).discontinuitySequence == 1)
    }

    @Test(arguments: [false, true], [0, 1, 2, 3])
    func `segments in an encoder silence are lost, also when other faults overlap it`(
        isReversed: Bool, other: Int
    ) throws {
        // Items 5 to 49, of six seconds each, are lost.
        let silence = EncoderFault.silence(MediaTime.seconds(30)..<MediaTime.seconds(300))
        let others: [EncoderFault] = [
            .silence(MediaTime.seconds(60)..<MediaTime.seconds(72)),
            .timestampJump(at: .seconds(60), by: .seconds(100), isTagged: false),
            .restart(
                at: .seconds(60), resetsSequence: true, isTagged: false, hasNewInitialization: true),
            .silence(MediaTime.seconds(290)..<MediaTime.seconds(306)),
        ]
        let faults = [silence, others[other]]
        let origin = try Self.origin(
            isReversed ? faults.reversed() : faults, window: .unlimited)
        let end = other == 3 ? 306 : 300
        for seconds in [31, 61, 77, 200, 299, end + 5] {
            let playlist = try origin.media(at: Double(seconds))
            #expect(playlist.segments.map(\.uri) == (0..<5).map { "s\($0).ts" }, "at \(seconds)")
            #expect(playlist.trailingParts.isEmpty)
        }
        let playlist = try origin.media(at: Double(end + 60))
        let later = playlist.segments.suffix(10)
        #expect(
            later.map { $0.programDateTime?.millisecondsSince1970 }
                == (0..<10).map { Int64(end + $0 * 6) * 1000 })
        #expect(later.first?.startsDiscontinuity == true)
        #expect(later.dropFirst().allSatisfy { !$0.startsDiscontinuity })
        #expect(playlist.segments.count == (other == 2 ? 10 : 15))
        #expect(later.first?.uri == (other == 2 ? "s0-g1.ts" : "s5.ts"))
        let answer = origin.answer("video/\(later.first?.uri ?? "")", at: Double(end + 60))
        guard case .ready(let response) = answer, case .media(let media) = response.content else {
            throw UnexpectedAnswer(answer: answer)
        }
        #expect(media.item.start == .seconds(Double(end)))
        #expect(media.shift == .seconds(Double(end + (other == 1 ? 100 : 0))))
    }

    @Test func `encoder silences that overlap or adjoin leave one discontinuity`() throws {
        let spans = [(30, 42), (36, 60), (60, 66), (90, 96)].map { (start: Int64, end: Int64) in
            EncoderFault.silence(MediaTime.seconds(start)..<MediaTime.seconds(end))
        }
        let origin = try Self.origin(spans.reversed(), window: .unlimited)
        let dates = try origin.media(at: 120).segments.map {
            ($0.programDateTime?.millisecondsSince1970 ?? 0) / 1000
        }
        #expect(dates == [0, 6, 12, 18, 24, 66, 72, 78, 84, 96, 102, 108, 114])
        let breaks = try origin.media(at: 120).segments.map(\.startsDiscontinuity)
        #expect(breaks.indices.filter { breaks[$0] } == [5, 9])
    }

    @Test
    func `segments with EXT-X-GAP and missing segments are listed, and their requests are refused`()
        throws
    {
        let origin = try Self.origin([.gap(.sequences(3..<5)), .missing(.sequences(6..<7))])
        let playlist = try origin.media(at: 45)
        #expect(playlist.segments.map(\.isGap) == [false, false, true, true, false, false])
        #expect(origin.answer("video/s3.ts", at: 45).outline == "404")
        #expect(origin.answer("video/s5.ts", at: 45).outline == "ready")
        #expect(origin.answer("video/s6.ts", at: 45).outline == "404")
    }

    @Test func `a restart resets the media sequence or continues it`() throws {
        let reset = EncoderFault.restart(
            at: .seconds(120), resetsSequence: true, isTagged: false, hasNewInitialization: false)
        let origin = try Self.origin([reset], firstSequence: 500)
        #expect(try origin.media(at: 125).mediaSequence == 514)
        let playlist = try origin.media(at: 126)
        #expect(playlist.mediaSequence == 0)
        #expect(playlist.segments.map(\.uri) == ["s0-g1.ts"])
        #expect(origin.answer("video/s519.ts", at: 126).outline == "ready")
        #expect(try reparsed(playlist) == playlist)

        let keep = EncoderFault.restart(
            at: .seconds(120), resetsSequence: false, isTagged: true, hasNewInitialization: false)
        let kept = try Self.origin([keep], firstSequence: 500).media(at: 126)
        #expect(kept.mediaSequence == 515)
        #expect(
            kept.segments.map(\.startsDiscontinuity) == [false, false, false, false, false, true])
    }

    @Test func `a restart has another initialization section`() throws {
        let restart = EncoderFault.restart(
            at: .seconds(12), resetsSequence: false, isTagged: true, hasNewInitialization: true)
        let origin = try LiveOrigin(
            programme: Programme(sources: [
                SourceSurvey(tracks: [track([6000], initialization: "a/init.mp4?x=1.y")])
            ]), encoder: Encoder(faults: [restart]), packager: .video())
        let sections = try origin.media(at: 24).segments.map { $0.initializationSection?.uri }
        #expect(sections == ["init-p0.mp4", "init-p0.mp4", "init-p0-r1.mp4", "init-p0-r1.mp4"])
        #expect(origin.answer("video/init-p0-r1.mp4", at: 17.9).outline == "404")
        #expect(origin.answer("video/init-p0-r1.mp4", at: 18).outline == "ready")
        #expect(origin.answer("video/init-p0-r2.mp4", at: 24).outline == "404")
    }

    @Test func `timestamps jump with or without a discontinuity tag`() throws {
        for isTagged in [false, true] {
            let origin = try Self.origin([
                .timestampJump(at: .seconds(12), by: .seconds(-3600), isTagged: isTagged)
            ])
            let shifts = try (1...2).map { number in
                let answer = origin.answer("video/s\(number).ts", at: 30)
                guard case .ready(let response) = answer, case .media(let media) = response.content
                else { throw UnexpectedAnswer(answer: answer) }
                return media.shift
            }
            #expect(shifts == [.seconds(6), .seconds(12 - 3600)])
            #expect(try origin.media(at: 18).segments[2].startsDiscontinuity == isTagged)
        }
    }

    @Test func `encoder faults can raise the target duration and change segment locations`() throws
    {
        let origin = try Self.origin([
            .targetDuration(at: .seconds(40), .seconds(9)), .locations(at: .seconds(50)),
        ])
        #expect(try origin.media(at: 39).targetDuration == .seconds(6))
        #expect(try origin.media(at: 40).targetDuration == .seconds(9))
        #expect(try origin.media(at: 49).segments[0].uri == "s2.ts")
        #expect(try origin.media(at: 50).segments[0].uri == "s2-u1.ts")
        #expect(origin.answer("video/s2-u1.ts", at: 49).outline == "404")
        #expect(origin.answer("video/s2-u1.ts", at: 50).outline == "ready")
        #expect(origin.answer("video/s2.ts", at: 50).outline == "ready")
    }

    @Test func `a missing part is listed, and its request is refused`() throws {
        let origin = try LiveOrigin(
            programme: Programme(sources: [source([4000])]),
            encoder: Encoder(faults: [.missingPart(.sequences(5..<6), index: 2)]),
            packager: .lowLatency())
        let parts = try origin.media(at: 23).trailingParts
        #expect(parts.map(\.uri) == ["s5.0.ts", "s5.1.ts", "s5.2.ts"])
        #expect(origin.answer("video/s5.2.ts", at: 23).outline == "404")
        #expect(origin.answer("video/s5.1.ts", at: 23).outline == "ready")
    }

    @Test func `programme dates include skew, drift and steps of the clock`() {
        let clock = OriginClock(
            onAir: DateTime(millisecondsSince1970: 1_000_000), skew: .seconds(2), drift: 20,
            steps: [.init(at: .seconds(1000), by: .seconds(-5))])
        #expect(clock.date(at: .zero).millisecondsSince1970 == 1_002_000)
        #expect(clock.date(at: .seconds(500)).millisecondsSince1970 == 1_502_010)
        #expect(clock.date(at: .seconds(1000)).millisecondsSince1970 == 1_997_020)
    }
}
