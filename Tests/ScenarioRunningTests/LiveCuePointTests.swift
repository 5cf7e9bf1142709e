import HeadlessPlaybackTesting
import ScenarioRunning
import TestSupport
import Testing
import Transport
import VirtualTime

/// Cue points from broadcast marks: a lost or late mark fails the run that expects it.
@Suite struct LiveCuePointTests {
    private func run(
        _ marks: String, _ faults: String = "", expect: String, player: String = "",
        steps: String = "[{at: 100s, stop: }]", fields: String = "", at: String = "20s"
    ) throws -> ScenarioResult {
        let text = """
            playctl: 1
            assets:
              - live:
                  source: \(SampleMedia.transportStream.path)
                  id: news
                  ran-for: 10m
                  window: {length: 40s}
                  breaks:
                    - {at: \(at), every: 40s, source: \(SampleMedia.transportStream.path), \
            duration: 8s, markers: [\(marks)]}
            \(faults.isEmpty ? "" : "      faults: [\(faults)]")
            \(fields)
            player: {live: {cue-points-from: [daterange, cue-out, scte35]\(player)}}
            steps: \(steps)
            expect: [\(expect)]
            """
        return ScenarioRunner().run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "cues.play.yaml"))
    }

    private func failures(_ result: ScenarioResult) -> [String] {
        result.checks.compactMap { check in
            if case .failed = check.outcome { check.code } else { nil }
        }
    }

    /// Returns the lines about cue points in the trace, without their instants.
    private func lines(_ result: ScenarioResult) -> [String] {
        result.trace.filter { $0.contains("cue point") || $0.contains("didPassCuePoints") }
    }

    @Test(arguments: [
        "daterange", "cue-out", "scte35", "daterange, cue-out, scte35", "cue-out, scte35",
    ])
    func `each marked ad break has one cue point`(marks: String) throws {
        let result = try run(marks, expect: "cue-points: once, cue-points: passed")
        #expect(failures(result) == [], "\(lines(result))")
        let starts = lines(result).filter {
            $0.contains("didPassCuePoints") && ($0.contains("60.000 ") || $0.contains("108.000 "))
        }
        #expect(starts.count == 2, "\(lines(result))")
    }

    @Test(arguments: ["daterange", "cue-out", "scte35", "daterange, cue-out, scte35"])
    func `an ad break whose marks are lost fails the run`(marks: String) throws {
        let fault = "{from: 60s, to: 80s, missing-marks: }"
        for word in ["once", "passed"] {
            let result = try run(marks, fault, expect: "cue-points: \(word)")
            #expect(failures(result) == ["expect.cue-points"], "\(word) \(lines(result))")
        }
    }

    @Test func `a late date range is reported in the trace and fails the run`() throws {
        let fault = "{from: 10s, to: 30s, late-daterange: 35s}"
        let result = try run("daterange", fault, expect: "cue-points: once")
        #expect(failures(result) == ["expect.cue-points"], "\(lines(result))")
        #expect(lines(result).contains { $0.contains("!! late cue point") }, "\(lines(result))")
        let passed = try run("daterange", fault, expect: "cue-points: passed")
        #expect(failures(passed) == ["expect.cue-points"])
    }

    @Test(arguments: ["daterange", "daterange, cue-out"])
    func `a date range in a playlist without program dates is reported and fails the run`(
        marks: String
    ) throws {
        let result = try run(
            marks, expect: "cue-points: once", fields: "      date-time: {every: none}")
        #expect(failures(result) == ["expect.cue-points"], "\(lines(result))")
        let stated = lines(result).filter { $0.contains("!! no cue point") }
        #expect(!stated.isEmpty && stated.allSatisfy { $0.contains("has no position") })
    }

    @Test func `a seek back in a broadcast passes cue points again`() throws {
        let window = "      server-control: {hold-back: 12s}"
        let result = try run(
            "cue-out", expect: "cue-points: passed",
            steps: "[{at: 45s, seek-back: 20s}, {at: 100s, stop: }]", fields: window)
        #expect(failures(result) == [], "\(lines(result))")
        let passed = lines(result).filter {
            $0.contains("didPassCuePoints") && $0.contains("60.000 AdSlot")
        }
        #expect(passed.count >= 2, "\(lines(result))")
    }

    @Test func `without the option, marked ad breaks make no cue points`() throws {
        let text = """
            playctl: 1
            assets:
              - live: {source: \(SampleMedia.transportStream.path), id: news, ran-for: 10m, \
            window: {length: 40s}, breaks: [{at: 20s, source: \
            \(SampleMedia.transportStream.path), duration: 8s, markers: [cue-out]}]}
            steps: [{at: 60s, stop: }]
            expect: [cue-points: none]
            """
        let result = ScenarioRunner().run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "cues.play.yaml"))
        #expect(failures(result) == [])
    }

    @Test func `marked ad breaks of several broadcasts cannot be compared, so the run fails`()
        throws
    {
        let source = SampleMedia.transportStream.path
        let assets = ["a", "b"].map {
            """
              - live: {source: \(source), id: \($0), ran-for: 10m, window: {length: 40s}, \
            breaks: [{at: 20s, duration: 8s, source: \(source), markers: [cue-out]}]}
            """
        }
        let text = """
            playctl: 1
            assets:
            \(assets.joined(separator: "\n"))
            player: {live: {cue-points-from: [cue-out]}}
            steps: [{at: 30s, stop: }]
            expect: [cue-points: passed]
            """
        let result = ScenarioRunner().run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "cues.play.yaml"))
        let found = result.checks.compactMap { check in
            if case .failed(let failure) = check.outcome { failure.found } else { nil }
        }
        #expect(found.contains("2 broadcasts"), "\(found)")
    }
}
