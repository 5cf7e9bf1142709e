import HeadlessPlaybackTesting
import TestSupport
import Testing

@Suite struct ScenarioRunnerTests {
    private static let asset = SampleMedia.transportStream.path

    private func codes(_ result: ScenarioResult) -> [String] {
        result.checks.compactMap { check in
            if case .failed = check.outcome { check.code } else { nil }
        }
    }

    @Test func `a scenario without expectations checks the ledger and the lints`() {
        let result = ScenarioRunner().run(Scenario("plain", playing: Self.asset) {})
        #expect(result.verdict == .passed)
        #expect(result.checks.contains { $0.code == "ledger.sound" && $0.outcome == .passed })
        #expect(result.checks.contains { $0.code == "lint.end-missing" })
        #expect(result.worldTime == .seconds(20))
        #expect(result.trace.count == 40)
    }

    @Test func `steps run at times, positions and events, and after each other`() {
        let scenario = Scenario("steps", playing: Self.asset) {
            seek(to: 10, at: .position(3))
            pause(at: .lifecycle(.playbackLikelyToKeepUp, occurrence: 2))
            play(at: .after(5))
            setRate(2, at: .time(12))
        }
        let result = ScenarioRunner().run(scenario)
        #expect(codes(result).isEmpty)
        #expect(
            result.trace.filter { $0.contains(">>") || $0.contains("<<") } == [
                "       3.000   1  >> seek 10.000",
                "       3.000   1  >> pause",
                "       3.000   1  << seek landed at 10.000",
                "       8.000   1  >> play",
                "      12.000   1  >> rate 2.0",
            ])
        #expect(result.worldTime == .seconds(15))
    }

    @Test func `a step that seeks beyond the end of a video has a skipped check`() {
        let result = ScenarioRunner().run(
            Scenario("far", playing: SampleMedia.single.path) { seek(to: 99, at: .position(3)) })
        #expect(result.verdict == .passed)
        let check = result.checks.first { $0.name == "the seek to 99.000 s lands at its target" }
        #expect(check?.outcome == .skipped("the video ends at 10.000 s, where the seek lands"))
    }

    @Test func `steps that wait for the same event run in the order of the scenario`() {
        let scenario = Scenario("steps", playing: Self.asset) {
            cuePoint(at: 3, "a")
            cuePoint(at: 6, "b")
            setRate(2, at: .event("didPassCuePoints", text: "b"))
            setRate(1.5, at: .event("didPassCuePoints", occurrence: 2))
            setRate(1, at: .event("didPassCuePoints", text: "b"))
        }
        let result = ScenarioRunner().run(scenario)
        #expect(codes(result).isEmpty)
        #expect(
            result.trace.filter { $0.contains(">>") } == [
                "       6.000   1  >> rate 2.0", "       6.000   1  >> rate 1.5",
                "       6.000   1  >> rate 1.0",
            ])
    }

    @Test func `a step whose trigger never occurs fails the scenario`() {
        let result = ScenarioRunner().run(
            Scenario("late", playing: Self.asset) { pause(at: .position(100)) })
        #expect(codes(result) == ["scenario.step"])
    }

    @Test func `a step that is not done has the number that it has in the file`() throws {
        let text = """
            playctl: 1
            assets: [\(Self.asset)]
            steps: [{at: {position: 2s}, pause-for: 1s}, {at: {position: 100s}, pause: }]
            """
        let result = ScenarioRunner().run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "steps.play.yaml"))
        let check = result.checks.first { $0.code == "scenario.step" }
        guard case .failed(let failure) = check?.outcome else {
            Issue.record("every step is done")
            return
        }
        #expect(failure.expected == "step 2, pause, is done")
    }

    @Test func `a selection of a missing option fails the scenario`() {
        let result = ScenarioRunner().run(
            Scenario("option", playing: Self.asset) {
                step(.selectSubtitles("tlh"), at: .position(2))
            })
        #expect(codes(result) == ["scenario.step"])
    }

    @Test func `faults and failed requests are in the trace`() {
        let scenario = Scenario("503", playing: Self.asset) {
            fault(.status(503), at: "*.ts", occurrences: 1..<3)
            expect(.requests(RequestPattern("*.ts"), 12...12), .never(EventPattern("Fail")))
        }
        let result = ScenarioRunner().run(scenario)
        #expect(codes(result).isEmpty)
        #expect(result.metrics[.retries] == 2)
        #expect(result.trace.count { $0.contains("!! request") && $0.contains("retried") } == 2)
        #expect(!result.trace.contains { $0.contains(SampleMedia.folder) })
    }

    @Test func `an app in the background pauses`() {
        let scenario = Scenario("background", playing: Self.asset) {
            step(.enter(.background), at: .position(5))
            step(.enter(.foreground), at: .after(10))
            play(at: .after(1))
            expect(
                .order(["Pause", "PlayRequest", "End"].map { EventPattern($0) }),
                .never(EventPattern("PauseRequest")))
        }
        let result = ScenarioRunner().run(scenario)
        #expect(codes(result).isEmpty)
        #expect(result.worldTime == .seconds(31))
    }

    @Test func `an app that dies in the middle plays in a second session`() {
        let scenario = Scenario("relaunch", playing: Self.asset) {
            step(.setVideos([0]))
            step(.relaunch(.crash), at: .position(5))
            step(.setVideos([0]), at: .after(1))
            expect(.count(EventPattern("Ready", session: 2), 1...1))
        }
        let result = ScenarioRunner().run(scenario)
        #expect(codes(result).isEmpty)
        #expect(result.histories.map(\.number) == [1, 2])
        #expect(result.worldTime == .seconds(26))
    }

    @Test func `an app that was killed does nothing until it is launched`() {
        let scenario = Scenario("dead", playing: Self.asset) {
            step(.setVideos([0]))
            step(.kill(.crash), at: .position(5))
            step(.setVideos([0]), at: .after(1))
            step(.launch, at: .after(30))
            step(.setVideos([0]), at: .after(1))
            step(.launch, at: .after(1))
            expect(.count(EventPattern("Ready", session: 2), 1...1))
            expect(.never(EventPattern("Ready", session: 3)))
        }
        let result = ScenarioRunner().run(scenario)
        #expect(codes(result) == ["scenario.step"])
        #expect(result.worldTime == .seconds(57))
        let check = result.checks.first { $0.code == "scenario.step" }
        guard case .failed(let failure) = check?.outcome else {
            Issue.record("another result")
            return
        }
        #expect(failure.expected == "step 3 is done")
        #expect(failure.found == "the app does not run (and 1 more)")
    }

    @Test func `a download continues while its app is not running`() {
        let scenario = Scenario("download", playing: Self.asset) {
            network(NetworkConditions(bitsPerSecond: 400_000))
            step(.download(0, nil))
            step(.kill(.memoryPressure), at: .time(4))
            step(.launch, at: .after(20))
            step(.connect(.none), at: .event("didFinishDownload"))
            step(.playDownload(0), at: .after(1))
            expect(.download(0, .playable), .noNetwork, .end(true))
        }
        #expect(codes(ScenarioRunner().run(scenario)).isEmpty)
    }

    @Test func `a download continues after its app is relaunched, and plays without a network`() {
        let scenario = Scenario("download", playing: Self.asset) {
            network(NetworkConditions(bitsPerSecond: 400_000))
            step(.download(0, nil))
            step(.relaunch(.memoryPressure), at: .time(4))
            step(.connect(.none), at: .event("didFinishDownload"))
            step(.playDownload(0), at: .after(1))
            expect(.download(0, .playable), .noNetwork, .end(true))
        }
        let result = ScenarioRunner().run(scenario)
        #expect(codes(result).isEmpty)
        #expect(result.histories.count == 1)
    }

    @Test func `network use fails a scenario that expects none`() {
        let scenario = Scenario("network", playing: Self.asset) { expect(.noNetwork) }
        #expect(codes(ScenarioRunner().run(scenario)) == ["expect.no-network"])
    }

    @Test func `the key server of a scenario is used`() throws {
        let policies = try ProtectedSample.cbcs.policies()
        let scenario = Scenario("licence", playing: ProtectedSample.cbcs.path) {
            player { $0.keys.policies = policies }
            expect(.licences([200]))
        }
        let result = ScenarioRunner().run(scenario)
        #expect(codes(result).isEmpty)
    }

    @Test func `keys that nothing requests are reported`() throws {
        let policies = try ProtectedSample.cbcs.policies()
        let setups: [(String, (inout KeySetup) -> Void)] = [
            ("given", { $0.given = ["skd://other": [UInt8](repeating: 1, count: 16)] }),
            ("single", { $0.single = [UInt8](repeating: 1, count: 16) }),
            ("policies", { $0.policies = policies }),
        ]
        for (name, setUp) in setups {
            var scenario = Scenario("clear", playing: Self.asset) {}
            setUp(&scenario.player.keys)
            let result = ScenarioRunner().run(scenario)
            #expect(codes(result) == ["scenario.key"])
            let check = result.checks.first { $0.code == "scenario.key" }
            guard case .failed(let failure) = check?.outcome else { continue }
            #expect(failure.expected == "a request for a key of keys.\(name)")
            scenario.player.keys.areOptional = true
            #expect(codes(ScenarioRunner().run(scenario)).isEmpty)
        }
    }

    @Test func `keys may be unused if a run ends before them, or if a licence is stored`() throws {
        let policies = try ProtectedSample.cbcs.policies()
        let key = [UInt8](repeating: 1, count: 16)
        let stopped = Scenario("stopped", playing: Self.asset, ProtectedSample.cbcs.path) {
            player { $0.keys.given = [ProtectedSample.keyURI: key] }
            step(.stop, at: .time(5))
            expect(.end(false))
        }
        let stored = Scenario("stored", playing: ProtectedSample.cbcs.path) {
            player {
                $0.keys.policies = policies
                $0.keys.given = [ProtectedSample.keyURI: key]
            }
            step(.download(0, OfflineVideoParameters(purchase: true)))
            step(.connect(.none), at: .time(60))
            step(.playDownload(0), at: .after(0))
            expect(.download(0, .playable), .noNetwork, .end(true))
        }
        for scenario in [stopped, stored] {
            let result = ScenarioRunner().run(scenario)
            #expect(codes(result).isEmpty, "\(scenario.name): \(codes(result))")
            let check = result.checks.first { $0.code == "scenario.key" }
            guard case .skipped = check?.outcome else {
                Issue.record("\(scenario.name): another result")
                continue
            }
        }
    }

    @Test func `a fault that matches no request is reported`() {
        func failure(_ pattern: RequestPattern, occurrences: Range<Int>? = nil) -> Failure? {
            var scenario = Scenario("fault", playing: Self.asset) {}
            scenario.surroundings.faults = [
                FaultRule(pattern, occurrences: occurrences, fault: .delay(.milliseconds(1)))
            ]
            let check = ScenarioRunner().run(scenario).checks.first { $0.code == "scenario.fault" }
            guard case .failed(let failure) = check?.outcome else { return nil }
            return failure
        }
        #expect(failure(RequestPattern("*.m3u8")) == nil)
        let none = failure(RequestPattern("*.m3u9"))
        #expect(none?.expected == "fault 1, for *.m3u9, applies to a request")
        #expect(none?.found == "no request that matches it")
        let late = failure(RequestPattern("index.m3u8"), occurrences: 99..<100)
        #expect(late?.found.hasSuffix("and never at that time") == true)
    }

    @Test func `a fault without an effect is reported`() {
        func found(_ rules: [FaultRule]) -> [String] {
            var scenario = Scenario("fault", playing: Self.asset) {}
            scenario.surroundings.faults = rules
            return ScenarioRunner().run(scenario).checks.compactMap { check in
                guard check.code == "scenario.fault", case .failed(let failure) = check.outcome
                else { return nil }
                return "\(failure.expected.prefix(7)): \(failure.found)"
            }
        }
        let late = FaultRule(RequestPattern("index.m3u8"), fault: .delay(.milliseconds(1)))
        let later = FaultRule(RequestPattern("index.m3u8"), fault: .delay(.milliseconds(2)))
        #expect(found([late]) == [])
        #expect(found([late, later]).first?.hasPrefix("fault 2: it is requested ") == true)
        #expect(found([late, later]).first?.hasSuffix(", and another fault comes first") == true)
        let stale = FaultRule(RequestPattern("index.m3u8"), fault: .stale)
        #expect(found([stale]).first?.hasSuffix(", and there is no older answer") == true)
    }

    @Test func `a change of the network that begins after the end is reported`() {
        func failures(_ steps: [(second: Int64, bitsPerSecond: Int64?)]) -> [String] {
            var scenario = Scenario("network", playing: Self.asset) {}
            let changes = steps.map { step in
                NetworkConditions.Step(
                    start: Instant(sinceStart: .seconds(step.second)),
                    bitsPerSecond: step.bitsPerSecond)
            }
            scenario.surroundings.network = NetworkConditions(steps: changes)
            return ScenarioRunner().run(scenario).checks.compactMap { check in
                guard check.code == "scenario.fault", case .failed(let failure) = check.outcome
                else { return nil }
                return failure.expected
            }
        }
        #expect(failures([(1, 9_000_000), (2, nil)]) == [])
        let expected = "the change of the network at 3600.000 begins"
        #expect(failures([(1, 9_000_000), (3600, nil)]) == [expected])
        #expect(failures([(3600, 0), (7200, nil)]) == [expected])
    }

    @Test func `playback of a download does not count as a request for a fault`() {
        let scenario = Scenario("download", playing: Self.asset) {
            step(.download(0, nil))
            step(.playDownload(0), at: .event("didFinishDownload"))
            fault(.status(404), at: "*.ts", occurrences: 1000..<1001)
            fault(.delay(.milliseconds(1)), at: "*.ts", occurrences: 0..<1)
        }
        let check = ScenarioRunner().run(scenario).checks.first { $0.code == "scenario.fault" }
        guard case .failed(let failure) = check?.outcome else {
            Issue.record("it is met")
            return
        }
        #expect(failure.expected == "fault 1, for *.ts, applies to a request")
    }

    @Test func `the time limit ends a run`() {
        var scenario = Scenario("cut", playing: Self.asset) { expect(.end(false)) }
        scenario.timeLimit = .seconds(10)
        let result = ScenarioRunner().run(scenario)
        #expect(codes(result).isEmpty)
        #expect(result.worldTime == .seconds(10))
        #expect(result.trace.last == "      10.000   -  -- time limit")
    }

    @Test func `a cancelled run is reported as cancelled`() {
        let runner = ScenarioRunner()
        runner.cancellation.cancel()
        #expect(codes(runner.run(Scenario("x", playing: Self.asset) {})) == ["scenario.cancelled"])
    }

    @Test func `an invalid scenario is refused`() {
        var scenario = Scenario("nonsense", playing: Self.asset) {
            step(.download(3, nil), at: .after(1))
            knownIssue("lint.end-mising", text: "End")
            knownIssue("lint.end-missing", text: "End", isSometimes: true)
            knownIssue("lint.end-missing", text: "", times: 0)
        }
        scenario.timeLimit = .zero
        let result = ScenarioRunner().run(scenario)
        #expect(codes(result) == [String](repeating: "scenario.invalid", count: 8))
        #expect(result.trace.isEmpty)
    }
}
