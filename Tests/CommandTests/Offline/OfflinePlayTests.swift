import Foundation
import HeadlessPlayback
import TestSupport
import Testing

/// Downloads are played from the store.
@Suite struct OfflinePlayTests {
    private let shelf = OfflineShelf()

    @Test func `a download plays when its server is gone`() throws {
        let server = try OriginServer(.folder(SampleMedia.folder))
        #expect(
            try shelf.run("download", server.url("/ts-multivariant/index.m3u8")).status == 0)
        server.stop()
        let run = try shelf.run("play", try shelf.token(), "--verify", "decode")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("played 20.000  of 20.000 s"))
        #expect(run.output.contains("didCompletePlaylist"))
    }

    @Test func `an unfinished download plays, with its missing segments from the network`() throws {
        let server = try OriginServer(.folder(SampleMedia.folder))
        let missing = "/single/segment-4.ts"
        server.order(.status(404), at: missing)
        #expect(
            try shelf.run("download", server.url("/single/index.m3u8"), "--connections", "1")
                .status == 1)
        server.order(at: missing)
        let count = server.log.count
        let run = try shelf.run("play", try shelf.token(), "--events", "none")
        #expect(run.status == 0, "\(run.errors)")
        #expect(Set(server.log.dropFirst(count).map(\.path)).contains(missing))
        #expect(!server.log.dropFirst(count).contains { $0.path == "/single/segment-0.ts" })
    }

    @Test func `a protected download plays with its licence, and its exported copy does not`()
        throws
    {
        let keys = ScratchFolder()
        let digits = ProtectedSample.key
        try keys.put("{\"protected-cbcs\": {\"key\": \"\(digits)\"}}", at: "policies.json")
        let keyServer = try Playctl(["keyserver", "--store", keys.path, "--listen", "127.0.0.1:0"])
        let address = try keyServer.firstLine()
        let run = try shelf.run(
            "download", ProtectedSample.cbcs.path, "--key-server", address, "--rental", "30d",
            "--play-duration", "48h")
        keyServer.terminate()
        #expect(keyServer.wait().status == 0)
        #expect(run.status == 0, "\(run.errors)")
        let token = try shelf.token()
        #expect(try shelf.run("play", token, "--events", "none").status == 0)
        let licences = try shelf.run("licenses", "--json")
        let value = try JSONSerialization.jsonObject(with: Data(licences.output.utf8))
        let licence = try #require((value as? [[String: Any]])?.first)
        #expect(licence["token"] as? String == token)
        #expect(licence["kind"] as? String == "rental")
        #expect(licence["playDuration"] as? Int == 172_800)
        #expect(licence["valid"] as? Bool == true)
        #expect(licence["firstPlayed"] is String)
        #expect(try shelf.run("licenses").output.contains("rental  valid  requested "))
        let target = shelf.scratch.path + "/copy"
        let export = try shelf.run("export", token, target)
        #expect(export.status == 0)
        #expect(export.errors.contains("the licences stay in the store"))
        #expect(try Playctl.run("play", target + "/index.m3u8").status == 1)
        let key = ["--key-uri", "\(ProtectedSample.keyURI)=\(digits)"]
        #expect(try Playctl.run(["play", target + "/index.m3u8"] + key).status == 0)
    }

    @Test func `a protected asset is not downloaded without a licence`() throws {
        let run = try shelf.run(
            "download", ProtectedSample.cbcs.path, "--key-server", "http://127.0.0.1:1")
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(try shelf.state() == "failed")
        #expect(try shelf.run("licenses").output == "")
    }
}
