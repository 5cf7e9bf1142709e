import Foundation
import HeadlessPlaybackTesting
import ScenarioRunning
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// The requests of each player for a segment that cannot be obtained, and the verdict of the run.
///
/// `Tests/Fixtures/profile-recovery.txt` has a line for each case. A request is the number of the
/// variant stream, the seconds since the first request for the segment, and `x` if it failed. The
/// verdict of a failed run is its first failed check.
@Suite struct ProfileRecoveryTests {
    private static let faults = [
        ("404 once", "{status: 404}", "1"), ("404 always", "{status: 404}", nil),
        ("503 twice", "{status: 503}", "1..2"),
        ("503 asking for 20 s", "{status: 503, retry-after: 20s}", "1"), ("silence", "hang", nil),
    ]

    private static let runner: ScenarioRunner = {
        var runner = ScenarioRunner()
        runner.keepsRequests = true
        return runner
    }()

    private static let table: [String] = {
        let path = "\(SampleMedia.folder)/../../Tests/Fixtures/profile-recovery.txt"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }()

    @Test(arguments: ["hls.js", "media3", "shaka", "vhs"])
    func `each player retries an unavailable segment as its source code does`(
        profile: String
    ) throws {
        var lines: [String] = []
        for isLive in [false, true] {
            for hasSeveral in [true, false] {
                for fault in Self.faults {
                    let place = isLive ? "broadcast" : "on demand"
                    let name = "\(profile), \(place), \(hasSeveral ? "several" : "one"), \(fault.0)"
                    let result = try Self.run(
                        profile, isLive, hasSeveral, fault.1, occurrences: fault.2)
                    lines.append("\(name): \(Self.story(result, isLive, hasSeveral))")
                }
            }
        }
        let expected = Self.table.filter { $0.hasPrefix("\(profile),") }
        for (line, expected) in zip(lines, expected) { #expect(line == expected) }
        #expect(lines.count == expected.count)
    }

    private static func run(
        _ profile: String, _ isLive: Bool, _ hasSeveral: Bool, _ fault: String,
        occurrences: String?
    ) throws -> ScenarioResult {
        let path = (hasSeveral ? SampleMedia.transportStream : .single).path
        let asset =
            isLive
            ? "{live: {source: \(path), id: news, ran-for: 10m, window: {length: 24s}}}" : path
        let match =
            isLive
            ? (hasSeveral ? "{location: \"v2/*\", msn: 160}" : "{kind: segment, msn: 310}")
            : (hasSeveral ? "\"video-540p/segment-3.ts\"" : "\"segment-3.ts\"")
        let times = occurrences.map { ", occurrences: \($0)" } ?? ""
        let text = """
            playctl: 1
            assets: [\(asset)]
            player: {profile: \(profile)}
            faults: [{match: \(match), do: \(fault)\(times)}]
            \(isLive ? "steps: [{at: 3m, stop: }]" : "")
            """
        return runner.run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "refused.play.yaml"))
    }

    private static func story(
        _ result: ScenarioResult, _ isLive: Bool, _ hasSeveral: Bool
    ) -> String {
        let name = isLive ? (hasSeveral ? "s160.ts" : "s310.ts") : "segment-3.ts"
        let requests = result.requests.filter {
            $0.url.hasSuffix("/\(name)") && $0.cause?.track == "main"
        }
        let first = requests.first?.start ?? .start
        var words = requests.map { request in
            let failed = if case .failed = request.outcome { "x" } else { "" }
            let time = first.duration(to: request.start) / .milliseconds(1)
            let variant = request.cause?.variant.map { "\($0.number)" } ?? "-"
            return "\(variant)+\(time / 1000)\(failed)"
        }
        if words.count > 8 { words = words.prefix(5) + ["..", words[words.count - 1]] }
        let code = result.checks.lazy.compactMap { check in
            if case .failed = check.outcome { check.code } else { nil }
        }.first
        return (words + [code ?? "passed"]).joined(separator: " ")
    }

    @Test(arguments: [("media3", 60), ("shaka", 30), ("vhs", 60)])
    func `a variant that failed once is used again after its exclusion time, and not before`(
        profile: String, seconds: Int
    ) throws {
        let result = try Self.run(profile, true, true, "{status: 404}", occurrences: nil)
        let segments = result.requests.filter {
            $0.kind == .segment && $0.cause?.track == "main"
        }
        let failure = try #require(
            segments.last { if case .failed = $0.outcome { true } else { false } }?.end)
        let later = segments.filter { $0.start > failure }
        let wait = profile == "shaka" ? 1 : 0
        let end = failure.advanced(by: .seconds(seconds + wait))
        #expect(later.filter { $0.start < end }.allSatisfy { $0.cause?.variant?.number == 2 })
        #expect(later.filter { $0.start >= end }.allSatisfy { $0.cause?.variant?.number == 3 })
        #expect(later.contains { $0.start < end } && later.contains { $0.start >= end })
    }

    @Test func `hls.js never returns to a variant that failed`() throws {
        let result = try Self.run("hls.js", true, true, "{status: 404}", occurrences: "1")
        let last = result.requests.last { $0.kind == .segment && $0.cause?.track == "main" }
        #expect(last?.cause?.variant?.number == 2)
    }

    /// The player leaves even the last remaining variant, and tries the earlier variants again.
    @Test func `vhs alternates between variants that all lack a segment`() throws {
        let text = """
            playctl: 1
            assets: [\(SampleMedia.transportStream.path)]
            player: {profile: vhs}
            faults: [{match: "video-*/segment-3.ts", do: {status: 404}, occurrences: 1..5}]
            """
        let result = Self.runner.run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "turns.play.yaml"))
        #expect(
            Self.story(result, false, true) == "3+0.0x 2+0.0x 1+0.0x 3+2.0x 2+2.0x 3+4.0 passed")
    }

    @Test func `a recovery option in the file takes precedence over the profile`() throws {
        let text = """
            playctl: 1
            assets: [\(SampleMedia.single.path)]
            player: {profile: vhs, recovery: {missing-segment: fail}}
            faults: [{match: "segment-3.ts", do: {status: 404}}]
            """
        let result = Self.runner.run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "own.play.yaml"))
        #expect(Self.story(result, false, false) == "-+0.0x ledger.completed")
    }
}
