import Foundation
import HeadlessPlaybackTesting
import RunResults
import ScenarioRunning
import TestSupport
import Testing
import Transport
import VirtualTime

/// Tests of the rules for origins: a defect of an origin fails a run that does not declare it.
@Suite struct OriginRuleTests {
    private static func scenario(_ fields: String, _ rest: String = "") throws -> Scenario {
        let text = """
            playctl: 1
            assets:
              - live: {source: \(SampleMedia.transportStream.path), id: news, ran-for: 10m, \
            \(fields.contains("window") ? "" : "window: {length: 24s}, ")\
            loop: continuous\(fields.isEmpty ? "" : ", " + fields)}
            steps: [{at: 90s, stop: }]
            \(rest)
            """
        return try ScenarioFile.scenario(from: Array(text.utf8), path: "origin.play.yaml")
    }

    private static func record(_ scenario: Scenario) -> RunRecord {
        ScenarioStage(
            scenario, loader: StandardLoader(), workers: .shared,
            cancellation: CancellationFlag(), storeFolder: nil
        ).run()
    }

    private static func failures(_ checks: [Check]) -> [String] {
        checks.compactMap { check in
            guard case .failed = check.outcome, check.code.hasPrefix("origin.") else { return nil }
            return check.code
        }
    }

    private static func explanations(_ checks: [Check]) -> [String: String] {
        var reasons: [String: String] = [:]
        for check in checks {
            if case .skipped(let reason) = check.outcome, reason.hasPrefix("broken by ") {
                reasons[check.code] = reason
            }
        }
        return reasons
    }

    private static let lowLatency =
        "parts: {target: 1s}, server-control: {block: true}, rendition-reports: true"

    @Test(arguments: ["", lowLatency])
    func `a correct origin breaks no rule, and each rule that applies is checked`(
        fields: String
    ) throws {
        let checks = Self.record(try Self.scenario(fields)).broadcastChecks
        #expect(Self.failures(checks) == [])
        #expect(Self.explanations(checks) == [:])
        let passed = checks.filter { $0.outcome == .passed }.map(\.code)
        let always = [
            "playlists", "edits", "counters", "durations", "updates", "window", "availability",
            "dates", "renditions",
        ].map { "origin.\($0)" }
        #expect(Set(passed).isSuperset(of: always), "\(passed)")
        let isLow = !fields.isEmpty
        #expect(passed.contains("origin.blocking") == isLow)
        #expect(passed.contains("origin.reports") == isLow)
        #expect(!checks.contains { $0.code == "origin.decryption" })
    }

    /// Rows with a broadcast's fields, the rule that they break, and a part of the stated reason.
    private static let defects = [
        ("edges: {list: [{outage: [{from: 30s, to: 40s}]}]}", "playlists", "the outage at 30"),
        ("faults: [{at: 30s, uri-change: true}]", "edits", "fault 1"),
        (
            "faults: [{at: 30s, restart: {sequence: reset, discontinuity: true}}]", "edits",
            "fault 1"
        ),
        ("faults: [{at: 30s, target-duration: 6s}]", "edits", "fault 1"),
        ("edges: {pick: alternate, list: [{lag: 0s}, {lag: 9s}]}", "edits", "edges"),
        (
            "renditions: [{match: '*video*', discontinuity-sequence: absent}], breaks: [{at: 20s,"
                + " every: 20s, source: \(SampleMedia.transportStream.path), duration: 4s}]",
            "counters",
            "discontinuity-sequence"
        ),
        ("target-duration: 3s", "durations", "target-duration"),
        ("faults: [{from: 30s, to: 50s, outage: silence}]", "updates", "fault 1"),
        ("window: {length: 8s}", "window", "window"),
        ("faults: [{segments: 155..156, missing: true}]", "availability", "fault 1"),
        (lowLatency + ", broken-blocking: immediate-unchanged", "blocking", "broken-blocking"),
        (
            "date-time: {steps: [{at: 30s, by: 4s}]}", "dates", "the step of the clock"
        ),
        (
            lowLatency + ", renditions: [{match: '*audio*', report-offset: -2}]", "reports",
            "report-offset"
        ),
        (
            lowLatency + ", renditions: [{match: '*audio*', report-offset: 2}]", "reports",
            "report-offset"
        ),
        (
            "renditions: [{match: '*audio*', target-duration: 6s}]", "renditions",
            "target-duration"
        ),
        (
            "window: {type: event}, renditions: [{match: '*audio*', playlist-type: absent}]",
            "renditions", "playlist-type"
        ),
        (
            "renditions: [{match: '*audio*', discontinuity-sequence: 1}], breaks: [{at: 20s,"
                + " every: 20s, source: \(SampleMedia.transportStream.path), duration: 4s}]",
            "renditions", "discontinuity-sequence"
        ),
    ]

    @Test(arguments: defects)
    func `a rule broken by a defect of the origin fails only if the scenario does not declare it`(
        fields: String, rule: String, reason: String
    ) throws {
        let scenario = try Self.scenario(fields)
        let record = Self.record(scenario)
        let declared = record.broadcastChecks
        #expect(Self.failures(declared) == [])
        let text = Self.explanations(declared)["origin.\(rule)"] ?? ""
        #expect(text.hasPrefix("broken by \(reason)"), "\(Self.explanations(declared))")
        #expect(text.contains(" of the broadcast news: "))
        let broadcasts = ScenarioBroadcasts(scenario, behind: StandardLoader()).all
        let undeclared = BroadcastLints(record, broadcasts, declaredBy: []).checks
        #expect(Self.failures(undeclared).contains("origin.\(rule)"))
        // The declarations of another broadcast do not explain a breach of this broadcast.
        let others = ScenarioBroadcasts(
            try Self.scenario("faults: [{at: 30s, late-segment: 1s}]"), behind: StandardLoader()
        ).all
        let unrelated = BroadcastLints(record, broadcasts, declaredBy: others).checks
        #expect(
            Self.failures(unrelated).contains("origin.\(rule)") || rule == "updates")
    }

    @Test func `a fault that is declared for another time does not excuse a broken rule`() throws {
        let scenario = try Self.scenario("faults: [{at: 30s, uri-change: true}]")
        let record = Self.record(scenario)
        let broadcasts = ScenarioBroadcasts(scenario, behind: StandardLoader()).all
        let late = try Self.scenario("faults: [{at: 80s, uri-change: true}]")
        let others = ScenarioBroadcasts(late, behind: StandardLoader()).all
        #expect(
            Self.failures(BroadcastLints(record, broadcasts, declaredBy: others).checks)
                == ["origin.edits"])
        #expect(
            Self.failures(BroadcastLints(record, broadcasts, declaredBy: broadcasts).checks) == [])
    }

    @Test func `delta updates may skip segments whose locations a declared fault has changed`()
        throws
    {
        let scenario = try Self.scenario(
            "window: {length: 60s}, server-control: {can-skip-until: 24s},"
                + " faults: [{at: 30s, uri-change: true}]")
        let record = Self.record(scenario)
        #expect(record.requests.contains { $0.url.contains("_HLS_skip=YES") })
        let outcome = record.broadcastChecks.first { $0.code == "lint.live-delta" }?.outcome
        #expect(outcome == .passed)
    }

    @Test(arguments: ["{status: 503}", "{truncate: 50%}", "stale", "{delay: 20s}"])
    func `a response that a scenario fault changes is not a breach of the origin`(
        effect: String
    ) throws {
        let fault =
            "faults: [{match: {location: \"v*/index.m3u8*\"}, occurrences: 3, do: \(effect)}]"
        for fields in ["", Self.lowLatency] {
            let record = Self.record(try Self.scenario(fields, fault))
            #expect(Self.failures(record.broadcastChecks) == [])
        }
    }

    @Test(arguments: [
        "[{at: 20s, pause-for: 5m}, {at: 6m, stop: }]",
        "[{at: 20s, relaunch: crash}, {at: 60s, stop: }]",
    ])
    func `an idle player causes no breach of the origin`(
        steps: String
    ) throws {
        for profile in ["apple", "hls.js", "media3"] {
            let text = """
                playctl: 1
                assets:
                  - live: {source: \(SampleMedia.transportStream.path), id: news, ran-for: 10m, \
                window: {length: 24s}}
                player: {live: {profile: \(profile)}}
                steps: \(steps)
                """
            let scenario = try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml")
            #expect(Self.failures(Self.record(scenario).broadcastChecks) == [])
        }
    }

    // MARK: Checks during the run

    private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("TraceTests/Scenarios/Live").path
    private static let files: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).filter { $0.hasSuffix(ScenarioFile.nameEnding) }.sorted()
    }()

    @Test(arguments: files)
    func `checks of an origin find the same during a run and with a new origin afterwards`(
        file: String
    ) throws {
        let path = "\(Self.folder)/\(file)"
        let scenario = try ScenarioFile.scenario(from: fileBytes(path), path: path)
        let record = Self.record(scenario)
        // This origin is new, so its checks cannot use answers from the run.
        let broadcasts = ScenarioBroadcasts(scenario, behind: StandardLoader()).all
        let before = record.broadcastChecks.filter { $0.code.hasPrefix("lint.") }
        let after = BroadcastLints(record, broadcasts).checks
        #expect(before.count == 10)
        #expect(after.filter { $0.code.hasPrefix("lint.") } == before)
        #expect(Self.failures(record.broadcastChecks) == [])
    }
}
