import TestSupport
import Testing

/// The limit on virtual time, and assets that announce more media than they have.
@Suite struct TimeLimitTests {
    @Test(
        arguments: [
            ["play"], ["verify"], ["cues"], ["play", "--realtime", "--rate", "1000"],
        ])
    func `a time limit fails a run and names the position`(arguments: [String]) throws {
        let run = try Playctl.run(
            arguments + ["ts-multivariant/index.m3u8", "--time-limit", "9"]
        )
        let isFast = arguments.contains("--rate")
        #expect(run.status == (isFast ? 0 : 1))
        let text = run.output + run.errors
        #expect(text.contains("the time limit of 9 s is reached") == !isFast)
        #expect(text.contains("the playhead is at 9.000 s in ") == !isFast)
        #expect(text.contains("/segment-2.ts") == !isFast)
    }

    @Test func `sweeps and scenarios have a time limit`() throws {
        let sweep = try Playctl.run(
            "sweep", "--faults", "single/index.m3u8", "--only", "*404", "--time-limit", "3")
        #expect(sweep.status == 1)
        let folder = ScratchFolder()
        let scenario = try folder.put(
            "playctl: 1\nassets: [\"\(SampleMedia.single.path)\"]\n", at: "a.play.yaml")
        #expect(try Playctl.run("run", scenario).status == 0)
        let run = try Playctl.run("run", scenario, "--time-limit", "3")
        #expect(run.status == 1)
        #expect(run.output.contains("time is up"))
        #expect(run.output.contains("--time-limit 3.000"))
    }

    @Test func `a gap of centuries is cut to 24 hours and reported`() throws {
        let folder = ScratchFolder()
        let asset = try folder.put(
            "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXT-X-GAP\n#EXTINF:13000000000,\na.ts\n"
                + "#EXT-X-ENDLIST\n", at: "index.m3u8")
        let run = try Playctl.run("play", asset, "--events", "none")
        #expect(run.errors.contains("longer than 24 hours"))
        #expect(run.output.contains("gap 86400.000"))
    }

    @Test(arguments: ["play", "verify"])
    func `a group without renditions fails with a line that names it`(verb: String) throws {
        let folder = ScratchFolder()
        let asset = try folder.copy(.transportStream)
        #expect(try Playctl.run(verb, asset).status == 0)
        let text = folder.text("asset/index.m3u8")
        for group in ["AUDIO=\"audio\"", "SUBTITLES=\"subtitles\""] {
            let kind = group.prefix { $0 != "=" }
            let changed = text.split(separator: group).joined(separator: "\(kind)=\"none\"")
            try folder.put(changed, at: "asset/index.m3u8")
            let run = try Playctl.run(verb, asset)
            #expect(run.status == 1)
            #expect((run.output + run.errors).contains("\(kind) group \"none\" has no rendition"))
        }
    }

    @Test(
        arguments: [
            ("audio-en", "CODECS=\"avc1.4D401E,mp4a.40.2\"", "video"),
            ("audio-en", "CODECS=\"mp4a.40.2\",RESOLUTION=640x360", "video"),
            ("video-360p", "CODECS=\"avc1.4D401E,mp4a.40.2\"", "audio"),
            ("video-360p", "CODECS=\"avc1.4D401E,ec-3\"", "audio"),
            ("audio-en", "CODECS=\"mp4a.40.2\"", nil),
            ("video-360p", "CODECS=\"avc1.4D401E\",RESOLUTION=640x360", nil),
        ] as [(String, String, String?)])
    func `a kind of media that a variant declares but has no samples of is reported missing`(
        stream: String, attributes: String, kind: String?
    ) throws {
        let folder = ScratchFolder()
        let asset = try folder.copy(.transportStream)
        try folder.put(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=400000,\(attributes)\n\(stream)/index.m3u8\n",
            at: "asset/index.m3u8")
        for verb in ["play", "verify"] {
            let run = try Playctl.run(verb, asset)
            #expect(run.status == (kind == nil ? 0 : 1), "\(run.output)")
            guard let kind else { continue }
            let text = run.output + run.errors
            #expect(text.contains("\(kind) missing at 0.000-"), "\(text)")
            #expect(text.contains("the segment has no sample of it"), "\(text)")
        }
    }

    @Test func `a URI without EXTINF fails the command, and the listed segments are played`() throws
    {
        let folder = ScratchFolder()
        let asset = try folder.copy(.transportStream)
        let name = "asset/video-540p/index.m3u8"
        let text = folder.text(name)
        try folder.put(text.replacing("#EXT-X-ENDLIST", with: "more.ts\n#EXT-X-ENDLIST"), at: name)
        for verb in ["play", "verify"] {
            let run = try Playctl.run(verb, asset)
            #expect(run.status == 1)
            #expect((run.output + run.errors).contains("a URI without EXTINF, dropped (more.ts)"))
        }
        #expect(
            try Playctl.run("play", asset, "--events", "none").output.contains(
                "video      played 20.000"))
        for arguments in [["probe"], ["probe", "--packets"], ["offline", "estimate"]] {
            let run = try Playctl.run(arguments + ["\(folder.path)/\(name)"])
            #expect(run.status == 1)
            #expect(run.errors.contains("a URI without EXTINF, dropped (more.ts)"), "\(run.errors)")
        }
    }

    @Test func `a damaged segment replaced by a lower variant is named`() throws {
        let folder = ScratchFolder()
        let asset = try folder.copy(.transportStream)
        let name = "asset/video-540p/segment-2.ts"
        try folder.put(try folder.bytes(name).prefix(5000), at: name)
        let run = try Playctl.run("play", asset, "--events", "none")
        #expect(run.status == 0)
        #expect(run.output.contains("video-540p/segment-2.ts"))
        #expect(run.errors.contains("warning: "))
        #expect(run.errors.contains("video-540p/segment-2.ts"))
        let check = try Playctl.run("verify", asset)
        #expect(check.status == 1)
        #expect((check.output + check.errors).contains("segment-2.ts: damaged"))
    }
}

/// Options without effect, and options that an asset cannot satisfy.
@Suite struct IdleOptionTests {
    @Test(arguments: [
        (["play", "a.m3u8", "--certificate", "c.der"], "'--certificate' has no effect without"),
        (["verify", "a.m3u8", "--certificate", "c.der"], "'--key-server'"),
        (["cues", "a.m3u8", "--certificate", "c.der"], "'--key-server'"),
        (["sweep", "--faults", "a.m3u8", "--certificate", "c.der"], "'--key-server'"),
        (["play", "a.m3u8", "--loss", "0.1"], "'--network' or '--network-trace'"),
        (["play", "a.m3u8", "--network", "500", "--seed", "2"], "'--loss'"),
        (["play", "a.m3u8", "--subtitles", "off", "--show-cues"], "'--show-cues' has no effect"),
        (["play", "a.m3u8", "--text-track", "src=a.vtt,lang=de,label=a"], "without '--subtitles'"),
        (
            ["play", "a.m3u8", "--subtitles", "off", "--accept-short-subtitles"],
            "'--accept-short-subtitles' has no effect"
        ),
        (["verify", "single/index.m3u8", "--require-markers"], "without cue points"),
        (["verify", "single/index.m3u8", "--keyframe-tolerance", "off"], "without cue points"),
        (["sweep", "--faults", "a.play.yaml", "--subtitles", "en"], "'--subtitles' has no effect"),
        (
            ["lint", "single/index.m3u8", "--severity", "media.target-not-six=error"],
            "media.target-not-six is not among the rules"
        ),
    ])
    func `an option without effect is wrong usage`(arguments: [String], cause: String) throws {
        let run = try Playctl.run(arguments)
        #expect(run.status == 2)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains(cause), "\(run.errors)")
    }

    @Test(
        arguments: [
            (["--subtitles", "xx"], 1, "no subtitles in \"xx\": the asset has en, fr"),
            (["--audio", "xx"], 0, "no audio in \"xx\": the asset has en, fr"),
            (["--max-bitrate", "1k"], 0, "no variant stream has 1000 bit/s or less"),
            (["--seek", "500:1"], 1, "the seek from 500.000 to 1.000 s was not made"),
            (["--seek", "1:500"], 0, "the seek from 1.000 to 500.000 s landed at "),
        ])
    func `a play option that the asset cannot fulfil is reported`(
        arguments: [String], status: Int32, words: String
    ) throws {
        let run = try Playctl.run(
            ["play", "ts-multivariant/index.m3u8", "--events", "none", "--ledger", "none"]
                + arguments
        )
        #expect(run.status == status)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test func `a seek beyond the end of one video only is a warning`() throws {
        let run = try Playctl.run(
            "play", "id3/index.m3u8", "ts-multivariant/index.m3u8", "--seek", "15:16", "--events",
            "none", "--ledger", "none")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("warning: "))
        #expect(
            run.errors.contains("id3/index.m3u8: the seek from 15.000 to 16.000 s was not made"))
        let cut = try Playctl.run(
            "play", "ts-multivariant/index.m3u8", "--seek", "15:16", "--length", "5", "--events",
            "none", "--ledger", "none")
        #expect(cut.status == 1 && cut.errors.contains("was not made"), "\(cut.errors)")
    }

    @Test func `unknown members are reported in cue points, but not in catalogues`() throws {
        let folder = ScratchFolder()
        let known = try folder.put(
            "[{\"time\":1,\"type\":\"AdSlot\",\"id\":\"5\",\"force_stop\":false}]", at: "a.json")
        let odd = try folder.put(
            "[{\"time\":1,\"naem\":\"x\"},{\"time\":2,\"naem\":\"y\",\"colour\":1}]", at: "b.json")
        for verb in ["play", "verify"] {
            let good = try Playctl.run(verb, "single/index.m3u8", "--cue-points", known)
            #expect(good.errors == "")
            let run = try Playctl.run(verb, "single/index.m3u8", "--cue-points", odd)
            let warnings = run.errorLines.filter { $0.contains("warning: ") }
            #expect(warnings.count == 2)
            #expect(warnings.first?.contains("[0]: the member 'naem' is unknown") == true)
            #expect(warnings.first?.hasSuffix("did you mean 'name'?") == true)
            #expect(warnings.last?.contains("[1]: the member 'colour' is unknown") == true)
        }
    }
}
