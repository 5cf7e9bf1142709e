import Foundation
import TestSupport
import Testing

/// The completions and the manual page, checked with the shells and `mandoc`.
@Suite struct ManualTests {
    private static let hasShells = ShellCommand.succeeds("command -v bash zsh fish mandoc")
    private let scratch = ScratchFolder()

    /// Writes the output of a verb into a file, and returns the path of the file.
    private func file(_ name: String, _ arguments: String...) throws -> String {
        let run = try Playctl.run(arguments)
        try #require(run.status == 0 && run.errors == "")
        let path = "\(scratch.path)/\(name)"
        try run.output.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test(.enabled(if: hasShells, "needs bash, zsh, fish and mandoc"))
    func `every shell can parse its completion script`() throws {
        for shell in ["bash", "zsh", "fish"] {
            let path = try file("playctl.\(shell)", "completions", shell)
            #expect(ShellCommand.succeeds("\(shell) -n '\(path)'"), "\(shell)")
        }
    }

    @Test(
        .enabled(if: hasShells, "needs bash, zsh, fish and mandoc"),
        arguments: [
            ("", ["play", "offline", "manual"], []),
            ("offline ", ["download", "export"], ["play-duration", "sweep"]),
            ("offline download --ren", ["--rental"], []),
            ("offline play --", ["--store"], ["--idle"]),
            ("play --events ", ["ndjson", "none", "text"], []),
            ("completions ", ["bash", "zsh", "fish"], []), ("--", ["--version"], []),
            ("report merge --ju", ["--junit"], []),
        ] as [(String, [String], [String])])
    func `bash and fish complete the words of a command line`(
        line: String, present: [String], absent: [String]
    ) throws {
        let bash = try file("playctl.bash", "completions", "bash")
        let typed = line.split(separator: " ", omittingEmptySubsequences: false)
        let words = (["playctl"] + typed.map(String.init)).map { "'\($0)'" }.joined(separator: " ")
        let script = """
            source \(bash); COMP_WORDS=(\(words)); COMP_CWORD=\(typed.count); _playctl
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let fish = try file("playctl.fish", "completions", "fish")
        for answer in [
            ShellCommand.text(of: "bash -c '\(script.replacing("'", with: "'\\''"))'"),
            ShellCommand.text(of: "fish -N -c 'source \(fish); complete -C \"playctl \(line)\"'"),
        ] {
            let offered = try #require(answer).split(separator: "\n").map {
                $0.split(separator: "\t").first.map(String.init) ?? ""
            }
            for word in present { #expect(offered.contains(word), "\(offered)") }
            for word in absent { #expect(!offered.contains(word), "\(offered)") }
        }
    }

    @Test(
        .enabled(if: hasShells, "needs bash, zsh, fish and mandoc"),
        arguments: ["play", "play --cue-points"])
    func `bash completes the name of a file with spaces`(line: String) throws {
        let bash = try file("playctl.bash", "completions", "bash")
        try "".write(
            toFile: "\(scratch.path)/a new film.m3u8", atomically: true, encoding: .utf8)
        let count = line.split(separator: " ").count + 1
        let script = """
            cd \(scratch.path); source \(bash); COMP_WORDS=(playctl \(line) a)
            COMP_CWORD=\(count); _playctl; printf "<%s>" "${COMPREPLY[@]}"
            """
        #expect(ShellCommand.text(of: "bash -c '\(script)'") == "<a new film.m3u8>")
    }

    @Test(arguments: ["catalogue --help", "manual", "completions bash", "lint --rules"])
    func `no word of the tool's own texts is hidden as a secret`(line: String) throws {
        let run = try Playctl.run(line.split(separator: " ").map(String.init))
        #expect(!run.output.contains(/…[0-9a-f]{12}/))
        let hasAddress = ["catalogue --help", "manual"].contains(line)
        #expect(run.output.contains("/videos?q=TEXT") == hasAddress)
    }

    @Test(.enabled(if: hasShells, "needs bash, zsh, fish and mandoc"))
    func `the manual page is valid and names every option of play`() throws {
        let path = try file("playctl.1", "manual")
        let faults = ShellCommand.text(of: "mandoc -T lint -W warning '\(path)' || true")
        #expect(faults == "")
        let page = try #require(ShellCommand.text(of: "mandoc -T utf8 '\(path)' | col -b"))
        let help = try Playctl.run("play", "--help").output
        for line in help.split(separator: "\n") where line.hasPrefix("  -") {
            let name = line.split(whereSeparator: { " ,[]".contains($0) }).last {
                $0.hasPrefix("-")
            }
            #expect(page.contains(try #require(name)), "\(line)")
        }
    }

    @Test func `an unknown shell is refused by name`() throws {
        let run = try Playctl.run("completions", "csh")
        #expect(run.status == 2)
        #expect(run.errors.contains("'csh' is not one of bash, zsh, fish"))
    }

    @Test func `the version names FFmpeg with its own version`() throws {
        let run = try Playctl.run("--version")
        #expect(run.status == 0)
        #expect(run.lines.first?.hasPrefix("playctl ") == true)
        let version = ShellCommand.text(of: "ffmpeg -version | sed -n '1s/^ffmpeg version //p'")
        let number = try #require(version?.split(separator: " ").first)
        #expect(run.lines.last?.hasPrefix("FFmpeg \(number) (libavformat ") == true)
    }
}
