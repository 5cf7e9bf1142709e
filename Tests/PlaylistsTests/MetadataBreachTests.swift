import Playlists
import Testing
import VirtualTime

/// Forbidden changes of dates, breaks and date ranges between versions of a live playlist.
@Suite struct MetadataBreachTests {
    private static let date = "EXT-X-PROGRAM-DATE-TIME"

    private static func instant(_ seconds: Double) -> DateTime {
        DateTime(millisecondsSince1970: 1_767_225_600_000 + Int64(seconds * 1000))
    }

    /// Returns a playlist with segments of 4 s whose dates follow from their numbers.
    ///
    /// Only the first segment has a date tag.
    private static func version(
        _ numbers: Range<Int>, late: Double = 0, _ change: (inout MediaPlaylist) -> Void = { _ in }
    ) -> MediaPlaylist {
        var playlist = MediaPlaylist()
        playlist.version = 6
        playlist.mediaSequence = numbers.lowerBound
        playlist.targetDuration = .seconds(4)
        playlist.segments = numbers.map { MediaSegment(uri: "s\($0).ts", duration: .seconds(4)) }
        playlist.segments[0].programDateTime = instant(Double(numbers.lowerBound * 4) + late)
        change(&playlist)
        return playlist
    }

    // MARK: Dates

    @Test(arguments: [(0.4, true), (0.6, false), (-0.6, false), (3600, false)])
    func `dates that follow from an earlier date tag must not jump`(
        seconds: Double, isLegal: Bool
    ) {
        let found = Self.version(4..<10).breaches(by: Self.version(5..<11, late: seconds))
        #expect(found == (isLegal ? [] : [.tag(Self.date, sequence: 5)]))
    }

    @Test(arguments: [(0.55, true), (1.2, false)])
    func `dates must not jump, however many segments are after the date tag`(
        seconds: Double, isLegal: Bool
    ) {
        let found = Self.version(4..<104).breaches(by: Self.version(100..<200, late: seconds))
        #expect(found == (isLegal ? [] : [.tag(Self.date, sequence: 100)]))
    }

    @Test(
        arguments: [
            (.milliseconds(4000), 4), (.milliseconds(4100), 50), (.milliseconds(4120), 5),
            (.milliseconds(4004), 1), (MediaTime(4, timescale: 3), 1),
        ] as [(MediaTime, Int64)])
    func `a duration has the rounding error of its last decimal`(duration: MediaTime, error: Int64)
    {
        #expect(duration.roundingError == .milliseconds(error))
    }

    @Test func `durations of whole seconds explain a difference of half a second for each`() {
        let known = Self.version(4..<10) { $0.version = 2 }
        let newer = Self.version(5..<11, late: 0.9) { $0.version = 2 }
        #expect(known.breaches(by: newer) == [])
    }

    @Test(arguments: [
        ("00:00:22Z", "00:00:29Z", 6400, true), ("00:00:22Z", "00:00:30Z", 6400, false),
        ("00:00:22.000Z", "00:00:29.000Z", 6400, true),
        ("00:00:22.000Z", "00:00:30.000Z", 6400, false),
        ("00:00:22.400Z", "00:00:29.400Z", 6400, false),
        ("00:00:22.000Z", "00:00:29.000Z", 6000, false), ("00:00:22Z", "00:00:29Z", 6000, true),
    ])
    func `dates that are truncated to whole seconds may differ by a further second`(
        first: String, second: String, duration: Int64, isLegal: Bool
    ) {
        func version(_ numbers: Range<Int>, _ time: String) -> MediaPlaylist {
            Self.version(numbers) {
                for place in $0.segments.indices {
                    $0.segments[place].duration = .milliseconds(duration)
                }
                $0.segments[0].programDateTime = DateTime("2026-01-01T\(time)")
            }
        }
        let found = version(4..<10, first).breaches(by: version(5..<11, second))
        #expect(found == (isLegal ? [] : [.tag(Self.date, sequence: 5)]))
    }

    @Test func `a date after a discontinuity is not compared with a date before it`() {
        func version(_ numbers: Range<Int>) -> MediaPlaylist {
            Self.version(numbers, late: numbers.lowerBound >= 7 ? 600 : 0) {
                guard numbers.contains(7) else { return }
                $0.segments[7 - numbers.lowerBound].startsDiscontinuity = true
            }
        }
        #expect(version(4..<10).breaches(by: version(7..<13)) == [])
    }

    @Test(arguments: [true, false])
    func `dates that all disappear are a change, unless only discontinuities have dates`(
        isAtDiscontinuity: Bool
    ) {
        let known = Self.version(4..<10) { $0.segments[0].startsDiscontinuity = isAtDiscontinuity }
        let newer = Self.version(5..<11) {
            $0.segments[0].programDateTime = nil
            $0.discontinuitySequence = isAtDiscontinuity ? 1 : 0
        }
        #expect(
            known.breaches(by: newer)
                == (isAtDiscontinuity ? [] : [.tag(Self.date, sequence: 5)]))
    }

    // MARK: Cue tags

    /// Returns a playlist with cue tags before some of its segments.
    private static func marked(
        _ numbers: Range<Int>, _ markers: [Int: [CueMarker]]
    ) -> MediaPlaylist {
        version(numbers) { playlist in
            for (number, list) in markers where numbers.contains(number) {
                playlist.segments[number - numbers.lowerBound].cueMarkers = list
            }
        }
    }

    private static func progress(_ text: String) -> CueMarker {
        CueMarker(.outContinued, value: text)
    }

    private static let adBreak = [
        7: [CueMarker(.out, value: "8")], 8: [progress("4/8")], 9: [CueMarker(.in)],
    ]

    @Test(
        arguments: [
            ([7: nil], "EXT-X-CUE-OUT", 7), ([9: nil], "EXT-X-CUE-IN", 9),
            ([7: [CueMarker(.out, value: "9")]], "EXT-X-CUE-OUT", 7),
            ([6: [CueMarker(.out, value: "8")]], "EXT-X-CUE-OUT", 6),
            ([8: [progress("5/8")]], "EXT-X-CUE-OUT-CONT", 8),
        ] as [([Int: [CueMarker]?], String, Int)])
    func `a cue tag of a known segment that is added, removed or changed is a breach`(
        changes: [Int: [CueMarker]?], tag: String, sequence: Int
    ) {
        var markers = Self.adBreak
        for (number, list) in changes { markers[number] = list }
        let known = Self.marked(4..<10, Self.adBreak)
        #expect(
            known.breaches(by: Self.marked(5..<11, markers)) == [.tag(tag, sequence: sequence)])
    }

    @Test func `a break that continues may be marked at the first listed segment only`() {
        let known = Self.marked(4..<10, Self.adBreak)
        #expect(known.breaches(by: Self.marked(5..<11, Self.adBreak)) == [])
        var newer = Self.adBreak
        newer[8] = nil
        #expect(known.breaches(by: Self.marked(8..<14, newer)) == [])
        #expect(Self.marked(4..<10, newer).breaches(by: Self.marked(8..<14, Self.adBreak)) == [])
        newer[12] = [CueMarker(.out, value: "30")]
        #expect(known.breaches(by: Self.marked(5..<13, newer)) == [])
    }

    @Test func `many cue tags of a segment are compared with many others`() {
        let marks = (0..<200_000).map { CueMarker(.out, value: "\($0)") }
        let known = Self.marked(4..<10, [7: marks])
        let newer = Self.marked(5..<11, [7: marks.reversed()])
        // A comparison of each tag with all others would take minutes here.
        #expect(known.breaches(by: newer) == [.tag("EXT-X-CUE-OUT", sequence: 7)])
    }

    // MARK: Date ranges

    private static func range(
        at seconds: Double = 28, _ change: (inout DateRange) -> Void = { _ in }
    ) -> DateRange {
        var range = DateRange(id: "a", startDate: instant(seconds))
        range.plannedDuration = .seconds(3)
        range.scte35Out = [0xFC]
        change(&range)
        return range
    }

    private static func ranged(_ numbers: Range<Int>, _ ranges: [DateRange]) -> MediaPlaylist {
        version(numbers) { $0.dateRanges = ranges }
    }

    @Test(
        arguments: [
            ("PLANNED-DURATION", range { $0.plannedDuration = .seconds(9) }),
            ("START-DATE", range(at: 29)), ("SCTE35-OUT", range { $0.scte35Out = [1] }),
            ("SCTE35-OUT", range { $0.scte35Out = nil }),
        ])
    func `an attribute of a known date range that changes or vanishes is a breach`(
        name: String, changed: DateRange
    ) {
        let newer = Self.ranged(5..<11, [changed])
        #expect(
            Self.ranged(4..<10, [Self.range()]).breaches(by: newer)
                == [.dateRange(id: "a", attribute: name)])
    }

    @Test func `a date range may be extended, also by a further tag`() {
        let known = Self.ranged(4..<10, [Self.range()])
        let ended = Self.range { $0.duration = .seconds(4) }
        #expect(known.breaches(by: Self.ranged(5..<11, [ended])) == [])
        var further = DateRange(id: "a", startDate: nil)
        further.scte35In = [0xFC]
        #expect(known.breaches(by: Self.ranged(5..<11, [Self.range(), further])) == [])
        // The first tag is removed together with the segment in which the date range starts.
        let extended = Self.ranged(7..<13, [Self.range(), further])
        #expect(extended.breaches(by: Self.ranged(8..<14, [further])) == [])
    }

    @Test(
        arguments: [
            (15, nil, true), (23, nil, true), (24, nil, false), (39.9, nil, false), (40, nil, true),
            (90, nil, true), (15, 9, true), (15, 9.1, false), (36, 30, false), (40, 30, true),
        ] as [(Double, Double?, Bool)])
    func `a date range may be removed only when its dates are not in listed segments`(
        seconds: Double, duration: Double?, isLegal: Bool
    ) {
        let removed = Self.range(at: seconds) {
            // The planned duration says nothing about the end.
            $0.plannedDuration = .seconds(60)
            $0.duration = duration.map { .milliseconds(Int64($0 * 1000)) }
        }
        let found = Self.ranged(4..<10, [removed]).breaches(by: Self.ranged(5..<11, []))
        #expect(found == (isLegal ? [] : [.removedDateRange(id: "a")]))
    }

    @Test(arguments: [(24.0, true), (25, false)])
    func `a date range that ends on the next one may be removed when that one has started`(
        next: Double, isLegal: Bool
    ) {
        var ranges = [Self.range(at: 15), Self.range(at: next)]
        for index in ranges.indices {
            ranges[index].rangeClass = "c"
            ranges[index].endsOnNext = true
        }
        ranges[1].id = "b"
        let newer = Self.ranged(5..<11, [ranges[1]])
        let found = Self.ranged(4..<10, ranges).breaches(by: newer)
        #expect(found == (isLegal ? [] : [.removedDateRange(id: "a")]))
    }

    @Test func `many removed date ranges are compared with many segments`() {
        let count = 50_000
        let ranges = (0..<count).map {
            DateRange(id: "\($0)", startDate: Self.instant(Double(-$0)))
        }
        let known = Self.ranged(0..<count, ranges)
        let newer = Self.ranged(1..<count + 1, [])
        // A comparison that visits all segments for each date range would take many minutes here.
        #expect(known.breaches(by: newer) == [])
    }

    @Test(arguments: [
        ("X-ASSET-LIST", "https://example.com/a?sig=A", "https://example.com/a?sig=B", true),
        ("X-ASSET-LIST", "https://example.com/a", "https://example.com/b", false),
        ("X-ASSET-LIST", "https://ads.example.com/a", "https://example.com/a", false),
        ("X-ASSET-URI", "ad.m3u8?sig=A", "ad.m3u8?sig=B", true),
        ("X-COM-LINK", "https://example.com/?sig=A", "https://example.com/?sig=B", true),
        ("X-COM-TEXT", "why?A", "why?B", false),
    ])
    func `only the query of a location in a date range may change`(
        name: String, first: String, second: String, isLegal: Bool
    ) {
        func version(_ numbers: Range<Int>, _ text: String) -> MediaPlaylist {
            let attribute = Attribute(name, .quoted(text))
            return Self.ranged(numbers, [Self.range { $0.otherAttributes = [attribute] }])
        }
        let found = version(4..<10, first).breaches(by: version(5..<11, second))
        #expect(found == (isLegal ? [] : [.dateRange(id: "a", attribute: name)]))
    }

    @Test(arguments: [(1, true), (-10, true), (11, false)])
    func `dates and durations of a date range may be rounded differently`(
        milliseconds: Int64, isLegal: Bool
    ) {
        func version(_ numbers: Range<Int>, late: Int64) -> MediaPlaylist {
            let range = Self.range {
                $0.startDate = DateTime(millisecondsSince1970: 1_767_225_628_000 + late)
                $0.endDate = DateTime(millisecondsSince1970: 1_767_225_631_000 + late)
                $0.duration = .milliseconds(3000 + late)
            }
            return Self.ranged(numbers, [range])
        }
        let found = version(4..<10, late: 0).breaches(by: version(5..<11, late: milliseconds))
        #expect(found == (isLegal ? [] : [.dateRange(id: "a", attribute: "DURATION")]))
    }

    @Test(arguments: [(23.0, true), (24, false)])
    func `a delta update must not remove a date range with dates in listed segments`(
        seconds: Double, isLegal: Bool
    ) {
        let skipped = SkippedSegments(count: 0, recentlyRemovedDateRanges: ["a"])
        let known = Self.ranged(4..<10, [Self.range(at: seconds)])
        let found = known.breaches(by: Self.ranged(5..<11, []), skipping: skipped)
        #expect(found == (isLegal ? [] : [.removedDateRange(id: "a")]))
    }

    // MARK: Delta updates

    @Test(arguments: [(3, true), (4, true), (5, false)])
    func `a delta update must list the segments within the skip boundary`(
        count: Int, isLegal: Bool
    ) {
        func version(_ numbers: Range<Int>) -> MediaPlaylist {
            Self.version(numbers) {
                var control = ServerControl()
                control.canSkipUntil = .seconds(24)
                $0.serverControl = control
            }
        }
        let found = version(4..<13).breaches(
            by: version(5..<14), skipping: SkippedSegments(count: count))
        let breach = PlaylistBreach.skip(distance: .seconds(20), boundary: .seconds(24))
        #expect(found == (isLegal ? [] : [breach]))
    }
}
