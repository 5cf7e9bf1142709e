import Foundation
import TestSupport
import Testing

/// Scenarios whose paths are not UTF-8 are found, and fail because their paths are invalid.
@Suite struct ScenarioPathTests {
    /// Creates a folder with scenarios at paths that are written with `printf` escapes.
    private func folder(_ paths: String...) throws -> ScratchFolder {
        let folder = ScratchFolder()
        try folder.put("playctl: 1\nassets: ['\(SampleMedia.single.path)']\n", at: "text")
        for path in paths {
            let line =
                "cd '\(folder.path)'; f=\"$(printf '\(path)')\"; mkdir -p \"$(dirname \"$f\")\""
                + " && cp text \"$f\""
            #expect(try Playctl.shell(line).status == 0)
        }
        return folder
    }

    @Test(arguments: ["b\\377.play.yaml", "dir\\376/deep/b.play.yaml"])
    func `a scenario whose path is not UTF-8 fails, and the others run`(path: String) throws {
        let folder = try folder("a.play.yaml", path)
        let run = try Playctl(["run", "."], in: folder.path).wait()
        #expect(run.status == 1)
        #expect(run.lines.last == "1 passed, 1 failed")
        #expect(run.output.contains("its path is not UTF-8"))
        #expect(run.output.contains("\\xF"))
        let list = try Playctl(["run", "--list", "."], in: folder.path).wait()
        #expect(list.status == 1)
    }

    @Test func `an argument that is not UTF-8 is wrong usage, and its bytes are shown`() throws {
        let run = try Playctl.shell("\"$PLAYCTL\" play \"$(printf 'a\\377.m3u8')\"")
        #expect(run.status == 2)
        let cause = "'a\\xFF.m3u8' is not UTF-8: rename the file, or name a link to it"
        #expect(run.errors == "playctl: \(cause)\n")
    }

    @Test func `names that are not UTF-8 are accepted for folders and files without scenarios`()
        throws
    {
        let folder = try folder("a.play.yaml", "dir\\376/notes.txt", "c\\377.yaml")
        let run = try Playctl(["run", "."], in: folder.path).wait()
        #expect(run.status == 0)
        #expect(run.lines.last == "1 passed, 0 failed")
    }
}
