import HeadlessPlayback
import Scenarios
import Testing

@Suite struct ScenarioFileWordTests {
    /// Returns the time limit of a scenario whose file states this value.
    private func limit(_ time: String) throws -> Duration {
        try #require(try scenario("playctl: 1\nassets: [a]\ntime-limit: \(time)\n").timeLimit)
    }

    private func scenario(_ text: String) throws -> Scenario {
        try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml")
    }

    @Test(arguments: [
        ("10s", 10_000), ("1500ms", 1500), ("0s", 0), ("2m30s", 150_000), ("1.5h", 5_400_000),
        ("1h", 3_600_000), ("2d", 172_800_000), ("1h0.5m", 3_630_000), ("00:01:30", 90_000),
        ("90:00", 5_400_000), ("1:30", 90_000), ("00:00:01.5", 1500), ("'10s'", 10_000),
        ("1m1ms", 60_001),
    ])
    func `times have units or colons`(text: String, milliseconds: Int64) throws {
        #expect(try limit(text) == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "10", "'10'", "s", "10 s", "1s1m", "1.5m1s", "-1s", "+1s", "1:2:3", "00:60", "1:00:00:00",
        "1e3s", ".5s", "5.s", "10S", "1s1s", "~", "[]", "0x10s", "99999999999999999999s", "200000d",
        "00:1", "1:0x", "٣s",
    ])
    func `an ambiguous or malformed time is refused`(text: String) throws {
        let error = try #require(throws: ScenarioFileError.self) { try limit(text) }
        #expect(error.path == "time-limit")
        #expect(error.line == 3)
        #expect("\(error)".contains("expected a time such as 10s, 1500ms, 2m30s or 00:01:30"))
    }

    @Test(arguments: [
        ("3Mbps", 3_000_000), ("400k", 400_000), ("1.5M", 1_500_000), ("800000", 800_000),
        ("64bps", 64), ("0", 0), ("2Gbps", 2_000_000_000),
    ])
    func `unit prefixes of bitrates are powers of a thousand`(text: String, bits: Int64) throws {
        let scenario = try scenario(
            "playctl: 1\nassets: [a]\nplayer: {peak-bitrate: \(text)}\n")
        #expect(scenario.player.options.preferredPeakBitRate == bits)
    }

    @Test(arguments: ["3MB", "fast", "-1", "1,5M", "3 Mbps", "~", "9999999999999", "1K"])
    func `a malformed rate is refused`(text: String) throws {
        let error = try #require(throws: ScenarioFileError.self) {
            try scenario("playctl: 1\nassets: [a]\nplayer: {peak-bitrate: '\(text)'}\n")
        }
        #expect("\(error.reason)".contains("expected a rate such as 3Mbps, 400k or 800000"))
    }

    @Test func `the word no is a language where a language is expected`() throws {
        let scenario = try scenario(
            "playctl: 1\nassets: [a]\nplayer: {audio: [no, NO, 'no'], subtitles: no}\n")
        #expect(scenario.player.options.mediaPreferences.audioLanguages == ["no", "NO", "no"])
        #expect(scenario.player.options.mediaPreferences.subtitles == .language("no"))
    }

    @Test(arguments: ["no", "on", "yes", "off", "1", "'true'", "~", "[true]"])
    func `only true and false are Booleans`(text: String) throws {
        let error = try #require(throws: ScenarioFileError.self) {
            try scenario("playctl: 1\nassets: [a]\nplayer:\n  auto-play: \(text)\n")
        }
        #expect(error.path == "player.auto-play")
        #expect(error.line == 4)
        #expect("\(error.reason)".contains("expected true or false"))
    }

    @Test(arguments: ["42", "true", "null", "1.5", ".inf", ""])
    func `a text that YAML reads as another type is refused without quotes`(text: String) throws {
        #expect(throws: ScenarioFileError.self) {
            try scenario("playctl: 1\nassets: [a]\nname: \(text)\n")
        }
        #expect(try scenario("playctl: 1\nassets: [a]\nname: 'x\(text)'\n").name == "x\(text)")
    }

    @Test(arguments: ["count: {event: End, times: 0..}", "requests: {times: 0..}"])
    func `a range that every count satisfies is refused`(text: String) throws {
        let error = try #require(throws: ScenarioFileError.self) {
            try scenario("playctl: 1\nassets: [a]\nexpect:\n  - \(text)\n")
        }
        #expect("\(error.reason)".contains("expected a range that excludes some numbers"))
    }
}
