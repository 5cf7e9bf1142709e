import HeadlessPlayback
import PlaybackControl
import TestSupport
import Testing

/// The table of commands from outside the app: `Documentation/Device.md#outside-commands`.
@Suite struct OutsideCommandTests {
    private static let examples: [(String, SystemControls.Command)] = [
        ("play", .play), ("pause", .pause), ("toggle", .toggle), ("stop", .stop), ("next", .next),
        ("previous", .previous), ("item 2", .item(2)), ("skip -10", .skip(.seconds(-10))),
        ("skip 2.5", .skip(.milliseconds(2500))), ("seek 12.5", .seek(.milliseconds(12500))),
        ("seek 0", .seek(.zero)),
        ("rate 1.5", .rate(1.5)), ("rate 0", .rate(0)), ("audio fr", .audio("fr")),
        ("next-audio", .nextAudio), ("subtitles de", .subtitles("de")),
        ("subtitles off", .subtitles(nil)), ("next-subtitles", .nextSubtitles), ("quit", .quit),
        ("volume 50", .volume(50)), ("volume 0.5", .volume(0.5)), ("mute", .mute),
        ("load film/index.m3u8", .load("film/index.m3u8")), ("append a.ts", .append("a.ts")),
        ("remove 2", .remove(2)), ("move 3 1", .move(3, to: 1)), ("clear", .clear),
        ("unmute", .unmute), ("audio English (stereo)", .audio("English (stereo)")),
    ]

    @Test func `every command in the table is parsed and written`() throws {
        for (text, command) in Self.examples {
            #expect(try OutsideCommandTable.command(from: text) == command)
            #expect(command.text == text)
            #expect(OutsideCommandTable.row(of: command).name == command.name)
        }
        #expect(Set(Self.examples.map(\.1.name)) == Set(OutsideCommandTable.names))
    }

    @Test(arguments: [
        "seek nan", "seek inf", "seek 1e30", "seek -1", "seek", "seek 1s", "skip", "skip inf",
        "rate -1",
        "volume -1", "volume 1001", "volume", "mute 1", "rate 1001", "rate nan", "item 0",
        "item 1.5", "item x", "play now", "audio", "subtitles", "load", "append", "remove",
        "remove 0", "clear 1", "move", "move 1", "move 1 0", "move 0 1", "move 1 2 3",
    ])
    func `an invalid argument of a command is refused with the expected argument`(
        text: String
    ) throws {
        let name = try #require(text.split(separator: " ").first.map(String.init))
        let row = try #require(OutsideCommandTable.rows.first { $0.name == name })
        #expect(throws: OutsideCommandError.self) { try OutsideCommandTable.command(from: text) }
        do throws(OutsideCommandError) {
            _ = try OutsideCommandTable.command(from: text)
        } catch {
            #expect("\(error)".hasPrefix("'\(row.name)' with "))
        }
    }

    @Test(arguments: ["", " ", "Play", "jump 3", "play\n"])
    func `an unknown command is refused with the names of all`(text: String) {
        do throws(OutsideCommandError) {
            _ = try OutsideCommandTable.command(from: text)
            Issue.record("no error")
        } catch {
            #expect("\(error)".hasPrefix("one of play, pause, toggle"))
        }
    }

    private static func isAlwaysEnabled(_ command: SystemControls.Command) -> Bool {
        if case .always = OutsideCommandTable.row(of: command).condition { true } else { false }
    }

    @Test func `volume and mute are stored, also without an item`() {
        let playback = Playback()
        let controls = playback.controller.systemControls
        #expect(controls.perform(.volume(40), from: .mpris) == .success)
        #expect(controls.perform(.mute) == .success)
        #expect(controls.view?.sound == PlayerView.Sound(volume: 40, isMuted: true))
        #expect(controls.perform(.unmute) == .success)
        #expect(controls.perform(.volume(-1)) == .commandFailed)
        #expect(controls.view?.sound == PlayerView.Sound(volume: 40, isMuted: false))
        #expect(playback.recorder.events.isEmpty)
    }

    @Test func `without an item no command has an effect`() {
        let playback = Playback()
        for (_, command) in Self.examples where !Self.isAlwaysEnabled(command) {
            #expect(
                playback.controller.systemControls.perform(command) == .noActionableNowPlayingItem)
        }
        #expect(playback.recorder.events.isEmpty)
    }

    @Test(arguments: [
        SystemControls.Command.seek(.seconds(-1)), .rate(-1), .rate(.nan), .rate(.infinity),
        .item(0), .item(-5),
    ])
    func `a command with a number out of range fails`(command: SystemControls.Command) {
        let playback = Playback()
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 2)
        #expect(playback.controller.systemControls.perform(command) == .commandFailed)
        #expect(playback.controller.currentSession?.position == .seconds(2))
        #expect(playback.controller.currentSession?.isPlaying == true)
    }

    @Test func `seeking and track selection fail before the video is loaded`() {
        let playback = Playback()
        playback.controller.setVideos([SampleMedia.single.video()])
        #expect(playback.controller.systemControls.perform(.seek(.seconds(3))) == .commandFailed)
        #expect(playback.controller.systemControls.perform(.audio("en")) == .noSuchContent)
    }

    @Test func `next and previous pass over videos that cannot be played`() {
        let playback = Playback()
        let bad = Video(errorCode: "VIDEO_NOT_FOUND")
        let videos = [SampleMedia.single.video(), bad, SampleMedia.single.video(), bad]
        playback.controller.setVideos(videos)
        playback.run(until: 1)
        #expect(playback.controller.systemControls.perform(.next) == .success)
        #expect(playback.controller.currentSession?.number == 2)
        #expect(playback.controller.systemControls.perform(.previous) == .success)
        #expect(playback.controller.currentSession?.number == 3)
        #expect(playback.controller.systemControls.perform(.previous) == .commandFailed)
        #expect(playback.controller.systemControls.perform(.item(2)) == .noSuchContent)
        #expect(playback.controller.systemControls.perform(.item(5)) == .noSuchContent)
        playback.controller.systemControls.lockScreen.nextWrapsAround = false
        #expect(playback.controller.systemControls.perform(.item(3)) == .success)
        #expect(playback.controller.systemControls.perform(.next) == .commandFailed)
        #expect(playback.controller.currentSession?.number == 4)
    }

    @Test func `a moved playlist item gets its new index, and the current item stays current`() {
        let playback = Playback()
        let controls = playback.controller.systemControls
        controls.videos = { name in
            var video = SampleMedia.single.video()
            video.name = name
            return [video]
        }
        func names() -> [String?] { controls.view?.entries.map(\.title) ?? [] }
        for command in [.load("a"), .append("b"), .append("c")] as [SystemControls.Command] {
            #expect(controls.perform(command) == .success)
        }
        playback.run(until: 1)
        #expect(controls.perform(.item(2)) == .success)
        let session = playback.controller.currentSession?.number
        let moves: [(from: Int, to: Int, names: [String], current: Int)] = [
            (1, 3, ["b", "c", "a"], 0), (1, 2, ["c", "b", "a"], 1), (3, 1, ["a", "c", "b"], 2),
            (3, 1, ["b", "a", "c"], 0), (3, 2, ["b", "c", "a"], 0), (2, 2, ["b", "c", "a"], 0),
            (1, 3, ["c", "a", "b"], 2), (1, 2, ["a", "c", "b"], 2),
        ]
        for move in moves {
            #expect(controls.perform(.move(move.from, to: move.to)) == .success)
            #expect(names() == move.names, "\(move)")
            #expect(controls.view?.item?.index == move.current, "\(move)")
        }
        #expect(controls.perform(.move(4, to: 1)) == .noSuchContent)
        #expect(controls.perform(.move(1, to: 4)) == .noSuchContent)
        #expect(controls.perform(.move(0, to: 1)) == .noSuchContent)
        #expect(playback.controller.currentSession?.number == session)
    }

    @Test func `the list is replaced, extended and shortened, without secrets in the trace`() {
        let playback = Playback()
        let controls = playback.controller.systemControls
        #expect(controls.perform(.load("a")) == .noSuchContent)
        controls.videos = { $0.hasPrefix("a") ? [SampleMedia.single.video()] : nil }
        #expect(controls.perform(.load("a?token=secret")) == .success)
        playback.run(until: 1)
        #expect(controls.perform(.append("b")) == .noSuchContent)
        #expect(controls.perform(.append("a")) == .success)
        #expect(controls.perform(.append("a")) == .success)
        #expect(controls.perform(.item(3)) == .success)
        #expect(controls.perform(.remove(4)) == .noSuchContent)
        #expect(controls.perform(.remove(3)) == .commandFailed)
        #expect(controls.perform(.remove(1)) == .success)
        #expect(controls.view?.entries.count == 2)
        #expect(controls.view?.item?.index == 1)
        #expect(controls.perform(.item(1)) == .success)
        // The removed item was the current one; the item after it becomes the current item.
        #expect(controls.perform(.remove(1)) == .success)
        #expect(controls.view?.item?.session == 4)
        #expect(controls.view?.item?.index == 0)
        #expect(controls.perform(.append("a")) == .success)
        #expect(controls.perform(.clear) == .success)
        #expect(controls.view?.entries.count == 1)
        #expect(controls.view?.item?.session == 4)
        #expect(!playback.recorder.trace.contains("secret"))
        #expect(playback.recorder.trace.contains(">> remote load a?token="))
    }

    @Test func `the trace of a recorder has each command before its events`() throws {
        let playback = Playback()
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 2)
        playback.controller.systemControls.perform(.pause, from: .keys)
        playback.controller.systemControls.perform(.next, from: .mpris)
        let lines = playback.recorder.trace.split(separator: "\n").map(String.init)
        let place = try #require(lines.firstIndex { $0.contains(">> keys pause") })
        #expect(lines[place] == "       2.000   1  >> keys pause")
        #expect(lines[place + 1].contains("PauseRequest"))
        #expect(lines[lines.count - 2] == "       2.000   1  >> mpris next")
        #expect(lines[lines.count - 1] == "       2.000   1  << mpris commandFailed")
    }
}
