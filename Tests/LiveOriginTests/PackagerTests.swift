import LiveOrigin
import Playlists
import Testing
import VirtualTime

@Suite struct PackagerTests {
    private static func origin(
        _ packager: Packager, ending: Ending? = nil, breaks: [AdBreak] = []
    ) throws -> LiveOrigin {
        try LiveOrigin(
            programme: Programme(sources: [source([6000, 4000])], breaks: breaks, ending: ending),
            packager: packager)
    }

    @Test func `a window with a length lists just enough segments for that length`() throws {
        let origin = try Self.origin(.video(.length(.seconds(30))))
        #expect(try origin.media(at: 30).segments.count == 6)
        // At 40 s, the listed segments start at 10 s and last thirty seconds. At 46 s, thirty
        // seconds are listed without the segment that starts at 10 s.
        #expect(try origin.media(at: 40).mediaSequence == 2)
        #expect(try origin.media(at: 46).mediaSequence == 3)
        for instant in randomInstants(200, seed: 11) {
            let playlist = try origin.media(at: instant)
            #expect(playlist.duration >= .seconds(30))
            #expect(playlist.duration - playlist.segments[0].duration < .seconds(30))
        }
    }

    @Test func `a window with a segment count lists that many segments`() throws {
        let origin = try Self.origin(.video(.count(4)))
        #expect(try origin.media(at: 10).segments.count == 2)
        for instant in randomInstants(200, seed: 12) {
            let playlist = try origin.media(at: instant.advanced(by: .seconds(60)))
            #expect(playlist.segments.count == 4)
            #expect(playlist.playlistType == nil)
        }
    }

    @Test func `an EVENT playlist keeps all segments and its media sequence number`() throws {
        let origin = try Self.origin(.video(.event))
        let playlist = try origin.media(at: 3600)
        #expect(playlist.playlistType == .event)
        #expect(playlist.mediaSequence == 0)
        #expect(playlist.segments.count == 720)
    }

    @Test func `an unlimited window with an end lists the whole programme`() throws {
        let ending = Ending(after: .seconds(3600), as: .vod)
        for parts in [nil, PartListing(target: .seconds(1))] {
            let origin = try Self.origin(.video(.unlimited) { $0.parts = parts }, ending: ending)
            #expect(try !origin.media(at: 3599).hasEndList)
            let playlist = try origin.media(at: 3600)
            #expect(playlist.hasEndList)
            #expect(playlist.duration == .seconds(3600))
            #expect(playlist.segments.count == 720)
            #expect(playlist.segments.prefix(2).map(\.duration) == [.seconds(6), .seconds(4)])
            #expect(try origin.media(at: Double(month)) == playlist)
        }
    }

    @Test func `a broadcast can end with refused requests or without new segments`() throws {
        let removed = try Self.origin(.video(), ending: Ending(after: .seconds(60), as: .removed))
        #expect(removed.answer("video/index.m3u8", at: 65.9).outline == "ready")
        #expect(removed.answer("video/index.m3u8", at: 66).outline == "404")
        #expect(removed.answer("video/s11.ts", at: 66).outline == "404")
        let silent = try Self.origin(.video(), ending: Ending(after: .seconds(60), as: .silence))
        #expect(try silent.media(at: 60) == silent.media(at: 5000))
        #expect(try !silent.media(at: 5000).hasEndList)
    }

    @Test func `segments that were removed before the end stay removed after it`() throws {
        let origin = try Self.origin(
            .video(.count(4)), ending: Ending(after: .seconds(600), as: .vod))
        #expect(origin.answer("video/s2.ts", at: 599).outline == "404")
        for seconds in [600, 700, 86_400] as [Double] {
            #expect(origin.answer("video/s2.ts", at: seconds).outline == "404")
            #expect(origin.answer("video/s119.ts", at: seconds).outline == "ready")
        }
    }

    @Test func `an encoder silence does not bring the end of the broadcast forward`() throws {
        let silence = EncoderFault.silence(MediaTime.seconds(100)..<MediaTime.seconds(5000))
        let origin = try LiveOrigin(
            programme: Programme(
                sources: [source([6000])], ending: Ending(after: .seconds(600), as: .vod)),
            encoder: Encoder(faults: [silence]), packager: .video())
        #expect(try !origin.media(at: 599).hasEndList)
        #expect(try origin.media(at: 600).hasEndList)
        #expect(try origin.media(at: 600).segments == origin.media(at: 96).segments)
    }

    @Test func `an ad break has its tags and date range while a segment of it is listed`() throws {
        let adBreak = AdBreak(
            at: .seconds(20), source: source([5000, 5000], name: "ad"), duration: .seconds(10),
            markers: [.dateRange, .cueOut])
        let origin = try Self.origin(.video(.count(4)), breaks: [adBreak])
        let playlist = try origin.media(at: 36)
        #expect(playlist.segments.map(\.startsDiscontinuity) == [false, true, false, true])
        #expect(playlist.segments[1].cueMarkers.map(\.kind) == [.out])
        #expect(playlist.segments[1].cueMarkers[0].duration == .seconds(10))
        #expect(playlist.segments[3].cueMarkers.map(\.kind) == [.in])
        let range = try #require(playlist.dateRanges.first)
        #expect(range.id == "break-0-0")
        #expect(range.startDate?.millisecondsSince1970 == 20_000)
        #expect(range.duration == .seconds(10))
        #expect(try origin.media(at: 19.9).dateRanges.isEmpty)
        #expect(try origin.media(at: 46).dateRanges.count == 1)
        #expect(try origin.media(at: 56).dateRanges.isEmpty)
        #expect(try origin.media(at: 3600).discontinuitySequence == 2)
    }

    @Test(arguments: [
        (RenditionListing.DiscontinuitySequence.exact, 10), (.absent, 0), (.off(by: -1), 9),
    ])
    func `a rendition can state a wrong discontinuity sequence`(
        stated: RenditionListing.DiscontinuitySequence, number: Int
    ) throws {
        var packager = Packager.video(.count(4))
        packager.renditions[0].discontinuitySequence = stated
        let origin = try LiveOrigin(
            programme: Programme(sources: [source([6000, 4000])], loop: .discontinuity),
            packager: packager)
        let playlist = try origin.media(at: 130)
        #expect(playlist.discontinuitySequence == number)
        #expect(try reparsed(playlist) == playlist)
    }

    @Test func `parts are listed for three target durations, with one preload hint`() throws {
        let origin = try LiveOrigin(
            programme: Programme(sources: [
                SourceSurvey(tracks: [track([4000], keyframes: [.zero, .milliseconds(2500)])])
            ]), packager: .lowLatency())
        let playlist = try origin.media(at: 58)
        #expect(playlist.segments.map(\.parts.count) == [0, 0, 0, 4, 4, 4])
        #expect(playlist.segments[5].parts.map(\.isIndependent) == [true, false, true, false])
        #expect(playlist.trailingParts.map(\.uri) == ["s14.0.ts", "s14.1.ts"])
        #expect(playlist.preloadHints.map(\.uri) == ["s14.2.ts"])
        #expect(playlist.serverControl?.partHoldBack == .seconds(3))
        #expect(playlist.partInformation?.targetDuration == .seconds(1))
        #expect(origin.answer("video/s14.3.ts", at: 58).outline == "404")
    }

    @Test func `a delta update omits segments before the skip boundary`() throws {
        let origin = try LiveOrigin(
            programme: Programme(sources: [source([4000])]), packager: .lowLatency())
        let delta = try origin.media("video/index.m3u8?_HLS_skip=YES", at: 58)
        #expect(delta.skipped?.count == 3)
        #expect(delta.segments.map(\.uri) == ["s11.ts", "s12.ts", "s13.ts"])
        #expect(delta.mediaSequence == 8)
    }

    @Test func `a response with a delta update also has the complete playlist`() throws {
        let origin = try LiveOrigin(
            programme: Programme(sources: [source([4000])]), packager: .lowLatency())
        for seconds in [58, 58.5, 59, 61.25, 300] {
            for query in ["", "_HLS_msn=14&", "_HLS_msn=15&_HLS_part=1&"] {
                let whole = origin.answer("video/index.m3u8?\(query)", at: seconds)
                let update = origin.answer("video/index.m3u8?\(query)_HLS_skip=YES", at: seconds)
                guard case .media(let playlist)? = whole.playlist else {
                    #expect(update.playlist == nil)
                    continue
                }
                #expect(whole.whole == nil)
                #expect(update.whole == playlist)
                #expect(update != whole)
            }
        }
        // Clients do not receive `whole`, so responses that differ only in `whole` are equal.
        let playlist = try origin.media(at: 58)
        let content = OriginContent.playlist(.media(playlist))
        #expect(OriginResponse(content, whole: playlist) == OriginResponse(content))
    }

    @Test func `listing parts does not change the segments`() throws {
        let whole = try Self.origin(.video())
        let parted = try Self.origin(.video { $0.parts = PartListing(target: .milliseconds(700)) })
        for instant in randomInstants(100, seed: 13) {
            var playlist = try parted.media(at: instant)
            for index in playlist.segments.indices { playlist.segments[index].parts = [] }
            let other = try whole.media(at: instant)
            #expect(playlist.segments == other.segments)
            #expect(playlist.mediaSequence == other.mediaSequence)
        }
    }

    @Test func `the text of a break ends with the break`() throws {
        func survey(_ video: [Int64], _ text: [Int64]) -> SourceSurvey {
            SourceSurvey(tracks: [track(video), track(text, name: "t")])
        }
        var packager = Packager(renditions: [
            RenditionListing(name: "video"), RenditionListing(name: "text"),
        ])
        packager.renditions[1].isText = true
        var advertisement = survey([4000, 4000, 4000], [12_000])
        #expect(advertisement.cutsSegment(ofTrack: 1, after: .seconds(8)))
        #expect(!advertisement.cutsSegment(ofTrack: 1, after: .seconds(12)))
        advertisement.start = .seconds(10)
        let adBreak = AdBreak(at: .seconds(8), source: advertisement, duration: .seconds(8))
        let origin = try LiveOrigin(
            programme: Programme(sources: [survey([4000], [4000])], breaks: [adBreak]),
            packager: packager)
        let ends = try (1...3).map { number -> MediaTime? in
            let answer = origin.answer("text/s\(number).ts", at: 30)
            guard case .ready(let response) = answer, case .media(let media) = response.content
            else { throw UnexpectedAnswer(answer: answer) }
            return media.textEnd
        }
        #expect(ends == [nil, .seconds(18), nil])
    }

    @Test func `requests with extreme times and names receive a response`() throws {
        let origin = try Self.origin(
            .lowLatency(),
            breaks: [
                AdBreak(
                    at: .zero, every: .seconds(60), source: source([1000]), duration: .seconds(1))
            ])
        let largest = Int.max
        let outlines = [
            "index.m3u8": "ready", "video/s\(largest).ts": "404",
            "video/s\(largest).\(largest).ts": "404", "video/s1-g\(largest)-u\(largest).ts": "404",
            "video/s99999999999999999999.ts": "404", "video/": "404", "/": "404", "": "404",
            "video/s0.bin": "404", "video/init-p\(largest)-r\(largest).mp4": "404",
            "video/index.m3u8?_HLS_msn=\(largest)&_HLS_part=\(largest)&_HLS_skip=v2": "400",
            "video/index.m3u8?_HLS_msn=99999999999999999999": "400", "video/index.m3u8": "ready",
        ]
        for seconds in [3600, 1e9, 1e15] as [Double] {
            for (location, outline) in outlines {
                #expect(origin.answer(location, at: seconds).outline == outline, "\(location)")
            }
        }
        // `outlines` does not apply to playlist requests before the first part exists. These
        // requests wait for that part, or fail with 404 if the wait is too long (checked below).
        for (location, outline) in outlines where !location.contains(".m3u8") {
            for seconds in [0, -1e9, -1e15] as [Double] {
                #expect(origin.answer(location, at: seconds).outline == outline, "\(location)")
            }
        }
        #expect(origin.answer("video/index.m3u8", at: 0).outline == "ready at 1.000")
        let early = origin.answer("video/index.m3u8", at: -1e9).outline
        #expect(early.hasPrefix("404 at -"), "\(early)")
        // Even at the latest instants, the answer is a playlist that can be read.
        let playlist = try origin.media(at: 1e15)
        #expect(playlist.segments.count == 6)
        #expect(try reparsed(playlist) == playlist)
    }

    @Test func `a skip boundary that leaves no segment is refused`() {
        #expect(throws: OriginError.self) {
            try LiveOrigin(
                programme: Programme(sources: [source([4000])]),
                packager: .lowLatency { $0.serverControl?.canSkipUntil = .zero })
        }
    }

    @Test func `the last segment of a shorter track counts towards the limit of parts`() throws {
        // The audio for a minute of video is one segment, which is listed with a duration of a
        // minute.
        let sources = [
            SourceSurvey(tracks: [
                track([Int64](repeating: 6000, count: 10)), track([1000], name: "a"),
            ])
        ]
        let origin = { (milliseconds: Int64, frame: MediaTime?) throws in
            var packager = Packager(renditions: [
                RenditionListing(name: "video"), RenditionListing(name: "audio"),
            ])
            packager.parts = PartListing(target: .milliseconds(milliseconds))
            var sources = sources
            sources[0].tracks[1].frameDuration = frame
            return try LiveOrigin(programme: Programme(sources: sources), packager: packager)
        }
        let audio = try origin(6, nil).media("audio/index.m3u8", at: 60)
        #expect(audio.segments.map(\.duration) == [.seconds(60)])
        #expect(audio.segments[0].parts.count == 10_000)
        #expect(throws: OriginError.self) { try origin(5, nil) }
        // A part has only whole frames. With frames of 3.1 ms, the parts are shorter than the
        // target, so a segment has too many parts.
        #expect(throws: OriginError.self) { try origin(6, MediaTime(31, timescale: 10_000)) }
    }

    @Test
    func `each of many ad breaks has one date range, and delta updates list removed date ranges`()
        throws
    {
        var control = ServerControl()
        control.canSkipUntil = .seconds(60)
        control.canSkipDateRanges = true
        let adBreak = AdBreak(
            at: .seconds(3), every: .seconds(3), source: source([500, 500]),
            duration: .seconds(1), markers: [.dateRange, .cueOut])
        let count = 4000
        let origin = try LiveOrigin(
            programme: Programme(sources: [source([1000])], breaks: [adBreak]),
            packager: .video(.length(.seconds(Int64(count * 4)))) { $0.serverControl = control })
        // A break of one second follows every three seconds of the programme.
        let playlist = try origin.media(at: Double(count * 8))
        let numbers = try playlist.dateRanges.map { range in
            try #require(Int(range.id.dropFirst("break-0-".count)))
        }
        let first = try #require(numbers.first)
        #expect(numbers == Array(first..<first + numbers.count))
        #expect(abs(numbers.count - count) <= 1)
        #expect(
            playlist.dateRanges.map { $0.startDate?.millisecondsSince1970 }
                == numbers.map { Int64($0 * 4 + 3) * 1000 })
        let delta = try origin.media("video/index.m3u8?_HLS_skip=v2", at: Double(count * 8))
        // The window moves by 15 breaks in 60 seconds.
        #expect(
            delta.skipped?.recentlyRemovedDateRanges
                == (first - 15..<first).map { "break-0-\($0)" })
    }

    @Test func `an origin with impossible values is refused`() {
        #expect(throws: OriginError.self) {
            try LiveOrigin(programme: Programme(sources: []), packager: .video())
        }
        #expect(throws: OriginError.self) {
            try LiveOrigin(programme: Programme(sources: [source([0])]), packager: .video())
        }
        let step = OriginClock.Step(at: .zero, by: .seconds(1))
        let clock = OriginClock(steps: [OriginClock.Step](repeating: step, count: 10_001))
        #expect(throws: OriginError.self) {
            try LiveOrigin(
                programme: Programme(sources: [source([6000])]), encoder: Encoder(clock: clock),
                packager: .video())
        }
        #expect(throws: OriginError.self) {
            try LiveOrigin(
                programme: Programme(sources: [source([6000])]),
                packager: .video { $0.parts = PartListing(target: MediaTime(ticks: 1)) })
        }
        #expect(throws: OriginError.self) {
            try LiveOrigin(
                programme: Programme(
                    sources: [source([6000])],
                    breaks: [
                        AdBreak(
                            at: .zero, every: .seconds(6), source: source([4000]),
                            duration: .seconds(4))
                    ]), packager: .video())
        }
    }

    @Test(arguments: [Packager.Window.event, .unlimited, .length(.seconds(99 * 366 * 86_400))])
    func `a list of millions of segments is refused`(window: Packager.Window) {
        #expect(throws: OriginError.self) {
            try LiveOrigin(
                programme: Programme(sources: [source([6000])]),
                packager: .video { $0.window = window }, ranFor: .seconds(99 * 366 * 86_400))
        }
    }
}
