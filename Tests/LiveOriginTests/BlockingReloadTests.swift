import LiveOrigin
import Playlists
import Testing
import VirtualTime

@Suite struct BlockingReloadTests {
    /// Returns an origin with segments of 4 s, each of which has four parts of 1 s.
    ///
    /// Segment 13 is complete at 56 s, and part 14.1 at 58 s.
    private static func origin(
        faults: [EncoderFault] = [], ending: Ending? = nil,
        _ change: (inout Packager) -> Void = { _ in }
    ) throws -> LiveOrigin {
        try LiveOrigin(
            programme: Programme(sources: [source([4000])], ending: ending),
            encoder: Encoder(faults: faults), packager: .lowLatency(change))
    }

    @Test(arguments: [
        ("_HLS_part=0", "400"),
        ("_HLS_msn=14&_HLS_part=1", "ready"),
        ("_HLS_msn=14&_HLS_part=2", "ready at 59.000"),
        ("_HLS_msn=14", "ready at 60.000"),
        ("_HLS_msn=14&_HLS_part=4", "ready at 61.000"),
        ("_HLS_msn=15&_HLS_part=0", "ready at 61.000"),
        ("_HLS_msn=15&_HLS_part=1", "400"),
        ("_HLS_msn=5", "ready"),
        ("_HLS_msn=16", "ready at 68.000"),
        ("_HLS_msn=17", "400"),
        ("_HLS_msn=99999999999999999999", "400"),
        ("_HLS_msn=14&_HLS_part=9223372036854775807", "400"),
        ("_HLS_msn=5&_HLS_part=9223372036854775807", "ready"),
        ("_HLS_msn=9223372036854775807&_HLS_part=9223372036854775807", "400"),
        ("_HLS_msn=x", "400"),
        ("_HLS_msn=-1", "400"),
    ])
    func `a request waits for its segment or part, within limits`(
        query: String, outline: String
    ) throws {
        #expect(try Self.origin().answer("video/index.m3u8?\(query)", at: 58).outline == outline)
    }

    @Test
    func `with an option, the farthest allowed segment counts from the last complete segment`()
        throws
    {
        let origin = try Self.origin { $0.lastSegment = .complete }
        #expect(origin.answer("video/index.m3u8?_HLS_msn=16", at: 58).outline == "400")
        #expect(origin.answer("video/index.m3u8?_HLS_msn=15", at: 58).outline == "ready at 64.000")
    }

    @Test
    func `a blocking reload during an encoder silence is refused after three target durations`()
        throws
    {
        let origin = try Self.origin(faults: [
            .silence(MediaTime.seconds(58)..<MediaTime.seconds(1000))
        ])
        #expect(origin.answer("video/index.m3u8?_HLS_msn=15", at: 58).outline == "503 at 70.000")
    }

    @Test func `delivery directives have no effect after the end of the broadcast`() throws {
        let origin = try Self.origin(ending: Ending(after: .seconds(60), as: .vod))
        #expect(origin.answer("video/index.m3u8?_HLS_msn=15", at: 58).outline == "ready at 60.000")
        for query in ["_HLS_part=0", "_HLS_msn=17", "_HLS_msn=14&_HLS_skip=YES"] {
            let playlist = try origin.media("video/index.m3u8?\(query)", at: 61)
            #expect(playlist.hasEndList)
            #expect(playlist.skipped == nil)
            #expect(playlist.preloadHints.isEmpty)
        }
    }

    @Test func `a blocking reload waits until exactly the instant of its part`() throws {
        let origin = try LiveOrigin(
            programme: Programme(sources: [
                SourceSurvey(tracks: [track([4000, 3720, 4000], frame: .milliseconds(40))])
            ]),
            encoder: Encoder(
                delay: .milliseconds(130), jitter: .milliseconds(600), seed: 5,
                faults: [.late(at: .seconds(100_000), by: .seconds(7))]),
            packager: .lowLatency())
        var count = 0
        for instant in randomInstants(300, seed: 9) + [.seconds(100_000), .seconds(100_004)] {
            let playlist = try origin.media(at: instant)
            let sequence = playlist.mediaSequence + playlist.segments.count
            let part = playlist.trailingParts.count
            let request = OriginRequest(
                "video/index.m3u8?_HLS_msn=\(sequence)&_HLS_part=\(part)")
            guard case .held(let until, let next) = origin.answer(request, arrivingAt: instant)
            else {
                Issue.record("\(request.location) at \(instant): not held")
                continue
            }
            count += 1
            #expect(until > instant)
            let before = try origin.media(at: until.advanced(by: .nanoseconds(-2)))
            #expect(before.trailingParts.count == part)
            #expect(before.mediaSequence + before.segments.count == sequence)
            let after = try next.media()
            let end = after.mediaSequence + after.segments.count
            #expect(end > sequence || (end == sequence && after.trailingParts.count > part))
            #expect(try after == origin.media(at: until))
            // The hinted part becomes available at the same instant as the playlist.
            let hint = try #require(playlist.preloadHints.first)
            let answer = origin.answer(OriginRequest("video/\(hint.uri)"), arrivingAt: instant)
            guard case .held(let instant, .ready) = answer else {
                Issue.record("\(hint.uri): \(answer.outline)")
                continue
            }
            #expect(instant == until)
        }
        #expect(count == 302)
    }

    @Test(arguments: [
        (Packager.Blocking.immediate, "ready"), (.never, "503 at 70.000"),
        (.ignoresPart, "ready at 60.000"),
    ])
    func `a server with a blocking fault blocks reloads incorrectly`(
        blocking: Packager.Blocking, outline: String
    ) throws {
        let origin = try Self.origin { $0.blocking = blocking }
        let answer = origin.answer("video/index.m3u8?_HLS_msn=14&_HLS_part=2", at: 58)
        #expect(answer.outline == outline)
    }

    @Test func `a server that does not announce blocking ignores directives`() throws {
        let origin = try Self.origin { $0.serverControl = nil }
        #expect(origin.answer("video/index.m3u8?_HLS_msn=17", at: 58).outline == "ready")
    }

    @Test func `the first request waits for the first segment`() throws {
        let origin = try Self.origin()
        #expect(origin.answer("video/index.m3u8", at: 1).outline == "ready at 4.000")
        #expect(origin.answer("video/index.m3u8", at: -20).outline == "404 at -8.000")
    }
}
