import HeadlessPlayback
import Presentation
import Scenarios
import Sessions
import Testing

/// The profile of a player in a scenario.
@Suite struct ProfileFileTests {
    private func player(_ fields: String) throws -> PlayerSetup {
        let text = "playctl: 1\nassets: [a.m3u8]\nplayer: {\(fields)}\n"
        return try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml").player
    }

    @Test func `a profile sets the player options that it specifies`() throws {
        let options = try player("profile: chromium").options
        let chromium = try #require(PlayerProfile.named("chromium"))
        #expect(options.profile == chromium)
        #expect(options.bufferOptimizer == chromium.policy.buffer)
        #expect(options.recovery == chromium.policy.recovery)
        #expect(try player("profile: shaka").options.live.profile == .shaka)
    }

    @Test(arguments: [
        "profile: chromium, buffer: {method: none, minimum: 30s, maximum: 90s},"
            + " recovery: {segment-retries: 3}, live: {profile: shaka}",
        "live: {profile: shaka}, recovery: {segment-retries: 3},"
            + " buffer: {method: none, minimum: 30s, maximum: 90s}, profile: chromium",
    ])
    func `options next to a profile take precedence, in any order`(fields: String) throws {
        var setup = try player(fields)
        let chromium = try #require(PlayerProfile.named("chromium"))
        for _ in 0..<2 {
            let options = setup.options
            #expect(options.bufferOptimizer.maximumDuration == .seconds(90))
            // The scenario's three retries replace the number in the profile, although three is the
            // default.
            #expect(options.recovery.segmentRetries == 3)
            #expect(options.live.profile == .shaka)
            #expect(options.recovery.playlistRetries == chromium.policy.recovery.playlistRetries)
            #expect(options.recovery.requestTimeout == chromium.policy.recovery.requestTimeout)
            // The settings of the scenario also take precedence over a profile from the command
            // line.
            setup.adopt(.hlsJS)
            setup.adopt(chromium)
        }
    }

    @Test func `other live settings do not change the live profile of the player`() throws {
        let options = try player("profile: vhs, live: {low-latency: false}").options
        #expect(options.live.profile == .vhs)
        #expect(options.live.lowLatency == false)
        #expect(try player("live: {low-latency: false}").options.live.profile == .apple)
    }

    @Test func `a player that is not known is an error with a suggestion`() {
        let error = #expect(throws: ScenarioFileError.self) { try player("profile: chromum") }
        #expect(error.map { "\($0)".contains("did you mean 'chromium'?") } == true)
    }
}
