import Foundation
import HeadlessPlayback
import TestSupport
import Testing

/// The first download of a new user.
@Suite struct OfflineDownloadTests {
    private let shelf = OfflineShelf()

    private func origin() throws -> OriginServer {
        try OriginServer(.folder(SampleMedia.folder))
    }

    @Test func `a download is listed, described, verified and exported`() throws {
        let server = try origin()
        let run = try shelf.run("download", server.url("/ts-multivariant/index.m3u8"))
        #expect(run.status == 0)
        #expect(run.errors == "")
        let token = try shelf.token()
        #expect(run.lines.first?.hasPrefix("\(token)  new  ts-multivariant  http://") == true)
        #expect(run.lines.last == "\(token)  completed  431.2 kB")
        #expect(run.lines.allSatisfy { $0.hasPrefix(token) })
        let entry = try #require(try shelf.list().first)
        #expect(entry["name"] as? String == "ts-multivariant")
        #expect(entry["state"] as? String == "completed")
        #expect(entry["progress"] as? Double == 1)
        #expect(entry["bytes"] as? Int == 431_272)
        #expect(entry["url"] as? String == server.url("/ts-multivariant/index.m3u8"))
        let status = try shelf.run("status", token)
        #expect(status.lines.contains("state       completed"))
        #expect(status.lines.contains("files       10 of 10"))
        let verify = try shelf.run("verify")
        #expect(verify.status == 0)
        #expect(verify.lines == ["\(token)  intact  13 files, 432.0 kB"])
        server.stop()
        let target = shelf.scratch.path + "/a/b"
        let export = try shelf.run("export", token, target)
        #expect(export.status == 0)
        #expect(export.lines == ["\(target)/index.m3u8"])
        let play = try Playctl.run("play", target + "/index.m3u8", "--verify", "decode")
        #expect(play.status == 0)
    }

    @Test(.enabled(if: FFprobe.isInstalled))
    func `another player reads the exported copy, without a network`() throws {
        let server = try origin()
        _ = try shelf.run("download", server.url("/ts-multivariant/index.m3u8"))
        server.stop()
        let target = shelf.scratch.path + "/film"
        #expect(try shelf.run("export", try shelf.token(), target).status == 0)
        let packets = try FFprobe.packets(of: target + "/index.m3u8")
        #expect(packets.filter { $0.type == "video" }.count == 500)
        #expect(packets.contains { $0.type == "audio" })
    }

    @Test func `a repeated download of a URL keeps its token, and nothing is fetched`() throws {
        let server = try origin()
        let url = server.url("/single/index.m3u8")
        #expect(try shelf.run("download", url).status == 0)
        let token = try shelf.token()
        let count = server.log.count
        let again = try shelf.run("download", url, url)
        #expect(again.status == 0)
        #expect(again.lines == ["\(token)  completed already"])
        #expect(try shelf.list().count == 1)
        #expect(server.log.count == count)
    }

    @Test func `a cancelled or failed download resumes with the same token`() throws {
        let server = try origin()
        let url = server.url("/single/index.m3u8")
        server.order(.status(404), at: "/single/segment-3.ts")
        let failed = try shelf.run("download", url, "--connections", "1")
        #expect(failed.status == 1)
        #expect(failed.errorLines.count == 1)
        #expect(failed.errors.contains("segment-3.ts: the server answered with status 404"))
        let token = try shelf.token()
        #expect(try shelf.state() == "failed")
        server.order(at: "/single/segment-3.ts")
        #expect(try shelf.run("download", url).status == 0)
        #expect(try shelf.token() == token)
        let asked = server.log.filter { $0.path == "/single/segment-0.ts" }
        #expect(asked.count == 1)
        let status = try shelf.run("status", token, "--json").object
        #expect(status["reason"] is NSNull)
        #expect(status["state"] as? String == "completed")
    }

    @Test func `with one download at a time, the second one waits for the first`() throws {
        let server = try origin()
        let run = try shelf.run(
            "download", server.url("/single/index.m3u8"),
            server.url("/ts-multivariant/index.m3u8"), "--concurrent", "1", "--json")
        #expect(run.status == 0)
        let events = try run.objects.map { event in
            (try #require(event["token"] as? String), try #require(event["event"] as? String))
        }
        // Either download may be the first one, because the order depends on which playlists arrive
        // first.
        let starts = events.indices.filter { events[$0].1 == "downloading" }
        let ends = events.indices.filter { events[$0].1 == "completed" }
        #expect(starts.count == 2 && ends.count == 2)
        #expect(events[starts[0]].0 == events[ends[0]].0)
        #expect(ends[0] < starts[1])
        #expect(events[starts[1]].0 == events[ends[1]].0)
    }

    @Test func `every line of JSON is an object with time, token and event`() throws {
        let server = try origin()
        let run = try shelf.run(
            "download", server.url("/ts-multivariant/index.m3u8"), "--json", "--audio", "en,fr",
            "--subtitles", "all", "--bitrate", "250k")
        let objects = try run.objects
        #expect(objects.allSatisfy { $0["t"] is Double && $0["token"] is String })
        let events = objects.compactMap { $0["event"] as? String }
        #expect(events.first == "started")
        #expect(events.contains("preparing") && events.contains("downloading"))
        #expect(events.last == "completed")
        let plan = try #require(objects.first { $0["event"] as? String == "planned" })
        #expect((plan["variant"] as? String)?.hasPrefix("247224 bit/s 640x360") == true)
        #expect(
            plan["tracks"] as? [String]
                == ["video", "audio0", "audio1", "subtitles0", "subtitles1"])
        #expect(plan["files"] as? Int == 25)
    }

    @Test func `text output has no control sequence for a terminal`() throws {
        let evil = "evil\u{1B}[31m\u{7}\u{202E}name"
        let folder = shelf.scratch
        _ = try folder.makeFolder(evil)
        for name in ["index.m3u8", "segment-0.ts"] {
            let bytes = try Data(
                contentsOf: URL(fileURLWithPath: SampleMedia.single.folder + "/" + name))
            try folder.put(bytes, at: "\(evil)/\(name)")
        }
        let text = folder.text("\(evil)/index.m3u8").split(separator: "\n")
        let cut = text.prefix { !$0.contains("segment-1") }.dropLast() + ["#EXT-X-ENDLIST"]
        try folder.put(cut.joined(separator: "\n"), at: "\(evil)/index.m3u8")
        let run = try shelf.run("download", "\(folder.path)/\(evil)/index.m3u8")
        #expect(run.status == 0, "\(run.errors)")
        let token = try shelf.token()
        for output in [
            run.output, try shelf.run("list").output, try shelf.run("status", token).output,
            try shelf.run("verify").output,
        ] {
            #expect(!output.isEmpty)
            #expect(
                output.unicodeScalars.allSatisfy {
                    $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E)
                })
        }
    }

    @Test func `an estimate reports size, variant and reason, and stores nothing`() throws {
        let path = SampleMedia.transportStream.path
        let run = try Playctl.run("offline", "estimate", path, "--min-bitrate", "200k", "--json")
        #expect(run.status == 0)
        let object = try run.object
        #expect(object["bandwidth"] as? Int == 247_224)
        #expect((object["variant"] as? String)?.contains("the lowest of at least") == true)
        let tracks = try #require(object["tracks"] as? [[String: Any]])
        let sum = tracks.compactMap { $0["bytes"] as? Int }.reduce(0, +)
        #expect(object["bytes"] as? Int == sum)
        let plain = try Playctl.run("offline", "estimate", path, "--min-bitrate", "200k")
        #expect(plain.lines.first == "bytes       \(sum)")
        #expect(object["missingAudio"] as? [String] == [])
        for asset in [path, SampleMedia.single.path] {
            let odd = try Playctl.run(
                "offline", "estimate", asset, "--audio", "xx", "--subtitles", "en,yy")
            #expect(odd.lines.contains("missing     there is no audio in xx"))
            #expect(odd.output.contains("missing     there are no subtitles in "))
        }
    }

    @Test func `a requested language that the asset lacks is reported and fails`() throws {
        let folder = ScratchFolder()
        let arguments = [
            "offline", "download", SampleMedia.single.path, "--audio", "xx", "--store",
            folder.path + "/store",
        ]
        let run = try Playctl.run(arguments)
        #expect(run.status == 1)
        #expect((run.output + run.errors).contains("missing  there is no audio in xx"))
        #expect(run.errors.contains(": there is no audio in xx"), "\(run.errors)")
        let again = try Playctl.run(arguments)
        #expect(again.status == 1, "the complete download still lacks it")
        let plain = Array(arguments.prefix(3)) + ["--store", folder.path + "/other"]
        #expect(try Playctl.run(plain).status == 0)
    }

    @Test(arguments: [
        (["--subtitles", "all"], "was downloaded without the subtitles \""),
        (["--subtitles", "xx"], "there are no subtitles in xx"),
        (["--audio", "fr"], "was downloaded without the audio \""),
        (["--audio", "fr,xx"], "there is no audio in xx"),
        (["--bitrate", "5M"], "lacks the selected variant stream of "),
        (["--min-bitrate", "200k"], "lacks the selected variant stream of 247224 bit/s; "),
        (["--audio", "en"], nil), (["--audio", "none"], nil), (["--bitrate", "1"], nil), ([], nil),
    ])
    func `a later selection that a download does not contain fails`(
        selection: [String], cause: String?
    ) throws {
        _ = try shelf.download()
        for _ in 0..<2 {
            let run = try Playctl.run(
                shelf.line(["download", SampleMedia.transportStream.path] + selection))
            #expect(run.status == (cause == nil ? 0 : 1), "\(run.errors)")
            if let cause { #expect(run.errors.contains(cause), "\(run.errors)") }
        }
    }

    @Test func `a selection that was requested first succeeds again`() throws {
        let line = shelf.line([
            "download", SampleMedia.transportStream.path, "--audio", "fr", "--bitrate", "5M",
            "--subtitles", "all",
        ])
        for _ in 0..<2 { #expect(try Playctl.run(line).status == 0) }
        let part = shelf.line([
            "download", SampleMedia.transportStream.path, "--audio", "fr", "--subtitles", "en",
        ])
        #expect(try Playctl.run(part).status == 0)
    }

    @Test func `a later selection without a bitrate uses the variant stream of the download`()
        throws
    {
        let film = shelf.scratch.path + "/film"
        try FileManager.default.copyItem(
            atPath: SampleMedia.transportStream.folder, toPath: film)
        let path = film + "/index.m3u8"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let highest = "RESOLUTION=960x540,FRAME-RATE=25.000,AUDIO="
        #expect(text.contains(highest + "\"audio\""))
        let surround =
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"high\",NAME=\"English\",LANGUAGE=\"en\","
            + "DEFAULT=YES,AUTOSELECT=YES,CHANNELS=\"6\",URI=\"audio-en/index.m3u8\"\n"
        let edited = text.replacingOccurrences(
            of: highest + "\"audio\"", with: highest + "\"high\"")
        try (edited + surround).write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try shelf.run("download", path, "--bitrate", "5M").status == 0)
        let again = try shelf.run("download", path, "--audio", "en")
        #expect(again.status == 0, "\(again.errors)")
        let other = try shelf.run("download", path, "--audio", "fr")
        #expect(other.status == 1)
        #expect(other.errors.contains("there is no audio in fr"), "\(other.errors)")
    }

    @Test func `a later selection lacks no part that only the first one could name`() throws {
        let path = SampleMedia.transportStream.path
        #expect(try shelf.run("download", path, "--subtitles", "none").status == 0)
        let run = try shelf.run("download", path, "--bitrate", "300k", "--audio", "en")
        #expect(!run.errors.contains("subtitles"), "\(run.errors)")
        #expect(try shelf.run("download", path, "--audio", "en").status == 0)
    }

    @Test func `a later selection succeeds although the first one lacks a language`() throws {
        let path = SampleMedia.transportStream.path
        #expect(try shelf.run("download", path, "--audio", "xx").status == 1)
        #expect(try shelf.run("download", path, "--audio", "en").status == 0)
        #expect(try shelf.run("download", path).status == 1)
    }

    @Test func `a later selection whose playlists cannot be loaded fails`() throws {
        let server = try origin()
        let url = server.url("/ts-multivariant/index.m3u8")
        #expect(try shelf.run("download", url).status == 0)
        server.order(.status(404), below: "/")
        #expect(try shelf.run("download", url).status == 0)
        let run = try shelf.run("download", url, "--audio", "en")
        #expect(run.status == 1)
        #expect(run.errors.contains("the selected parts are unknown: "), "\(run.errors)")
    }

    @Test(arguments: ["--json", nil])
    func `an estimate of a language that the asset lacks fails`(json: String?) throws {
        let line =
            ["offline", "estimate", SampleMedia.transportStream.path] + [json].compactMap(\.self)
        #expect(try Playctl.run(line + ["--audio", "en"]).status == 0)
        #expect(try Playctl.run(line + ["--audio", "xx"]).status == 1)
        #expect(try Playctl.run(line + ["--subtitles", "en,xx"]).status == 1)
    }

    @Test func `a limited rate is respected`() throws {
        // Every 188-byte packet begins with the MPEG-TS sync byte, and the last one is complete, so
        // that the bytes count as media. A segment this short may have no samples.
        let bytes = (0..<213 * 188).map { $0 % 188 == 0 ? UInt8(0x47) : 0 }
        let playlist = """
            #EXTM3U
            #EXT-X-VERSION:3
            #EXT-X-TARGETDURATION:1
            #EXTINF:0.1,
            a.ts
            #EXT-X-ENDLIST
            """
        let server = try OriginServer(
            .memory(["/a.m3u8": Array(playlist.utf8), "/a.ts": bytes]))
        let run = try shelf.run(
            "download", server.url("/a.m3u8"), "--limit-rate", "20k", "--connections", "1",
            "--json")
        #expect(run.status == 0)
        // About forty thousand bytes at twenty thousand a second take two seconds, on any machine.
        #expect(try #require(try run.objects.last?["t"] as? Double) >= 1.9)
    }
}
