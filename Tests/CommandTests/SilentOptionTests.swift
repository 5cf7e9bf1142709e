import CommandTree
import PlayctlCommands
import TestSupport
import Testing

/// An option that would have no effect is wrong usage.
@Suite struct SilentOptionTests {
    @Test(arguments: [
        ("run a -l --json x", "'--list' and '--json' exclude"),
        ("run a --list --golden x", "'--list' and '--golden' exclude"),
        ("run a --list --requests x", "'--list' and '--requests' exclude"),
        ("run a --list --n-runs 2", "'--list' and '--n-runs' exclude"),
        ("run a --list --jobs 2", "'--list' and '--jobs' exclude"),
        ("run a --list --seed 2", "'--list' and '--seed' exclude"),
        ("run a --list --time-limit 2", "'--list' and '--time-limit' exclude"),
        ("run --init a b --json x", "'--init' and '--json' exclude"),
        ("run --init a b --shard 1/2", "'--init' and '--shard' exclude"),
        ("run --init a b --tags x", "'--init' and '--tags' exclude"),
        ("lint --rules --html x", "'--rules' and '--html' exclude"),
        ("lint --rules --severity key=off", "'--rules' and '--severity' exclude"),
        ("lint --rules --no-media", "'--rules' and '--no-media' exclude"),
        ("lint --explain variant.peak-off --html x", "'--explain' and '--html' exclude"),
        ("lint --explain variant.peak-off --profile apple", "'--explain' and '--profile'"),
        ("lint a --json --quiet", "'--quiet' and '--json' exclude"),
        ("lint a --certificate x", "'--certificate' has no effect without '--key-server'"),
        (
            "lint a --no-media --key-uri k=00000000000000000000000000000000",
            "'--no-media' and '--key-uri' exclude"
        ),
        ("compare a b --no-media --key-server http://h", "'--no-media' and '--key-server'"),
        ("probe a --playlist-only --key-server http://h", "'--playlist-only' and '--key-server'"),
        ("probe a --playlist-only --demuxer automatic", "'--playlist-only' and '--demuxer'"),
        ("play a --quiet --show-cues", "'--quiet' and '--show-cues' exclude"),
        ("offline play a --quiet --show-cues", "'--quiet' and '--show-cues' exclude"),
        ("help lint extra", "'extra' is one argument too many"),
        ("help report merge extra", "'extra' is one argument too many"),
    ])
    func `an option without an effect is wrong usage`(line: String, cause: String) {
        let words = line.split(separator: " ").map(String.init)
        let failure = #expect(throws: CommandFailure.self) { try Invocation(words) }
        #expect(failure?.code == .usage)
        #expect(failure?.message.contains(cause) == true, "\(failure?.message ?? "")")
    }

    @Test(arguments: [
        "run a --list --tags x --shard 1/2 --costs c", "run --init a b -q --allow-host h",
        "lint --rules --profile apple", "lint a --no-media --rules key", "help report merge",
        "lint a --certificate x --key-server http://h", "probe a --playlist-only --json",
    ])
    func `options with an effect on each other are accepted`(line: String) throws {
        _ = try Invocation(line.split(separator: " ").map(String.init))
    }

    @Test func `--versions with a single version is wrong usage`() throws {
        let run = try Playctl.run("lint", "single/index.m3u8", "--versions", "--no-media")
        #expect(run.status == 2)
        #expect(run.errors.contains("--versions needs two versions or more"))
    }

    @Test func `--header-host without anything to send to it is wrong usage`() throws {
        for verb in ["probe", "play", "lint", "verify", "cues", "players", "sweep --faults"] {
            for asset in ["single/index.m3u8", "http://127.0.0.1:9/index.m3u8"] {
                let words = verb.split(separator: " ").map(String.init)
                let run = try Playctl.run(words + [asset, "--header-host", "example.com"])
                #expect(run.status == 2)
                #expect(run.errors.contains("'--header-host' has no effect without '--header'"))
            }
        }
        // `run` accepts `--header-host` without `--header`, because the scenario may have header
        // fields.
        _ = try Invocation(["run", "a", "--header-host", "example.com"])
    }
}
