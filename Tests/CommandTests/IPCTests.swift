import Foundation
import HeadlessPlayback
import HeadlessPlaybackTesting
import TestSupport
import Testing

/// `playctl play --input-ipc-server`, as `Documentation/Controls.md#socket` describes it.
@Suite struct IPCTests {
    private let folder = ScratchFolder()
    private var path: String { folder.path + "/socket" }
    private static let film = "ts-multivariant/index.m3u8"

    private func talk(_ arguments: [String], _ script: String) throws -> SocketTalk {
        try SocketTalk(arguments, at: path, script)
    }

    @Test func `clients advance virtual time and read the player's state at exact positions`()
        throws
    {
        let talk = try talk(
            [Self.film, "single/index.m3u8"],
            """
            c = Client()
            print(oct(os.stat(path).st_mode & 0o7777))
            print(c.get("playctl/clock"), c.get("time-pos"), c.get("duration"), c.get("pause"))
            print(c.get("hls-bitrate"), c.get("percent-pos"), c.get("chapter"), c.get("seekable"))
            print(c.do("playctl/run-until", 3), c.get("time-pos"), c.get("core-idle"))
            print(c.get("duration") > 10, c.get("percent-pos") > 0, c.get("filename"))
            print(c.do("set_property", "pause", True), c.do("playctl/run-until", 5))
            print(c.get("time-pos"), c.get("pause"), c.get("core-idle"))
            print(c.do("cycle", "pause"), c.do("seek", 2, "relative"), c.get("time-pos"))
            print(c.do("seek", 50, "absolute-percent+exact"), c.do("seek", -4, "absolute"))
            print(c.do("set", "speed", "2"), c.get("speed"), c.do("multiply", "speed", 0.5))
            print(c.do("add", "volume", -10), c.get("volume"), c.do("cycle", "mute"), c.get("mute"))
            print([(t["type"], t["id"], t["selected"]) for t in c.get("track-list")][:3])
            print(c.do("set_property", "sid", 1), c.get("sid"), c.do("set_property", "sid", "no"))
            print(c.get("sid"), c.do("cycle", "aid"), c.get("aid"))
            print(c.get("playlist-count"), c.get("playlist-pos"), c.do("playlist-next"))
            print(c.get("playlist-pos"), c.do("playlist-prev"), c.get("playlist-pos-1"))
            print(c.do("client_name"), c.do("get_time_us"), c.do("get_version"))
            print(c.do("get_property_string", "pause"), c.do("playctl/command", "item 2"))
            c.send("set speed 1.5\\nno-osd quit\\n")
            while c.line(): pass
            print(os.path.exists(path))
            """)
        #expect(
            talk.lines == [
                "0o600", "0 0 property unavailable False",
                "property unavailable property unavailable -1 False", "3 3 False",
                "True True index.m3u8",
                "success 5", "3 True True", "success success 5", "success success",
                "success 2 success", "success 90 success True",
                "[('audio', 1, True), ('audio', 2, False), ('sub', 1, False)]",
                "success 1 success", "False success 2", "2 0 success", "1 success 1",
                "ipc-1 5000000 131072", "no success", "False",
            ], "\(talk.lines) \(talk.clientErrors)")
        #expect(talk.run.status == 0, "\(talk.run.errors)")
        #expect(talk.run.output.contains(">> ipc rate 1.5"))
        #expect(talk.run.output.contains(">> ipc quit"))
    }

    @Test func `selecting a track number that does not exist returns an error`() throws {
        let talk = try talk(
            [Self.film],
            """
            c = Client()
            print(c.do("playctl/run-until", 1))
            for name in ["aid", "sid"]:
                for number in [0, -1, 99, 9223372036854775807, -9223372036854775808]:
                    print(c.ask("set_property", name, number)["error"] != "success")
            c.send("set aid -9223372036854775808\\n")
            print(c.do("get_property", "pause"))
            c.send("quit\\n")
            while c.line(): pass
            """)
        #expect(talk.lines.prefix(11).dropFirst() == Array(repeating: "True", count: 10)[...])
        #expect(talk.run.status == 0, "\(talk.run.errors)")
    }

    @Test func `a client does not lead beyond the limit of time`() throws {
        let talk = try talk(
            [Self.film, "--time-limit", "3"],
            """
            c = Client()
            print(c.do("playctl/run-until", 1000) < 4)
            try:
                c.send("playctl/run-until 1000\\n")
                while c.line(): pass
            except BrokenPipeError: pass
            """)
        #expect(talk.lines == ["True"])
        #expect(talk.run.status == 1)
        #expect(talk.run.errors.contains("the time limit of 3 s is reached"))
    }

    @Test func `a run with a refused video fails, even after a command chose another video`() throws
    {
        let file = try folder.put(
            #"{"videos": [{"id": "1", "name": "bad", "error_code": "VIDEO_NOT_PLAYABLE"}]}"#,
            at: "refused.json")
        let talk = try talk(
            [Self.film, file, "single/index.m3u8"],
            """
            c = Client()
            print(c.do("playctl/run-until", 5), c.do("playlist-next"))
            print(c.do("playctl/run-until", 1000))
            """)
        #expect(talk.run.status == 1, "\(talk.run.output)")
        #expect(talk.run.errors.contains("not played"))
    }

    @Test func `malformed and forbidden commands receive error responses`() throws {
        let talk = try talk(
            [Self.film],
            """
            c = Client()
            for command in [["run", "touch", path + ".x"], ["subprocess"], ["screenshot"], [],
                            ["loadfile", path], ["loadlist", path], ["load-script", path],
                            ["get_property"], ["get_property", "x"], ["set_property", "pause", "x"],
                            ["set_property", "speed", 0], ["set_property", "duration", 1],
                            ["set_property", "sid", 99], ["seek", "x"], ["seek", 1, "sideways"],
                            ["seek", 5], ["quit", 4], ["playctl/run-until", -1],
                            ["playctl/command", "jump"], ["observe_property", "a", "b"],
                            ["get_property", "time-pos", "x", "y"]]:
                print(c.ask(*command)["error"])
            c.send('{"command": ["get_property", "speed"]\\n')
            print(c.line())
            c.send('# comment\\n\\n{"command": {"name": "get_property", "property": "speed"}}\\n')
            print(c.line())
            c.send('{"command": ["get_version"], "request_id": "seven"}\\n')
            print(c.line()["request_id"], os.path.exists(path + ".x"))
            c.do("quit")
            """)
        #expect(
            talk.lines == [
                "invalid parameter", "invalid parameter", "invalid parameter", "invalid parameter",
                "loading failed", "invalid parameter", "invalid parameter", "invalid parameter",
                "property not found", "unsupported format for accessing property",
                "error accessing property", "error accessing property",
                "unsupported format for accessing property", "invalid parameter",
                "invalid parameter", "success", "invalid parameter",
                "invalid parameter", "invalid parameter", "invalid parameter",
                "invalid parameter", "{'request_id': 0, 'error': 'invalid parameter'}",
                "{'data': 1.0, 'request_id': 0, 'error': 'success'}", "seven False",
            ], "\(talk.lines) \(talk.clientErrors)")
        #expect(talk.run.status == 0)
    }

    @Test func `the trace is the same without clients, with observers and with hostile clients`()
        throws
    {
        let traces = ["alone", "virtual", "real"].map { "\(folder.path)/\($0).txt" }
        let film = [Self.film, "--start", "14"]
        #expect(try Playctl(["play"] + film + ["--trace", traces[0]]).wait().status == 0)
        let observing = """
            clients = [Client() for _ in range(5)]
            for c in clients:
                for n, name in enumerate(c.get("property-list")):
                    c.ask("observe_property", n, name)
            junk = Client()
            junk.send(b"\\x00\\xff{{{\\n" * 50)
            endless = Client()
            endless.send(b"x" * 70000)
            deaf = Client()
            """
        let virtual = try talk(
            film + ["--trace", traces[1]],
            observing + """

                print(clients[0].do("playctl/run-until", "end") > 5)
                while endless.line(): pass
                print("left")
                print([e["event"] for e in clients[1].events][:1])
                """)
        #expect(virtual.lines.prefix(2) == ["True", "left"], "\(virtual.clientErrors)")
        let real = try talk(
            film + ["--realtime", "--trace", traces[2]],
            observing + """

                names = [e["event"] for e in iter(clients[0].line, None) if "event" in e]
                print("start-file" in names, names[-1], "property-change" in names)
                """)
        #expect(real.lines == ["False shutdown True"], "\(real.clientErrors) \(real.lines)")
        #expect(real.run.status == 0)
        let texts = try traces.map { try String(contentsOfFile: $0, encoding: .utf8) }
        #expect(texts[0].contains("End"))
        #expect(texts[1] == texts[0])
        #expect(texts[2] == texts[0])
    }

    @Test func `surplus, silent, endless and unreading clients are disconnected`() throws {
        let talk = try talk(
            [Self.film, "--realtime"],
            """
            first = Client()
            first.do("set_property", "pause", True)
            silent = Client()
            others = [Client() for _ in range(62)]
            for c in others: c.send("\\n")
            extra = Client()
            print(extra.line())
            endless = others.pop()
            endless.send(b"y" * 65537)
            print(endless.line())
            whole = others.pop()
            whole.send(b"#" + b"y" * 65535 + b"\\n")
            print(whole.get("mute"))
            deaf = others.pop()
            try:
                for _ in range(40000):
                    deaf.send('{"command": ["get_property", "command-list"]}\\n')
                print("all sent")
            except OSError as error:
                print("left")
            start = time.time()
            print(silent.line(), time.time() - start < 9)
            print(first.get("mute"), first.do("quit"))
            """)
        #expect(
            talk.lines == ["None", "None", "False", "left", "None True", "False success"],
            "\(talk.lines) \(talk.clientErrors)")
        #expect(talk.run.status == 0, "\(talk.run.errors)")
    }

    @Test func `the socket of an ended process is replaced, and any other file is kept`() throws {
        let file = folder.path + "/file"
        try "precious".write(toFile: file, atomically: true, encoding: .utf8)
        let refused = try Playctl.launch("play", Self.film, "--input-ipc-server", file)
        #expect(refused.status == 2)
        #expect(refused.errors == "playctl: \(file): is a file but not a socket\n")
        #expect(folder.text("file") == "precious")
        let victim = try Playctl(["play", "--idle", "--input-ipc-server", path])
        let count = SocketTalk.prelude + "Client()"
        #expect(
            try Playctl(command: ["/usr/bin/env", "python3", "-c", count, path]).wait().status == 0)
        let second = try Playctl.launch("play", Self.film, "--input-ipc-server", path)
        #expect(second.status == 2)
        #expect(second.errors == "playctl: \(path): is the socket of another process\n")
        victim.kill()
        #expect(victim.wait().status == -9)
        let third = try talk([Self.film], "print(Client().do('quit'))")
        #expect(third.lines == ["success"])
        #expect(third.run.status == 0)
        let long = try Playctl.launch(
            "play", Self.film, "--input-ipc-server", String(repeating: "x", count: 120))
        #expect(long.status == 2)
    }

    @Test func `an idle player waits for files, and waits again after the last one`() throws {
        let talk = try talk(
            ["--idle"],
            """
            c = Client()
            print(c.get("idle-active"), c.get("path"), c.get("playlist-count"))
            print(c.do("loadfile", "\(Self.film)"), c.do("playctl/run-until", "end") > 10)
            print(c.get("eof-reached"), c.do("loadfile", "single/index.m3u8", "append-play"))
            print(c.do("playctl/run-until", 10000), c.get("playlist-pos"), c.get("eof-reached"))
            print([e.get("reason") for e in c.events if e.get("event") == "end-file"])
            print(c.do("loadfile", "missing.m3u8"), c.do("playctl/run-until", "end") > 0)
            print([e.get("reason") for e in c.events if e.get("event") == "end-file"][-1])
            print(c.do("quit"))
            """)
        #expect(
            talk.lines == [
                "True property unavailable 0", "success True", "True success", "10000 1 True",
                "['eof', 'eof']", "success True", "error", "success",
            ], "\(talk.lines) \(talk.clientErrors)")
        #expect(talk.run.errors.contains("missing.m3u8"))
    }

    @Test func `commands at the instant of other events are repeated with an equal trace`() throws {
        let trace = "\(folder.path)/trace.txt"
        // The script sends its commands at instants at which progress is also reported.
        let talk = try talk(
            [Self.film, "single/index.m3u8", "--trace", trace],
            """
            c = Client()
            print(c.do("set_property", "speed", 2), c.do("playctl/run-until", 0))
            print(c.do("set_property", "pause", True), c.do("set_property", "pause", False))
            print(c.do("playctl/run-until", 2), c.do("set_property", "pause", True))
            print(c.do("seek", 10), c.do("set_property", "pause", False), c.do("seek", -3))
            print(c.do("playctl/run-until", 3), c.do("set_property", "sid", 1))
            print(c.do("playctl/run-until", 5), c.do("playlist-next"), c.do("playlist-prev"))
            print(c.do("playctl/run-until", "end") > 8)
            """)
        #expect(
            talk.lines == [
                "success 0", "success success", "2 success", "success success success",
                "3 success", "5 success success", "True",
            ], "\(talk.lines) \(talk.clientErrors)")
        let lines = folder.text("trace.txt").split(separator: "\n").dropFirst().map(String.init)
        var repetition = Scenario("repetition") {
            ScenarioPart { $0.player.autoPlay = true }
        }
        repetition.assets = [Self.film, "single/index.m3u8"].map {
            ScenarioAsset("\(SampleMedia.folder)/\($0)")
        }
        repetition.steps = ScenarioStep.outsideCommands(inTrace: lines.joined(separator: "\n"))
        let repeated = ScenarioRunner().run(repetition).trace
        #expect(repeated == lines)
    }

    @Test func `files loaded by an idle player are in the trace, and a scenario repeats them`()
        throws
    {
        let trace = "\(folder.path)/trace.txt"
        let talk = try talk(
            ["--idle", "--trace", trace],
            """
            c = Client()
            print(c.do("playctl/run-until", 1), c.do("loadfile", "single/index.m3u8"))
            print(c.do("playctl/run-until", 3.3), c.do("loadfile", "\(Self.film)", "append"))
            print(c.do("loadfile", "single/index.m3u8", "append"), c.do("playlist-move", 0, 3))
            print(c.do("playlist-move", 2, 0), c.do("playlist-move", 0, 9))
            print(c.do("playlist-remove", 2))
            print(c.do("playctl/run-until", 6.3), c.get("playlist-count"), c.do("playlist-next"))
            print(c.do("playctl/run-until", 7.5), c.do("set_property", "sid", 1))
            print(c.do("playctl/run-until", 9.7), c.get("sub-text"))
            print(c.get("sub-start"), c.get("sub-end"), c.do("cycle-values", "speed", 1, 2, 4))
            print(c.get("speed"), c.do("playlist-clear"), c.get("playlist-count"))
            print(c.do("playlist-remove", "current"), c.do("playlist-remove", 7))
            c.send("playctl/run-until 12.25\\n")
            print(c.do("quit"))
            """)
        #expect(
            talk.lines == [
                "1 success", "3.3 success", "success success",
                "success error running command", "success", "6.3 2 success", "7.5 success",
                "9.7 This cue crosses a segment boundary.", "3 5.5 success", "2 success 1",
                "error running command error running command", "success",
            ], "\(talk.lines) \(talk.clientErrors)")
        let lines = folder.text("trace.txt").split(separator: "\n").dropFirst().map(String.init)
        var repetition = Scenario("repetition") {
            ScenarioPart { $0.player.autoPlay = true }
        }
        repetition.assets = [Self.film, "single/index.m3u8"].map {
            ScenarioAsset("\(SampleMedia.folder)/\($0)")
        }
        let steps = ScenarioStep.outsideCommands(inTrace: lines.joined(separator: "\n"))
        repetition.steps = [ScenarioStep(.setVideos([]), at: .start)] + steps
        #expect(steps.count == 14)
        let repeated = ScenarioRunner().run(repetition).trace
        #expect(repeated.first?.contains(">> set-videos") == true)
        #expect(Array(repeated.dropFirst()) == lines)
    }

    @Test func `a broadcast has no duration, and a client can seek in it, pause, resume and quit`()
        throws
    {
        let file = try folder.put(
            """
            playctl: 1
            assets:
              - live: {source: \(SampleMedia.transportStream.path), id: news, ran-for: 5m, window: {length: 60s}}
            time-limit: 1h

            """, at: "news.play.yaml")
        let server = try Playctl(["serve", file, "--quiet"])
        let url = try server.firstLine()
        let talk = try talk(
            [url, "--realtime"],
            """
            c = Client()
            while c.ask("get_property", "core-idle").get("data") is not False: time.sleep(0.1)
            print(c.get("duration"), c.get("seekable"), c.get("percent-pos"), c.get("playlist-count"))
            start = c.get("time-pos")
            print(c.do("seek", -20, "relative"))
            while c.get("seeking"): time.sleep(0.1)
            print(-21 < c.get("time-pos") - start < -15, c.do("set_property", "pause", True))
            time.sleep(0.2)
            pause = c.get("time-pos")
            time.sleep(1)
            print(c.get("time-pos") == pause, c.do("set_property", "pause", False))
            while c.get("core-idle"): time.sleep(0.1)
            time.sleep(1)
            print(c.get("time-pos") > pause + 0.5, c.do("quit"))
            """)
        server.interrupt()
        #expect(server.wait().status == 0)
        #expect(
            talk.lines == [
                "property unavailable True property unavailable 1", "success", "True success",
                "True success", "True success",
            ], "\(talk.lines) \(talk.clientErrors) \(talk.run.errors)")
        #expect(talk.run.status == 0, "\(talk.run.errors)")
        #expect(talk.run.output.contains(">> ipc skip -20"))
    }

    @Test func `events are log messages, filtered by the level that a client requests`() throws {
        let talk = try talk(
            ["single/index.m3u8", "--idle"],
            """
            quiet, usual, all = Client(), Client(), Client()
            print(usual.do("request_log_messages", "info"), all.do("request_log_messages", "debug"))
            print(quiet.ask("request_log_messages", "loud")["error"])
            print(usual.do("playctl/run-until", "end") > 5)
            def texts(c):
                c.do("client_name")
                return [e["text"] for e in c.events if e["event"] == "log-message"]
            print(len(texts(quiet)), any("didProgressTo" in t for t in texts(usual)))
            print(any("End" in t for t in texts(usual)), any("didProgressTo" in t for t in texts(all)))
            usual.do("quit")
            """)
        #expect(
            talk.lines == ["success success", "invalid parameter", "True", "0 False", "True True"],
            "\(talk.lines) \(talk.clientErrors)")
    }

    @Test func `a client that sends many commands does not speed up the real-time clock`() throws {
        let talk = try talk(
            [Self.film, "--realtime"],
            """
            c = Client()
            start, clock = time.time(), c.get("playctl/clock")
            for _ in range(40):
                for n in range(50): c.send('{"command": ["set", "volume", %d]}\\n' % n)
                for n in range(50): c.line()
            print(c.get("playctl/clock") - clock < time.time() - start + 0.3)
            c.do("quit")
            """)
        #expect(talk.lines == ["True"], "\(talk.lines) \(talk.clientErrors)")
    }

    /// The Python interpreter with the client library.
    ///
    /// `Scripts/install-dependencies tests` creates it.
    private static let python = "python-with-mpv-jsonipc"
    private static let hasLibrary = ShellCommand.succeeds(
        "\(python) -c 'import python_mpv_jsonipc'")

    @Test(.enabled(if: hasLibrary, "needs python-mpv-jsonipc"))
    func `python-mpv-jsonipc controls the player`() throws {
        let talk = try SocketTalk(
            [Self.film, "single/index.m3u8", "--realtime"], at: path, python: Self.python,
            """
            from python_mpv_jsonipc import MPV
            for _ in range(200):
                if os.path.exists(path): break
                time.sleep(0.05)
            mpv = MPV(start_mpv=False, ipc_socket=path)
            seen = []
            @mpv.property_observer("pause")
            def on_pause(name, value): seen.append((name, value))
            @mpv.on_event("end-file")
            def on_end(event): seen.append(event["reason"])
            def until(condition):
                for _ in range(400):
                    if condition(): return True
                    time.sleep(0.02)
                return False
            print(until(lambda: (mpv.time_pos or 0) > 0.5))
            mpv.pause = True
            print(mpv.pause, until(lambda: ("pause", True) in seen))
            mpv.seek(9, "absolute")
            print(abs(mpv.time_pos - 9) < 0.2, mpv.playlist_pos, len(mpv.playlist))
            mpv.pause = False
            mpv.speed = 1.5
            print(mpv.speed, mpv.media_title, mpv.volume)
            mpv.playlist_next()
            print(until(lambda: mpv.playlist_pos == 1), until(lambda: "stop" in seen))
            mpv.command("quit")
            """)
        #expect(
            talk.lines == ["True", "True True", "True 0 2", "1.5 index.m3u8 100.0", "True True"],
            "\(talk.lines) \(talk.clientErrors)")
        #expect(talk.run.status == 0, "\(talk.run.errors)")
    }
}
