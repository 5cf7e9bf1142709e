import Foundation
import HeadlessPlayback
import RunResults
import Scenarios
import TestSupport
import Testing

@Suite struct ScenarioFileTests {
    private static let text =
        ScenarioText.everyKey

    private func read(
        _ text: String, path: String = "suite/a.play.yaml", root: String? = nil,
        allowsNetwork: Bool = false
    ) throws(ScenarioFileError) -> Scenario {
        try ScenarioFile.scenario(
            from: Array(text.utf8), path: path, root: root, allowsNetwork: allowsNetwork)
    }

    private func short(_ rest: String) throws -> Scenario {
        try read("playctl: 1\nassets: [a.m3u8, {url: b.m3u8, name: film}]\n" + rest)
    }

    private func actions(_ text: String) throws -> [String] {
        try short("steps:\n\(text)\n").steps.map { "\($0.trigger) \($0.action)" }
    }

    private func expectations(_ text: String) throws -> [String] {
        try short("expect:\n\(text)\n").expectations.map { "\($0)" }
    }

    @Test func `the shortest file plays an asset`() throws {
        let scenario = try read("playctl: 1\nassets: [film/index.m3u8]\n")
        #expect(scenario.name == "a")
        #expect(scenario.file == "suite/a.play.yaml")
        #expect(scenario.assets.map(\.url) == ["suite/film/index.m3u8"])
        #expect(scenario.seed == 0)
        #expect(scenario.steps.isEmpty && scenario.expectations.isEmpty)
        #expect(scenario.timeLimit == nil)
        #expect(scenario.surroundings.network == .unlimited)
    }

    @Test func `a byte order mark before the first key is skipped`() throws {
        for start in ["\u{FEFF}playctl: 1\n", "\u{FEFF}# a comment\nplayctl: 1\n"] {
            let scenario = try read(start + "assets: [film/index.m3u8]\n")
            #expect(scenario.assets.count == 1)
        }
        #expect(throws: ScenarioFileError.self) {
            try read("playctl: 1\n\u{FEFF}assets: [film/index.m3u8]\n")
        }
    }

    @Test func `a seed may have all 64 bits`() throws {
        #expect(try short("seed: 18446744073709551615\n").seed == .max)
        for seed in ["18446744073709551616", "-1", "+1", "1.5"] {
            #expect(throws: ScenarioFileError.self) { try short("seed: \(seed)\n") }
        }
    }

    @Test func `steps are numbered as in the file`() throws {
        let scenario = try short(
            "steps: [{at: 8s, pause-for: 1s}, play, {at: 20s, pause-for: 1s}]\n")
        #expect(scenario.steps.indices.map(scenario.lines.number(ofStep:)) == [1, 1, 2, 3, 3])
        #expect(Scenario("a", assets: []).lines.number(ofStep: 4) == 5)
    }

    @Test func `a period without an end is described without an instant`() throws {
        let open = try short("expect: [{never: {event: Ready, during: 1s..}}]\n")
        let closed = try short("expect: [{never: {event: Ready, during: 1s..2s}}]\n")
        func words(_ scenario: Scenario) -> String? {
            guard case .never(let pattern) = scenario.expectations.first else { return nil }
            return "\(pattern)"
        }
        #expect(words(open) == "Ready from 1.000 on")
        #expect(words(closed) == "Ready from 1.000 to 2.000")
    }

    @Test func `a JSON file is read as well`() throws {
        let scenario = try read(
            "{\"playctl\": 1, \"assets\": [{\"url\": \"/a.m3u8\"}], \"steps\": [\"play\"], \"seed\": 3}"
        )
        #expect(scenario.assets.map(\.url) == ["/a.m3u8"])
        #expect(scenario.seed == 3)
        #expect(scenario.steps.count == 1)
    }

    @Test func `every part of a scenario is read`() throws {
        let scenario = try read(Self.text)
        #expect(scenario.name == "everything at once")
        #expect(scenario.tags == ["ads", "smoke-1"])
        #expect(scenario.seed == 42)
        #expect(scenario.timeLimit == .seconds(7200))
        #expect(scenario.surroundings.silenceLimit == .seconds(90))
        #expect(scenario.surroundings.connection == .cellular)
        #expect(scenario.surroundings.start.text == "2026-02-01T10:00:00Z")
        #expect(scenario.steps.count == 28)
        #expect(scenario.expectations.count == 23)
        #expect(scenario.surroundings.faults.count == 11)
        #expect(scenario.thresholds.count == 6)
    }

    @Test func `assets have cue points, tracks and properties`() throws {
        let asset = try #require(try read(Self.text).assets.last)
        #expect(asset.url == "suite/other/index.m3u8")
        #expect(asset.name == "other")
        #expect(asset.cuePoints.map(\.position) == [.before, .time(.seconds(10)), .after])
        #expect(asset.cuePoints[0].type == CuePoint.adSlot)
        #expect(asset.cuePoints[1].name == "mid")
        #expect(asset.cuePoints[1].properties["weight"] == 3)
        #expect(asset.cuePoints[1].properties["list"] == [1, "a", true, nil])
        #expect(asset.properties == ["id": "17", "duration": 20_000])
        #expect(asset.textTracks.map(\.language) == ["no", "pt-BR"])
        #expect(asset.textTracks[0].source == "suite/no.vtt")
        #expect(asset.textTracks[0].kind == .captions)
        #expect(asset.textTracks[0].duration == .seconds(20))
        #expect(asset.textTracks[0].isDefault)
        #expect(asset.textTracks[0].mimeType == "text/vtt")
        #expect(asset.textTracks[1].sourceType == .playlist)
    }

    @Test func `every option of the player is read`() throws {
        let player = try read(Self.text).player
        let options = player.options
        #expect(!player.autoPlay && player.autoAdvance && !player.enableCaptionPersistence)
        #expect(player.rate == 1.5)
        #expect(options.progressInterval == .milliseconds(500))
        #expect(options.cuePointInterval == .zero)
        #expect(options.verification == .decode)
        #expect(options.preferredPeakBitRate == 2_400_000)
        #expect(
            options.bufferOptimizer
                == BufferOptimizer(
                    method: .none, minimumDuration: .seconds(10), maximumDuration: .seconds(60)))
        var recovery = RecoveryPolicy()
        (recovery.playlistRetries, recovery.segmentRetries, recovery.keyRetries) = (0, 5, 1)
        (recovery.keyTimeout, recovery.firstDelay) = (.seconds(10), .milliseconds(250))
        (recovery.longestDelay, recovery.longestServerDelay) = (.seconds(4), .seconds(60))
        (recovery.missingSegment, recovery.damagedSegment) = (.skip, .skip)
        recovery.missingSubtitles = .skip
        #expect(options.recovery == recovery)
        #expect(options.mediaPreferences.audioLanguages == ["no", "en"])
        #expect(options.mediaPreferences.subtitles == .language("no"))
        #expect(
            options.mediaPreferences.characteristics == ["public.accessibility.describes-video"])
        #expect(options.offlineSubtitleLanguage == "de")
        #expect(options.reportsPlayBeforeReady && !options.reportsPauseAtEnd)
        #expect(options.seekableWindow == .seconds(300))
    }

    @Test func `keys are read as values and as policies`() throws {
        let keys = try read(Self.text).player.keys
        #expect(keys.given["keys/1.bin"]?.first == 0)
        #expect(keys.given["keys/1.bin"]?.last == 0x55)
        #expect(keys.given["skd://a"]?.last == 0xFF)
        #expect(keys.single == [UInt8](repeating: 0xFF, count: 16))
        #expect(keys.policies?.identifiers == ["film"])
        #expect(keys.serverLatency == .milliseconds(90))
        #expect(keys.areOptional)
    }

    @Test func `an invalid policy is reported with its line`() throws {
        let error = try #require(throws: ScenarioFileError.self) {
            try short("keys:\n  policies:\n    film:\n      key: abc\n")
        }
        #expect(error.line == 6)
        #expect("\(error.reason)" == "film.key is not 32 hexadecimal digits")
    }

    @Test func `faults have a pattern, a count, a period and an effect`() throws {
        let faults = try read(Self.text).surroundings.faults
        #expect(
            faults[0]
                == FaultRule(
                    RequestPattern("seg*.ts", kinds: [.segment]), occurrences: 1..<2,
                    fault: .status(503, retryAfter: .seconds(2))))
        #expect(
            faults[1]
                == FaultRule(
                    RequestPattern("*.m3u8"), occurrences: 0..<3,
                    period: Instant(sinceStart: .seconds(600))..<Instant(sinceStart: .seconds(720)),
                    fault: .hang))
        #expect(faults[2].pattern.kinds == [.key, .other])
        #expect(faults[2].pattern.rangeStart == 64_000)
        #expect(
            faults.dropFirst(2).map(\.fault) == [
                .truncation(toMillionths: 500_000), .truncation(toBytes: 1024),
                .reset(afterBytes: 100), .zeroedBytes(nil), .zeroedBytes(10..<1000),
                .slowBody(bitsPerSecond: 64_000), .delay(.seconds(3)), .stale, .wrongKey,
            ])
    }

    @Test func `a step without a time follows the step before it`() throws {
        #expect(
            try actions("  - play\n  - pause\n  - {at: 10s, play: }\n  - pause\n")
                == [
                    "start play", "start pause", "time(10.0 seconds) play",
                    "afterPrevious(0.0 seconds) pause",
                ])
    }

    @Test func `every trigger of a step is read`() throws {
        let steps = try read(Self.text).steps
        #expect(steps[1].trigger == .time(.seconds(10)))
        #expect(steps[2].trigger == .afterPrevious(.seconds(2)))
        #expect(steps[3].trigger == .position(.seconds(300)))
        guard case .event(let pattern, occurrence: 2) = steps[4].trigger else {
            Issue.record("\(steps[4].trigger)")
            return
        }
        #expect(pattern.name == "Ready" && pattern.session == 2 && pattern.text == "a")
        #expect(pattern.period?.lowerBound == Instant(sinceStart: .seconds(1)))
    }

    @Test func `steps reference assets by index or by name`() throws {
        let actions = try actions(
            "  - set-videos: [film, 1]\n  - insert: {asset: 2, after: 0}\n  - play-download: film")
        #expect(
            actions == [
                "start setVideos([1, 0])", "start insert(1, after: -1)", "start playDownload(1)",
            ])
        let error = try #require(throws: ScenarioFileError.self) {
            try short("steps: [{download: flim}]\n")
        }
        #expect("\(error.reason)" == "'flim' is not the name of an asset; did you mean 'film'?")
    }

    @Test func `a name that several assets have refers to none of them`() throws {
        func read(_ rest: String) throws -> Scenario {
            let film = "{url: a.m3u8, name: film}"
            return try self.read("playctl: 1\nassets: [\(film), \(film)]\n" + rest)
        }
        #expect(try read("steps: [{set-videos: [2, 1]}]\n").steps.count == 1)
        for rest in [
            "steps: [{set-videos: [1, film]}]\n",
            "steps: [{download: 2}]\nexpect: [{download: {asset: film, ends: absent}}]\n",
        ] {
            let error = try #require(throws: ScenarioFileError.self) { try read(rest) }
            #expect(
                "\(error.reason)"
                    == "expected the place of an asset, or a name that no other asset has, not 'film'"
            )
        }
    }

    @Test func `expectations have short forms and long ones`() throws {
        #expect(
            try expectations("  - end\n  - {end: true}\n  - {no-network: }\n  - no-network")
                == ["end(true)", "end(true)", "noNetwork", "noNetwork"])
        guard
            case .cuePoints(let points, let tolerance)? = try read(Self.text).expectations
                .dropFirst(3).first
        else {
            Issue.record("no cue points")
            return
        }
        #expect(tolerance == .zero)
        #expect(
            points == [
                ExpectedCuePoint(.before), ExpectedCuePoint(.time(.seconds(10))),
                ExpectedCuePoint(.time(.seconds(20)), name: "mid", type: "AdSlot"),
            ])
    }

    @Test func `the line numbers of steps, expectations, thresholds and known issues are kept`()
        throws
    {
        let scenario = try short(
            "steps:\n  - play\n  - at: 1s\n    pause:\nexpect:\n\n  - end\nthresholds:\n"
                + "  switches: <= 3\n  retries:\n    - '< 5'\n    - '> 1'\n"
                + "known-issues:\n  - {code: a, text: b}\n")
        #expect(scenario.lines.steps == [4, 5])
        #expect(scenario.lines.expectations == [9])
        #expect(scenario.lines.thresholds == [11, 13, 14])
        #expect(scenario.lines.knownIssues == [16])
        #expect(scenario.lines.line(of: 1, in: \.steps) == 5)
        #expect(scenario.lines.line(of: 2, in: \.steps) == nil)
    }

    @Test func `thresholds are in the units of their metrics`() throws {
        let thresholds = try short(
            "thresholds:\n  startup-time: < 1500ms\n  rebuffering-ratio: <= 0.5%\n"
                + "  mean-bitrate: '>= 2Mbps'\n  wasted-bytes: < 1MiB\n  switches: == 0\n"
        ).thresholds
        #expect(
            thresholds == [
                Threshold(.startupTime, .less, 1.5), Threshold(.rebufferingRatio, .atMost, 0.005),
                Threshold(.meanBitrate, .atLeast, 2_000_000),
                Threshold(.wastedBytes, .less, 1_048_576), Threshold(.switches, .equal, 0),
            ])
    }

    @Test func `thresholds apply to every player profile, or to the profiles that they name`()
        throws
    {
        let scenario = try short(
            "player: {profile: vhs}\nthresholds:\n  - switches: <= 3\n"
                + "  - profile: [hls.js, vhs]\n    retries: < 5\n"
                + "  - profile: chromium\n    retries: < 6\n")
        #expect(scenario.thresholds.map(\.profiles) == [[], ["hls.js", "vhs"], ["chromium"]])
        let runs = scenario.forEachPlayer
        #expect(runs.map(\.name) == ["", ".chromium", ".hls.js"].map { scenario.name + $0 })
        #expect(runs.map(\.player.options.profile.name) == ["vhs", "chromium", "hls.js"])
        #expect(runs.map { $0.thresholds.map(\.bound) } == [[3, 5], [3, 6], [3, 5]])
        #expect(runs.map(\.lines.thresholds) == [[5, 7], [5, 9], [5, 7]])
        let all = try short("thresholds: {profile: all, switches: <= 3}\n")
        #expect(all.forEachPlayer.count == 8)
        #expect(try short("thresholds: {switches: <= 3}\n").forEachPlayer.count == 1)
    }

    @Test(arguments: ScenarioText.refused)
    func `a mistake in a file is reported with its position and the correct form`(
        mistake: ScenarioText.Refused
    ) throws {
        let error = try #require(throws: ScenarioFileError.self) { try read(mistake.file) }
        #expect(error.line == mistake.line)
        #expect(error.path == mistake.path)
        #expect("\(error.reason)".contains(mistake.message))
        #expect("\(error)".hasPrefix("suite/a.play.yaml:\(error.line):\(error.column): "))
        #expect(!"\(error)".contains("\n"))
    }

    @Test func `invalid YAML is reported with its position`() throws {
        let error = try #require(throws: ScenarioFileError.self) {
            try read("playctl: 1\nassets: &all [a]\n")
        }
        #expect(
            "\(error)"
                == "suite/a.play.yaml:2:9: anchors (&name) are not supported: write the values out"
        )
    }

    @Test(arguments: [
        ("suites/ads/midroll.play.yaml", "suites", "ads.midroll"),
        ("suites/ads/midroll.play.yaml", "./suites/", "ads.midroll"),
        ("suites/ads/midroll.play.yaml", nil, "midroll"),
        ("a.play.yaml", ".", "a"), ("/x/y/a.yaml", "/x", "y.a"), ("a.json", nil, "a"),
        ("other/a.play.yaml", "suites", "a"), (".play.yaml", nil, ".play.yaml"),
    ])
    func `a scenario is named by its path`(path: String, root: String?, name: String) {
        #expect(ScenarioFile.name(of: path, in: root) == name)
    }

    @Test func `a scenario is named by its path if only one of the paths is absolute`() {
        let folder = FileManager.default.currentDirectoryPath
        #expect(ScenarioFile.name(of: "a/b.play.yaml", in: folder) == "a.b")
        #expect(ScenarioFile.name(of: "\(folder)/a/b.play.yaml", in: ".") == "a.b")
        #expect(ScenarioFile.name(of: "a/c/b.play.yaml", in: "a/../a") == "c.b")
        #expect(ScenarioFile.name(of: "/nowhere/b.play.yaml", in: folder) == "b")
    }

    @Test func `remote locations are refused unless the network is allowed`() throws {
        let text = "playctl: 1\nassets: [https://example.com/a.m3u8]\n"
        let error = try #require(throws: ScenarioFileError.self) { try read(text) }
        #expect(error.reason == .networkRefused("https://example.com/a.m3u8"))
        #expect(error.path == "assets[1]")
        let scenario = try read(text, allowsNetwork: true)
        #expect(scenario.assets.map(\.url) == ["https://example.com/a.m3u8"])
        #expect(throws: ScenarioFileError.self) {
            try short("network: {trace: http://example.com/t}\n")
        }
    }

    @Test func `referenced files are resolved beside the scenario`() throws {
        let folder = ScratchFolder()
        folder.put("[{\"time\": 3, \"name\": \"x\"}]".utf8, at: "cues.json")
        folder.put("0 1000\n10 500\n".utf8, at: "trace.txt")
        folder.put(
            "{\"*\": {\"key\": \"\(String(repeating: "ab", count: 16))\"}}".utf8, at: "p.json")
        let scenario = try read(
            "playctl: 1\nassets: [{url: a.m3u8, cue-points: cues.json}]\n"
                + "network: {trace: trace.txt, latency: 20ms}\nkeys: {policies: p.json}\n",
            path: folder.path + "/a.play.yaml")
        #expect(scenario.assets[0].cuePoints.map(\.name) == ["x"])
        #expect(scenario.surroundings.network.steps.map(\.bitsPerSecond) == [1_000_000, 500_000])
        #expect(scenario.surroundings.network.latency == .milliseconds(20))
        #expect(scenario.player.keys.policies?.identifiers == ["*"])
    }

    @Test(arguments: [
        ("assets: [{url: a, cue-points: none.json}]\n", "'none.json': no such file"),
        ("assets: [a]\nnetwork: {trace: bad.txt}\n", "'bad.txt': line 1: expected seconds"),
        (
            "assets: [{url: a, cue-points: bad.txt}]\n",
            "'bad.txt': the JSON text is not a list of cue points"
        ),
        ("assets: [a]\nkeys: {policies: bad.txt}\n", "'bad.txt': line 1, column 1: expected"),
    ])
    func `an invalid referenced file is reported`(text: String, message: String) throws {
        let folder = ScratchFolder()
        folder.put("what\n".utf8, at: "bad.txt")
        let error = try #require(throws: ScenarioFileError.self) {
            try read("playctl: 1\n" + text, path: folder.path + "/a.play.yaml")
        }
        #expect("\(error.reason)".hasPrefix(message))
    }
}
