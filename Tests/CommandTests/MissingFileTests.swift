import Foundation
import TestSupport
import Testing

/// Every verb reports a missing file in the same way.
@Suite struct MissingFileTests {
    /// Returns whether a run reports a missing file, in the words of the tool or of the system.
    private func isToldMissing(_ run: Playctl.Outcome) -> Bool {
        let told = (run.output + run.errors).lowercased()
        return told.contains("no such file") || told.contains("there is no store")
    }

    @Test(arguments: [
        "verify no.m3u8", "cues no.m3u8", "play no.m3u8", "probe no.m3u8", "probe no.vtt",
        "sweep --faults no.m3u8", "sweep --seeks no.m3u8", "verify no.json", "play no.json",
        "cues no.json", "offline list --store no",
    ])
    func `a missing asset is a failure`(command: String) throws {
        let run = try Playctl.run(command.split(separator: " ").map(String.init))
        #expect(run.status == 1, "\(run.errors)")
        #expect(isToldMissing(run))
    }

    @Test func `a relative path is a missing file if the current folder was deleted`() throws {
        let folder = ScratchFolder()
        let asset = "localhost\(SampleMedia.single.path)"
        let run = try Playctl(
            command: [
                "/bin/sh", "-c", "mkdir gone && cd gone && rmdir ../gone && exec \"$@\"", "sh",
                Playctl.path, "play", asset, "--quiet",
            ], in: folder.path
        ).wait()
        #expect(run.status == 1)
        #expect(run.errors.hasSuffix("\(asset): no such file\n"), "\(run.errors)")
    }

    @Test(arguments: [
        "run no.play.yaml", "run no/", "sweep --faults no.play.yaml", "report merge no.json",
        "verify single/index.m3u8 --cue-points no.json",
        "verify single/index.m3u8 --cue-points no.csv",
        "play single/index.m3u8 --cue-points no.json",
    ])
    func `a missing file of results, cue points or a scenario is wrong usage`(command: String)
        throws
    {
        let run = try Playctl.run(command.split(separator: " ").map(String.init))
        #expect(run.status == 2, "\(run.errors)")
        #expect(run.output == "")
        #expect(run.errorLines.count == 1)
        #expect(isToldMissing(run))
    }

    @Test(arguments: [
        ("report merge", "a.json", "{"), ("report merge", "a.xml", "<a>"),
        ("verify single/index.m3u8 --cue-points", "a.json", "{"),
        ("verify single/index.m3u8 --cue-points", "b.json", "[]"),
        ("verify single/index.m3u8 --cue-points", "a.csv", "time\nsoon\n"),
        ("play single/index.m3u8 --cue-points", "a.json", "{"),
        ("sweep --faults", "a.play.yaml", "x"),
    ])
    func `an invalid file of results, cue points or a scenario is wrong usage`(
        command: String, name: String, text: String
    )
        throws
    {
        let folder = ScratchFolder()
        let file = try folder.put(text, at: name)
        let run = try Playctl.run(command.split(separator: " ").map(String.init) + [file])
        #expect(run.status == 2, "\(run.errors)")
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains(name))
    }
}
