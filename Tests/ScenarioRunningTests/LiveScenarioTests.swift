import HeadlessPlaybackTesting
import PlaybackControl
import Presentation
import ScenarioRunning
import TestSupport
import Testing
import Transport
import VirtualTime

/// Scenarios with a broadcast must not pass if media is lost or nothing is played.
@Suite struct LiveScenarioTests: LiveScenarioSuite {
    @Test func `a broadcast that is played until the stop passes`() throws {
        let result = try run()
        #expect(failures(result) == [])
        #expect(result.worldTime == .seconds(60))
        #expect(result.trace.last?.hasSuffix("-- stop") == true)
    }

    @Test func `the last timed step or the time limit ends a run`() throws {
        let stepped = try run(steps: "[{at: 20s, pause: }, {after: 5s, play: }]")
        #expect(failures(stepped) == [])
        #expect(stepped.worldTime == .seconds(25))
        let limited = try run(
            "", "time-limit: 30s\n", steps: "[{at: {position: 20s}, seek-back: 8s}]")
        #expect(failures(limited) == [])
        #expect(limited.worldTime == .seconds(30))
    }

    /// Reload rules differ by player, and every player follows its rules despite network latency.
    @Test(arguments: [
        "default", "apple", "chromium", "gstreamer", "hls.js", "media3", "shaka", "vhs",
    ])
    func `a broadcast passes on a slow network under each profile`(profile: String) throws {
        let rest = "player: {profile: \(profile)}\nnetwork: {rate: 3Mbps, latency: 80ms}\n"
        #expect(failures(try run("", rest)) == [])
    }

    @Test(arguments: ["apple", "rfc8216", "hls.js"])
    func `media that expired in a pause fails a run that is stopped before it resumes`(
        profile: String
    ) throws {
        let player = "player: {live: {profile: \(profile)}}\n"
        let steps = "[{at: 30s, pause: }, {at: 5m, stop: }]"
        #expect(failures(try run("", player, steps: steps)) == ["ledger.sound"])
        let text = try run("", player, steps: steps).checks.map { "\($0.outcome)" }.joined()
        #expect(text.contains("nothing of the broadcast expired unplayed"), "\(text)")
        let short = "[{at: 30s, pause: }, {at: 38s, stop: }]"
        #expect(failures(try run("", player, steps: short)) == [])
        let allowed = player + "expect: [{allow: {account: expired, up-to: 5m}}]\n"
        #expect(failures(try run("", allowed, steps: steps)) == [])
    }

    @Test func `a step whose trigger never occurs fails a run that a timed step ends`() throws {
        let result = try run(steps: "[{at: {position: 10h}, pause: }, {at: 20s, play: }]")
        #expect(failures(result) == ["scenario.step"])
    }

    @Test(arguments: [1, 4])
    func `a run is the same with any number of workers`(count: Int) throws {
        let text = """
            playctl: 1
            assets:
              - live:
                  {source: \(SampleMedia.transportStream.path), id: news, ran-for: 10m, edges:
                   {pick: alternate, list: [{lag: 0s}, {lag: 7s, segments-lag: 0s}]}}
            steps: [{at: 60s, stop: }]
            """
        let scenario = try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml")
        let one = ScenarioRunner(workers: Workers(count: count)).run(scenario)
        #expect(one.trace == ScenarioRunner().run(scenario).trace)
        #expect(failures(one) == [])
    }

    @Test(arguments: [
        "{jumps: 0}", "{latency: {from: 1s, below: 20s}}",
        "{allow: {account: expired, up-to: 1s}}",
    ])
    func `a video on demand cannot meet what is expected of a broadcast`(
        expectation: String
    ) throws {
        let text = """
            playctl: 1
            assets: [\(SampleMedia.single.path)]
            expect: [\(expectation)]
            """
        let result = ScenarioRunner().run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "film.play.yaml"))
        #expect(failures(result) == ["scenario.invalid"])
    }

    @Test func `two rendition rules of a broadcast that match one rendition are refused`() throws {
        let result = try run(
            ", renditions: [{match: '*video*', lag: 1s}, {match: '*video-234p*', lag: 2s}]")
        let trouble = result.checks.compactMap { "\($0.outcome)" }.joined()
        #expect(trouble.contains("*video* and *video-234p* both match"))
        #expect(!failures(result).isEmpty)
    }

    // MARK: Lints

    /// Plays a broadcast, checks its requests, and returns the failed checks.
    ///
    /// The requests are checked as if the description of the broadcast also contained `fields`.
    private func requestFailures(
        against fields: String, faults: String = ""
    ) throws -> [String] {
        func scenario(_ fields: String) throws -> Scenario {
            try ScenarioFile.scenario(
                from: Array(
                    """
                    playctl: 1
                    assets:
                      - live: {source: \(SampleMedia.transportStream.path), id: news, \
                    ran-for: 10m, window: {length: 24s}\(fields)}
                    steps: [{at: 60s, stop: }]
                    \(faults)
                    """.utf8), path: "a.play.yaml")
        }
        let record = ScenarioStage(
            try scenario(""), loader: StandardLoader(), workers: .shared,
            cancellation: CancellationFlag(), storeFolder: nil
        ).run()
        let other = ScenarioBroadcasts(try scenario(fields), behind: StandardLoader())
        return BroadcastLints(record, other.all).checks.compactMap {
            if case .failed = $0.outcome { $0.code } else { nil }
        }
    }

    @Test(arguments: [
        ("", []),
        (", faults: [{segments: 150..160, gap: }]", ["lint.live-unlisted"]),
        (", target-duration: 20s", ["lint.live-storm", "lint.live-pace"]),
        (", target-duration: 1s", ["lint.live-pace"]),
        (
            ", ends: {after: 20s, as: vod}",
            ["lint.live-unlisted", "lint.live-after-end", "lint.live-ledger"]
        ),
    ])
    func `requests that the playlists do not justify are found`(
        fields: String, codes: [String]
    ) throws {
        #expect(try requestFailures(against: fields) == codes)
    }

    @Test(arguments: [
        "delay: 100ms", "slow: 640k", "status: 503", "truncate: 50%", "stale",
    ])
    func `request checks continue after a faulty reload`(effect: String) throws {
        let fault =
            "faults: [{match: {location: \"v*/index.m3u8*\"}, occurrences: 3, do: {\(effect)}}]"
            .replacing("{stale}", with: "stale")
        #expect(try requestFailures(against: "", faults: fault) == [])
        let gap = ", faults: [{segments: 155..165, gap: }]"
        #expect(try requestFailures(against: gap, faults: fault) == ["lint.live-unlisted"])
    }

    @Test func `delta updates are requested and merged across discontinuities`() throws {
        let text = """
            playctl: 1
            assets:
              - live: {source: \(SampleMedia.transportStream.path), id: news, ran-for: 10m, \
            window: {length: 2m}, server-control: {can-skip-until: 36s}}
            steps: [{at: 60s, stop: }]
            """
        let record = ScenarioStage(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml"),
            loader: StandardLoader(), workers: .shared, cancellation: CancellationFlag(),
            storeFolder: nil
        ).run()
        let loads = record.requests.filter { $0.url.contains("/v2/index.m3u8") }
        #expect(loads.count > 14)
        #expect(loads.dropFirst().allSatisfy { $0.url.hasSuffix("?_HLS_skip=YES") })
        #expect(record.sessions.last?.ledger.ledger.isSound == true)
    }

    @Test func `live accounts do not balance if their sum differs from the published media`() throws
    {
        let text =
            "playctl: 1\nassets:\n  - live: {source: \(SampleMedia.transportStream.path), id: news,"
            + " ran-for: 10m, window: {length: 24s}, faults: [{segments: 155..156, gap: }]}\n"
            + "steps: [{at: 60s, stop: }]\n"
        let record = ScenarioStage(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml"),
            loader: StandardLoader(), workers: .shared, cancellation: CancellationFlag(),
            storeFolder: nil
        ).run()
        let live = try #require(record.sessions.last?.ledger.ledger.live)
        #expect(BroadcastLints.imbalance(of: live.accounts, live.published) == nil)
        for account in LiveLedger.Account.allCases {
            var accounts = live.accounts
            accounts[account] = (accounts[account] ?? .zero) + MediaTime(ticks: 1)
            let found = try #require(BroadcastLints.imbalance(of: accounts, live.published))
            #expect(found.expected.hasPrefix("accounts of \(live.published) s"))
        }
        let lost = live.accounts.filter { $0.key != .gap }
        #expect(live.time(in: .gap) > .zero)
        #expect(BroadcastLints.imbalance(of: lost, live.published) != nil)
    }

    @Test func `requests for segments that are not listed yet are found`() throws {
        let codes = try requestFailures(against: ", encoder: {delay: 10s}")
        #expect(codes.contains("lint.live-unlisted"))
    }

    @Test func `requests for segments in the wrong order are reported`() throws {
        let text = """
            playctl: 1
            assets:
              - live: {source: \(SampleMedia.transportStream.path), id: news, ran-for: 10m, \
            window: {length: 40s}}
            steps: [{at: 10s, seek-back: 12s}, {at: 60s, stop: }]
            """
        let scenario = try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml")
        var record = ScenarioStage(
            scenario, loader: StandardLoader(), workers: .shared,
            cancellation: CancellationFlag(), storeFolder: nil
        ).run()
        let broadcasts = ScenarioBroadcasts(scenario, behind: StandardLoader()).all
        func codes() -> [String] {
            BroadcastLints(record, broadcasts).checks.compactMap {
                if case .failed = $0.outcome { $0.code } else { nil }
            }
        }
        #expect(codes() == [])
        var requests = Array(record.requests)
        let segments = requests.indices.filter {
            requests[$0].url.contains("/v") && requests[$0].kind == .segment
        }
        let (last, former) = (segments[segments.count - 1], segments[segments.count - 2])
        requests.swapAt(last, former)
        record.requests = FoldedList()
        for request in requests { record.requests.append(request) }
        // The last two requests are swapped, so the later segment is requested too early: before
        // the earlier segment, and before the playlist lists the later segment.
        #expect(codes() == ["lint.live-unlisted", "lint.live-order"])
    }

    @Test func `a program date may deviate by one frame, or more where the broadcast declares it`()
    {
        func misdated(_ error: Int64, frame: MediaTime? = nil, mayDeviate: Bool = false) -> Bool {
            var truth = ProgrammeTruth(hasBreaks: false, datesMayDeviate: mayDeviate)
            truth.take(
                .seconds(40)..<MediaTime.seconds(44), at: .seconds(600), isAudio: false,
                frame: frame, session: 1, .start)
            truth.take(date: 602_000 + error, at: .seconds(42), session: 1, .start) {
                $0.value(timescale: 1000)
            }
            return !truth.misdated.isEmpty
        }
        #expect(!misdated(45) && misdated(46) && misdated(-46))
        #expect(!misdated(71, frame: .milliseconds(66)) && misdated(72, frame: .milliseconds(66)))
        #expect(!misdated(1045, mayDeviate: true) && misdated(1046, mayDeviate: true))
    }

    @Test func `positions with wrong dates and audio that is out of sync are found`() {
        func truth(_ audio: MediaTime, date: Int64) -> ProgrammeTruth {
            var truth = ProgrammeTruth(hasBreaks: false)
            truth.take(
                .seconds(40)..<MediaTime.seconds(44), at: .seconds(600), isAudio: false, session: 1,
                .start)
            truth.take(
                .seconds(40)..<MediaTime.seconds(44), at: audio, isAudio: true, session: 1, .start)
            truth.take(date: date, at: .seconds(42), session: 1, .start) {
                $0.value(timescale: 1000)
            }
            return truth
        }
        let sound = truth(.milliseconds(600_040), date: 602_000)
        #expect(sound.desynchronized.isEmpty && sound.misdated.isEmpty)
        let late = truth(.milliseconds(600_200), date: 602_000)
        #expect(late.desynchronized.count == 1 && late.misdated.isEmpty)
        let misdated = truth(.seconds(600), date: 604_000)
        #expect(misdated.desynchronized.isEmpty && misdated.misdated.count == 1)
    }

    @Test func `relaunching an app breaks no rule of playlist reloads`() throws {
        let result = try run(
            steps:
                "[{at: 20s, relaunch: crash}, {at: 21s, relaunch: crash}, {at: 22s, relaunch: crash}"
                + ", {at: 23s, relaunch: crash}, {at: 24s, relaunch: crash}, {at: 60s, stop: }]")
        #expect(!failures(result).contains { $0.hasPrefix("lint.live") }, "\(failures(result))")
    }

    @Test func `a segment fault before an encoder reset counts as having occurred`() throws {
        let reset = "{at: 30s, restart: {sequence: reset, discontinuity: true}}"
        let result = try run(", faults: [{segments: 152..153, gap: }, \(reset)]")
        #expect(!failures(result).contains("scenario.fault"))
        let never = try run(", faults: [{segments: 1000, gap: }, \(reset)]")
        #expect(failures(never).contains("scenario.fault"))
    }

    @Test(arguments: [
        // The playhead never reaches the missing segments, although the clock passes their time.
        ("faults: [{segments: 100..101, missing: true}]", "[{at: 60s, stop: }]", true),
        ("faults: [{segments: 155..156, missing: true}]", "[{at: 60s, stop: }]", false),
        ("faults: [{segments: 155, gap: true}]", "[{at: 60s, stop: }]", false),
        // Nothing is requested during a pause.
        ("faults: [{at: 30s, late-segment: 2s}]", "[{at: 10s, pause: }, {at: 60s, stop: }]", true),
        (
            "breaks: [{at: 30s, source: \(SampleMedia.transportStream.path), duration: 4s}]",
            "[{at: 50s, stop: }]", false
        ),
        // No version of the playlist that the player loads before the pause lists the break.
        (
            "breaks: [{at: 4m, source: \(SampleMedia.transportStream.path), duration: 4s}]",
            "[{at: 10s, pause: }, {at: 5m, stop: }]", true
        ),
        (
            "edges: {list: [{outage: [{from: 30s, to: 32s}]}]}",
            "[{at: 10s, pause: }, {at: 50s, stop: }]", true
        ),
        ("edges: {list: [{outage: [{from: 30s, to: 40s}]}]}", "[{at: 50s, stop: }]", false),
    ])
    func `a broadcast fault that changes no response to the player has not occurred`(
        fields: String, steps: String, isUnmet: Bool
    ) throws {
        let codes = failures(try run(", " + fields, steps: steps))
        #expect(!codes.contains("scenario.step"), "the broadcast does not exist")
        #expect(codes.contains("scenario.fault") == isUnmet, "\(codes)")
    }

    @Test func `the time limit allows for a broadcast that ends after 30 hours`() throws {
        let text = """
            playctl: 1
            assets:
              - live: {source: \(SampleMedia.transportStream.path), id: news, \
            ends: {after: 30h, as: vod}}
            """
        let scenario = try ScenarioFile.scenario(from: Array(text.utf8), path: "live.play.yaml")
        #expect(scenario.timeBound.limit > .seconds(31 * 3600))
    }

    @Test(arguments: [
        "location: \"v*/*\", msn: 152, times: 1",
        "location: \"v*/*\", msn: 152..154, times: 3",
        "location: \"v*/*\", msn: 152..152, times: 1",
        "kind: segment, edge: 0, times: 1..",
    ])
    func `expectations match requests by their position in the broadcast`(pattern: String) throws {
        #expect(failures(try run("", "expect: [{requests: {\(pattern)}}]\n")) == [])
    }

    @Test(
        arguments: [
            ("{msn: 152, kind: key}", "the kind segment or subtitle"),
            ("{edge: 1, kind: [media-playlist, key]}", "the kind segment or subtitle"),
            ("{part: 1}", "a broadcast with parts"), ("{msn: 1, method: POST}", "the method GET"),
        ])
    func `a request pattern that no segment can match is an error of the file`(
        address: String, expected: String
    ) throws {
        for text in [
            "faults: [{match: \(address), do: hang}]\n",
            "expect: [{requests: \(address.dropLast()), times: 0}}]\n",
        ] {
            let error = #expect(throws: ScenarioFileError.self) { try run("", text) }
            #expect("\(error.map { "\($0)" } ?? "")".contains(expected))
        }
    }

    @Test func `a request pattern for a broadcast needs an asset that can be a broadcast`() throws {
        let text = "playctl: 1\nassets: [a.m3u8]\nfaults: [{match: {msn: 1}, do: hang}]\n"
        let error = #expect(throws: ScenarioFileError.self) {
            try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml")
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("expected a broadcast among the assets"))
        let url = text.replacing("a.m3u8", with: "\"https://a.test/a.m3u8\"")
        _ = try ScenarioFile.scenario(
            from: Array(url.utf8), path: "a.play.yaml", allowsNetwork: true)
    }

    @Test(
        arguments: [
            "{truncate: 100%}", "{truncate: 1GB}", "{reset-after: 1GB}", "{delay: 0s}",
            "{zeroed: {from: 500000000, to: 500000001}}", "wrong-key",
        ])
    func `a fault that changes no response fails the run`(fault: String) throws {
        let faults = "faults: [{match: {location: \"v*/*\", msn: 155}, do: \(fault)}]\n"
        #expect(failures(try run("", faults)) == ["scenario.fault"])
    }

    @Test(
        arguments: [
            "{truncate: 90%}", "{reset-after: 10}", "{delay: 1s}", "{slow: 10Mbps}", "hang",
            "{zeroed: {from: 188, to: 376}}", "{status: 503}",
        ])
    func `a fault that changes a response counts as having occurred`(fault: String) throws {
        let faults = "faults: [{match: {location: \"v*/*\", msn: 155}, do: \(fault)}]\n"
        #expect(!failures(try run("", faults)).contains("scenario.fault"))
    }

    @Test func `a fault may match one segment by its number`() throws {
        let faults = "faults: [{match: {location: \"v*/*\", msn: 155}, do: {status: 404}}]\n"
        let result = try run("", faults)
        #expect(!failures(result).contains("scenario.fault"))
        let edge = "faults: [{match: {edge: 40}, do: {status: 404}}]\n"
        #expect(failures(try run("", edge)) == ["scenario.fault"])
    }

    // MARK: Losses

    @Test func `a listed segment that the server lacks fails the run`() throws {
        let result = try run(", faults: [{segments: 155, missing: }]")
        #expect(result.verdict == .failed)
        #expect(!failures(result).contains("scenario.fault"))
    }

    @Test func `media that expired in a pause fails the run unless it is allowed`() throws {
        let steps = "[{at: 20s, pause-for: 5m}, {at: 6m, stop: }]"
        #expect(failures(try run(steps: steps)) == ["ledger.sound"])
        let allowed = "expect: [{allow: {account: expired, up-to: 5m}}, {jumps: 1}]\n"
        #expect(failures(try run("", allowed, steps: steps)) == [])
        let tooLittle = "expect: [{allow: {account: expired, up-to: 1m}}]\n"
        #expect(failures(try run("", tooLittle, steps: steps)) == ["ledger.sound"])
    }

    @Test func `declared gaps pass up to an allowed duration`() throws {
        let fields = ", faults: [{segments: 155..156, gap: }]"
        #expect(failures(try run(fields)) == [])
        let tooLittle = "expect: [{allow: {account: gap, up-to: 7s}}]\n"
        #expect(failures(try run(fields, tooLittle)) == ["ledger.sound"])
    }

    @Test func `subtitles continue after an outage of their playlist, which fails the run`() throws
    {
        let result = try run(
            "",
            """
            player: {subtitles: en}
            faults: [{match: "s*/index.m3u8", during: 20s..70s, do: {status: 503}}]
            expect:
              - requests: {location: "s*/s17?.vtt", times: 8..10}
              - never: PlaybackStalled
            """, steps: "[{at: 2m, stop: }]")
        #expect(failures(result) == ["ledger.sound"])
    }

    @Test func `a run that stops while playback waits for a silent encoder fails`() throws {
        let fields = ", faults: [{from: 10s, to: 1h, outage: silence}]"
        let result = try run(fields)
        #expect(failures(result) == ["ledger.completed"])
        #expect(failures(try run(fields, "expect: [{end: false}]\n")) == [])
    }

    @Test func `a broadcast that is never played fails the run`() throws {
        #expect(
            failures(try run("", "player: {auto-play: false}\n")).contains("ledger.completed"))
    }

    @Test func `a source that cannot be broadcast fails the run with its line`() throws {
        let text =
            "playctl: 1\nassets:\n  - live: {source: nowhere.m3u8, id: a}\nsteps: [{at: 1s, stop: }]\n"
        let result = ScenarioRunner().run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml"))
        let check = try #require(result.checks.first { $0.code == "scenario.step" })
        guard case .failed(let failure) = check.outcome else {
            Issue.record("passed")
            return
        }
        #expect(failure.line == 3)
        #expect(failure.found.contains("nowhere.m3u8"))
    }

    @Test(arguments: [
        ", faults: [{at: 2m, uri-change: }]", ", faults: [{segments: 1000, gap: }]",
        ", edges: {list: [{outage: [{from: 2m, to: 3m}]}]}",
    ])
    func `a fault that would occur after the end of the run fails the run`(fields: String) throws {
        #expect(failures(try run(fields)) == ["scenario.fault"])
    }

    @Test func `a scenario with a live stream from a real server fails`() {
        let scenario = Scenario("remote", playing: "https://live.test/index.m3u8") {
            step(.stop, at: .time(600))
            expect(.requests(RequestPattern("index.m3u8"), 1...1))
        }
        let result = ScenarioRunner(loader: EndlessServer()).run(scenario)
        #expect(failures(result) == ["ledger.completed"])
    }

    @Test func `a rule that matches no rendition fails the run`() throws {
        let result = try run(", renditions: [{match: \"*radio*\", lag: 1s}]")
        #expect(failures(result).contains("scenario.step"))
    }
}

/// A server that has a single playlist, which has no end tag.
private struct EndlessServer: ResourceLoader {
    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\ns0.ts\n#EXTINF:4,\ns1.ts\n"
        return ResourceResponse(
            url: request.url, status: 200, contentType: "application/vnd.apple.mpegurl",
            body: ResourceBody(Array(text.utf8)))
    }
}
