import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The players that play a served broadcast.
private enum MediaPlayers {
    static let browser = ["chromium", "chromium-browser", "google-chrome"].first {
        ShellCommand.succeeds("command -v \($0)")
    }
    static let areInstalled =
        browser != nil
        && ["ffmpeg", "mpv", "gst-launch-1.0"].allSatisfy {
            ShellCommand.succeeds("command -v \($0)")
        }
}

/// Broadcasts of `playctl serve`, played for a minute by players that were written elsewhere.
@Suite(.enabled(if: MediaPlayers.areInstalled, "needs ffmpeg, mpv, GStreamer and Chromium"))
struct ServedPlayerTests {
    /// A page that plays a location, and reports its position every second.
    private static let page = """
        <!doctype html><meta charset=utf-8><video id=v muted></video><script>
        const v = document.getElementById('v');
        const report = () => fetch('/at?' + v.currentTime.toFixed(3) + '&' + (v.error ? v.error.code : 0));
        setInterval(report, 1000); v.addEventListener('error', report);
        v.src = new URLSearchParams(location.search).get('src'); v.play().catch(() => {});
        </script>
        """

    /// The warnings about two limitations of FFmpeg.
    ///
    /// FFmpeg reads an initialization section again after each reload, and does not support
    /// subtitles in HLS. It must print repeated warnings in full (`repeat`): its summary of them,
    /// "Last message repeated", does not name the warning.
    private static let knownWarnings = [
        "Found duplicated MOOV Atom", "Can't support the subtitle",
    ]
    /// The time after which a player is stopped: enough for 50 s of a broadcast on a busy machine.
    private static let seconds = 75
    private let folder = ScratchFolder()

    /// Three broadcasts: without faults, with late media, and with segments lost after 15 s.
    private static let scenario = """
        playctl: 1
        assets:
          - live: {id: good, source: \(SampleMedia.transportStream.path), ran-for: 1m, loop: continuous, timestamps: {start: 26h29m30s}, window: {segments: 6}}
          - live:
              id: late
              source: \(SampleMedia.fragments.path)
              ran-for: 1m
              loop: continuous
              window: {segments: 8}
              faults: [{at: 10s, late-segment: 2s}, {at: 30s, late-segment: 2s}]
          - live: {id: lost, source: \(SampleMedia.single.path), ran-for: 1m, loop: continuous, window: {segments: 10}}
        faults:
          - {match: {location: "live://lost/*.ts"}, during: 15s.., do: {status: 404}}
        time-limit: 1h

        """

    /// The players that play one broadcast.
    private struct Players {
        let ffmpeg: Playctl
        let mpv: Playctl
        let gstreamer: Playctl
        let chromium: Playctl
        let pages: OriginServer
    }

    private func play(_ url: String) throws -> Players {
        let pages = try OriginServer(
            .memory(["/page.html": Array(Self.page.utf8), "/at": []]))
        let name = url.split(separator: "/").dropLast().last ?? ""
        let limit = "\(Self.seconds)"
        return Players(
            ffmpeg: try Playctl(command: [
                "timeout", "-k", "2", limit, "ffmpeg", "-nostdin", "-v", "repeat+warning", "-i",
                url,
                "-t", "50", "-c", "copy", "-f", "null", "-",
            ]),
            mpv: try Playctl(command: [
                "timeout", "-k", "2", limit, "mpv", "--no-config", "--ao=null", "--vo=null",
                "--no-terminal",
                "--length=50",
                "--log-file=\(folder.path)/mpv-\(name)", url,
            ]),
            gstreamer: try Playctl(command: [
                "timeout", "-k", "2", "-s", "INT", limit, "gst-launch-1.0", "-v", "playbin3",
                "uri=\(url)",
                "video-sink=fakesink silent=false sync=true", "audio-sink=fakesink sync=true",
            ]),
            chromium: try Playctl(command: [
                "timeout", "-k", "2", limit, try #require(MediaPlayers.browser), "--headless=new",
                "--no-sandbox",
                "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update",
                "--disable-audio-output", "--autoplay-policy=no-user-gesture-required",
                "--user-data-dir=\(folder.path)/browser-\(name)",
                "\(pages.url)/page.html?src=\(url)",
            ]),
            pages: pages)
    }

    /// Returns the problems of the players by name; empty when all of them played.
    private func findings(_ players: Players, of name: String) throws -> [String: String] {
        var findings: [String: String] = [:]
        let limit = Double(Self.seconds) + 30
        let ffmpeg = players.ffmpeg.wait(seconds: limit)
        let lines = ffmpeg.errorLines.filter { line in
            !Self.knownWarnings.contains { line.contains($0) }
        }
        if ffmpeg.status != 0 || !lines.isEmpty {
            findings["ffmpeg"] = "\(ffmpeg.status) \(lines.prefix(3))"
        }
        let mpv = players.mpv.wait(seconds: limit)
        let errors = folder.text("mpv-\(name)").split(separator: "\n").filter {
            $0.contains("][e]") || $0.contains("][f]")
        }
        if mpv.status != 0 || !errors.isEmpty {
            findings["mpv"] = "\(mpv.status) \(errors.prefix(3))"
        }
        let gstreamer = players.gstreamer.wait(seconds: limit)
        let frames = gstreamer.lines.count { $0.contains("chain") }
        let failures = (gstreamer.lines + gstreamer.errorLines).filter { $0.contains("ERROR") }
        if frames < 1000 || !failures.isEmpty {
            findings["gstreamer"] = "\(frames) frames, \(failures.prefix(3))"
        }
        _ = players.chromium.wait(seconds: limit)
        let last = players.pages.log.last { $0.path == "/at" }?.query ?? []
        let position = last.first.flatMap(Double.init) ?? 0
        if position < 50 || last.last != "0" { findings["chromium"] = "\(last)" }
        return findings
    }

    @Test func `four other players play a served broadcast for a minute, and notice a broken one`()
        throws
    {
        let file = try folder.put(Self.scenario, at: "a.play.yaml")
        let tool = try Playctl(["serve", file, "--journal", "\(folder.path)/journal"])
        _ = try tool.firstLine()
        try tool.waitForOutput("/lost/index.m3u8\n")
        let urls = tool.outputSoFar.split(separator: "\n").map(String.init)
        var players: [(name: String, players: Players)] = []
        for name in ["good", "late", "lost"] {
            let url = try #require(urls.first { $0.hasSuffix("/\(name)/index.m3u8") })
            players.append((name, try play(url)))
        }
        for (name, players) in players {
            let findings = try findings(players, of: name)
            if name == "lost" {
                #expect(Set(findings.keys) == ["ffmpeg", "mpv", "gstreamer", "chromium"])
            } else {
                #expect(findings == [:], "\(name)")
            }
        }
        tool.interrupt()
        #expect(tool.wait().status == 0)
        for line in folder.text("journal").split(separator: "\n") {
            let entry = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let path = try #require(entry["path"] as? String)
            guard !path.hasPrefix("/lost/") else { continue }
            #expect((entry["status"] as? Int ?? 0) < 400, "\(line)")
        }
    }
}
