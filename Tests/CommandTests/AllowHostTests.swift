import Foundation
import TestSupport
import Testing

/// `--allow-host` limits the hosts of every request, in every verb that contacts servers.
@Suite struct AllowHostTests {
    private let folder = ScratchFolder()
    private let stranger: OriginServer
    private let server: OriginServer

    init() throws {
        stranger = try OriginServer(.folder(SampleMedia.folder))
        var site: [String: [UInt8]] = [:]
        site["/a.m3u8"] = Array(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXTINF:2,
            \(stranger.url("/single/segment-0.ts"))
            #EXT-X-ENDLIST

            """.utf8)
        server = try OriginServer(.memory(site))
        server.order(.redirect(to: stranger.url("/single/index.m3u8")), at: "/b.m3u8")
    }

    @Test(arguments: [
        "play %", "probe --packets %", "verify %", "cues %", "sweep --faults %", "sweep --seeks %",
        "offline download % --store store", "run --allow-network a.play.yaml",
        "sweep --faults a.play.yaml", "rewrite --wrap % -o out --text-track src=$,lang=en,label=e",
        "offline estimate %", "play single.m3u8 --cue-points $", "verify $.json",
    ])
    func `a host that is not allowed receives no request`(line: String) throws {
        let allowed = "127.0.0.1:\(server.port)"
        let single = "\(SampleMedia.folder)/single"
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/single.m3u8", withDestinationPath: single + "/index.m3u8")
        for name in ["/a.m3u8", "/b.m3u8"] {
            let asset = server.url(name)
            try folder.put("playctl: 1\nassets: ['\(asset)']\n", at: "a.play.yaml")
            let words = line.replacing("%", with: asset)
                .replacing("$", with: stranger.url("/x.vtt"))
            let run = try Playctl(
                words.split(separator: " ").map(String.init) + ["--allow-host", allowed],
                in: folder.path
            ).wait()
            #expect(stranger.log.isEmpty, "\(words)")
            // The size of a download is estimated without requesting the segments.
            let isEstimate = line.contains("estimate") && name == "/a.m3u8"
            #expect((run.status == 0) == isEstimate, "\(words): \(run.output)\(run.errors)")
            if !isEstimate {
                #expect((run.output + run.errors).contains("is not one of the allowed hosts"))
            }
        }
    }

    @Test func `a download keeps its allowed hosts until a command names others`() throws {
        let shelf = OfflineShelf()
        let allowed = ["--allow-host", "127.0.0.1:\(server.port)"]
        let download = try Playctl.run(
            shelf.line(["download", server.url("/a.m3u8")] + allowed))
        #expect(download.status == 1)
        for verb in [["resume"], ["download", server.url("/a.m3u8")]] {
            let run = try Playctl.run(shelf.line(verb))
            #expect(run.status == 1)
            #expect(run.errors.contains("is not one of the allowed hosts"), "\(run.errors)")
        }
        #expect(stranger.log.isEmpty)
        let resume = try shelf.run("resume", "--allow-host", "127.0.0.1")
        #expect(resume.status == 0, "\(resume.errors)")
        #expect(!stranger.log.isEmpty)
    }

    @Test func `the repeat command has the allowed hosts`() throws {
        let run = try Playctl.run(
            "verify", server.url("/a.m3u8"), "--allow-host", "localhost", "--allow-host",
            "*.example.com")
        #expect(run.status == 1)
        #expect(run.output.contains(" --allow-host localhost --allow-host *.example.com"))
    }

    @Test func `an invalid host is wrong usage`() throws {
        for host in ["", "http://a", "a b", "a:x", "*", "a:0"] {
            let run = try Playctl.run("probe", "a.m3u8", "--allow-host", host)
            #expect(run.status == 2)
        }
    }
}
