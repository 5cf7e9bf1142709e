import TestSupport
import Testing

/// The option `--profile` of the commands that play an asset.
@Suite struct ProfileCommandTests {
    private let folder = ScratchFolder()

    private func start(_ arguments: String...) throws -> String? {
        let run = try Playctl.run(
            ["play", SampleMedia.single.path, "--network", "1000,40"] + arguments)
        #expect(run.status == 0)
        return run.lines.first { $0.contains("didProgressTo") && !$0.contains("-inf") }
    }

    @Test func `play follows the profile`() throws {
        let plain = try start()
        #expect(try start("--profile", "default") == plain)
        #expect(try start("--profile", "chromium") != plain)
    }

    @Test(arguments: ["play", "run", "verify", "sweep"])
    func `a profile that does not exist is wrong usage`(verb: String) throws {
        let run = try Playctl.run(verb, "a", "--profile", "safari")
        #expect(run.status == 2)
        #expect(run.errors.contains("'--profile' cannot be 'safari'"))
        #expect(run.errors.contains("chromium"))
    }

    @Test func `run lets the command line choose the player of every scenario`() throws {
        let file = try folder.put(
            """
            playctl: 1
            assets: [\(SampleMedia.single.path)]
            network: {rate: 1Mbps, latency: 40ms}
            player: {profile: chromium}
            """, at: "a.play.yaml")
        func requests(_ arguments: String...) throws -> String {
            let path = "\(folder.path)/requests.ndjson"
            let run = try Playctl.run(["run", file, "--requests", path] + arguments)
            #expect(run.status == 0)
            return folder.text("requests.ndjson")
        }
        let chromium = try requests()
        #expect(try requests("--profile", "chromium") == chromium)
        #expect(try requests("--profile", "default") != chromium)
    }

    @Test func `sweep and verify accept a profile, and the repeat command of verify has it`() throws
    {
        let sweep = try Playctl.run(
            "sweep", "--faults", SampleMedia.single.path, "--profile", "hls.js", "--only",
            "segment-1.ts:404")
        #expect(sweep.status == 0)
        let verify = try Playctl.run(
            "verify", SampleMedia.single.path, "--profile", "media3", "--json",
            "\(folder.path)/v.json")
        #expect(verify.status == 0)
        #expect(folder.text("v.json").contains("--profile media3"))
    }
}
