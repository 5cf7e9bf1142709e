import Foundation
import ResultReports
import RunResults
import TestSupport
import Testing

/// Tests of `playctl verify`, which compares assets with expectations such as cue points.
@Suite struct VerifyCommandTests {
    private static let expected = "markers/cue-points.json"

    @Test func `a correct asset passes`() throws {
        let run = try Playctl.run("verify", "markers/index.m3u8", "--cue-points", Self.expected)
        #expect(run.status == 0, "\(run.output)")
        #expect(run.errors == "")
        let row = try #require(run.lines.first { $0.contains("break-1") })
        #expect(row.contains("once"))
        #expect(row.contains("EXT-X-CUE-OUT"))
        #expect(!row.hasPrefix("!"))
    }

    @Test func `lists the findings of each variant on request`() throws {
        let run = try Playctl.run(
            "verify", "markers-wrong/index.m3u8", "--cue-points", Self.expected, "--each-variant")
        let place = try #require(run.lines.firstIndex { $0.contains("chapter-2") })
        let rows = run.lines[(place + 1)...].prefix(2)
        #expect(rows.map { $0.contains("variant 1") } == [true, false])
        #expect(rows.map { $0.contains("once (5.000 to 6.000)  0.000") } == [true, false])
        #expect(rows.map { $0.contains("+0.400") } == [false, true])
    }

    @Test func `an asset with mistakes fails, and each is named`() throws {
        let folder = ScratchFolder()
        let run = try Playctl.run(
            "verify", "markers-wrong/index.m3u8", "--cue-points", Self.expected, "--junit",
            folder.path + "/cues.xml")
        #expect(run.status == 1)
        #expect(run.lines.contains { $0.hasPrefix("!") && $0.contains("break-1") })
        for code in ["marker.missing", "ad.not-on-keyframe", "set.keyframes"] {
            #expect(run.output.contains(code), "\(code)")
            #expect(folder.text("cues.xml").contains(code), "\(code)")
        }
        let codes = [
            "marker.missing", "ad.not-on-keyframe", "ad.not-on-boundary", "set.keyframes",
            "set.boundaries", "set.cues", "set.date-ranges", "set.duration", "marker.unexpected",
            "range.no-date",
        ]
        let ignoring = try Playctl.run(
            ["verify", "markers-wrong/index.m3u8", "--cue-points", Self.expected]
                + codes.flatMap { ["--ignore", $0] }
        )
        #expect(ignoring.status == 0, "\(ignoring.output)")
    }

    @Test func `a marked break without any cue point fails`() throws {
        let folder = ScratchFolder()
        let list = try folder.put(
            #"[{"time": 6.0, "type": "CODE", "name": "chapter-2"}]"#, at: "a.json")
        let run = try Playctl.run("verify", "markers/index.m3u8", "--cue-points", list)
        #expect(run.status == 1)
        #expect(run.output.contains("marker.unexpected"))
        // Without a list of cue points, any markers are accepted.
        #expect(try Playctl.run("verify", "markers/index.m3u8").status == 0)
        // In an asset without any markers, a cue point without a marker is not reported.
        #expect(
            try Playctl.run(
                "verify", "single/index.m3u8", "--cue-points", list, "--keyframe-tolerance", "off"
            ).status == 0)
    }

    @Test(arguments: [
        (#"[{"time":4,"type":"ADSLOT"}]"#, "the type 'ADSLOT' is unknown; did you mean 'AdSlot'?"),
        (#"[{"time":4,"type":"ad-slot"}]"#, "the type 'ad-slot' is unknown"),
        (
            #"[{"time":4,"time":6}]"#,
            "line 1, column 12: expected a member other than 'time', which the object already has"
        ),
        (#"[{"time":4,"properties":{"a":1,"a":2}}]"#, "expected a member other than 'a'"),
        (
            #"{"id":"1","cue_points":[{"time":4,"type":"AD","type":"CODE"}]}"#,
            "expected a member other than 'type'"
        ),
        (#"{"results":[]}"#, "the object is not a video of a catalogue: expected its cue_points"),
        ("time,typ,name\n4,AdSlot,b\n", "the column 'typ' is unknown; did you mean 'type'?"),
        (
            #"[{"time":4,"typ":"AdSlot"}]"#,
            "[0]: the member 'typ' is unknown; did you mean 'type'?"
        ),
        (
            #"{"id":"1","cue_points":[{"time":4,"type":"AD"},{"time":6,"tpye":"AD"}]}"#,
            "[1]: the member 'tpye' is unknown; did you mean 'type'?"
        ),
        ("time,type\n4,Adslot\n", "the type 'Adslot' is unknown"),
        (
            #"[{"time":4,"properties":{"marker":"Out"}}]"#,
            "the marker 'Out' is unknown; did you mean 'out'?"
        ),
        (#"[{"time":4,"marker":5}]"#, "the marker '5' is unknown"),
        ("time,type,marker\n4,AdSlot,cue-out\n", "the marker 'cue-out' is unknown; expected one"),
        (
            #"{"id":"1","sources":[],"cue_points":[{"time":4,"type":"AD","marker":"daterange"}]}"#,
            "the marker 'daterange' is unknown; did you mean 'date-range'?"
        ),
    ])
    func `a misspelt type, column or repeated member is wrong usage`(
        text: String, cause: String
    ) throws {
        let folder = ScratchFolder()
        let file = try folder.put(text, at: "cue-points")
        let run = try Playctl.run("verify", "markers/index.m3u8", "--cue-points", file)
        #expect(run.status == 2)
        #expect(run.errors.contains(cause), "\(run.errors)")
    }

    @Test(arguments: ["verify", "cues", "play"])
    func `a catalogue that repeats a member is refused with its place`(verb: String) throws {
        let folder = ScratchFolder()
        let source = #"{"src": "\#(SampleMedia.folder)/markers/index.m3u8"}"#
        let sound = try folder.put(#"{"id": "1", "sources": [\#(source)]}"#, at: "sound.json")
        #expect(try Playctl.run(verb, sound).status == 0)
        let file = try folder.put(
            "{\"id\": \"1\",\n \"sources\": [\(source)],\n \"sources\": []}", at: "twice.json")
        let run = try Playctl.run(verb, file)
        #expect(run.status == 1)
        #expect(
            run.errors.contains(
                "twice.json: not a video or a list of videos of a catalogue: line 3, column 2:"
                    + " expected a member other than 'sources', which the object already has"),
            "\(run.errors)")
    }

    @Test func `a type that only resembles the type of advertisements is a warning`() throws {
        let folder = ScratchFolder()
        let file = try folder.put(
            #"[{"time":4,"type":"AdSlots"},{"time":6,"type":"AdSlot2"},"#
                + #"{"time":8,"type":"AdCompanion"}]"#, at: "a.json")
        let run = try Playctl.run("verify", "markers/index.m3u8", "--cue-points", file)
        #expect(
            run.errors.contains("cue points of type 'AdSlot2' are not checked"), "\(run.errors)")
        #expect(
            run.errors.contains("cue points of type 'AdSlots' are not checked"), "\(run.errors)")
        #expect(!run.errors.contains("AdCompanion"))
    }

    @Test func `the repeat command contains the key server option`() throws {
        let run = try Playctl.run(
            "verify", "protected-cbcs/index.m3u8", "--key-server", "http://127.0.0.1:9")
        #expect(run.status == 1)
        #expect(
            run.lines.contains(
                "repeat: playctl verify protected-cbcs/index.m3u8"
                    + " --key-server http://127.0.0.1:9"), "\(run.output)")
    }

    @Test func `assets in folders of one name have results and traces with the given names`() throws
    {
        let folder = ScratchFolder()
        for name in ["one", "two"] {
            let run = try Playctl.run(
                "verify", "single/index.m3u8", "--name", name, "--golden", "\(folder.path)/kept",
                "--update", "--json", "\(folder.path)/\(name).json")
            #expect(run.status == 0)
            #expect(run.lines.contains("  written  \(name).trace"), "\(run.output)")
        }
        let merge = try Playctl(
            ["report", "merge", "one.json", "two.json"], in: folder.path
        ).wait()
        #expect(merge.status == 0, "\(merge.errors)")
        #expect(merge.lines.map { $0.prefix(11) }.prefix(2) == ["passed  one", "passed  two"])
        let results = try ResultFile(json: folder.bytes("two.json")).results
        #expect(results.map(\.name) == ["two"])
        let command = results.first?.command ?? ""
        #expect(command.hasPrefix("playctl verify single/index.m3u8 --name two "), "\(command)")
    }

    @Test(arguments: ["json", "csv"])
    func `the output of cues is valid input of verify`(format: String) throws {
        let options = format == "csv" ? ["--as-cue-points", "--csv"] : ["--as-cue-points"]
        let cues = try Playctl.run(["cues", "markers/index.m3u8"] + options)
        #expect(cues.status == 0)
        let folder = ScratchFolder()
        let file = try folder.put(cues.output, at: "expected.\(format)")
        let right = try Playctl.run("verify", "markers/index.m3u8", "--cue-points", file)
        #expect(right.status == 0, "\(right.output)")
        #expect(right.errors == "")
        let wrong = try Playctl.run("verify", "markers-wrong/index.m3u8", "--cue-points", file)
        #expect(wrong.status == 1)
        guard format == "json" else { return }
        let play = try Playctl.run("play", "markers/index.m3u8", "--cue-points", file)
        #expect(play.status == 0)
        #expect(play.lines.count { $0.contains("didPassCuePoints") } == 4)
    }

    @Test func `reads cue points from the video of a catalogue`() throws {
        let folder = ScratchFolder()
        let file = try folder.put(
            """
            {"name": "film", "sources": [{"src": "\(SampleMedia.folder)/markers/index.m3u8"}],
             "cue_points": [{"time": 4.0, "type": "AD", "name": "a"},
                            {"time": 8.0, "type": "AD", "name": "b"}]}
            """, at: "video.json")
        let other = try Playctl.run("verify", "markers/index.m3u8", "--cue-points", file)
        #expect(other.status == 0, "\(other.output)")
        let itself = try Playctl.run("verify", file)
        #expect(itself.status == 0, "\(itself.output)")
        let bare = try folder.put(
            #"{"id": "1", "cue_points": [{"time": 4, "type": "AD"}, {"time": 8, "type": "AD"}]}"#,
            at: "bare.json")
        let without = try Playctl.run("verify", "markers/index.m3u8", "--cue-points", bare)
        #expect(without.status == 0, "\(without.output)\(without.errors)")
    }

    @Test(arguments: [
        (#"{"time": 4, "type": "ADSLOT"}"#, "the type 'ADSLOT' is unknown"),
        (#"{"time": 4, "marker": "OUT"}"#, "the marker 'OUT' is unknown"),
        (#"{"time": 4, "tpye": "AD"}"#, "the member 'tpye' is unknown"),
    ])
    func `a misspelt cue point of a catalogue is wrong usage`(point: String, cause: String) throws {
        let folder = ScratchFolder()
        let source = #"{"src": "\#(SampleMedia.folder)/markers/index.m3u8"}"#
        let file = try folder.put(
            #"{"id": "1", "sources": [\#(source)], "cue_points": [\#(point)]}"#, at: "video.json")
        let run = try Playctl.run("verify", file)
        #expect(run.status == 2)
        #expect(run.errors.contains(cause), "\(run.errors)")
    }

    @Test(arguments: ["cuePoints", "cue_point"])
    func `a member of a catalogue that resembles the cue points is a warning`(member: String) throws
    {
        let folder = ScratchFolder()
        let source = #"{"src": "\#(SampleMedia.folder)/markers/index.m3u8"}"#
        let file = try folder.put(
            #"{"id": "1", "sources": [\#(source)], "\#(member)": []}"#, at: "video.json")
        let run = try Playctl.run("verify", file)
        #expect(run.status == 0)
        #expect(
            run.errors.contains("the member '\(member)' is not read; did you mean 'cue_points'?"),
            "\(run.errors)")
    }

    @Test func `members of a catalogue are checked if cue points are in another file`() throws {
        let folder = ScratchFolder()
        let source = #"{"src": "\#(SampleMedia.folder)/markers/index.m3u8"}"#
        let file = try folder.put(
            #"{"id": "1", "sources": [\#(source)], "textTracks": []}"#, at: "video.json")
        let points = try folder.put(#"[{"time": 1, "type": "CODE"}]"#, at: "points.json")
        let run = try Playctl.run("verify", file, "--cue-points", points)
        let text = "the member 'textTracks' is not read; did you mean 'text_tracks'?"
        #expect(run.errors.contains(text), "\(run.errors)")
    }

    @Test func `further videos of a catalogue are named as not read`() throws {
        let folder = ScratchFolder()
        let source = #"{"src": "\#(SampleMedia.folder)/markers/index.m3u8"}"#
        let file = try folder.put(
            #"{"videos": [{"id": "1", "sources": [\#(source)]}, {"id": "2", "name": "second","#
                + #" "sources": [{"src": "no.m3u8"}]}]}"#, at: "list.json")
        let text = "only the first of 2 videos is read, not \"second\""
        let run = try Playctl.run("verify", file, "--verbose")
        #expect(run.status == 0)
        #expect(run.output.contains("1 skipped"), "\(run.output)")
        #expect((run.output + run.errors).contains(text), "\(run.output)\(run.errors)")
        #expect(try Playctl.run("cues", file).errors.contains(text))
    }

    @Test(
        arguments: [
            ("cues.csv", "time,type\n-4,AdSlot\n", "line 2: '-4' is not a time"),
            ("cues.csv", "4,\"AdSlot\n", "line 1: a quote is never closed"),
            ("cues.json", "[{\"time\": -1}]", "[0].time"),
            ("cues.json", "{\"sources\": []", "expected"),
            ("cues.json", "{\"time\": 4}", "expected its cue_points, or a list of cue points"),
        ])
    func `a broken file of cue points fails in one line that names it`(
        name: String, text: String, cause: String
    ) throws {
        let folder = ScratchFolder()
        let file = try folder.put(text, at: name)
        let run = try Playctl.run("verify", "markers/index.m3u8", "--cue-points", file)
        #expect(run.status == 2)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("playctl: \(file): "))
        #expect(run.errors.contains(cause), "\(run.errors)")
        #expect(run.output == "")
    }

    @Test(
        arguments: [
            "--keyframe-tolerance near", "--tolerance off", "--ignore no.such-check",
            "--variant x", "--cue-points",
        ])
    func `refuses invalid options`(options: String) throws {
        let words =
            ["verify", "markers/index.m3u8"] + options.split(separator: " ").map(String.init)
        let run = try Playctl.run(words)
        #expect(run.status == 2)
        #expect(run.errorLines.count == 1)
    }

    @Test func `an encrypted asset is verified with its keys`() throws {
        let folder = ScratchFolder()
        let file = try folder.put("time\n2\n4\n", at: "cues.csv")
        let run = try Playctl.run("verify", "protected-aes128/index.m3u8", "--cue-points", file)
        #expect(run.status == 0, "\(run.output)")
        let locked = try Playctl.run("verify", "protected-cbcs/index.m3u8", "--cue-points", file)
        #expect(locked.status == 1)
        #expect(locked.output.contains("variant.played"))
        #expect(
            locked.errors
                == "playctl: protected-cbcs/index.m3u8: a licence is missing; options such as"
                + " --key-server supply keys\n")
    }
}
