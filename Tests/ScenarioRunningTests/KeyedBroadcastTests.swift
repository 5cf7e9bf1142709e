import Foundation
import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Runs of broadcasts with changing keys, and with mistakes in the keys.
@Suite struct KeyedBroadcastTests {
    private func run(
        _ keys: String, faults: String = "", source: SampleMedia = .single, rest: String = "",
        extra: String = "", level: String = "demux"
    ) throws -> ScenarioResult {
        let text = """
            playctl: 1
            assets:
              - live:
                  source: \(source.path)
                  id: news
                  ran-for: 2m
                  window: { segments: 10 }
                  \(keys)
                  \(faults)
                  \(extra)
            player: { verification: \(level) }
            \(rest)
            steps: [{ at: 50s, stop: }]

            """
        let scenario = try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml")
        return ScenarioRunner().run(scenario)
    }

    private func failures(_ result: ScenarioResult) -> String {
        result.checks.filter(\.isBad).map { "\($0)".prefix(2000) }.joined(separator: "\n")
    }

    @Test(
        arguments: [
            "keys: { every: 6s }", "keys: { every: 6s, iv: written }",
            "keys: { every: 6s, method: SAMPLE-AES }",
            "keys: { every: 6s, method: SAMPLE-AES, iv: written, seed: 4 }",
        ], [SampleMedia.single, .transportStream, .fragments])
    func `an encrypted broadcast is decoded without a loss`(
        keys: String, media: SampleMedia
    ) throws {
        let result = try run(keys, source: media, level: "decode")
        #expect(result.verdict == .passed, "\(failures(result))")
    }

    @Test func `encryption works with continuous timestamps and with parts`() throws {
        let result = try run(
            "keys: { every: 6s, method: SAMPLE-AES }", source: .transportStream,
            extra: "loop: continuous")
        #expect(result.verdict == .passed, "\(failures(result))")
        let parts = try run(
            "keys: { every: 6s }", source: .transportStream,
            extra: "parts: { target: 1s }\n      server-control: { block: true }")
        #expect(parts.verdict == .passed, "\(failures(parts))")
    }

    @Test(
        arguments: [
            "{ segments: 72, wrong-key: previous }", "{ segments: 73, wrong-key: wrong }",
            "{ from: 24s, to: 25s, wrong-key: wrong }", "{ segments: 72, missing-key: }",
            "{ from: 24s, to: 25s, missing-key: }", "{ at: 24s, late-key: 40s }",
        ], ["AES-128", "SAMPLE-AES"])
    func `a run with any fault of a key fails`(fault: String, method: String) throws {
        for media in [SampleMedia.single, .fragments] {
            let result = try run(
                "keys: { every: 12s, method: \(method) }", faults: "faults: [\(fault)]",
                source: media)
            if media == .fragments, fault.contains("segments") { continue }
            #expect(result.verdict == .failed, "\(media) \(result.trace.suffix(5))")
            #expect(!failures(result).contains("every fault applies"), "\(failures(result))")
        }
    }

    @Test(arguments: [SampleMedia.transportStream, .fragments])
    func `licence keys rotate, and a licence with a wrong key fails the run`(media: SampleMedia)
        throws
    {
        let keys = "keys: { every: 8s, method: SAMPLE-AES, contents: [a, b, c] }"
        let good = """
            keys:
              policies:
                a: { key: "000102030405060708090a0b0c0d0e0f" }
                b: { key: "101112131415161718191a1b1c1d1e1f" }
                c: { key: "202122232425262728292a2b2c2d2e2f" }
            """
        let result = try run(keys, source: media, rest: good, level: "decode")
        #expect(result.verdict == .passed, "\(failures(result))")
        let wrong = good.replacing(
            "1d1e1f\" }", with: "1d1e1f\", error: { answer: wrongKey } }")
        #expect(wrong != good)
        let denied = try run(keys, source: media, rest: wrong)
        #expect(denied.verdict == .failed, "\(denied.trace.suffix(5))")
        let none = try run(keys, source: media)
        #expect(failures(none).contains("no policy of the key server has the content a"))
    }

    @Test func `an encrypted source is broadcast with its own keys and initialization vectors`()
        throws
    {
        let path = SampleMedia.single.path.replacing("single/", with: "protected-aes128/")
        let text = """
            playctl: 1
            assets: [{ live: { source: \(path), id: news, ran-for: 2m, window: { segments: 10 } } }]
            player: { verification: decode }
            steps: [{ at: 50s, stop: }]
            expect: [{ requests: { kind: key, times: 2 } }]

            """
        let scenario = try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml")
        let result = ScenarioRunner().run(scenario)
        #expect(result.verdict == .passed, "\(failures(result))")
        for change in ["loop: continuous", "timestamps: { start: 1h }", "parts: { target: 1s }"] {
            let other = text.replacing("ran-for: 2m,", with: "ran-for: 2m, \(change),")
            let scenario = try ScenarioFile.scenario(from: Array(other.utf8), path: "a.play.yaml")
            #expect(failures(ScenarioRunner().run(scenario)).contains("encrypted"), "\(change)")
        }
        let keyed = text.replacing("ran-for: 2m,", with: "ran-for: 2m, keys: { every: 6s },")
        let twice = try ScenarioFile.scenario(from: Array(keyed.utf8), path: "a.play.yaml")
        #expect(failures(ScenarioRunner().run(twice)).contains("cannot have other keys"))
    }

    @Test func `subtitles and other audio of an encrypted broadcast are played`() throws {
        let result = try run(
            "keys: { every: 6s }", source: .transportStream,
            rest: "", level: "demux, subtitles: fr, audio: [fr]")
        #expect(result.verdict == .passed, "\(failures(result))")
        #expect(result.trace.contains { $0.contains("fr") })
    }
}
