import CommandTree
import HeadlessPlayback
import PlaybackCommands
import PlayctlCommands
import Testing

@Suite struct PlayOptionsTests {
    private func options(_ arguments: String...) throws -> PlayOptions? {
        try Invocation(["play"] + arguments).options as? PlayOptions
    }

    private func failure(_ arguments: [String]) -> CommandFailure? {
        #expect(throws: CommandFailure.self) { try Invocation(["play"] + arguments) }
    }

    @Test func `without arguments the defaults apply`() throws {
        let options = try #require(try options())
        #expect(options == PlayOptions())
        #expect(options.assets.isEmpty)
        #expect(options.autoAdvance)
        #expect(options.verification == .demux)
        #expect(options.events == .text)
        #expect(options.ledger == .text)
        #expect(options.progressInterval == .seconds(1))
    }

    @Test func `every option is read, with its value after a space or an equals sign`() throws {
        var expected = PlayOptions()
        expected.assets = ["a.m3u8", "-", "--b"]
        expected.cuePoints = "cues.json"
        expected.autoAdvance = false
        expected.seeks = [
            PlayOptions.Seek(from: .seconds(5), to: .milliseconds(12_500)),
            PlayOptions.Seek(from: .milliseconds(500), to: .seconds(120)),
        ]
        expected.rate = 1.5
        expected.realtime = true
        expected.progressInterval = .milliseconds(250)
        expected.verification = .decode
        expected.audio = "pt-BR"
        expected.subtitles = .language("en")
        expected.maxBitrate = 1_500_000
        expected.network = PlayOptions.Network(
            bitsPerSecond: 1_500_000, latency: .milliseconds(40))
        expected.loss = 0.01
        expected.seed = 18_446_744_073_709_551_615
        expected.events = .ndjson
        expected.trace = "a=b"
        expected.ledger = .json
        expected.timeLimit = .seconds(5400)
        let options = try options(
            "a.m3u8", "--cue-points", "cues.json", "--no-auto-advance", "--seek", "5:12.5",
            "--seek=500ms:2m", "--rate=1.5", "--realtime", "--progress-interval", "0.25",
            "--verify", "decode", "--audio=pt-BR", "--subtitles", "en", "--max-bitrate", "1.5M",
            "--network", "1500,40", "--loss", "0.01", "--seed", "18446744073709551615",
            "--events=ndjson", "--trace=a=b", "--ledger", "json", "--time-limit", "90m", "-", "--",
            "--b")
        #expect(options == expected)
    }

    @Test(arguments: ["1500,40", "1500kbps,40", "1.5Mbps,40"])
    func `the rate of a network is in kilobits per second, unless it has a unit`(
        network: String
    ) throws {
        let expected = PlayOptions.Network(
            bitsPerSecond: 1_500_000, latency: .milliseconds(40))
        #expect(try options("--network", network)?.network == expected)
    }

    @Test func `the last of a flag and its opposite applies`() throws {
        #expect(try options("--no-auto-advance", "--auto-advance")?.autoAdvance == true)
        #expect(try options("--auto-advance", "--no-auto-advance")?.autoAdvance == false)
    }

    @Test func `subtitles can be off, or left to the asset`() throws {
        #expect(try options("--subtitles", "off")?.subtitles == .off)
        #expect(try options()?.subtitles == .automatic)
    }

    @Test(
        arguments: [
            ("5", 5000), ("5.5", 5500), (".5", 500), ("1:30", 90_000), ("01:02:03.5", 3_723_500),
            ("500ms", 500), ("10s", 10_000), ("2m", 120_000), ("1h", 3_600_000), ("0.001", 1),
            ("1.5h", 5_400_000), ("90:00", 5_400_000), ("12.345", 12_345), ("1000h", 3_600_000_000),
        ] as [(String, Int64)])
    func `a time has a unit or colons`(text: String, milliseconds: Int64) throws {
        let options = try options("--progress-interval", text)
        #expect(options?.progressInterval == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "", "0", "-1", "1:60", "1:2:3:4", "1.5:00", ":30", "1:", "5 s", "5sec", "1e3", "inf", "nan",
        "1001h", "99999999999999999999", "5..5", ".", "ms", "٣", "00000000000:00:61",
        "999999:59:59",
    ])
    func `an invalid time is refused`(text: String) {
        #expect(
            failure(["--progress-interval=\(text)"])?.message
                == "'--progress-interval' cannot be '\(text)': expected a time above zero,"
                + " such as 0.5, 500ms or 1:30 (see 'playctl play --help')")
    }

    @Test(
        arguments: [
            ("800000", 800_000), ("800k", 800_000), ("1.5M", 1_500_000), ("0.0015k", 2),
        ] as [(String, Int64)])
    func `a bandwidth may be in thousands or millions`(text: String, bits: Int64) throws {
        #expect(try options("--max-bitrate", text)?.maxBitrate == bits)
    }

    @Test(arguments: [
        ("--max-bitrate", "0"), ("--max-bitrate", "-1k"), ("--max-bitrate", "1G"),
        ("--max-bitrate", "999999999999999M"),
        ("--rate", "0"), ("--rate", "1001"), ("--rate", "-1"), ("--rate", "0x10"), ("--rate", "x"),
        ("--loss", "0.91"), ("--loss", "1%"), ("--seed", "-1"), ("--seed", "+1"), ("--seed", "1.0"),
        ("--seed", "18446744073709551616"),
        ("--network", "0"), ("--network", "100,"), ("--network", ",5"), ("--network", "1,2,3"),
        ("--network", "9999999999"), ("--network", "1,3600001"), ("--network", "kbps"),
        ("--seek", "5"), ("--seek", "1:2:3"), ("--seek", "5:"), ("--seek", "5:-1"),
        ("--audio", ""), ("--audio", "english language"), ("--audio", "a--b"),
        ("--cue-points", ""), ("--events", "json"), ("--verify", "all"), ("--ledger", "off"),
    ])
    func `a value out of its bounds is wrong usage`(option: String, value: String) {
        let failure = failure([option + "=" + value])
        #expect(failure?.code == .usage)
        #expect(failure?.message.hasPrefix("'\(option)' cannot be '\(value)': expected ") == true)
    }

    @Test(arguments: [
        (
            ["--verify", "all"],
            "'--verify' cannot be 'all': expected one of playlist, demux, decode"
        ),
        (["--auto-advanc"], "unknown option '--auto-advanc'; did you mean '--auto-advance'?"),
        (
            ["--no-autoadvance"],
            "unknown option '--no-autoadvance'; did you mean '--no-auto-advance'?"
        ),
        (["--cue=a"], "unknown option '--cue'; did you mean '--cue-points'?"),
        (["--volume"], "unknown option '--volume'"),
        (["-z\n"], "unknown option '-z?'"),
        (["--no-realtime"], "unknown option '--no-realtime'; did you mean '--realtime'?"),
        (["--trace"], "'--trace' needs a value: --trace FILE"),
        (["--trace", "--realtime"], "'--trace' needs a value: --trace FILE"),
        (["--realtime=yes"], "'--realtime' takes no value"),
        (["--rate", "1", "--rate", "2"], "'--rate' is given more than once"),
        (
            ["--network=1", "--network-trace=a"],
            "'--network' and '--network-trace' exclude each other"
        ),
    ])
    func `wrong usage is reported in one line with its cause`(arguments: [String], message: String)
    {
        let failure = failure(arguments)
        #expect(failure?.code == .usage)
        #expect(failure?.message == message + " (see 'playctl play --help')")
    }
}
