import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Runs in which audio or subtitles that the scenario requests are not played.
@Suite struct RequestedMediaTests {
    /// Returns the failed checks of a run, each as its code and its actual result.
    private func failures(
        _ loader: ScriptedLoader = ScriptedLoader(),
        @ScenarioBuilder _ parts: () -> [ScenarioPart]
    ) -> [String] {
        let scenario = Scenario("media", playing: SampleMedia.transportStream.path, parts: parts)
        let checks = ScenarioRunner(loader: loader).run(scenario).checks
        return (ScenarioFailure(of: "", checks: checks)?.checks ?? []).map { check in
            guard case .failed(let failure) = check.outcome else { return check.code }
            return "\(check.code): \(failure.found)"
        }
    }

    /// Returns a loader that moves the renditions with a name to groups that no variant has.
    private func loader(moving name: String) -> ScriptedLoader {
        ScriptedLoader([
            (
                "ts-multivariant/index.m3u8",
                .changed { bytes in
                    let text = String(decoding: bytes, as: UTF8.self)
                    return Array(
                        text.replacing("\",NAME=\"\(name)\"", with: "-2\",NAME=\"\(name)\"").utf8)
                }
            )
        ])
    }

    @Test func `a language that the settings of the player name must be available`() {
        #expect(
            failures { player { $0.options.mediaPreferences.subtitles = .language("de") } }
                == ["ledger.sound: no subtitles in \"de\": the asset has en, fr"])
        #expect(
            failures { player { $0.options.mediaPreferences.audioLanguages = ["de"] } }
                == ["ledger.sound: no audio in \"de\": the asset has en, fr"])
        #expect(
            failures { player { $0.options.mediaPreferences.audioLanguages = ["de", "fr"] } } == [])
    }

    @Test(arguments: [SampleMedia.single, .progressive])
    func `subtitles must be available in an asset without variant streams`(sample: SampleMedia) {
        let scenario = Scenario("media", playing: sample.path) {
            player { $0.options.mediaPreferences.subtitles = .language("en") }
        }
        let failure = #expect(throws: ScenarioFailure.self) { try scenario.check() }
        #expect(failure?.checks.map(\.code) == ["ledger.sound"])
    }

    @Test func `an option that a step selects must be played`() {
        let loader = loader(moving: "Français")
        #expect(
            failures(loader) { step(.selectSubtitles("fr"), at: .position(2)) } == [
                "ledger.sound: subtitles \"Français\" are in no group of the variant stream played"
            ])
        #expect(
            failures(loader) { step(.selectAudio("fr"), at: .position(2)) } == [
                "ledger.sound: audio \"Français\" is not in group \"audio\" of the variant stream"
                    + " played: \"English\" is played instead"
            ])
    }

    @Test func `audio that the scenario does not name may be replaced`() {
        let found = failures(loader(moving: "English")) {
            step(.selectSubtitles("fr"), at: .position(2))
        }
        #expect(found == [])
    }

    @Test func `requested subtitles may be missing if no cue is expected`() {
        func count(_ expectation: ScenarioExpectation) -> Int {
            failures {
                player { $0.options.mediaPreferences.subtitles = .language("de") }
                expect(expectation)
            }.count
        }
        #expect(count(.never(EventPattern("didShowCue"))) == 0)
        #expect(count(.count(EventPattern("didShowCue", session: 1), 0...0)) == 0)
        #expect(count(.never(EventPattern("didShowCue", text: "Bonjour"))) == 1)
    }
}
