import TestSupport
import Testing

/// The answers of the built tool to correct and wrong usage.
@Suite struct UsageTests {
    @Test(arguments: [["--help"], ["-h"], ["help"], ["play", "--help"], ["probe", "-h"]])
    func `help is written to standard output`(arguments: [String]) throws {
        let run = try Playctl.run(arguments)
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.lines.first?.hasPrefix("usage: playctl ") == true)
        #expect(run.lines.allSatisfy { $0.count <= 80 })
    }

    @Test func `the help of play has every option`() throws {
        let help = try Playctl.run("play", "--help").output
        let options = [
            "cue-points FILE", "[no-]auto-advance", "seek FROM:TO", "rate RATE", "realtime",
            "progress-interval TIME", "verify LEVEL", "audio LANG", "subtitles LANG",
            "max-bitrate BPS", "network KBPS[,MS]", "network-trace FILE", "events FORMAT",
            "trace FILE", "ledger FORMAT",
        ]
        for option in options { #expect(help.contains("--\(option)")) }
    }

    /// The hexadecimal digits of a key.
    private static let zeros = String(repeating: "0", count: 32)

    @Test func `a key that is given twice applies`() throws {
        let key = ["--key-uri", "k=\(Self.zeros)"]
        let run = try Playctl.run(["play", SampleMedia.single.path] + key + key)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test(arguments: [
        ([], "name a verb"), (["plya"], "did you mean 'play'?"),
        (["play", "--seke", "1:2"], "did you mean '--seek'?"),
        (["play", "--event=none"], "did you mean '--events'?"),
        (["probe", "a", "--jsn"], "did you mean '--json'?"),
        (["lint", "-"], "'-' is not a path or a URL; 'play -' reads standard input"),
        (["verify", "-"], "./- is a file of that name"), (["cues", "-"], "'-' is not a path"),
        (["probe", "-"], "'-' is not a path"), (["probe"], "ASSET is missing"),
        (["probe", "a", "b"], "one argument too many"),
        (["probe", "a", "--packets", "--playlist-only"], "exclude each other"),
        (["play", "--rate", "fast"], "'--rate' cannot be 'fast'"),
        (["play", "a", "--trace", "-"], "'--trace' cannot be '-': expected a path, not standard"),
        (
            [
                "play", "a", "--key-uri", "k=\(UsageTests.zeros)", "--key-uri",
                "k=\(UsageTests.zeros.dropLast())1",
            ],
            "'--key-uri' gives two values for 'k'"
        ),
        (
            [
                "play", "a", "--key", "\(UsageTests.zeros):\(UsageTests.zeros)", "--key",
                "\(UsageTests.zeros):\(UsageTests.zeros.dropLast())1",
            ],
            "'--key' gives two values for '\(UsageTests.zeros)'"
        ),
    ])
    func `wrong usage is reported in one line`(arguments: [String], cause: String) throws {
        let run = try Playctl.run(arguments)
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("playctl: "))
        #expect(run.errors.contains(cause))
    }
}
