import Formats
import HeadlessPlaybackTesting
import Sweeps
import TestSupport
import Testing
import VirtualTime

@testable import ResultReports

@Suite struct FaultSweepTests {
    private func sweep(
        _ path: String, only: [String] = [], jobs: Int = 2,
        _ configure: (inout Scenario) -> Void = { _ in }
    ) -> SweepReport {
        var scenario = Scenario("sample", assets: [ScenarioAsset(path)])
        configure(&scenario)
        return FaultSweep(SweepPlan(scenario, only: only, jobs: jobs, command: "sweep it")).run()
    }

    @Test(arguments: SampleMedia.allCases)
    func `no single fault makes the player break a guarantee`(sample: SampleMedia) {
        let report = sweep(sample.path)
        for result in report.results {
            #expect(result.verdict == .passed, "\(result.name): \(result.checks)")
        }
        #expect(report.table.total(.violation) == 0)
        #expect(report.table.total == report.results.count - 1)
        #expect(report.left == 0)
    }

    @Test func `the media of a playback service is swept, but not the service calls`() throws {
        let text = """
            playctl: 1
            assets: [{find: {video: a}}]
            service: {policy-key: key, videos: [{id: a, source: \(SampleMedia.single.path)}]}
            """
        let scenario = try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml")
        let report = FaultSweep(SweepPlan(scenario, only: ["*:404"], jobs: 2)).run()
        let names = report.results.dropFirst().map(\.name)
        #expect(names.contains { $0.contains("index.m3u8") } && names.count > 3)
        #expect(!names.contains { $0.contains("service.test") })
        #expect(report.table.total(.violation) == 0)
        #expect(SeekSweep.refusal(of: scenario)?.contains("playback service") == true)
    }

    @Test func `downloads, unplayed media and missing subtitles are not swept`() {
        func found(_ configure: (inout Scenario) -> Void) -> String? {
            let report = sweep(SampleMedia.single.path, configure)
            guard report.results.count == 1, report.results[0].verdict != .passed,
                case .failed(let failure)? = report.results[0].checks.first?.outcome
            else { return nil }
            return failure.found
        }
        let download = found { $0.steps = [ScenarioStep(.download(0, nil))] }
        #expect(download?.contains("offline steps") == true, "\(download ?? "")")
        let open = found { scenario in
            scenario.steps = [ScenarioStep(.pause, at: .time(.seconds(3)))]
            scenario.expectations = [.end(false)]
            scenario.file = "a.play.yaml"
        }
        #expect(open?.contains("leaves media unplayed") == true, "\(open ?? "")")
        let silent = found { $0.player.options.mediaPreferences.subtitles = .language("de") }
        #expect(silent == "no subtitles in \"de\": the asset lists none")
    }

    /// Returns a scenario that plays a broadcast for a time such as `12s`.
    private func broadcast(_ stretch: String) throws -> Scenario {
        let text = """
            playctl: 1
            assets:
              - live: {source: \(SampleMedia.single.path), id: news, ran-for: 10m, window: {length: 20s}}
            steps: [{at: \(stretch), stop: }]
            """
        return try ScenarioFile.scenario(from: Array(text.utf8), path: "live.play.yaml")
    }

    @Test func `no single fault makes the player break a guarantee in a broadcast`() throws {
        let report = FaultSweep(SweepPlan(try broadcast("12s"), jobs: 2)).run()
        for result in report.results {
            #expect(result.verdict == .passed, "\(result.name): \(result.checks)")
        }
        #expect(report.results.count > 10)
        #expect(report.table.total(.violation) == 0)
        // If the playlist takes longer to arrive than the run lasts, nothing is played, and no
        // guarantee is broken.
        let slow = report.results.filter { $0.name == "live.index.m3u8:slow" }
        #expect(slow.map(\.swept) == [.fault(.slow, resource: .multivariantPlaylist, .lost)])
        // A segment of a broadcast that cannot be obtained is lost, and the player reports the
        // loss.
        #expect(report.table.total(.lost) + report.table.total(.failed) > 0)
    }

    @Test func `a longer section of a broadcast has more requests that can fail`() throws {
        let plan = SweepPlan(try broadcast("8s"), only: ["*:404"], jobs: 2)
        let longer = SweepPlan(try broadcast("24s"), only: ["*:404"], jobs: 2)
        let (few, many) = (FaultSweep(plan).run(), FaultSweep(longer).run())
        #expect(few.results.count > 3)
        #expect(many.results.count > few.results.count)
        #expect(many.table.total(.violation) == 0)
    }

    @Test func `faults of keys are tried, and a lost key is reported`() {
        let report = sweep(
            "\(SampleMedia.folder)/protected-aes128/index.m3u8", only: ["*.key:*"])
        // Each of the two keys has nine runs: the eight faults that any request can have, and a
        // wrong key.
        #expect(report.results.count == 1 + 2 * 9)
        #expect(report.table.total(.violation) == 0)
        #expect(report.table.text.contains("\n  key       wrong-key "))
        #expect(report.table.total(.failed) >= 8)
    }

    @Test func `concurrent runs give the same results as sequential ones`() {
        let path = SampleMedia.transportStream.path
        let alone = sweep(path, jobs: 1)
        let together = sweep(path, jobs: 4)
        #expect(alone.results.map(\.name) == together.results.map(\.name))
        #expect(alone.results.map(\.checks) == together.results.map(\.checks))
        #expect(alone.results.map(\.worldTime) == together.results.map(\.worldTime))
        #expect(alone.table.text == together.table.text)
    }

    @Test func `every run has a unique name that repeats only that run`() {
        let path = SampleMedia.fragments.path
        let all = sweep(path)
        #expect(Set(all.results.map(\.name)).count == all.results.count)
        for result in all.results.dropFirst(20).prefix(12) {
            let name = String(result.name.dropFirst("sample.".count))
            #expect(result.command == "sweep it --only \(ShellWord.quoted(name))")
            let alone = sweep(path, only: [name])
            #expect(alone.results.dropFirst().map(\.checks) == [result.checks])
        }
    }

    @Test func `a resource name with an apostrophe is quoted as one shell word`() {
        let scratch = ScratchFolder()
        let media = fileBytes("\(SampleMedia.folder)/single/segment-0.ts")
        scratch.put(media, at: "it's.ts")
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:2,\nit's.ts\n#EXT-X-ENDLIST\n"
        scratch.put(playlist.utf8, at: "index.m3u8")
        let results = sweep("\(scratch.path)/index.m3u8", only: ["*.ts:404"]).results
        #expect(results.dropFirst().map(\.command) == ["sweep it --only 'it'\\''s.ts:404'"])
    }

    @Test func `ranges of one file are separate requests`() {
        let report = sweep(SampleMedia.fragments.path, only: ["*media.mp4@*:404"])
        #expect(report.results.count > 4)
        #expect(report.results.dropFirst().allSatisfy { $0.name.contains("media.mp4@") })
    }

    @Test func `an asset that fails without a fault is not swept`() {
        let report = sweep("/nowhere/index.m3u8")
        #expect(report.results.map(\.verdict) == [.failed])
        #expect(report.results.first?.checks.map(\.code) == ["sweep.baseline"])
        #expect(report.table.total == 0)
    }

    @Test func `a fault causes waiting only on a slow network`() {
        let free = sweep(SampleMedia.single.path, only: ["segment-3.ts:reset"])
        #expect(free.table.total(.survived) == 1)
        let tight = sweep(SampleMedia.single.path, only: ["segment-3.ts:reset"]) {
            $0.surroundings.network = NetworkConditions(bitsPerSecond: 200_000)
        }
        #expect(tight.table.total(.recovered) == 1)
    }

    @Test func `a sweep that is cancelled during a fault drops that run and starts no other`() {
        let flag = CancellationFlag()
        let scenario = Scenario("sample", assets: [ScenarioAsset(SampleMedia.single.path)])
        // The stopwatch is first read when the first run with a fault starts.
        let plan = SweepPlan(
            scenario,
            stopwatch: {
                flag.cancel()
                return .zero
            }, cancellation: flag)
        let report = FaultSweep(plan).run()
        #expect(report.left > 40)
        #expect(report.results.count == 1)
        #expect(report.runCount == 0)
    }

    @Test func `a sweep that ends during its first run has no results`() {
        let flag = CancellationFlag()
        flag.cancel()
        let scenario = Scenario("sample", assets: [ScenarioAsset(SampleMedia.single.path)])
        let plan = SweepPlan(scenario, cancellation: flag)
        for report in [FaultSweep(plan).run(), SeekSweep(plan).run()] {
            #expect(report.results.isEmpty)
            #expect(report.left == 1)
        }
    }

    @Test func `the steps of a scenario are done in every run`() {
        let path = SampleMedia.single.path
        func configure(_ scenario: inout Scenario) {
            scenario.steps = [
                ScenarioStep(.setVideos([0])),
                ScenarioStep(
                    .seek(to: .seconds(7), toleranceBefore: .zero, toleranceAfter: .zero),
                    at: .position(.seconds(2))),
                ScenarioStep(.setVideos([0]), at: .time(.seconds(40))),
            ]
        }
        let report = sweep(path) { configure(&$0) }
        #expect(report.results.count > 60)
        // The step at 40 s loads the video a second time, which requests the playlist again.
        #expect(report.results.contains { $0.name == "sample.index.m3u8#2:hang" })
        for result in report.results {
            #expect(result.verdict == .passed, "\(result.name): \(result.checks)")
        }
    }

    @Test func `faults that no request can receive are listed as not tried`() {
        let report = sweep(SampleMedia.single.path, only: ["segment-3.ts:*"])
        #expect(!report.table.text.contains("stale  "))
        #expect(
            report.table.text.hasSuffix(
                "not tried: stale (no playlist was requested again), wrong-key (no key was"
                    + " fetched)\n"))
        let single = sweep("\(SampleMedia.folder)/progressive/movie.mp4")
        #expect(!single.results.contains { $0.name.hasSuffix(":slow") })
        #expect(single.table.untriedText.contains("slow (no answer had a body)"))
    }

    @Test func `a slow body is tried for a request that fails at first, and for its retry`() {
        let report = sweep(SampleMedia.single.path, only: ["segment-1.ts*:slow"]) { scenario in
            scenario.surroundings.faults = [
                FaultRule(
                    RequestPattern("segment-1.ts"), occurrences: 0..<1, fault: .status(503))
            ]
        }
        let names = ["sample", "sample.segment-1.ts:slow", "sample.segment-1.ts#2:slow"]
        #expect(report.results.map(\.name) == names)
        for result in report.results {
            #expect(result.verdict == .passed, "\(result.name): \(result.checks)")
        }
    }

    @Test func `resources of one name in several folders have distinct names`() throws {
        let scratch = ScratchFolder()
        let media = fileBytes("\(SampleMedia.folder)/single/segment-0.ts")
        for place in ["a", "b/c", "b/d"] { scratch.put(media, at: "\(place)/s.ts") }
        let playlist = """
            #EXTM3U
            #EXT-X-TARGETDURATION:3
            #EXTINF:2,
            ../b/c/s.ts
            #EXT-X-DISCONTINUITY
            #EXTINF:2,
            ../b/d/s.ts
            #EXT-X-ENDLIST

            """
        scratch.put(playlist.utf8, at: "a/index.m3u8")
        let report = sweep("\(scratch.path)/a/index.m3u8", only: ["*s.ts*:404"])
        #expect(report.results.map(\.name) == ["sample", "sample.s.ts:404", "sample.s.ts~2:404"])
        #expect(report.results.allSatisfy { $0.verdict == .passed })
    }

    @Test func `each of several assets has requests of its own`() {
        let folder = SampleMedia.folder
        let scenario = Scenario(
            "two",
            assets: ["single", "id3"].map { ScenarioAsset("\(folder)/\($0)/index.m3u8") })
        let report = FaultSweep(SweepPlan(scenario, only: ["*segment-1.ts:404"])).run()
        let names = report.results.map(\.name)
        #expect(names == ["two", "two.single/segment-1.ts:404", "two.id3/segment-1.ts:404"])
        #expect(report.results.allSatisfy { $0.verdict == .passed })
    }

    @Test func `a scenario is swept if and only if it passes`() {
        func configure(_ scenario: inout Scenario) {
            scenario.file = "some.play.yaml"
            scenario.player.options.recovery.missingSegment = .skip
            scenario.surroundings.faults = [
                FaultRule(RequestPattern("segment-2.ts"), fault: .status(404))
            ]
        }
        let path = SampleMedia.single.path
        let unsound = sweep(path, only: ["segment-1.ts:503"]) { configure(&$0) }
        #expect(unsound.results.map(\.verdict) == [.failed])
        let allowed = sweep(path, only: ["segment-1.ts:503"]) { scenario in
            configure(&scenario)
            scenario.expectations = [.allowed(.missing, upTo: .seconds(3))]
        }
        #expect(allowed.results.map(\.verdict) == [.passed, .passed])
        let broken = sweep(path) { scenario in
            scenario.file = "some.play.yaml"
            scenario.expectations = [.duration(.seconds(99), tolerance: .zero)]
        }
        #expect(broken.results.map(\.verdict) == [.failed])
        let failure = broken.results.first?.checks.lazy.compactMap(\.failure).first
        #expect(failure?.expected.contains("99.000") == true, "\(broken.results)")
        let threshold = sweep(path) { scenario in
            scenario.file = "some.play.yaml"
            scenario.thresholds = [Threshold(.retries, .greater, 5)]
        }
        #expect(threshold.results.map(\.verdict) == [.failed])
    }

    @Test func `a scenario that reaches its time limit is reported and not swept`() {
        let report = sweep(SampleMedia.single.path) { scenario in
            scenario.timeLimit = .seconds(3)
        }
        let failure = report.results.first?.checks.lazy.compactMap(\.failure).first
        #expect(failure?.found.contains("no end when time was up") == true)
        #expect(report.results.count == 1)
    }

    @Test func `the simulated key server is swept too`() throws {
        let policies = try ProtectedSample.cbcs.policies()
        for steps in [[], [ScenarioStep(.setVideos([0]))]] {
            let report = sweep(ProtectedSample.cbcs.path, only: ["key-server/*"]) { scenario in
                scenario.player.keys.policies = policies
                scenario.steps = steps
            }
            #expect(report.results.count == 1 + 2 * 9)
            #expect(report.results.contains { $0.name == "sample.key-server/licence:wrong-key" })
            for result in report.results {
                #expect(result.verdict == .passed, "\(result.name): \(result.checks)")
            }
            #expect(report.table.total(.survived) == 0)
            #expect(report.table.total(.recovered) == 2, "an answer that is slow")
        }
    }

    @Test func `a fault that prevents a step of the scenario breaks no guarantee`() {
        let path = SampleMedia.single.path
        let report = sweep(path, only: ["index.m3u8:truncation"]) { scenario in
            scenario.steps = [
                ScenarioStep(.setVideos([0])),
                ScenarioStep(.setVideos([0]), at: .position(.seconds(8))),
            ]
        }
        #expect(report.results.count == 2)
        for result in report.results {
            #expect(result.verdict == .passed, "\(result.name): \(result.checks)")
        }
    }

    @Test func `waiting through an outage after a fault breaks no guarantee`() {
        let report = sweep(SampleMedia.single.path, only: ["*:hang", "*:slow"]) { scenario in
            scenario.surroundings.network = NetworkConditions(steps: [
                NetworkConditions.Step(start: .start, bitsPerSecond: 1_000_000),
                NetworkConditions.Step(start: Instant(sinceStart: .seconds(20)), bitsPerSecond: 0),
                NetworkConditions.Step(
                    start: Instant(sinceStart: .seconds(60)), bitsPerSecond: 1_000_000),
            ])
        }
        #expect(report.results.count > 10)
        for result in report.results {
            #expect(result.verdict == .passed, "\(result.name): \(result.checks)")
        }
    }

    @Test func `the names of runs do not depend on the path to the asset`() {
        let folder = SampleMedia.folder
        let names = ["\(folder)/ts-multivariant", "\(folder)/single/../ts-multivariant"].map {
            sweep("\($0)/index.m3u8", only: ["*:404"]).results.map(\.name)
        }
        #expect(names[0] == names[1])
        #expect(names[0].contains("sample.video-540p/segment-1.ts:404"))
    }
}

extension SweepReport {
    /// The outcomes of runs with faults, by kind of resource and by fault.
    fileprivate var table: SurvivalTable { SurvivalTable(results) }
}
