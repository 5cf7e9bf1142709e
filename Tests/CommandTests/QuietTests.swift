import Foundation
import TestSupport
import Testing

/// `--quiet`: errors and warnings remain, and the exit code states the result.
@Suite struct QuietTests {
    /// The subcommands whose only effect is their output.
    private static let printing: [[String]] = [
        ["cues"], ["schema"], ["completions"], ["manual"], ["offline", "list"],
        ["offline", "status"], ["offline", "licenses"], ["offline", "estimate"],
    ]

    private let scratch = ScratchFolder()

    /// Writes a scenario that expects events in a given order, and returns its path.
    private func scenario(expecting events: String) throws -> String {
        let text = """
            playctl: 1
            assets: [{url: \(SampleMedia.single.path)}]
            expect:
              - order: [\(events)]

            """
        return try scratch.put(text, at: "a.play.yaml")
    }

    @Test func `every verb with progress or results can be quiet`() throws {
        #expect(InvocationTests.verbs.count > 20)
        for verb in InvocationTests.verbs {
            let help = try Playctl.run(verb + ["--help"]).output
            let isPrinting = Self.printing.contains(verb)
            #expect(help.contains("-q, --quiet") != isPrinting, "\(verb)")
        }
    }

    @Test(arguments: [
        ["play", "single/index.m3u8"], ["probe", "single/index.m3u8"],
        ["verify", "single/index.m3u8"],
        ["sweep", "--faults", "single/index.m3u8", "--only", "segment-3.ts:404"],
    ])
    func `a successful quiet command writes nothing to standard output`(words: [String]) throws {
        let loud = try Playctl.run(words)
        #expect(loud.status == 0 && loud.output != "")
        let quiet = try Playctl.run(words + ["-q"])
        #expect(quiet.status == 0)
        #expect(quiet.output == "")
        #expect(quiet.errors == loud.errors)
    }

    @Test(arguments: [
        ["play", "nowhere.m3u8"], ["probe", "nowhere.m3u8"], ["run", "nowhere.play.yaml"],
        ["verify", "markers-wrong/index.m3u8", "--cue-points", "markers/cue-points.json"],
        ["sweep", "--seeks", "nowhere.m3u8"], ["report", "merge", "nowhere.json"],
        ["lint", "nowhere.m3u8"],
        ["rewrite", "nowhere.m3u8", "-o", "out"], ["offline", "verify", "--store", "nowhere"],
    ])
    func `a quiet command that fails keeps its exit code and writes an error`(words: [String])
        throws
    {
        let loud = try Playctl.run(words)
        #expect(loud.status != 0)
        let quiet = try Playctl.run(words + ["--quiet"])
        #expect(quiet.status == loud.status)
        #expect(quiet.output == "")
        #expect(quiet.errors != "")
    }

    @Test func `a quiet command still writes warnings`() throws {
        let run = try Playctl.run("play", "-q", "ts-multivariant/index.m3u8", "--audio", "xx")
        #expect(run.status == 0)
        #expect(run.output == "")
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("warning: "))
    }

    @Test func `a quiet run writes why a scenario fails, and nothing for one that passes`() throws {
        let good = try Playctl.run("run", try scenario(expecting: "Ready, Play, End"), "-q")
        #expect(good.status == 0, "\(good.errors)")
        #expect(good.output + good.errors == "")
        let bad = try scenario(expecting: "End, Ready")
        let quiet = try Playctl.run("run", bad, "-q")
        #expect(quiet.status == 1)
        #expect(quiet.output == "")
        #expect(quiet.errors.contains("failed  expect."), "\(quiet.errors)")
    }

    @Test func `a quiet command writes its reports`() throws {
        let path = "\(scratch.path)/results.json"
        let words = ["verify", "single/index.m3u8", "--json"]
        let loud = try Playctl.run(words + ["-"])
        let quiet = try Playctl.run(words + ["-", "-q"])
        #expect(try quiet.object["results"] != nil)
        #expect(quiet.lines.count == loud.lines.count)
        #expect(try Playctl.run(words + [path, "-q"]).output == "")
        #expect(FileManager.default.fileExists(atPath: path))
        let merged = try Playctl.run("report", "merge", path, "-q")
        #expect(merged.status == 0)
        #expect(merged.output + merged.errors == "")
    }

    @Test func `a store is filled, damaged, found damaged and repaired in silence`() throws {
        let shelf = OfflineShelf()
        func expectSilence(_ words: String...) throws {
            let run = try Playctl.run(shelf.line(words + ["-q"]))
            #expect(run.status == 0, "\(words): \(run.errors)")
            #expect(run.output + run.errors == "", "\(words)")
        }
        try expectSilence("download", SampleMedia.single.path)
        let token = try shelf.token()
        try expectSilence("verify")
        try expectSilence("play", token)
        try expectSilence("resume")
        try expectSilence("export", token, "\(scratch.path)/copy")
        let folder = URL(filePath: "\(shelf.path)/packages/\(token)")
        let segment = try #require(
            try shelf.package(token).keys.sorted().first { $0.hasSuffix(".ts") })
        try Data("damaged".utf8).write(to: folder.appending(path: segment))
        let damaged = try shelf.run("verify", "-q")
        #expect(damaged.status == 1)
        #expect(damaged.output == "")
        #expect(damaged.errors.contains("1 of"), "\(damaged.errors)")
        try expectSilence("repair", token)
        try expectSilence("verify")
        try expectSilence("delete", token)
    }

    @Test(arguments: [
        (["run", "a", "-q", "--list"], "--list"), (["probe", "a", "-q", "--json"], "--json"),
        (["offline", "download", "a", "-q", "--json"], "--json"),
        (["offline", "play", "a", "-q", "--events", "text"], "--events"),
        (["sweep", "--seeks", "a", "-q", "-v"], "--verbose"),
    ])
    func `options that request output cannot be combined with quiet`(words: [String], other: String)
        throws
    {
        let run = try Playctl.run(words)
        #expect(run.status == 2)
        #expect(run.errors.contains("'--quiet' and '\(other)' exclude each other"))
    }
}
