import Foundation
import HeadlessPlayback
import HeadlessPlaybackTesting
import PlayctlCommands
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Tests of `playctl play --realtime` on a terminal, as in `Documentation/Controls.md#keys`.
@Suite struct TerminalKeysTests {
    private let folder = ScratchFolder()
    private static let film = "ts-multivariant/index.m3u8"

    private func run(_ arguments: [String], _ steps: [TerminalRun.Step]) throws -> TerminalRun {
        let run = try TerminalRun(
            ["play", "--realtime"] + arguments, in: SampleMedia.folder, steps)
        #expect(run.failure == nil, "\(run.output)")
        return run
    }

    @Test func `each key has its documented effect, and quitting is a success`() throws {
        let trace = "\(folder.path)/trace.txt"
        let run = try run(
            [Self.film, "single/index.m3u8", "--trace", trace],
            [
                .await("Play"), .modes, .keys("?"), .await("this list"),
                .keys(" "), .await(">> keys toggle"), .await("Pause"),
                .keys("\u{1B}[C"), .await(">> keys skip 5"),
                .keys("\u{1B}[D"), .await(">> keys skip -5"),
                .keys("\u{1B}[A"), .await(">> keys skip 60"),
                .keys("\u{1B}OB"), .await(">> keys skip -60"),
                .keys("p"), .await(">> keys toggle"), .keys("]"), .await(">> keys rate 1.1"),
                .keys("["), .await(">> keys rate 1"), .keys("}"), .await(">> keys rate 2"),
                .keys("\u{7F}"), .await(">> keys rate 1"), .keys("#"), .await(">> keys next-audio"),
                .keys("j"), .await(">> keys next-subtitles"), .keys("mm"),
                .await(">> keys unmute"), .keys(">"), .await(">> keys next"),
                .await("didAdvanceToPlaybackSession"), .await("Play"), .keys("<"),
                .await(">> keys previous"), .await("Play"), .keys("q"),
            ])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.modes == [false, true])
        let lines = folder.text("trace.txt").split(separator: "\n")
        #expect(lines.filter { $0.contains(">> keys") }.count == 17)
        #expect(lines.last?.contains("Terminate") == true)
    }

    @Test func `the terminal is restored at the normal end and after a failure`() throws {
        let end = try run([Self.film, "--start", "17"], [.await("Ready"), .modes])
        #expect(end.status == 0, "\(end.output)")
        #expect(end.modes == [false, true])
        let failure = try run(["missing.m3u8"], [.await("Fail")])
        #expect(failure.status == 1)
        #expect(failure.modes == [true])
    }

    @Test(arguments: [(SIGTERM, 130), (SIGHUP, Int(-SIGHUP))])
    func `the terminal is restored by a signal that ends the tool`(
        signal: Int32, status: Int
    ) throws {
        let run = try run([Self.film], [.await("Play"), .modes, .signal(signal)])
        #expect(run.status == status, "\(run.output)")
        #expect(run.modes == [false, true])
    }

    @Test func `the terminal is restored by Ctrl-C, pressed once or twice`() throws {
        for keys in ["\u{3}", "\u{3}\u{3}"] {
            let run = try run([Self.film], [.await("Play"), .modes, .keys(keys)])
            #expect(run.status == 130 || run.status == Int(-SIGINT), "\(run.output)")
            #expect(run.modes == [false, true])
        }
    }

    @Test func `Ctrl-Z restores the terminal and stops the playback clock until fg`() throws {
        let run = try run(
            [Self.film],
            [
                .await("Play"), .modes, .keys("\u{1A}"), .awaitStop, .pause(1500), .foreground,
                .pause(300), .modes, .keys(" "), .await(">> keys toggle"), .keys("\u{1A}"),
                .awaitStop, .foreground, .pause(200), .keys("q"),
            ])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.modes == [false, true, false, true, true])
        let line = run.output.split(separator: "\r\n").first { $0.contains("keys toggle") }
        let words = line?.split(separator: " ").compactMap { Double($0) } ?? []
        #expect(try #require(words.first) < 1.5)
    }

    @Test func `a live run with keys is repeated by a scenario with an equal trace`() throws {
        let trace = "\(folder.path)/trace.txt"
        let run = try run(
            [Self.film, "single/index.m3u8", "--trace", trace],
            [
                .await("Play"), .keys("\u{1B}[C"), .await("didProgressTo"), .keys("  "),
                // Waits until a cue is shown, so that the subtitles have arrived before the key
                // `#`, both in this run and in the scenario that repeats it.
                .await("Play"), .keys("]j"), .await("didShowCue"), .keys("#"),
                .await(">> keys next-audio"), .await("didProgressTo"), .keys(">"),
                .await("Play"), .await("didProgressTo"), .await("didProgressTo"), .keys("q"),
            ])
        #expect(run.status == 0, "\(run.output)")
        let lines = folder.text("trace.txt").split(separator: "\n").dropFirst()
        let live = lines.map(String.init)
        var repetition = Scenario("repetition") {
            ScenarioPart { $0.player.autoPlay = true }
        }
        repetition.assets = [Self.film, "single/index.m3u8"].map {
            ScenarioAsset("\(SampleMedia.folder)/\($0)")
        }
        repetition.steps = ScenarioStep.outsideCommands(inTrace: live.joined(separator: "\n"))
        #expect(repetition.steps.count == 8)
        #expect(ScenarioRunner().run(repetition).trace == live)
    }

    @Test func `without a terminal no keys are read`() throws {
        let outcome = try Playctl.launch("play", "--realtime", Self.film, "--start", "18.5")
        #expect(outcome.status == 0)
        #expect(!outcome.output.contains(">>"))
    }
}
