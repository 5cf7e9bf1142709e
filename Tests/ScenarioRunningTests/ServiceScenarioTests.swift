import HeadlessPlaybackTesting
import ScenarioRunning
import TestSupport
import Testing
import VirtualTime

/// A scenario with a playback service must not pass if a part of the scenario has no effect.
@Suite struct ServiceScenarioTests {
    private func run(
        find: String = #"{video: "5"}"#, service: String = "", player: String = "{}",
        other: String = ", duration: 20s", _ rest: String = "", workers: Workers = .shared
    ) throws -> ScenarioResult {
        let text = """
            playctl: 1
            assets: [{name: film, find: \(find)}]
            player: \(player)
            service:
              policy-key: key
              viewers: [{name: anna, streams: 1, session: phone}]
              videos:
                - {id: "5", source: \(SampleMedia.transportStream.path), duration: 20s}
                - {id: "6", source: \(SampleMedia.transportStream.path)\(other)}
              \(service)
            \(rest)
            """
        return ScenarioRunner(workers: workers).run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "service.play.yaml"))
    }

    private func failures(_ result: ScenarioResult) -> [String] {
        result.checks.compactMap { check in
            if case .failed = check.outcome { check.code } else { nil }
        }
    }

    private func failure(_ result: ScenarioResult, _ code: String) -> Failure? {
        result.checks.lazy.compactMap { check -> Failure? in
            if check.code == code, case .failed(let failure) = check.outcome {
                failure
            } else {
                nil
            }
        }.first
    }

    @Test func `a video that the playback service finds is played`() throws {
        let result = try run("expect: [{calls: {call: video, times: 1}}]")
        #expect(failures(result) == [])
        #expect(result.trace.first?.hasSuffix("findVideo                   video 5: found") == true)
    }

    @Test(arguments: [1, 4])
    func `a run is the same with any number of workers`(count: Int) throws {
        let rest = "steps: [{at: {position: 12s}, select: {audio: fr}}]"
        let one = try run(service: "manifest-ttl: 5s", rest, workers: Workers(count: count))
        #expect(failures(one) == [])
        #expect(one.trace == (try run(service: "manifest-ttl: 5s", rest)).trace)
    }

    @Test func `a fault that no call receives fails the scenario`() throws {
        let result = try run(service: "faults: [{call: playlist, do: {status: 503}}]")
        #expect(failures(result) == ["scenario.fault"])
        let failure = try #require(self.failure(result, "scenario.fault"))
        #expect(failure.expected.contains("GET https://service.test/accounts/*/playlists/*"))
        #expect(failure.found == "no request that matches it")
        let late = try run(
            service: "faults: [{call: video, occurrences: 2, do: {status: 503}}]")
        #expect(failures(late) == ["scenario.fault"])
    }

    @Test func `a stream on another device that would begin after the run fails the scenario`()
        throws
    {
        let result = try run(
            service: "streams: {others: [{viewer: anna, session: tv, during: 1m..2m}]}")
        #expect(failures(result) == ["scenario.fault"])
        let failure = try #require(self.failure(result, "scenario.fault"))
        #expect(failure.expected == "the stream tv at 60.000 begins")
        #expect(failure.found == "the run ended at 20.000")
    }

    @Test func `a fault of one kind of service call does not affect the other kinds`() throws {
        let result = try run(
            find: #"{video: "5", viewer: anna}"#,
            service: "faults: [{call: stream-list, do: {status: 503}}]",
            player: "{stream-concurrency: true}")
        #expect(failures(result) == ["scenario.fault"])
    }

    @Test func `an expected service call for a video that is never requested fails the scenario`()
        throws
    {
        let result = try run(#"expect: [{calls: {call: video, id: "6", times: 1..}}]"#)
        #expect(failures(result) == ["expect.requests"])
    }

    @Test func `a video that is not found fails the scenario, unless the error is expected`() throws
    {
        let missing = try run(find: #"{video: "7"}"#)
        #expect(failures(missing) == ["scenario.answer", "ledger.completed"])
        #expect(
            failure(missing, "scenario.answer")?.found
                == "video 7: refused with status 404: VIDEO_NOT_FOUND")
        let error = "{domain: PlaybackServiceErrorDomain, code: 3, text: VIDEO_NOT_FOUND}"
        #expect(failures(try run(find: #"{video: "7"}"#, "expect: [{errors: [\(error)]}]")) == [])
        let other = error.replacing("VIDEO_NOT_FOUND", with: "CLIENT_GEO")
        #expect(
            failures(try run(find: #"{video: "7"}"#, "expect: [{errors: [\(other)]}]"))
                == ["expect.errors"])
        #expect(failures(try run("expect: [{errors: [\(error)]}]")) == ["expect.errors"])
    }

    @Test func `expected errors of a service do not excuse a video that it found`() throws {
        let finds = #"{video: "5"}}, {find: {video: "6"}}, {find: {video: "7"}"#
        let error = "{domain: PlaybackServiceErrorDomain, code: 3, text: VIDEO_NOT_FOUND}"
        let rest = "expect: [{errors: [\(error)]}]"
        #expect(failures(try run(find: finds, rest)) == [])
        let result = try run(find: finds, player: "{auto-advance: false}", rest)
        #expect(failures(result) == ["ledger.completed"])
        #expect(failure(result, "ledger.completed")?.found == "it is still in the queue")
    }

    @Test func `an asset without a found video fails the scenario unless an expectation says so`()
        throws
    {
        let finds = #"{video: "5"}}, {name: other, find: {search: "10 videos"}"#
        func result(_ expectation: String) throws -> ScenarioResult {
            try run(find: finds, "expect: [end, \(expectation)]")
        }
        let plain = try result("{errors: []}")
        #expect(failures(plain) == ["ledger.completed"])
        #expect(failure(plain, "ledger.completed")?.expected == "a video for other")
        #expect(failures(try result("{order: [{event: findPlaylist, text: ': 0 videos'}]}")) == [])
        #expect(
            failures(try result("{count: {event: findPlaylist, text: ': 0 videos', times: 1}}"))
                == [])
        for text in ["", ", text: 10 videos", ", text: videos"] {
            let answer = "{event: findPlaylist\(text), times: 1}"
            #expect(failures(try result("{count: \(answer)}")) == ["ledger.completed"])
        }
    }

    @Test func `a step that sets videos ends the session once the service has found them`() throws {
        let result = try run(
            find: #"{video: "5"}}, {name: other, find: {video: "6"}"#,
            service: #"faults: [{call: video, id: "6", do: {delay: 2s}}]"#,
            "steps: [{set-videos: [film]}, {at: {position: 5s}, set-videos: [other]}]")
        #expect(failures(result) == [])
    }

    @Test func `a service request without a response at the end fails the scenario`() throws {
        let result = try run(
            service: "faults: [{call: video, do: {delay: 1m}}]", "time-limit: 10s")
        #expect(failures(result).contains("scenario.answer"))
    }

    @Test func `an app that crashes loses its videos and pending requests`() throws {
        let result = try run(
            service: "faults: [{call: video, occurrences: 1, do: {delay: 8s}}]",
            """
            steps:
              - {at: 0s, set-videos: [film]}
              - {at: 2s, relaunch: crash}
              - {at: 3s, set-videos: [film]}
            expect: [{calls: {call: video, times: 2}}, {count: {event: findVideo, times: 1}}]
            """)
        #expect(failures(result) == [])
    }

    @Test func `a video whose location has expired is renewed without another search`()
        throws
    {
        let result = try run(
            service: "manifest-ttl: 10s",
            """
            steps: [{at: 0s, set-videos: [film]}, {at: {event: End}, set-videos: [film]}]
            expect:
              - calls: {call: video, times: 2}
              - count: {event: findVideo, times: 1}
              - count: {event: manifestTTLWasUpdatedWithError, times: 1}
            """)
        #expect(failures(result) == [])
        #expect(result.trace.contains { $0.contains("manifestTTLWasUpdatedWithError") })
    }

    @Test func `a video is found before it is downloaded`() throws {
        let result = try run(
            """
            steps:
              - {at: start, download: film}
              - {at: {event: didFinishDownload}, play-download: film}
            expect:
              - order: [findVideo, requestVideoDownload, didFinishDownload, End]
              - download: {asset: film, ends: playable}
              - no-network
            """)
        #expect(failures(result) == [])
    }

    @Test(arguments: [
        (#"{video: "5", viewer: bob}"#, "", "one of the viewers of the service"),
        (
            #"{video: "5"}"#, #"playlists: [{id: "9", videos: ["8"]}]"#,
            "the id of a video in the playlist 9"
        ),
        (
            #"{video: "5"}"#,
            "streams: {others: [{viewer: bob, session: tv, during: 0s..1s}]}",
            "a viewer with a limit of streams on another device"
        ),
    ])
    func `service settings that cannot have an effect are refused`(
        find: String, service: String, expected: String
    ) throws {
        let result = try run(find: find, service: service)
        #expect(failures(result) == ["scenario.invalid"])
        #expect(failure(result, "scenario.invalid")?.expected == expected)
    }

    @Test func `a video whose locations expire needs a duration`() throws {
        let result = try run(service: "manifest-ttl: 5s", other: "")
        #expect(
            failure(result, "scenario.invalid")?.expected
                == "a duration of the video 6, whose playlists expire")
    }

    @Test
    func `a service without assets to find, and assets to find without a service, are refused`()
        throws
    {
        let video = "videos: [{id: a, source: \(SampleMedia.transportStream.path)}]"
        for text in [
            "assets: [\(SampleMedia.transportStream.path)]\nservice: {\(video)}\n",
            "assets: [{find: {video: a}}]\n",
        ] {
            let result = ScenarioRunner().run(
                try ScenarioFile.scenario(from: Array("playctl: 1\n\(text)".utf8), path: "a.yaml"))
            #expect(failures(result) == ["scenario.invalid"])
        }
    }

    @Test func `a player without stream concurrency sends no heartbeats`() throws {
        let result = try run(
            find: #"{video: "5", viewer: anna}"#,
            "expect: [{calls: {call: heartbeat, times: 0}}]")
        #expect(failures(result) == [])
    }
}
