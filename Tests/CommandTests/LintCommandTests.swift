import Formats
import Linting
import TestSupport
import Testing

/// `playctl lint` as a verb: its output, its reports and its exit codes.
@Suite struct LintCommandTests {
    private static let playlist = """
        #EXTM3U
        #EXT-X-VERSION:3
        #EXT-X-TARGETDURATION:2
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXTINF:4.0,
        a.ts
        #EXT-X-DISCONTINUTY
        #EXTINF:1.0
        b.ts
        #EXT-X-ENDLIST

        """

    private func lint(
        _ arguments: String..., text: String = playlist, baseline: String? = nil
    ) throws -> Playctl.Outcome {
        let folder = ScratchFolder()
        try folder.put(text.utf8, at: "index.m3u8")
        let paths = arguments.map { $0.replacing("DIR", with: folder.path) }
        return try Playctl.run(["lint", "\(folder.path)/index.m3u8", "--no-media"] + paths)
    }

    @Test func `the number of playlists checked in parallel does not change the findings`() throws {
        let place = "\(SampleMedia.folder)/ts-multivariant/index.m3u8"
        let one = try Playctl.run("lint", place, "--json", "--jobs", "1")
        #expect(try Playctl.run("lint", place, "--json", "--jobs", "9").output == one.output)
        #expect(try Playctl.run("lint", place, "--json").output == one.output)
        #expect(try Playctl.run("lint", place, "--jobs", "0").status == 2)
        #expect(try Playctl.run("lint", place, "--jobs", "2", "--no-media").status == 2)
    }

    @Test func `a finding has its file, line, severity, rule and section`() throws {
        let outcome = try lint()
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("index.m3u8:5: error: EXTINF: longer than the target"))
        #expect(outcome.output.contains("[media.longer-than-target]"))
        #expect(outcome.output.contains("(rfc8216bis, section 4.4.3.1)"))
        #expect(outcome.output.contains("perhaps EXT-X-DISCONTINUITY"))
    }

    @Test func `options choose the severity that fails and the severity of rules`() throws {
        let text = Self.playlist.replacing("4.0", with: "2.0")
        #expect(try lint(text: text).status == 0)
        #expect(try lint("--fail-on", "warning", text: text).status == 1)
        let off = ["--fail-on", "warning", "--severity", "segment.extinf-comma=off"]
        #expect(try lint(off[0], off[1], off[2], off[3], text: text).status == 0)
        #expect(try lint("--severity", "segment=error", text: text).status == 1)
        #expect(try lint("--severity", "media.target-not-six=off", text: text).status == 0)
    }

    @Test func `versions of a playlist are compared in the order of the command line`() throws {
        let folder = ScratchFolder()
        let old = Self.playlist.replacing("4.0", with: "2.0")
        try folder.put(old.utf8, at: "1.m3u8")
        try folder.put(old.replacing("b.ts", with: "c.ts").utf8, at: "2.m3u8")
        let places = ["1", "2"].map { "\(folder.path)/\($0).m3u8" }
        let words = ["lint", "--no-media", "--rules", "live"]
        let apart = try Playctl.run(words + places)
        #expect(apart.status == 0)
        let outcome = try Playctl.run(words + ["--versions"] + places)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("2.m3u8:9: error: in the version before, the segment"))
        #expect(outcome.output.contains("[live.vod-changed]"))
        #expect(try Playctl.run(words + ["--versions", places[0], places[0]]).status == 0)
    }

    @Test func `only the chosen rules are checked`() throws {
        let outcome = try lint("--rules", "text")
        #expect(outcome.status == 0)
        #expect(!outcome.output.contains("media.longer-than-target"))
        #expect(outcome.output.contains("text.unknown-tag"))
    }

    @Test func `a comment of the playlist switches a rule off for a line`() throws {
        let text = Self.playlist.replacing(
            "#EXTINF:4.0", with: "# playctl: ignore media.longer-than-target\n#EXTINF:4.0")
        #expect(try lint(text: text).status == 0)
        let other = Self.playlist.replacing(
            "#EXTINF:1.0", with: "# playctl: ignore media.longer-than-target\n#EXTINF:1.0")
        #expect(try lint(text: other).status == 1)
        let file = Self.playlist.replacing(
            "#EXT-X-VERSION",
            with: "# playctl: ignore-file media.longer-than-target\n#EXT-X-VERSION")
        #expect(try lint(text: file).status == 0)
    }

    @Test(arguments: ["ignore", "ignore-file"])
    func `a finding that a comment switches off is reported as ignored and not as passed`(
        word: String
    ) throws {
        let text = Self.playlist.replacing(
            "#EXTINF:4.0", with: "# playctl: \(word) media.longer-than-target\n#EXTINF:4.0")
        #expect(try lint(text: text).output.contains(", 1 ignored\n"))
        let json = try lint("--json", text: text).output
        #expect(json.contains("\"ignored\":[{\"rule\":\"media.longer-than-target\""))
        let junit = try lint("--junit", "-", text: text).output
        #expect(junit.contains("known issue ignored by the comment in line 5: "), "\(junit)")
        let sarif = try lint("--sarif", "-", text: text).output
        #expect(sarif.contains("\"suppressions\":[{\"kind\":\"inSource\"}]"))
        let others = try lint("--rules", "text", text: text).output
        #expect(!others.contains("ignored"))
    }

    @Test func `a baseline forgives known findings and no new ones`() throws {
        let folder = ScratchFolder()
        try folder.put(Self.playlist.utf8, at: "index.m3u8")
        let place = "\(folder.path)/index.m3u8"
        let words = ["lint", place, "--no-media", "--baseline", "\(folder.path)/known"]
        #expect(try Playctl.run(words).status == 2)
        #expect(try Playctl.run(words + ["--update"]).status == 0)
        #expect(try Playctl.run(words).status == 0)
        // A finding whose line number changes is not a new finding.
        try folder.put(
            "\(Self.playlist.replacing("#EXTM3U", with: "#EXTM3U\n# a"))".utf8, at: "index.m3u8")
        #expect(try Playctl.run(words).status == 0)
        try folder.put(Self.playlist.replacing("1.0", with: "9.0").utf8, at: "index.m3u8")
        #expect(try Playctl.run(words).status == 1)
    }

    @Test(arguments: [20, 900])
    func `one finding more than a baseline or ignore comments cover fails`(count: Int) throws {
        func text(_ count: Int, ignored: Bool = false) -> String {
            let lines = (0..<count).map { index in
                let comment = "# playctl: ignore media.longer-than-target\n"
                let mark = ignored && index < min(count - 1, 999) ? comment : ""
                return "\(mark)#EXTINF:4,\n\(index).ts\n"
            }
            return "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n"
                + "#EXT-X-PLAYLIST-TYPE:VOD\n\(lines.joined())#EXT-X-ENDLIST\n"
        }
        let folder = ScratchFolder()
        try folder.put(text(count).utf8, at: "index.m3u8")
        let words = [
            "lint", "\(folder.path)/index.m3u8", "--no-media", "--rules",
            "media.longer-than-target",
        ]
        let known = words + ["--baseline", "\(folder.path)/known"]
        let run = try Playctl.run(words)
        #expect(run.output.contains("and \(count - 5) more in this file"), "\(run.output)")
        #expect(try Playctl.run(known + ["--update"]).status == 0)
        #expect(try Playctl.run(known).status == 0)
        try folder.put(text(count + 1).utf8, at: "index.m3u8")
        #expect(try Playctl.run(known).status == 1)
        try folder.put(text(count, ignored: true).utf8, at: "index.m3u8")
        #expect(try Playctl.run(words).status == 1)
    }

    @Test func `SARIF has a result with a location for each finding`() throws {
        let outcome = try lint("--sarif", "-")
        let value = try JSONReader.read(Array(outcome.output.utf8))
        guard case .object(let log) = value, case .string("2.1.0") = log["version"],
            case .array(let runs) = log["runs"], case .object(let run) = runs.first,
            case .object(let tool) = run["tool"], case .object(let driver) = tool["driver"],
            case .string = driver["name"], case .array(let rules) = driver["rules"],
            case .array(let results) = run["results"]
        else {
            Issue.record("no run: \(outcome.output.prefix(300))")
            return
        }
        #expect(rules.count == LintRule.asset.count && !results.isEmpty)
        let levels: Set<String> = ["none", "note", "warning", "error"]
        for result in results {
            guard case .object(let result) = result, case .string(let id) = result["ruleId"],
                case .string(let level) = result["level"],
                case .object(let message) = result["message"],
                case .string(let text) = message["text"],
                case .array(let places) = result["locations"],
                case .object(let place) = places.first,
                case .object(let physical) = place["physicalLocation"],
                case .object(let artifact) = physical["artifactLocation"],
                case .string(let uri) = artifact["uri"],
                case .object(let region) = physical["region"]
            else {
                Issue.record("a result lacks a member")
                continue
            }
            #expect(levels.contains(level) && !text.isEmpty && !uri.isEmpty)
            #expect(LintRule.named(id) != nil && region["startLine"] != nil)
        }
    }

    @Test func `rules that are not checked are listed with their reasons`() throws {
        let outcome = try lint("--json")
        let value = try JSONReader.read(Array(outcome.output.utf8))
        guard case .object(let log) = value, case .array(let assets) = log["assets"],
            case .object(let asset) = assets.first,
            case .array(let unchecked) = asset["notChecked"],
            case .array(let checked) = asset["checked"]
        else {
            Issue.record("no asset: \(outcome.output.prefix(300))")
            return
        }
        let rules = LintRule.asset.filter { $0.isPart(of: .rfc) }
        #expect(checked.count + unchecked.count == rules.count)
    }

    @Test func `JUnit has a failure for a broken rule`() throws {
        let folder = ScratchFolder()
        try folder.put(Self.playlist.utf8, at: "index.m3u8")
        let outcome = try Playctl.run([
            "lint", "\(folder.path)/index.m3u8", "--no-media", "--junit", "\(folder.path)/l.xml",
        ])
        #expect(outcome.status == 1)
        #expect(folder.text("l.xml").contains("media.longer-than-target"))
        #expect(folder.text("l.xml").contains("<failure"))
    }

    @Test(arguments: [
        (["--rules"], "'--rules' needs a value: --rules RULE"),
        (["--rules", "--json"], "'--rules' needs a value: --rules RULE"),
        (["--explain", "variant.peak-off"], "exclude each other"),
    ])
    func `an incomplete or conflicting option is refused although an asset is given`(
        options: [String], words: String
    ) throws {
        let outcome = try Playctl.run(["lint", "/nowhere/index.m3u8"] + options)
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test func `an asset after --rules is not accepted as a rule`() throws {
        let outcome = try Playctl.run("lint", "--rules", "index.m3u8")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("'--rules' cannot be 'index.m3u8'"), "\(outcome.errors)")
    }

    @Test func `rules without an asset are refused, as when a variable of the shell is empty`()
        throws
    {
        for words in [["--rules", "key"], ["--rules=key", "--json"]] {
            let outcome = try Playctl.run(["lint"] + words)
            #expect(outcome.status == 2)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains("ASSET is missing"), "\(outcome.errors)")
        }
        let both = try Playctl.run("lint", "--rules", "key", "--rules")
        #expect(both.status == 2)
        #expect(both.errors.contains("'--rules' needs a value"), "\(both.errors)")
        let table = try Playctl.run("lint", "--rules")
        #expect(table.status == 0)
        #expect(table.output.contains("\nvariant.peak-off "))
        #expect(table.output.contains("\norigin.edits "))
        #expect(table.output.contains("rules are checked"))
    }

    @Test func `rules are explained, and unknown ones refused`() throws {
        let outcome = try Playctl.run("lint", "--explain", "variant.peak-off")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("rfc8216bis, section 4.4.6.2"))
        #expect(outcome.output.contains("-maxrate"))
        #expect(outcome.output.contains("platforms  all players of HLS"))
        let few = try Playctl.run("lint", "--explain", "ladder.cellular").output
        #expect(few.contains("platforms  iOS\n") && few.contains("  effect     "))
        #expect(try Playctl.run("lint", "--explain", "variant.peak").status == 2)
        #expect(try Playctl.run("lint").status == 2)
        #expect(try Playctl.run("lint", "/nowhere/index.m3u8").status == 1)
    }
}
