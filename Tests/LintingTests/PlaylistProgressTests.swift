import Linting
import Playlists
import Presentation
import Testing
import VirtualTime

/// Versions of a playlist that make no progress, drift, end, or contradict preload hints.
@Suite struct PlaylistProgressTests {
    private static func version(
        _ numbers: Range<Int>, open: Int = 0, _ change: (inout MediaPlaylist) -> Void = { _ in }
    ) -> MediaPlaylist {
        var playlist = MediaPlaylist()
        playlist.version = 9
        playlist.targetDuration = .seconds(2)
        playlist.mediaSequence = numbers.lowerBound
        playlist.segments = numbers.map { MediaSegment(uri: "\($0).ts", duration: .seconds(2)) }
        var tail = SegmentTail()
        tail.parts = parts(numbers.upperBound, open)
        playlist.tail = tail
        change(&playlist)
        return playlist
    }

    private static func parts(_ number: Int, _ count: Int) -> [PartialSegment] {
        (0..<count).map {
            PartialSegment(uri: "\(number).\($0).ts", duration: .milliseconds(500))
        }
    }

    /// Loads a version each second, and returns the findings.
    private func findings(
        _ count: Int, followsPlayer: Bool = false, _ version: (Int) -> MediaPlaylist
    ) -> (findings: [LintFinding], watch: PlaylistWatch) {
        var watch = PlaylistWatch("video", followsPlayer: followsPlayer)
        var findings: [LintFinding] = []
        for second in 0..<count {
            let instant = Instant(sinceStart: .seconds(Int64(second)))
            watch.follow(.none, at: instant)
            findings += watch.take(version(second), at: instant).findings
        }
        return (findings, watch)
    }

    @Test(arguments: [false, true])
    func `a playlist that changes without a new segment is late`(followsPlayer: Bool) {
        let (late, _) = findings(8, followsPlayer: followsPlayer) { second in
            Self.version(0..<6) {
                $0.dateRanges = [DateRange(id: "\(second)", startDate: nil)]
            }
        }
        #expect(late.map(\.rule) == [.updates])
        #expect(late.first?.found == "none for 4.000 s")
        let (good, _) = findings(8, followsPlayer: followsPlayer) { second in
            Self.version(second / 2..<6 + second / 2) {
                $0.dateRanges = [DateRange(id: "\(second)", startDate: nil)]
            }
        }
        #expect(good == [])
    }

    @Test func `a multivariant playlist that loads slowly does not make the first version late`() {
        var watch = PlaylistWatch("video")
        let instant = Instant(sinceStart: .seconds(20))
        _ = watch.start(at: instant)
        _ = watch.request(at: instant)
        #expect(watch.take(Self.version(0..<6), at: instant).findings == [])
    }

    @Test func `an unfinished segment that is longer than the target duration is a breach`() {
        let (found, _) = findings(8) { second in
            Self.version(0..<6, open: second * 2) {
                $0.partInformation = PartInformation(targetDuration: .milliseconds(500))
            }
        }
        #expect(Set(found.map(\.rule)) == [.durations, .updates])
        #expect(found.count == 2)
        #expect(found.first?.found == "3.000 s of parts in the unfinished segment 6")
    }

    @Test func `a playlist whose blocking reloads are refused is late if only its reports change`()
        throws
    {
        func version(_ report: Int) -> MediaPlaylist {
            Self.version(0..<6) {
                var control = ServerControl()
                control.canBlockReload = true
                $0.serverControl = control
                $0.renditionReports = [
                    RenditionReport(uri: "other.m3u8", lastMediaSequence: report)
                ]
            }
        }
        var watch = PlaylistWatch("video")
        _ = watch.start(at: .start)
        _ = watch.request(at: .start)
        let next = try #require(watch.take(version(6), at: .start).next)
        #expect(watch.request(at: next).sequence == 6)
        let refused = next.advanced(by: .seconds(6))
        let step = watch.fail(status: 503, "status 503", at: refused)
        #expect(step.findings == [])
        let plain = try #require(step.next)
        #expect(watch.request(at: plain) == .none)
        #expect(watch.take(version(9), at: plain).findings.map(\.rule) == [.updates])
    }

    // MARK: Dates

    private func drift(_ milliseconds: Int64, version number: Int = 9) -> [LintFinding] {
        findings(100) { second in
            let first = second / 2
            return Self.version(first..<first + 6) { playlist in
                playlist.version = number
                for (place, number) in (first..<first + 6).enumerated() {
                    playlist.segments[place].programDateTime = DateTime(
                        millisecondsSince1970: Int64(number) * (2000 + milliseconds))
                }
            }
        }.findings
    }

    @Test func `dates that drift from the durations by more than rounding are a breach`() {
        #expect(drift(300).first?.found == "4.600 s: 2.ts")
        #expect(drift(300).first?.expected == "dates 4.000 s apart over 2 segments")
        #expect(Set(drift(-60).map(\.rule)) == [.dates])
        // The durations have milliseconds, so only errors of a millisecond each are explained.
        #expect(Set(drift(15).map(\.rule)) == [.dates])
        #expect(drift(1) == [])
        // In a playlist of version 2, durations are rounded to whole seconds, so this drift
        // is not proved.
        #expect(drift(300, version: 2) == [])
    }

    // MARK: Ends

    /// Watches a playlist until its end and for one more request, which receives the given answer.
    ///
    /// An answer of `nil` stands for status 404.
    private func end(
        _ answer: MediaPlaylist?
    ) throws -> (findings: [LintFinding], hasEnded: Bool, hasNext: Bool) {
        var watch = PlaylistWatch("video")
        var next = watch.start(at: .start)
        let versions = [Self.version(0..<6), Self.version(1..<7) { $0.hasEndList = true }]
        for version in versions {
            let instant = try #require(next)
            _ = watch.request(at: instant)
            let step = watch.take(version, at: instant)
            #expect(step.findings == [])
            next = step.next
        }
        #expect(!watch.hasEnded)
        let instant = try #require(next)
        _ = watch.request(at: instant)
        let step =
            answer.map { watch.take($0, at: instant) }
            ?? watch.fail(status: 404, "status 404", at: instant)
        return (step.findings, watch.hasEnded, step.next != nil)
    }

    @Test func `a playlist that has ended is requested once more, and must not have changed`()
        throws
    {
        let same = try end(Self.version(1..<7) { $0.hasEndList = true })
        #expect(same == ([], true, false))
        let removed = try end(nil)
        #expect(removed == ([], true, false))
        let withdrawn = try end(Self.version(1..<7))
        #expect(withdrawn.findings.map(\.rule) == [.edits])
        #expect(!withdrawn.hasEnded && withdrawn.hasNext)
        let continued = try end(Self.version(2..<8) { $0.hasEndList = true })
        #expect(continued.findings.map(\.rule) == [.edits])
        #expect(continued.hasEnded && !continued.hasNext)
    }

    @Test func `a playlist that has ended before the watch is requested once`() {
        var watch = PlaylistWatch("video")
        _ = watch.start(at: .start)
        _ = watch.request(at: .start)
        let step = watch.take(Self.version(0..<6) { $0.hasEndList = true }, at: .start)
        #expect(step.next == nil)
        #expect(watch.hasEnded)
    }

    // MARK: Hints

    /// Watches parts that are hinted before they are listed.
    private func hints(_ name: (Int, Int) -> String) -> [LintRule] {
        findings(40) { second in
            let number = 6 + second / 4
            let open = second % 4
            return Self.version(number - 6..<number, open: open) { playlist in
                playlist.targetDuration = .seconds(4)
                playlist.partInformation = PartInformation(targetDuration: .milliseconds(500))
                for place in 3..<6 {
                    playlist.segments[place].parts = Self.parts(number - 6 + place, 4)
                }
                playlist.preloadHints = [PreloadHint(.part, uri: name(number, open))]
            }
        }.findings.map(\.rule)
    }

    @Test func `a hint of the next part is right, and any other hint is a breach`() {
        #expect(hints { "\($0).\($1).ts" } == [])
        #expect(Set(hints { "never-\($0).\($1).ts" }) == [.hints])
        #expect(Set(hints { _, _ in "6.0.ts" }) == [.hints])
        #expect(Set(hints { $1 == 0 ? "\($0 - 1).3.ts" : "\($0).\($1 - 1).ts" }) == [.hints])
        #expect(Set(hints { "\($0).\($1 + 1).ts" }) == [.hints])
        #expect(Set(hints { _, _ in "never.ts" }) == [.hints])
    }

    @Test func `an unchanged version with a hint of a listed part is one breach`() {
        let (found, _) = findings(3) { _ in
            Self.version(0..<6, open: 1) {
                $0.preloadHints = [PreloadHint(.part, uri: "6.0.ts")]
            }
        }
        #expect(found.map(\.rule) == [.hints])
        #expect(found.first?.assetRule.code == "hint.not-next")
        #expect(found.first?.found == "6.0.ts")
    }

    @Test func `a hint within the listed bytes of its resource is a breach`() {
        func found(_ start: Int64, part: Range<Int64>?) -> [String] {
            findings(1) { _ in
                Self.version(0..<6) {
                    $0.tail?.parts = [
                        PartialSegment(uri: "p", duration: .milliseconds(500), byteRange: part)
                    ]
                    $0.preloadHints = [PreloadHint(.part, uri: "p", byteRangeStart: start)]
                }
            }.findings.filter { $0.rule == .hints }.map(\.found)
        }
        #expect(found(10, part: 0..<10) == [])
        #expect(found(0, part: 0..<10) == ["p"])
        for start: Int64 in [5, 9] {
            #expect(found(start, part: 0..<10) == ["p from byte \(start)"])
        }
        #expect(found(10, part: nil) == ["p from byte 10"])
    }

    @Test(arguments: [0, 10])
    func `a hint of another byte of its resource is named with the byte`(start: Int64) {
        let hinted = start + 20
        let (found, _) = findings(2) { second in
            Self.version(0..<6) { playlist in
                playlist.tail?.parts = (0...second).map { place in
                    PartialSegment(
                        uri: "6.ts", duration: .milliseconds(500),
                        byteRange: place == 0 ? 0..<10 : start..<start + 10)
                }
                playlist.preloadHints = [
                    PreloadHint(.part, uri: "6.ts", byteRangeStart: second == 0 ? hinted : 90)
                ]
            }
        }
        let wrong = found.first { $0.rule == .hints }
        #expect(wrong?.expected == "the hinted part 6.ts from byte \(hinted)")
        #expect(wrong?.found == "6.ts from byte \(start)")
    }

    @Test func `a part far below a very long part target duration is a breach`() {
        let (found, _) = findings(1) { _ in
            Self.version(0..<6) {
                $0.partInformation = PartInformation(targetDuration: .seconds(9_000_000_000))
                $0.segments[5].parts = Self.parts(5, 2)
            }
        }
        #expect(found.map(\.found) == ["0.500 s: 5.0.ts"])
    }
}
