import CommandTree
import Foundation
import PlayctlCommands
import TestSupport
import Testing

/// The facts that `--verbose` adds to standard error.
@Suite struct VerboseTests {
    /// Returns the messages of one kind, without their common prefix.
    private func facts(_ kind: String, _ run: Playctl.Outcome) -> [String] {
        let start = "playctl: \(kind): "
        return run.errorLines.filter { $0.hasPrefix(start) }.map {
            String($0.dropFirst(start.count))
        }
    }

    @Test func `verbose output begins with the versions and does not change standard output`()
        throws
    {
        let plain = try Playctl.run("play", "single/index.m3u8")
        let run = try Playctl.run("play", "single/index.m3u8", "-v")
        #expect(run.status == 0)
        #expect(run.output == plain.output)
        #expect(plain.errors == "")
        let version = try Playctl.run("--version").lines.joined(separator: ", ")
        #expect(run.errorLines.first == "playctl: version: \(version)")
    }

    @Test func `verbose output has every request of a playback, with its time and size`() throws {
        let run = try Playctl.run(
            "play", "single/index.m3u8", "--verbose", "--network", "4000,40", "--ledger", "json",
            "--events", "none")
        let requests = facts("request", run)
        let issued = try #require(try run.object["requests"] as? [String: Any])["issued"] as? Int
        #expect(requests.count == issued)
        let size = try Data(contentsOf: URL(filePath: SampleMedia.single.path)).count
        let first = try #require(requests.first)
        #expect(first.hasPrefix("0.000 s: top playlist "))
        #expect(first.contains("single/index.m3u8: \(size) bytes in 0.04"))
        #expect(requests.last?.contains("segment ") == true)
    }

    @Test(arguments: [
        ([], "the highest"),
        (["--max-bitrate", "300k"], "the highest of at most 300000 bit/s"),
        (["--max-bitrate", "1k"], "the lowest, since all exceed 1000 bit/s"),
        (["--network", "100000"], "the first"),
    ])
    func `verbose output has the chosen variant and the reason`(arguments: [String], reason: String)
        throws
    {
        let run = try Playctl.run(
            ["play", "ts-multivariant/index.m3u8", "-v", "--events", "none"] + arguments
        )
        let first = try #require(facts("variant", run).first)
        #expect(first.hasSuffix(": \(reason)"), "\(first)")
    }

    @Test func `verbose output gives the throughput as the reason for a change of variant`() throws
    {
        let run = try Playctl.run(
            "play", "ts-multivariant/index.m3u8", "-v", "--events", "none", "--network", "100000")
        let variants = facts("variant", run)
        #expect(variants.count >= 2)
        #expect(variants.last?.contains("affordable, with a throughput of ") == true)
    }

    @Test func `verbose output has the selected audio and subtitles and the reasons`() throws {
        let asset = "cmaf-byteranges/index.m3u8"
        let free = try Playctl.run("play", asset, "-v", "--events", "none")
        #expect(facts("audio", free).allSatisfy { $0.hasSuffix(": the asset's choice") })
        let run = try Playctl.run(
            "play", asset, "-v", "--events", "none", "--audio", "en", "--subtitles", "off")
        #expect(facts("audio", run).allSatisfy { $0.hasSuffix(": as --audio asks") })
        #expect(facts("subtitles", run).allSatisfy { $0.hasSuffix("off: as --subtitles asks") })
        #expect(!facts("audio", run).isEmpty)
    }

    @Test func `verbose output has a failed request and its cause, without secrets`() throws {
        let server = try OriginServer(.memory([:]))
        let url = server.url("/gone.m3u8?token=verysecretvalue")
        let run = try Playctl.run("play", url, "-v", "--events", "none")
        #expect(run.status == 1)
        let requests = facts("request", run)
        #expect(requests.contains { $0.contains("failed after ") && $0.contains("404") })
        #expect(!run.errors.contains("verysecretvalue"))
        let probed = try Playctl.run("probe", url, "-v")
        #expect(!facts("request", probed).isEmpty)
        #expect(!probed.errors.contains("verysecretvalue"))
    }

    @Test func `verbose output has the status of a response`() throws {
        let server = try OriginServer(.folder(SampleMedia.folder))
        let url = server.url("/single/index.m3u8")
        let run = try Playctl.run("probe", url, "--packets", "-v")
        #expect(facts("request", run).contains { $0.contains("status 200, ") })
    }

    @Test(arguments: [
        "verify single/index.m3u8", "cues id3/index.m3u8", "probe single/index.m3u8",
        "sweep --seeks single/index.m3u8",
    ])
    func `every command that reads an asset writes its requests in verbose mode`(line: String)
        throws
    {
        let words = line.split(separator: " ").map(String.init)
        let plain = try Playctl.run(words)
        let run = try Playctl.run(words + ["-v"])
        #expect(run.status == 0)
        #expect(run.output == plain.output)
        #expect(facts("request", run).contains { $0.contains("index.m3u8: ") })
        let kinds: Set<Substring> = Set(
            run.errorLines.map { $0.dropFirst("playctl: ".count).prefix { $0 != ":" } })
        #expect(kinds.isSubset(of: ["version", "request", "stream", "check", "warning"]))
        if words[0] == "verify" || words[0] == "cues" {
            #expect(!facts("stream", run).isEmpty)
        }
    }

    @Test func `verbose output has each request and each check of a scenario`() throws {
        let folder = ScratchFolder()
        let file = try folder.put(
            """
            playctl: 1
            assets: [{url: \(SampleMedia.single.path)}]
            network: {latency: 40ms}
            faults: [{match: segment-1.ts, occurrences: 1, do: {status: 503}}]
            expect: [end]

            """, at: "a.play.yaml")
        let run = try Playctl.run("run", file, "-v")
        #expect(run.status == 0, "\(run.output)")
        #expect(facts("check", run).count > 1)
        #expect(facts("check", run).allSatisfy { $0.hasPrefix("a: ") })
        // Times and failures are those of the simulated network, as in the file of --requests.
        let requests = facts("request", run)
        #expect(requests.count == 7)
        #expect(requests.first?.hasPrefix("a: 0.000 s: top playlist ") == true)
        #expect(requests.first?.hasSuffix("bytes in 0.040 s") == true)
        #expect(requests.contains { $0.contains("failed after 0.040 s, to be retried: ") })
    }

    @Test func `a download names its requests`() throws {
        let shelf = OfflineShelf()
        let run = try shelf.run("download", SampleMedia.single.path, "--verbose")
        #expect(run.status == 0, "\(run.errors)")
        #expect(facts("request", run).contains { $0.contains("segment ") })
        let token = try shelf.token()
        let played = try shelf.run("play", token, "--events", "none", "-v")
        #expect(facts("request", played).contains { $0.hasSuffix(" bytes from the store") })
    }

    @Test(arguments: [["play"], ["keyserver", "--store", "a"], ["offline", "play", "a"]])
    func `quiet and verbose exclude each other`(words: [String]) {
        let failure = #expect(throws: CommandFailure.self) { try Invocation(words + ["-q", "-v"]) }
        #expect(failure?.message.contains("'--quiet' and '--verbose' exclude each other") == true)
    }
}
