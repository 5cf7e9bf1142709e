import Foundation
import TestSupport
import Testing

/// The tool looks what becomes of playback when one thing goes wrong.
@Suite struct SweepTests {
    @Test func `tells what an asset survives, and exits with success when promises are kept`()
        throws
    {
        let run = try Playctl.run("sweep", "--faults", "single/index.m3u8")
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.lines.first?.hasPrefix("resource      fault       survived  recovered") == true)
        #expect(run.output.contains("segment       404                -          -"))
        #expect(run.output.contains("\nall           49 runs"))
        #expect(run.lines.last == "50 passed, 0 failed")
    }

    @Test func `makes one run alone`() throws {
        let run = try Playctl.run(
            "sweep", "--faults", "single/index.m3u8", "--only", "segment-3.ts:hang", "--jobs", "1")
        #expect(run.status == 0)
        #expect(run.output.contains("\nall       1 runs"))
    }

    @Test func `writes reports in which each run says how to repeat it`() throws {
        let folder = ScratchFolder()
        let path = folder.path + "/sweep.json"
        let run = try Playctl.run(
            "sweep", "--faults", "single/index.m3u8", "--only", "segment-3.ts:*", "--json", path)
        #expect(run.status == 0)
        let json = String(decoding: try folder.bytes("sweep.json"), as: UTF8.self)
        #expect(
            json.contains(
                "playctl sweep --faults single/index.m3u8 --only segment-3.ts:404"))
    }

    @Test func `says the same however many runs are made at a time`() throws {
        func output(_ jobs: String) throws -> String {
            try Playctl.run("sweep", "--faults", "ts-multivariant/index.m3u8", "-j", jobs).output
        }
        #expect(try output("1") == output("7"))
    }

    @Test func `seeks to every place that a seek may go wrong at`() throws {
        let run = try Playctl.run("sweep", "--seeks", "discontinuity/index.m3u8")
        #expect(run.status == 0)
        #expect(run.lines == ["39 passed, 0 failed"])
    }

    @Test func `says that there is nothing to do when no run has that name`() throws {
        let run = try Playctl.run("sweep", "--seeks", "single/index.m3u8", "--only", "nothing")
        #expect(run.status == 5)
        #expect(run.errors.contains("there is nothing to sweep through"))
    }

    @Test func `fails over what does not play well by itself`() throws {
        let run = try Playctl.run("sweep", "--faults", "nowhere/index.m3u8")
        #expect(run.status == 1)
        #expect(run.output.contains("sweep.baseline"))
        #expect(run.output.contains("no such file"))
    }

    @Test(arguments: [
        (["sweep", "a.m3u8"], "--faults or --seeks is missing"),
        (["sweep", "--faults", "--seeks", "a.m3u8"], "exclude each other"),
        (["sweep", "--faults"], "ASSET is missing"),
        (["sweep", "--faults", "a.m3u8", "--jobs", "0"], "a whole number from 1 to 256"),
    ])
    func `says what is wrong with how it is used`(arguments: [String], text: String) throws {
        let run = try Playctl(arguments).wait()
        #expect(run.status == 2)
        #expect(run.errors.contains(text))
    }

    @Test func `goes through a scenario with everything that is done in it`() throws {
        let folder = ScratchFolder()
        let path = try folder.put(
            """
            playctl: 1
            assets: ["\(SampleMedia.folder)/single/index.m3u8"]
            steps:
              - {at: 2s, seek: 7s}
            """, at: "seek.play.yaml")
        let run = try Playctl.run("sweep", "--faults", path, "--only", "*segment-4.ts:*")
        #expect(run.status == 0)
        #expect(run.output.contains("runs"))
        let broken = try folder.put("playctl: 1\nassets: 5", at: "broken.play.yaml")
        #expect(try Playctl.run("sweep", "--faults", broken).status == 2)
    }
}
