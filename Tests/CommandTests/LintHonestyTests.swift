import Foundation
import TestSupport
import Testing

/// `playctl lint` states each part that it did not check, in all of its outputs.
@Suite struct LintHonestyTests {
    private let folder = ScratchFolder()

    /// Copies the files of a sample into the folder, and returns the path of its playlist.
    private func copy(_ sample: String, as name: String = "asset") throws -> String {
        try FileManager.default.copyItem(
            atPath: "\(SampleMedia.folder)/\(sample)", toPath: "\(folder.path)/\(name)")
        return "\(folder.path)/\(name)/index.m3u8"
    }

    private func asset(_ outcome: Playctl.Outcome, _ place: Int = 0) throws -> [String: Any] {
        let assets = try #require(try outcome.object["assets"] as? [[String: Any]])
        return try #require(assets.indices.contains(place) ? assets[place] : nil)
    }

    private func rules(_ findings: Any?) -> [String] {
        (findings as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String }
    }

    // MARK: Parts

    @Test func `media after the given limit is reported as not checked in every output`() throws {
        let place = "\(SampleMedia.folder)/single/index.m3u8"
        let words = ["lint", place, "--max-media", "3s"]
        let text = try Playctl.run(words)
        #expect(text.status == 0)
        #expect(text.output.contains("not checked: the media was read to 4.000 s, the given limit"))
        #expect(text.output.contains(" in part, "))
        let json = try asset(try Playctl.run(words + ["--json"]))
        let omissions = try #require(json["omissions"] as? [[String: Any]])
        #expect((omissions.first?["rules"] as? [String])?.contains("segment.extinf-wrong") == true)
        #expect((json["partlyChecked"] as? [String])?.contains("segment.extinf-wrong") == true)
        #expect((json["checked"] as? [String])?.contains("segment.extinf-wrong") == false)
        for (option, words) in [
            ("--sarif", "the given limit (media."),
            ("--junit", "checked in part: not "), ("--html", "s, the given limit"),
        ] {
            let outcome = try Playctl.run(["lint", place, "--max-media", "3s", option, "-"])
            #expect(outcome.output.contains(words), "\(option)")
        }
        #expect(!(try Playctl.run("lint", place)).output.contains("not checked: "))
        #expect(try Playctl.run("lint", place, "--max-media", "0").status == 2)
    }

    @Test func `an interrupted run reports the media that it did not read`() throws {
        let gate = OriginGate()
        let server = try OriginServer(.folder(SampleMedia.folder))
        server.order(.hold(gate), at: "/single/segment-1.ts")
        let run = try Playctl(
            ["lint", server.url("/single/index.m3u8"), server.url("/id3/index.m3u8"), "--json"])
        #expect(server.waitForRequest(at: "/single/segment-1.ts"))
        run.interrupt()
        let outcome = run.wait()
        #expect(outcome.status == 130)
        let first = try asset(outcome)
        #expect(first["interrupted"] as? Bool == true)
        let omissions = try #require(first["omissions"] as? [[String: Any]])
        #expect("\(omissions)".contains("the reading was interrupted at 2.000 s"))
        #expect(!rules(first["findings"]).contains("segment.missing-file"))
        let second = try asset(outcome, 1)
        #expect((second["checked"] as? [String])?.isEmpty == true)
    }

    @Test func `rules that need a lost segment are listed as partly checked`() throws {
        let place = try copy("single")
        try folder.remove("asset/segment-2.ts")
        let outcome = try Playctl.run("lint", place, "--json")
        #expect(outcome.status == 1)
        let result = try asset(outcome)
        #expect(rules(result["findings"]).contains("segment.missing-file"))
        #expect("\(result["omissions"] ?? "")".contains("1 of 5 segments"))
        #expect((result["partlyChecked"] as? [String])?.contains("media.pts-gap") == true)
        #expect((result["checked"] as? [String])?.contains("segment.missing-file") == true)
    }

    // MARK: Keys

    @Test func `a missing file that all segments need is one finding`() throws {
        let place = try copy("protected-cbcs")
        try folder.remove("asset/video-180p/init.mp4")
        let outcome = try Playctl.run("lint", place)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("init.mp4: no such file (needed by 3 segments)"))
        #expect(outcome.output.contains("1 error, "), "\(outcome.output)")
        let other = try copy("ts-multivariant", as: "other")
        try folder.remove("other/audio-fr/index.m3u8")
        let list = try Playctl.run("lint", other)
        #expect(list.output.contains("error: audio-fr/index.m3u8 cannot be loaded: no such file"))
        #expect(list.output.contains("1 error, "), "\(list.output)")
    }

    @Test func `a missing file with a signed location is one finding without the signature`() throws
    {
        let secret = "sIgNaTuReSiGnAtUrE"
        _ = try copy("protected-cbcs")
        try folder.remove("asset/video-180p/init.mp4")
        try folder.edit("asset/video-180p/index.m3u8") {
            $0.replacing(".mp4\"", with: ".mp4?\(secret)\"")
                .replacing(".m4s\n", with: ".m4s?\(secret)\n")
        }
        let server = try OriginServer(.folder("\(folder.path)/asset"))
        let run = try Playctl.run("lint", server.url("/index.m3u8"))
        #expect(run.status == 1)
        #expect(!run.output.contains(secret), "\(run.output)")
        #expect(run.output.contains("error: init.mp4?…"), "\(run.output)")
        #expect(run.output.contains("(needed by 3 segments)"), "\(run.output)")
    }

    @Test(arguments: [1, 20, 40])
    func `a single picture whose packets are all missing is a finding`(number: Int) throws {
        let place = try copy("single")
        let packets = EditedPackets(try folder.bytes("asset/segment-2.ts"))
        let gone = packets.without(packets.units(of: 0x100)[number]).renumbered
        try folder.put(gone.bytes, at: "asset/segment-2.ts")
        let outcome = try Playctl.run("lint", place)
        #expect(outcome.status == 1)
        #expect(
            outcome.output.contains("segment-2.ts: 1 picture is missing before"),
            "\(outcome.output)")
        #expect(outcome.output.contains("1 error, "))
    }

    @Test func `encrypted segments are checked with the key that applies to each`() throws {
        let media = try ProtectedMedia.rotatingAES128()
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/keys", withIntermediateDirectories: true)
        for (name, bytes) in media.files { try folder.put(bytes, at: name) }
        let place = "\(folder.path)/index.m3u8"
        let outcome = try Playctl.run("lint", place, "--json")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect((try asset(outcome)["partlyChecked"] as? [String])?.isEmpty == true)
        try folder.remove("keys/two")
        let lost = try Playctl.run("lint", place, "--json")
        #expect(lost.status == 1)
        let result = try asset(lost)
        #expect(Set(rules(result["findings"])).contains("key.unavailable"))
        #expect(!rules(result["findings"]).contains("segment.unreadable"))
        #expect("\(result["omissions"] ?? "")".contains("2 of 5 segments"))
    }

    @Test func `encrypted media without a key is an omission, and clear subtitles are checked`()
        throws
    {
        let place = try copy("protected-cbcs")
        let outcome = try Playctl.run("lint", place, "--json")
        let result = try asset(outcome)
        #expect("\(result["omissions"] ?? "")".contains("no key was given"))
        let checked = try #require(result["checked"] as? [String])
        #expect(!checked.contains("segment.extinf-wrong") && !checked.contains("variant.peak-off"))
        #expect(checked.contains("text.header"))
    }

    // MARK: Assets that cannot be loaded

    @Test func `an asset that cannot be loaded is a finding, and others are checked`() throws {
        let server = try OriginServer(.folder(SampleMedia.folder))
        try folder.put("<html>Sign in</html>\n".utf8, at: "page.m3u8")
        let places = [
            server.url("/nothing/index.m3u8"), "http://127.0.0.1:1/index.m3u8",
            "\(folder.path)/page.m3u8", server.url("/single/index.m3u8"),
        ]
        let outcome = try Playctl.run(["lint"] + places + ["--json", "--rules", "segment"])
        #expect(outcome.status == 1)
        for place in 0..<3 {
            let result = try asset(outcome, place)
            let rule = place == 2 ? "text.not-a-playlist" : "set.unreachable"
            #expect(rules(result["findings"]) == [rule])
            #expect(result["asset"] as? String == places[place])
        }
        let last = try asset(outcome, 3)
        #expect((last["checked"] as? [String])?.isEmpty == false)
        let text = try Playctl.run(["lint"] + places)
        #expect(text.status == 1)
        #expect(text.output.contains("404") && text.output.contains("[set.unreachable]"))
        let baseline = "\(folder.path)/known"
        let known = ["lint", places[0], "--baseline", baseline]
        #expect(try Playctl.run(known + ["--update"]).status == 1)
        #expect(try Playctl.run(known).status == 1)
    }

    // MARK: Choices

    @Test func `options that leave no rule to check are wrong usage`() throws {
        let place = "\(SampleMedia.folder)/single/index.m3u8"
        for words in [
            ["--rules", "delivery"], ["--rules", "ts", "--no-media"],
            ["--rules", "text.header", "--severity", "text.header=off"],
        ] {
            let outcome = try Playctl.run(["lint", place] + words)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("no rule is checked"))
        }
    }

    /// In both runs, the asset contains nothing that the chosen rule could check.
    @Test func `an asset for which no chosen rule could be checked fails`() throws {
        let place = "\(folder.path)/lost.m3u8"
        try folder.put(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nlost.ts\n#EXT-X-ENDLIST\n".utf8,
            at: "lost.m3u8")
        for words in [
            [place, "--rules", "media.pts-gap"],
            ["--versions", place, place, "--rules", "delivery.cors"],
        ] {
            let outcome = try Playctl.run(["lint"] + words)
            #expect(outcome.status == 1, "\(outcome.output)")
            #expect(outcome.errors.contains("no rule could be checked"))
        }
    }

    @Test func `findings caused by other findings count in the verdict, totals and baseline`()
        throws
    {
        let place = try copy("markers")
        let text = folder.text("asset/low/index.m3u8")
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("#EXTINF:2") })
        let wrong = text.replacing("\(line)\n", with: "#EXTINF:1.0,\n", maxReplacements: 1)
        try folder.put(wrong.utf8, at: "asset/low/index.m3u8")
        let words = ["lint", place, "--fail-on", "error", "--json"]
        let all = try asset(try Playctl.run(words))
        let findings = try #require(all["findings"] as? [[String: Any]])
        let follows = findings.filter { $0["follows"] as? String == "segment.extinf-wrong" }
        #expect(!follows.isEmpty, "\(findings)")
        #expect((all["error"] as? Int ?? 0) + (all["warning"] as? Int ?? 0) >= findings.count - 1)
        let codes = Set(follows.compactMap { $0["rule"] as? String })
        // In this run, the wrong duration has the severity `info`. The findings that it causes have
        // the severity `error`, so the lint still fails.
        let lighter = try Playctl.run(
            ["lint", place, "--fail-on", "error", "--severity", "segment.extinf-wrong=info"]
                + codes.flatMap { ["--severity", "\($0)=error"] })
        #expect(lighter.status == 1)
        let baseline = "\(folder.path)/known"
        let known = ["lint", place, "--baseline", baseline, "--fail-on", "info"]
        #expect(try Playctl.run(known + ["--update"]).status == 0)
        for code in codes { #expect(folder.text("known").contains(code)) }
    }

    // MARK: Outputs

    @Test(arguments: ["--junit", "--html", "--sarif", "--json"])
    func `a report on standard output is the only output there`(option: String) throws {
        let words = ["lint", "\(SampleMedia.folder)/markers-wrong/index.m3u8", option]
        let outcome = try Playctl.run(words + (option == "--json" ? [] : ["-"]))
        #expect(outcome.status == 1)
        let start = ["--junit": "<?xml", "--html": "<!"][option] ?? "{"
        #expect(outcome.output.hasPrefix(start), "\(outcome.output.prefix(100))")
        let end = ["--junit": "</testsuites>\n", "--html": "</html>\n"][option] ?? "}\n"
        #expect(outcome.output.hasSuffix(end), "\(outcome.output.suffix(100))")
        if start == "{" { _ = try outcome.object }
        let other = option == "--json" ? ["--sarif", "-"] : ["--json"]
        let both = try Playctl.run(words + (option == "--json" ? [] : ["-"]) + other)
        #expect(both.status == 2)
    }

    @Test func `a forgiven finding is not reported as passed`() throws {
        let words = [
            "lint", "\(SampleMedia.folder)/markers-wrong/index.m3u8", "--baseline",
            "\(folder.path)/known",
        ]
        #expect(try Playctl.run(words + ["--update"]).status == 0)
        let outcome = try Playctl.run(words + ["--junit", "-"])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("known issue baseline: "))
        let sarif = try Playctl.run(words + ["--sarif", "-"])
        #expect(sarif.output.contains("\"suppressions\":[{\"kind\":\"external\"}]"))
    }
}
