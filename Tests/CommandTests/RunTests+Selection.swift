import Foundation
import PlayctlCommands
import ResultReports
import RunResults
import TestSupport
import Testing

/// The files that a run finds, and the selection of scenarios by name and by tag.
extension RunTests {
    @Test func `a warning names files whose names almost end like names of scenarios`()
        throws
    {
        let folder = try suite(["a": ""])
        for name in ["b.play.yml", "c.PLAY.YAML", "d.yaml", "play.yml"] {
            try folder.put("playctl: 1\n", at: name)
        }
        let run = try run(folder, ".")
        #expect(run.status == 0)
        #expect(
            run.errorLines
                == ["b.play.yml", "c.PLAY.YAML"].map {
                    "playctl: warning: \($0): not run: the name of a scenario ends in .play.yaml"
                })
    }

    @Test func `a file with another ending that is named itself is run without a warning`() throws {
        let folder = try suite(["a": ""])
        try folder.put(folder.text("a.play.yaml"), at: "b.play.yml")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/c.play.yml", withDestinationPath: "b.play.yml")
        let run = try run(folder, ".", "b.play.yml")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.lines.last == "2 passed, 0 failed")
        #expect(
            run.errorLines == [
                "playctl: warning: c.play.yml: not run: the name of a scenario ends in .play.yaml"
            ])
    }

    @Test func `a scenario that several operands lead to is run once`() throws {
        let folder = try suite(["in/a": ""])
        for operands in [
            ["in", "./in"], ["in", "in/"], ["in", "in/a.play.yaml"],
            ["in/a.play.yaml", "./in/a.play.yaml"], ["in", folder.path + "/in"],
        ] {
            let run = try Playctl(["run"] + operands, in: folder.path).wait()
            #expect(run.status == 0, "\(operands): \(run.errors)")
            #expect(run.lines.last == "1 passed, 0 failed")
        }
    }

    @Test func `a folder without scenarios beside others is wrong usage`() throws {
        let folder = try suite(["in/a": ""])
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/empty/b", withIntermediateDirectories: true)
        for operands in [["in", "empty"], ["empty/", "in/a.play.yaml"], ["in", "empty/b"]] {
            let run = try Playctl(["run"] + operands, in: folder.path).wait()
            #expect(run.status == 2, "\(operands): \(run.output)")
            #expect(run.errors.contains("no scenario file in this folder"), "\(run.errors)")
        }
        let alone = try Playctl(["run", "empty/b"], in: folder.path).wait()
        #expect(alone.status == 5)
        #expect(alone.errors.contains("no file in empty/b ends in .play.yaml"), "\(alone.errors)")
        #expect(try run(folder, "in", "--root", "none").status == 2)
        let nested = try Playctl(["run", "in/", ".", "in"], in: folder.path).wait()
        #expect(nested.status == 0, "\(nested.errors)")
        try folder.put("", at: "empty/c.play.yml")
        let near = try Playctl(["run", "in", "empty"], in: folder.path).wait()
        #expect(near.status == 2)
        #expect(near.errors.contains("warning: empty/c.play.yml: not run"), "\(near.errors)")
    }

    @Test func `a name with control characters is listed in one line`() throws {
        let folder = try suite(["a": "name: \"x\\n::error::y\\e[2J\\u202E\"\n"])
        let run = try run(folder, "-l", ".")
        #expect(run.lines.count == 1)
        #expect(run.output.hasPrefix("x / ::error::y\u{FFFD}[2J\u{FFFD}\t"), "\(run.output)")
    }

    @Test func `scenarios are found in order, by folders and names`() throws {
        let folder = try suite([
            "b": "", "a": "", "ads/z": "", "ads/deep/a": "", ".hidden/a": "", "A": "",
        ])
        try folder.put("not one", at: "a.yaml")
        let run = try run(folder, "--list", ".")
        #expect(run.status == 0)
        #expect(names(run) == ["A", "a", "ads.deep.a", "ads.z", "b"])
        #expect(run.lines[2] == "ads.deep.a\tads/deep/a.play.yaml")
    }

    @Test func `a link to a scenario file is a scenario, and a link to a folder is not followed`()
        throws
    {
        let folder = try suite(["in/a": "", "out/b": ""])
        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: target)
        }
        try link("in/c.play.yaml", to: "../out/b.play.yaml")
        try link("in/d.play.yaml", to: "a.play.yaml")
        try link("in/e", to: "../out")
        try link("in/f", to: ".")
        let list = try run(folder, "--list", "in")
        #expect(names(list) == ["a", "c", "d"])
        #expect(list.errorLines.count == 1)
        #expect(
            list.errors.contains("warning: in/e: a link to a folder, whose scenarios are not run"))
        let both = try run(folder, "--list", "in", "out")
        #expect(names(both) == ["a", "c", "d", "b"])
        #expect(both.errors == "", "the folder was searched under its own path")
    }

    @Test func `an invalid file is left out by its tags, and stays in when they are unreadable`()
        throws
    {
        let folder = try suite(["a": "tags: [smoke]\n", "b": "tags: [slow]\nexpct: [end]\n"])
        try folder.put("playctl: 1\nassets: [a\n", at: "c.play.yaml")
        #expect(names(try run(folder, "--list", "-t", "smoke", ".")) == ["a", "c"])
        #expect(names(try run(folder, "--list", "-t", "slow", ".")) == ["b", "c"])
        #expect(names(try run(folder, "--list", "-t", "!slow", ".")) == ["a", "c"])
        #expect(names(try run(folder, "--list", ".")) == ["a", "b", "c"])
        #expect(try run(folder, "-t", "slow", "-k", "b", ".").status == 1)
    }

    @Test func `names and tags select scenarios`() throws {
        let folder = try suite([
            "ads/mid": "tags: [smoke]\n", "ads/pre": "tags: [slow]\n", "live": "tags: [smoke]\n",
        ])
        #expect(names(try run(folder, "--list", "--tags", "smoke", ".")) == ["ads.mid", "live"])
        #expect(names(try run(folder, "-l", "-k", "ads", "-k", "!pre", ".")) == ["ads.mid"])
        #expect(names(try run(folder, "--list", "-t", "!smoke", ".")) == ["ads.pre"])
        let none = try run(folder, "-k", "nothing", ".")
        #expect(none.status == 5)
        #expect(
            none.errors
                == "playctl: there is nothing to run: no scenario has nothing in its name\n")
    }

    @Test(arguments: [
        (["-k", "ads", "-k", "libe"], "libe in its name"),
        (["-t", "smoke,smkoe"], "the tag smkoe"),
    ])
    func `a name or a tag that selects no scenario is an error beside others, and nothing is run`(
        words: [String], fault: String
    ) throws {
        let folder = try suite(["ads/mid": "tags: [smoke]\n", "live": ""])
        for (option, isListed) in [("--list", true), ("--jobs=1", false), ("--shard=1/2", false)] {
            let typo = try Playctl(["run", option] + words + ["."], in: folder.path).wait()
            #expect(typo.status == 5)
            #expect(typo.errors.hasSuffix("playctl: no scenario has \(fault)\n"))
            #expect(typo.output.contains("ads.mid") == isListed)
        }
        let good = ["run", ".", "-k", "ADS", "-k", "live", "-k", "!libe", "-t", "!smkoe"]
        #expect(try Playctl(good, in: folder.path).wait().status == 0)
    }

    @Test(arguments: ["tags: [slow]\n", "tags:\n  - slow # at night\n\n", "tags:\n- slow\n"])
    func `a scenario that is not YAML is left out when its tags can be read and do not match`(
        tags: String
    ) throws {
        let folder = try suite(["a": "tags: [smoke]\n"])
        try folder.put("playctl: 1\n\(tags)assets: [{url: x}\n  a: : :\n", at: "b.play.yaml")
        let smoke = try run(folder, "--tags", "smoke", ".")
        #expect(smoke.status == 0 && !smoke.output.contains("b  "), "\(smoke.output)")
        let slow = try run(folder, "--tags", "slow", ".")
        #expect(slow.status == 1 && slow.output.contains("scenario.unreadable"))
        #expect(try run(folder, ".").status == 1)
        // The tags of an unreadable file are unknown, so every choice of tags includes the file.
        try folder.put("playctl: 1\nassets: [{url: x}\n  a: : :\n", at: "b.play.yaml")
        #expect(try run(folder, "--tags", "smoke", ".").status == 1)
    }
}
