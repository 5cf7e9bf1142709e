import Foundation
import TestSupport
import Testing

/// `playctl players` plays an asset by the rules of several players.
@Suite struct PlayersCommandTests {
    private let folder = ScratchFolder()

    private func cells(_ line: String) -> [String] {
        line.split(separator: " ").map(String.init)
    }

    @Test func `each player profile has a line in the output, in the order of the option`() throws {
        let run = try Playctl.run(
            "players", SampleMedia.single.path, "--network", "600,40", "--profiles",
            "chromium,default")
        #expect(run.status == 0, "\(run.errors)")
        #expect(cells(run.lines[0]).first == "player")
        #expect(cells(run.lines[1]).first == "chromium")
        #expect(cells(run.lines[2]).first == "default")
        // The players start at different times: one needs a whole segment, and the other needs two.
        #expect(cells(run.lines[1])[1] != cells(run.lines[2])[1])
        #expect(cells(run.lines[1]).last == "passed")
    }

    @Test func `all players are the default, and the reports have each of them`() throws {
        let run = try Playctl.run(
            "players", SampleMedia.single.path, "--network", "3000,40", "--json",
            "\(folder.path)/players.json", "--html", "\(folder.path)/players.html")
        #expect(run.status == 0, "\(run.errors)")
        let page = folder.text("players.html")
        for name in [
            "default", "apple", "chromium", "gstreamer", "hls.js", "media3", "shaka", "vhs",
        ] {
            #expect(run.lines.contains { cells($0).first == name })
            #expect(page.contains("single.\(name)"))
            #expect(folder.text("players.json").contains("--profiles \(name)"))
        }
    }

    @Test func `a segment that is lost with any player profile fails the command`() throws {
        let file = try folder.put(
            """
            playctl: 1
            assets: [\(SampleMedia.single.path)]
            faults: [{match: {location: "*segment-3.ts"}, do: {status: 404}}]
            expect: [end]

            """, at: "lost.play.yaml")
        let run = try Playctl.run("players", file, "--profiles", "default,vhs")
        #expect(run.status == 1)
        #expect(run.lines[1].hasSuffix("failed") && run.lines[2].hasSuffix("failed"))
    }

    @Test func `a broadcast of a server is refused once, with a hint`() throws {
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n"
        let server = try OriginServer(.memory(["/a.m3u8": Array(playlist.utf8)]))
        let run = try Playctl.run("players", server.url("/a.m3u8"))
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(run.errors.contains("play URL --realtime --length 60 --record DIR"))
        #expect(server.log.count == 1)
    }

    @Test(arguments: ["default,default", "safari", "", "chromium,"])
    func `an invalid list of player profiles is wrong usage`(names: String) throws {
        let run = try Playctl.run("players", "a", "--profiles", names)
        #expect(run.status == 2)
        #expect(run.errors.contains("chromium"))
    }

    @Test func `a network trace takes its latency from an option`() throws {
        let trace = try folder.put("0 1000\n", at: "net.trace")
        func start(_ arguments: String...) throws -> String {
            let run = try Playctl.run(
                ["players", SampleMedia.single.path, "--profiles", "default"] + arguments)
            #expect(run.status == 0, "\(run.errors)")
            return cells(run.lines[1])[1]
        }
        let steady = try start("--network", "1000,80")
        #expect(try start("--network-trace", trace, "--latency", "80") == steady)
        #expect(try start("--network-trace", trace) != steady)
        let played = try Playctl.run(
            "play", SampleMedia.single.path, "--network-trace", trace, "--latency", "80")
        let other = try Playctl.run("play", SampleMedia.single.path, "--network", "1000,80")
        #expect(played.output == other.output)
    }
}
