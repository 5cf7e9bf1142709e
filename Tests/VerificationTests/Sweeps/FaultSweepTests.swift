import HeadlessPlaybackTesting
import TestSupport
import Testing

@testable import Verification

@Suite struct FaultSweepTests {
    private func sweep(
        _ path: String, only: [String] = [], jobs: Int = 2,
        _ configure: (inout Scenario) -> Void = { _ in }
    ) -> FaultSweep.Report {
        var scenario = Scenario("sample", assets: [ScenarioAsset(path)])
        configure(&scenario)
        return FaultSweep(scenario, only: only, jobs: jobs, command: "sweep it").run()
    }

    @Test(arguments: SampleMedia.allCases)
    func `no single fault makes the player break a promise`(sample: SampleMedia) {
        let report = sweep(sample.path)
        for result in report.results {
            #expect(result.verdict == .passed, "\(result.name): \(result.checks)")
        }
        #expect(report.table.total(.violation) == 0)
        #expect(report.table.total == report.results.count - 1)
        #expect(!report.isIncomplete)
    }

    @Test func `the right key matters, and its loss is told`() {
        let report = sweep(
            "\(SampleMedia.folder)/protected-aes128/index.m3u8", only: ["*.key:*"])
        // Two keys: eight faults that any request may meet, and a wrong one.
        #expect(report.results.count == 1 + 2 * 9)
        #expect(report.table.total(.violation) == 0)
        #expect(report.table.text.contains("\nkey       wrong-key "))
        #expect(report.table.total(.failed) >= 8)
    }

    @Test func `runs side by side come to the same as one after another`() {
        let path = SampleMedia.transportStream.path
        let alone = sweep(path, jobs: 1)
        let together = sweep(path, jobs: 4)
        #expect(alone.results.map(\.name) == together.results.map(\.name))
        #expect(alone.results.map(\.checks) == together.results.map(\.checks))
        #expect(alone.results.map(\.worldTime) == together.results.map(\.worldTime))
        #expect(alone.table.text == together.table.text)
    }

    @Test func `every run has a name that repeats it alone`() {
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

    @Test func `what a playlist calls its segments is one word to a shell`() {
        let scratch = ScratchFolder()
        let media = fileBytes("\(SampleMedia.folder)/single/segment-0.ts")
        scratch.put(media, at: "it's.ts")
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:2,\nit's.ts\n#EXT-X-ENDLIST\n"
        scratch.put(playlist.utf8, at: "index.m3u8")
        let results = sweep("\(scratch.path)/index.m3u8", only: ["*.ts:404"]).results
        #expect(results.dropFirst().map(\.command) == ["sweep it --only 'it'\\''s.ts:404'"])
    }

    @Test func `ranges of one file are requests of their own`() {
        let report = sweep(SampleMedia.fragments.path, only: ["*media.mp4@*:404"])
        #expect(report.results.count > 4)
        #expect(report.results.dropFirst().allSatisfy { $0.name.contains("media.mp4@") })
    }

    @Test func `what does not play well by itself is not swept through`() {
        let report = sweep("/nowhere/index.m3u8")
        #expect(report.results.map(\.verdict) == [.failed])
        #expect(report.results.first?.checks.map(\.code) == ["sweep.baseline"])
        #expect(report.table.total == 0)
    }

    @Test func `a network with little to spare turns faults into waiting`() {
        let free = sweep(SampleMedia.single.path, only: ["segment-3.ts:reset"])
        #expect(free.table.total(.survived) == 1)
        let tight = sweep(SampleMedia.single.path, only: ["segment-3.ts:reset"]) {
            $0.surroundings.network = NetworkConditions(bitsPerSecond: 200_000)
        }
        #expect(tight.table.total(.recovered) == 1)
    }

    @Test func `nothing is begun once the sweep was given up`() {
        let flag = CancellationFlag()
        flag.cancel()
        let scenario = Scenario("sample", assets: [ScenarioAsset(SampleMedia.single.path)])
        let report = FaultSweep(scenario).run(cancellation: flag)
        #expect(report.isIncomplete)
        #expect(report.results.count == 1)
    }

    @Test func `what is done in a scenario is done in every run`() {
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
        // What is loaded anew asks for its playlist anew.
        #expect(report.results.contains { $0.name == "sample.index.m3u8#2:hang" })
        for result in report.results {
            #expect(result.verdict == .passed, "\(result.name): \(result.checks)")
        }
    }
}
