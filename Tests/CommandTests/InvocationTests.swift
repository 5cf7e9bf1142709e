import CommandTree
import PlaybackCommands
import PlayctlCommands
import Testing

@Suite struct InvocationTests {
    private func help(_ arguments: String...) throws -> String {
        try #require(try Invocation(arguments).text)
    }

    private func probe(_ arguments: String...) throws -> ProbeOptions? {
        try Invocation(["probe"] + arguments).options as? ProbeOptions
    }

    /// The words that make up each verb, from the help texts.
    static let verbs: [[String]] = {
        func names(_ arguments: [String]) -> [String] {
            let text = (try? Invocation(arguments + ["--help"]).text) ?? ""
            let rows = text.split(separator: "\n").drop { $0 != "verbs:" }.dropFirst()
            return rows.prefix { $0.hasPrefix("  ") }.filter { !$0.hasPrefix("   ") }.compactMap {
                $0.split(separator: " ").first.map(String.init)
            }
        }
        return names([]).flatMap { name in
            let members = names([name])
            return members.isEmpty ? [[name]] : members.map { [name, $0] }
        }
    }()

    @Test func `the help texts list all verbs`() {
        #expect(Self.verbs.count == 17 + 1 + 14)
        #expect(Self.verbs.contains(["offline", "export"]))
    }

    @Test func `probe takes one asset and its flags`() throws {
        var expected = ProbeOptions()
        expected.asset = "a.m3u8"
        expected.json = true
        expected.playlistOnly = true
        #expect(try probe("--json", "a.m3u8", "--playlist-only") == expected)
        expected = ProbeOptions()
        expected.asset = "--a"
        expected.packets = true
        #expect(try probe("--packets", "--", "--a") == expected)
    }

    @Test(arguments: [
        (
            [],
            "name a verb: play, run, verify, lint, compare, cues, sweep, players, watch, report,"
                + " offline, probe, rewrite, serve, keyserver, catalogue, schema, completions or manual"
                + " (see 'playctl --help')"
        ),
        (["report"], "name a verb: merge (see 'playctl report --help')"),
        (["compare", "a"], "NEW is missing (see 'playctl compare --help')"),
        (["plya"], "unknown verb 'plya'; did you mean 'play'? (see 'playctl --help')"),
        (
            ["film.m3u8"],
            "unknown verb 'film.m3u8'; the verbs are play, run, verify, lint, compare, cues, sweep,"
                + " players, watch, report, offline, probe, rewrite, serve, keyserver, catalogue,"
                + " schema, completions and manual (see 'playctl --help')"
        ),
        (["--hepl"], "unknown option '--hepl'; did you mean '--help'? (see 'playctl --help')"),
        (
            ["probe", "a", "\u{202E}b\u{9B}2J"],
            "'?b?2J' is one argument too many (see 'playctl probe --help')"
        ),
        (["help", "ply"], "unknown verb 'ply'; did you mean 'play'? (see 'playctl --help')"),
        (["probe"], "ASSET is missing (see 'playctl probe --help')"),
        (["probe", "a", "b"], "'b' is one argument too many (see 'playctl probe --help')"),
        (
            ["probe", "a", "--packets", "--playlist-only"],
            "'--playlist-only' and '--packets' exclude each other (see 'playctl probe --help')"
        ),
        (
            ["probe", "a", "--jsno"],
            "unknown option '--jsno'; did you mean '--json'? (see 'playctl probe --help')"
        ),
    ])
    func `wrong usage is reported with the help to read`(arguments: [String], message: String) {
        let failure = #expect(throws: CommandFailure.self) { try Invocation(arguments) }
        #expect(failure == CommandFailure(.usage, message))
    }

    @Test func `help is available through all usual options`() throws {
        let tool = try help("--help")
        let play = try help("play", "--help")
        #expect(try help("-h") == tool)
        #expect(try help("help") == tool)
        #expect(try help("play", "-h", "a.m3u8") == play)
        #expect(try help("help", "play") == play)
        #expect(try help("probe", "--help").hasPrefix("usage: playctl probe [OPTION]... ASSET\n"))
        #expect(play.hasPrefix("usage: playctl play [OPTION]... [ASSET...]\n"))
    }

    @Test(arguments: [["--help"], ["report", "--help"]] + Self.verbs.map { $0 + ["--help"] })
    func `help fits into eighty columns and ends its last line`(arguments: [String]) throws {
        let text = try #require(try Invocation(arguments).text)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            #expect(line.count <= 80)
            #expect(line.last != " ")
        }
        #expect(text.hasSuffix("\n"))
    }

    @Test func `help names every option and its default`() throws {
        let text = try help("play", "--help")
        for option in [
            "--cue-points FILE", "--[no-]auto-advance", "--seek FROM:TO", "--rate RATE",
            "--realtime", "--progress-interval TIME", "--verify LEVEL", "--audio LANG",
            "--subtitles LANG", "--max-bitrate BPS", "--network KBPS[,MS]", "--network-trace FILE",
            "--loss FRACTION", "--seed N", "--events FORMAT", "--trace FILE", "--ledger FORMAT",
            "-h, --help", "(default: demux)",
        ] {
            #expect(text.contains("\(option)"))
        }
    }

    @Test func `the first look has no other verb than play`() throws {
        _ = try Invocation(["play", "a.m3u8"], of: .firstLook)
        let help = try #require(try Invocation(["--help"], of: .firstLook).text)
        #expect(help.contains("This build has only 'play'."))
        let failure = #expect(throws: CommandFailure.self) {
            try Invocation(["lint", "a.m3u8"], of: .firstLook)
        }
        #expect(
            failure?.message == "unknown verb 'lint'; the only verb is play (see 'playctl --help')")
    }
}
