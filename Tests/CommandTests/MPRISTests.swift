import Foundation
import TestSupport
import Testing

/// `playctl play --mpris`, as `Documentation/Controls.md#session-bus` describes it.
@Suite struct MPRISTests {
    private static let film = "ts-multivariant/index.m3u8"
    private static let hasBus = ["dbus-run-session", "playerctl", "gdbus", "busctl"].allSatisfy {
        ShellCommand.succeeds("command -v \($0)")
    }
    private let folder = ScratchFolder()

    /// Runs a script on its own bus, and returns the lines of its output.
    ///
    /// `$PLAYCTL` is the tool; `call` and `get` run gdbus.
    private func run(_ script: String) throws -> [String] {
        let prelude = """
            bus=org.mpris.MediaPlayer2.playctl; path=/org/mpris/MediaPlayer2
            player=org.mpris.MediaPlayer2.Player; folder='\(folder.path)'
            call() { gdbus call --session -d $bus -o $path -m "$@" 2>&1; }
            get() { call org.freedesktop.DBus.Properties.Get $player "$1"; }
            put() { call org.freedesktop.DBus.Properties.Set $player "$1" "$2"; }
            await() { for i in $(seq 200); do "$@" && return 0; sleep 0.05; done; echo "never: $*"; }
            published() { playerctl -l 2>/dev/null | grep -qx "$1"; }
            playing() { [ "$(playerctl -p playctl status 2>/dev/null)" = Playing ]; }
            written() { grep -q "$1" "$folder/out"; }
            start() { "$PLAYCTL" play "$@" --realtime --mpris >"$folder/out" 2>"$folder/err" & tool=$!
                await published playctl; await playing; }

            """
        let file = folder.path + "/script"
        try (prelude + script).write(toFile: file, atomically: true, encoding: .utf8)
        let outcome = try Playctl(
            command: [
                "/usr/bin/env", "PLAYCTL=\(Playctl.path)", "dbus-run-session", "--", "bash", file,
            ]
        ).wait(seconds: 50)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.lines
    }

    @Test(.enabled(if: hasBus, "needs D-Bus, playerctl, gdbus and busctl"))
    func `every method has its effect, and a stale or out-of-range argument has none`() throws {
        let lines = try run(
            """
            start \(Self.film) single/index.m3u8
            playerctl pause; playerctl status; playerctl pause; playerctl status
            track=$(playerctl metadata mpris:trackid | tr -d "'"); echo $track
            call $player.SetPosition "objectpath '$track'" 5000000; playerctl position
            call $player.SetPosition "objectpath '/dev/playctl/Track/99'" 7000000; playerctl position
            call $player.SetPosition "objectpath '$track'" 999000000; playerctl position
            call $player.SetPosition "objectpath '$track'" -- -1; playerctl position
            call $player.Seek 2000000; playerctl position
            call $player.Seek -- -60000000; playerctl position
            call $player.PlayPause; playerctl status; playerctl play-pause; playerctl status
            call $player.Seek 60000000; await written 'keys\\|mpris next'
            playerctl status; playerctl metadata mpris:trackid
            call $player.Previous; playerctl metadata mpris:trackid
            call $player.Play; playerctl status
            call $player.Stop; playerctl status; playerctl position; call $player.Stop
            call $player.Play; playerctl status
            call $player.OpenUri ftp://x/y | grep -o NotSupported
            call $player.OpenUri file:///etc/passwd | grep -o AccessDenied
            call org.mpris.MediaPlayer2.Raise
            call $player.Nothing | grep -o UnknownMethod
            call org.mpris.MediaPlayer2.Quit; wait $tool; echo $?
            tail -n 20 "$folder/out" | grep -c Terminate
            """)
        #expect(
            lines == [
                "Paused", "Paused", "/dev/playctl/Track/1", "()", "5.000000", "()", "5.000000",
                "()",
                "5.000000", "()", "5.000000", "()", "7.000000", "()", "0.000000", "()", "Playing",
                "Paused", "()", "Paused", "'/dev/playctl/Track/2'", "()", "'/dev/playctl/Track/3'",
                "()", "Playing", "()", "Stopped", "0.000000", "()", "()", "Playing",
                "NotSupported", "AccessDenied", "()", "UnknownMethod", "()", "0", "1",
            ], "\(lines.joined(separator: "\n")) \(folder.text("err"))")
    }

    @Test(.enabled(if: hasBus, "needs D-Bus, playerctl, gdbus and busctl"))
    func `every property is read, and only rate and volume are set`() throws {
        let lines = try run(
            """
            start \(Self.film) single/index.m3u8
            playerctl pause
            for name in PlaybackStatus Rate MinimumRate MaximumRate CanGoNext CanGoPrevious CanPlay \\
                CanPause CanSeek CanControl Volume; do get $name; done
            playerctl metadata mpris:length; playerctl metadata xesam:title
            call org.freedesktop.DBus.Properties.GetAll org.mpris.MediaPlayer2 | grep -o "'[A-Z][A-Za-z]*'" | tr -d '\\n'; echo
            call org.freedesktop.DBus.Properties.GetAll $player | grep -o "'[A-Z][A-Za-z]*'" | tr -d '\\n'; echo
            put Rate '<2.0>'; get Rate; put Rate '<-1.0>' | grep -o InvalidArgs
            put Rate '<1000.0>' | grep -o InvalidArgs; get Rate
            call $player.Play; put Rate '<0.0>'; playerctl status; get Rate
            put Volume '<-3.0>'; get Volume; playerctl volume 0.25; get Volume
            put Metadata '<1.0>' | grep -o PropertyReadOnly; put Rate "<'x'>" | grep -o InvalidArgs
            get Shuffle | grep -o UnknownProperty
            busctl --user introspect $bus $path $player | awk '{print $1, $2, $3}' | grep -c '^\\.'
            busctl --user get-property $bus $path org.mpris.MediaPlayer2 Identity
            call org.mpris.MediaPlayer2.Quit; wait $tool; echo $?
            """)
        #expect(
            lines == [
                "(<'Paused'>,)", "(<1.0>,)", "(<0.10000000000000001>,)", "(<100.0>,)", "(<true>,)",
                "(<false>,)", "(<true>,)", "(<true>,)", "(<true>,)", "(<true>,)", "(<1.0>,)",
                "20000000", "index.m3u8",
                "'CanQuit''CanRaise''HasTrackList''Identity''SupportedUriSchemes''SupportedMimeTypes'",
                "'PlaybackStatus''Paused''Rate''Metadata''Volume''Position''MinimumRate'"
                    + "'MaximumRate''CanGoNext''CanGoPrevious''CanPlay''CanPause''CanSeek'"
                    + "'CanControl'",
                "()", "(<2.0>,)", "InvalidArgs", "InvalidArgs", "(<2.0>,)", "()", "()", "Paused",
                "(<2.0>,)", "()", "(<0.0>,)", "(<0.25>,)", "PropertyReadOnly", "InvalidArgs",
                "UnknownProperty", "23", "s \"playctl\"", "()", "0",
            ], "\(lines.joined(separator: "\n")) \(folder.text("err"))")
    }

    @Test(.enabled(if: hasBus, "needs D-Bus, playerctl, gdbus and busctl"))
    func `property changes are signalled except the position, and Seeked only after jumps`() throws
    {
        let lines = try run(
            """
            gdbus monitor --session --dest $bus >"$folder/signals" & monitor=$!
            sleep 0.5
            start \(Self.film) single/index.m3u8
            sleep 1.2; playerctl pause; playerctl play; sleep 0.5
            grep -c Seeked "$folder/signals"
            playerctl pause; playerctl position 8; sleep 0.3
            grep -o 'Seeked.*' "$folder/signals"
            playerctl position 3-; put Rate '<1.5>'; playerctl next; sleep 0.5
            grep -o 'Seeked.*' "$folder/signals"
            for text in "'Playing'" "'Paused'" "'Rate': <1.5>" Track/2 CanGoPrevious; do
                grep -q "$text" "$folder/signals" && echo yes; done
            grep -c Position: "$folder/signals"
            playerctl next; sleep 0.3; call org.mpris.MediaPlayer2.Quit; wait $tool; kill $monitor
            grep -c "'Position'" "$folder/signals"; true
            """)
        #expect(
            lines == [
                "0", "Seeked (int64 8000000,)", "()", "Seeked (int64 8000000,)",
                "Seeked (int64 5000000,)", "yes", "yes", "yes", "yes", "yes", "0", "()", "0",
            ], "\(lines.joined(separator: "\n")) \(folder.text("signals"))")
    }

    @Test(.enabled(if: hasBus, "needs D-Bus, playerctl, gdbus and busctl"))
    func `a second player has another name, and a bus that dies does not end playback`() throws {
        let lines = try run(
            """
            start \(Self.film)
            "$PLAYCTL" play single/index.m3u8 --realtime --mpris --start 2 >"$folder/two" 2>&1 & two=$!
            await published playctl.instance$two && echo two
            playerctl -p playctl.instance$two metadata mpris:trackid
            playerctl -p playctl pause; playerctl -p playctl.instance$two status
            gdbus call --session -d $bus.instance$two -o $path -m org.mpris.MediaPlayer2.Quit
            wait $two; echo $?; kill $tool; wait $tool
            dbus-daemon --session --nofork --print-address=1 >"$folder/address" & daemon=$!
            await test -s "$folder/address"
            DBUS_SESSION_BUS_ADDRESS=$(cat "$folder/address") "$PLAYCTL" play \(Self.film) --start 17 \\
                --realtime --mpris >"$folder/three" 2>&1 & three=$!
            await grep -q ' Play$' "$folder/three"
            kill $daemon; wait $three; echo $?; grep -c ' End$' "$folder/three"
            """)
        #expect(
            lines == [
                "two", "'/dev/playctl/Track/1'", "Playing", "()", "0", "0", "1",
            ], "\(lines.joined(separator: "\n")) \(folder.text("two")) \(folder.text("three"))")
    }

    @Test func `the MPRIS option without real time or a session bus is wrong usage`() throws {
        let virtual = try Playctl.launch("play", Self.film, "--mpris")
        #expect(virtual.status == 2)
        #expect(virtual.errors.contains("'--mpris' has no effect without '--realtime'"))
        let lost = try Playctl.shell(
            "DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent XDG_RUNTIME_DIR=/nonexistent"
                + " \"$PLAYCTL\" play \(Self.film) --realtime --mpris")
        #expect(lost.status == 2)
        #expect(lost.errors.hasPrefix("playctl: --mpris needs a session bus: "))
        #expect(lost.output == "")
    }
}
