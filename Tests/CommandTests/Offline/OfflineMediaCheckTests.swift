import Foundation
import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// Downloads and their verification fail if a file arrives with status 200 but is not media.
@Suite struct OfflineMediaCheckTests {
    private let shelf = OfflineShelf()

    private func origin() throws -> OriginServer {
        try OriginServer(.folder(SampleMedia.folder))
    }

    @Test(arguments: [
        ("", "the segment is empty"), ("<html>login</html>", "HTML"), ("{}", "JSON"),
    ])
    func `a page in place of a segment fails the download, which resumes when it is gone`(
        body: String, cause: String
    ) throws {
        let folder = ScratchFolder()
        let playlist = try folder.copy(.single)
        let whole = try folder.bytes("asset/segment-2.ts")
        try folder.put(body, at: "asset/segment-2.ts")
        let run = try shelf.run("download", playlist)
        #expect(run.status == 1)
        #expect(run.errors.contains("segment-2.ts: "), "\(run.errors)")
        #expect(run.errors.contains(cause), "\(run.errors)")
        let token = try shelf.token()
        #expect(try shelf.run("verify", token).status == 1)
        #expect(try shelf.run("resume").status == 1)
        try folder.put(whole, at: "asset/segment-2.ts")
        #expect(try shelf.run("resume").status == 0)
        #expect(try shelf.package(token)["video/000002.ts"] == whole)
    }

    @Test(arguments: [("single", 0), ("ts-multivariant/video-234p", 1)])
    func `a download without the audio that its variant stream should have fails`(
        stream: String, status: Int32
    ) throws {
        let folder = ScratchFolder()
        let playlist = try folder.put(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en"
            #EXT-X-STREAM-INF:BANDWIDTH=200000,AUDIO="a"
            \(SampleMedia.folder)/\(stream)/index.m3u8
            """, at: "index.m3u8")
        let words = "no segment has audio in the part that starts at 0.000 s"
        for _ in 0..<2 {
            let run = try shelf.run("download", playlist)
            #expect(run.status == status, "\(run.errors)")
            #expect(run.errors.contains(words) == (status != 0), "\(run.errors)")
        }
        #expect(try shelf.run("verify", try shelf.token()).status == status)
    }

    @Test(arguments: [("audio-fr", 2, 1), ("audio-fr", 1, 0), ("subtitles-fr", 2, 1)])
    func `a rendition that is too short fails the download, even if it is not the default`(
        rendition: String, missing: Int, status: Int32
    ) throws {
        let folder = ScratchFolder()
        let playlist = try folder.copy(.transportStream)
        let name = "asset/\(rendition)/index.m3u8"
        let whole = folder.text(name)
        let lines = whole.split(separator: "\n").dropLast(1 + 2 * missing)
        try folder.put(lines.joined(separator: "\n") + "\n#EXT-X-ENDLIST\n", at: name)
        let run = try shelf.run("download", playlist, "--audio", "all", "--subtitles", "all")
        #expect(run.status == status, "\(run.errors)")
        #expect(run.errors.contains(" s, and the video has 20.000 s") == (status != 0))
        let token = try shelf.token()
        let short = try shelf.run("verify", token)
        #expect(short.status == status)
        let isAcceptable = rendition == "subtitles-fr"
        #expect(short.output.contains("--accept-short-subtitles accepts them") == isAcceptable)
        let accepted = try shelf.run("verify", token, "--accept-short-subtitles")
        #expect(accepted.status == (isAcceptable ? 0 : status))
        #expect(accepted.errors.contains(" has 12.000 s, and the video has") == isAcceptable)
        try folder.put(whole, at: name)
        #expect(try shelf.run("repair", token).status == 0)
        #expect(try shelf.run("verify", token).status == 0)
    }

    @Test(arguments: [(120 * 188 + 1, "the last packet is incomplete"), (120 * 188, "it holds ")])
    func `a segment that ends early fails the download, which then resumes`(
        byteCount: Int, cause: String
    ) throws {
        let folder = ScratchFolder()
        let playlist = try folder.copy(.single)
        let whole = try folder.bytes("asset/segment-2.ts")
        try folder.put(whole.prefix(byteCount), at: "asset/segment-2.ts")
        let run = try shelf.run("download", playlist)
        #expect(run.status == 1)
        #expect(run.errors.contains("segment-2.ts: "), "\(run.errors)")
        #expect(run.errors.contains(cause), "\(run.errors)")
        try folder.put(whole, at: "asset/segment-2.ts")
        #expect(try shelf.run("resume").status == 0)
        #expect(try shelf.package(try shelf.token())["video/000002.ts"] == whole)
    }

    @Test func `bytes of no known container fail the download and every check of it`() throws {
        let folder = ScratchFolder()
        let playlist = try folder.copy(.single)
        let whole = try folder.bytes("asset/segment-2.ts")
        try folder.put([UInt8](repeating: 0, count: whole.count), at: "asset/segment-2.ts")
        let cause = "video/000002.ts cannot be played: not a media container"
        for _ in 0..<2 {
            let run = try shelf.run("download", playlist)
            #expect(run.status == 1)
            #expect(run.errors.contains(cause), "\(run.errors)")
        }
        let token = try shelf.token()
        #expect(try shelf.state() == "completed")
        let verify = try shelf.run("verify", token)
        #expect(verify.status == 1)
        #expect(verify.output.contains("damaged  \(cause)"), "\(verify.output)")
        #expect(try shelf.run("play", token, "--quiet").status == 1)
        let copy = shelf.scratch.path + "/copy"
        #expect(try shelf.run("export", token, copy).status == 1)
        #expect(try shelf.run("repair", token).status == 1)
        try folder.put(whole, at: "asset/segment-2.ts")
        let repair = try shelf.run("repair", token)
        #expect(repair.status == 0, "\(repair.errors)")
        #expect(try shelf.run("verify", token).status == 0)
        #expect(try shelf.run("export", token, copy).status == 0)
    }

    @Test func `a wrong key of whole segments fails the download`() throws {
        let folder = ScratchFolder()
        let source = URL(fileURLWithPath: ProtectedSample.aes128.path).deletingLastPathComponent()
        try FileManager.default.copyItem(atPath: source.path, toPath: folder.path + "/asset")
        let playlist = folder.path + "/asset/index.m3u8"
        let key = try folder.bytes("asset/two.key")
        try folder.put("<!doctype html>\n", at: "asset/two.key")
        let run = try shelf.run("download", playlist)
        #expect(run.status == 1)
        let cause = "video/playlist.m3u8 cannot be used: a key in it decrypts none of its segments"
        #expect(run.errors.contains(cause + ", and 2 more; "), "\(run.errors)")
        let token = try shelf.token()
        let verify = try shelf.run("verify", token)
        #expect(verify.status == 1)
        #expect(verify.output.contains("the key in its playlist does not decrypt it"))
        // The key is still wrong, so the repair fails.
        let repair = try shelf.run("repair", token)
        #expect(repair.status == 1)
        #expect(repair.errors.contains(cause), "\(repair.errors)")
        try folder.put(key, at: "asset/two.key")
        let second = try shelf.run("repair", token)
        #expect(second.status == 0, "\(second.errors)")
        #expect(try shelf.run("verify").status == 0)
        #expect(try shelf.run("play", token, "--quiet").status == 0)
    }

    @Test func `one segment that its key does not decrypt is fetched again, and only this one`()
        throws
    {
        let folder = ScratchFolder()
        let source = URL(fileURLWithPath: ProtectedSample.aes128.path).deletingLastPathComponent()
        try FileManager.default.copyItem(atPath: source.path, toPath: folder.path + "/asset")
        let whole = try folder.bytes("asset/segment-3.ts")
        try folder.put(whole.map { $0 ^ 1 }, at: "asset/segment-3.ts")
        let run = try shelf.run("download", folder.path + "/asset/index.m3u8")
        #expect(run.status == 1)
        #expect(run.errors.contains("video/000003.ts cannot be played: "), "\(run.errors)")
        let token = try shelf.token()
        let verify = try shelf.run("verify", token)
        #expect(verify.lines.count == 2, "\(verify.output)")
        try folder.put(whole, at: "asset/segment-3.ts")
        #expect(try shelf.run("repair", token).status == 0)
        #expect(try shelf.run("verify", token).status == 0)
    }

    @Test func `a missing initialization section is fetched again without its segments`() throws {
        let server = try origin()
        #expect(try shelf.run("download", server.url("/cmaf-byteranges/index.m3u8")).status == 0)
        let token = try shelf.token()
        let whole = try shelf.package(token)
        try shelf.scratch.remove("store/packages/\(token)/video/init0.mp4")
        let verify = try shelf.run("verify", token)
        #expect(verify.status == 1)
        #expect(verify.lines.dropLast() == ["\(token)  damaged  video/init0.mp4 is missing"])
        let count = server.log.count
        let repair = try shelf.run("repair", token)
        #expect(repair.status == 0, "\(repair.errors)")
        #expect(try shelf.package(token) == whole)
        #expect(server.log.count == count + 1)
    }

    @Test func `an initialization section that is not media is reported without its segments`()
        throws
    {
        let folder = ScratchFolder()
        let playlist = try folder.copy(.fragments)
        var media = try folder.bytes("asset/video-180p/media.mp4")
        media.replaceSubrange(0..<794, with: [UInt8](repeating: 0, count: 794))
        try folder.put(media, at: "asset/video-180p/media.mp4")
        let run = try shelf.run("download", playlist)
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("video/init0.mp4 cannot be played: "), "\(run.errors)")
        let verify = try shelf.run("verify")
        #expect(verify.lines.count == 2, "\(verify.output)")
    }

    @Test(arguments: [
        SampleMedia.transportStream, .fragments, .packedAudio, .discontinuity, .timedMetadata,
    ])
    func `the files of every sample are media`(sample: SampleMedia) throws {
        let run = try shelf.run("download", sample.path, "--audio", "all", "--subtitles", "all")
        #expect(run.status == 0, "\(run.errors)")
        let verify = try shelf.run("verify")
        #expect(verify.status == 0, "\(verify.output)")
    }

    @Test func `no plain key is readable in the store after its download is deleted`() throws {
        let run = try shelf.run("download", ProtectedSample.aes128.path)
        #expect(run.status == 0)
        let package = try shelf.package(try shelf.token())
        let text = String(decoding: try #require(package["video/playlist.m3u8"]), as: UTF8.self)
        let keys = text.matches(of: /base64,[^#"]+/).map { Array(text[$0.range].utf8) }
        #expect(!keys.isEmpty)
        let folder = shelf.path
        func holdsKey() throws -> Bool {
            try shelf.files(in: folder).values.contains { bytes in
                keys.contains { Data(bytes).range(of: Data($0)) != nil }
            }
        }
        #expect(try holdsKey())
        #expect(try shelf.run("delete", try shelf.token()).status == 0)
        #expect(try !holdsKey())
    }
}
