import Foundation
import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// The answers of `playctl offline` to invalid requests.
@Suite struct OfflineBadInputTests {
    private let shelf = OfflineShelf()

    /// Expects one line on standard error and nothing else.
    private func refuse(
        _ run: Playctl.Outcome, _ status: Int32, _ cause: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(run.status == status, sourceLocation: location)
        #expect(run.output == "", sourceLocation: location)
        #expect(run.errorLines.count == 1, sourceLocation: location)
        #expect(run.errors.hasPrefix("playctl: "), sourceLocation: location)
        #expect(run.errors.contains(cause), "\(run.errors)", sourceLocation: location)
    }

    @Test func `the help has every verb, and a command without a verb names them`() throws {
        let names = OfflineVerbNames.all
        let bare = try Playctl.launch("offline")
        #expect(bare.status == 2)
        #expect(bare.output == "")
        #expect(bare.errors.hasPrefix("playctl: name a verb: "))
        #expect(names.allSatisfy { bare.errors.contains($0) }, "\(bare.errors)")
        let help = try Playctl.launch("offline", "--help")
        #expect(help.status == 0)
        #expect(help.output == (try Playctl.launch("help", "offline").output))
        for verb in names { #expect(help.output.contains("\n  \(verb) ")) }
        #expect(try Playctl.launch("--help").output.contains("\n  offline "))
    }

    @Test(arguments: OfflineVerbNames.all)
    func `each verb has a help that fits a terminal`(verb: String) throws {
        let help = try Playctl.launch("offline", verb, "--help")
        #expect(help.status == 0)
        #expect(help.lines.first?.hasPrefix("usage: playctl offline \(verb) [OPTION]...") == true)
        #expect(help.lines.allSatisfy { $0.count <= 80 }, "\(help.output)")
        #expect(help.output == (try Playctl.launch("help", "offline", verb).output))
        #expect(help.output == (try Playctl.launch("offline", "help", verb).output))
    }

    @Test(arguments: [
        (["lst"], "did you mean 'list'?"), (["--jsn"], "unknown option '--jsn'"),
        (["download"], "URL is missing"), (["status"], "TOKEN is missing"),
        (["download", ""], "'' is not a path or a URL"),
        (["download", "a", ""], "'' is not a path or a URL"),
        (["estimate", ""], "'' is not a path or a URL"),
        (["status", "a/b"], "'a/b' is not a token"), (["delete", ".."], "'..' is not a token"),
        (["pause", "A"], "'A' is not a token"), (["verify", ""], "'' is not a token"),
        (["export", "a"], ": DIR is missing"), (["list", "a"], "one argument too many"),
        (["download", "a", "--bitrate", "1M", "--min-bitrate", "2M"], "exclude each other"),
        (["download", "a", "--purchase", "--rental", "3d"], "exclude each other"),
        (
            ["download", "a", "--play-duration", "3d"],
            "'--play-duration' has no effect without '--rental'"
        ),
        (["download", "a", "--rental", "30"], "'--rental' cannot be '30'"),
        (["download", "a", "--rental", "101000d"], "'--rental' cannot be"),
        (["download", "a", "--audio", "en,,de"], "'--audio' cannot be 'en,,de'"),
        (["download", "a", "--concurrent", "0"], "'--concurrent' cannot be '0'"),
        (["download", "a", "--limit-rate", "0"], "'--limit-rate' cannot be '0'"),
        (["status", "a", "--bitrate", "1M"], "unknown option '--bitrate'"),
    ])
    func `wrong usage is reported with the help that explains it`(
        arguments: [String], cause: String
    ) throws {
        let run = try Playctl(["offline"] + arguments).wait()
        refuse(run, 2, cause)
        #expect(run.errors.contains("(see 'playctl offline "))
    }

    @Test func `a missing store is reported`() throws {
        for verb in ["list", "licenses", "verify", "resume"] {
            refuse(try shelf.run(verb), 1, "there is no store here")
        }
        for verb in ["status", "pause", "resume", "cancel", "delete", "play", "verify", "repair"] {
            refuse(try shelf.run(verb, "a"), 1, "there is no store here")
        }
        refuse(try shelf.run("export", "a", shelf.scratch.path), 1, "there is no store here")
        #expect(!FileManager.default.fileExists(atPath: shelf.path))
    }

    @Test func `an unknown token is reported`() throws {
        _ = try shelf.download(.single)
        for verb in ["status", "pause", "resume", "cancel", "delete", "play", "verify", "repair"] {
            refuse(try shelf.run(verb, "abc-1"), 1, "there is no download abc-1")
        }
    }

    @Test func `a store that cannot be created is reported`() throws {
        try shelf.scratch.put("a file", at: "store")
        let run = try shelf.run("download", SampleMedia.single.path)
        refuse(run, 1, "cannot be opened: not a folder")
        let below = try Playctl.launch(
            "offline", "download", SampleMedia.single.path, "--store", shelf.path + "/a/b")
        refuse(below, 1, "cannot be made: Not a directory")
        refuse(try shelf.run("list"), 1, "not a folder")
    }

    @Test func `a damaged catalogue is reported and unchanged`() throws {
        _ = try shelf.scratch.makeFolder("store")
        let garbage = [UInt8](repeating: 0x5A, count: 5000)
        try shelf.scratch.put(garbage, at: "store/catalogue.sqlite")
        refuse(try shelf.run("list"), 1, "catalogue.sqlite")
        refuse(try shelf.run("download", SampleMedia.single.path), 1, "catalogue.sqlite")
        #expect(try shelf.scratch.bytes("store/catalogue.sqlite") == garbage)
    }

    @Test func `a folder or a link in place of the catalogue is reported`() throws {
        _ = try shelf.download(.single)
        let catalogue = "\(shelf.path)/catalogue.sqlite"
        try FileManager.default.moveItem(atPath: catalogue, toPath: "\(shelf.path)/moved")
        try FileManager.default.createSymbolicLink(
            atPath: catalogue, withDestinationPath: "\(shelf.path)/moved")
        refuse(try shelf.run("list"), 1, "catalogue.sqlite: not used: not a regular file")
        try FileManager.default.removeItem(atPath: catalogue)
        _ = try shelf.scratch.makeFolder("store/catalogue.sqlite")
        refuse(try shelf.run("list"), 1, "catalogue.sqlite: not used: not a regular file")
    }

    @Test func `a catalogue of a later version is reported and unchanged`() throws {
        _ = try shelf.download(.single)
        let file = "store/catalogue.sqlite"
        var bytes = try shelf.scratch.bytes(file)
        // The version is the big-endian number in the four bytes from offset 60.
        bytes.replaceSubrange(60..<64, with: [0, 0, 3, 231])
        try shelf.scratch.put(bytes, at: file)
        for suffix in ["-wal", "-shm"] { try? shelf.scratch.remove(file + suffix) }
        refuse(try shelf.run("list"), 1, "has version 999")
        refuse(try shelf.run("download", SampleMedia.single.path), 1, "has version 999")
        #expect(try shelf.scratch.bytes(file)[60..<64] == [0, 0, 3, 231])
    }

    @Test func `a catalogue of an earlier version is migrated by any verb`() throws {
        _ = try shelf.scratch.makeFolder("store")
        let first = try #require(CatalogueSchema.current.steps.first)
        _ = try Catalogue(
            path: shelf.path + "/catalogue.sqlite", schema: CatalogueSchema(steps: [first]))
        #expect(try shelf.list().isEmpty)
        _ = try shelf.download(.single)
        #expect(try shelf.list().count == 1)
    }

    @Test(arguments: [
        ("/gone.m3u8", "the server answered with status 404"),
        ("/a.mp4", "is not an HLS playlist"), ("/text.m3u8", "is not an HLS playlist"),
        ("/live.m3u8", "is live, and can be downloaded when it has ended"),
        ("/cut.m3u8", "lacks EXT-X-ENDLIST although its type is VOD"),
        ("/lost.m3u8", "line 5: EXTINF: no URI follows"),
    ])
    func `an asset that cannot be downloaded fails with a cause`(path: String, cause: String) throws
    {
        let live = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n"
        let cut = live.replacing("\n#EXTINF", with: "\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF")
        let lost = live + "#EXTINF:4,\n#EXT-X-ENDLIST\n"
        let server = try OriginServer(
            .memory([
                "/cut.m3u8": Array(cut.utf8), "/lost.m3u8": Array(lost.utf8),
                "/live.m3u8": Array(live.utf8), "/text.m3u8": Array("<html></html>".utf8),
                "/a.mp4": [0, 0, 0, 8, 0x66, 0x74, 0x79, 0x70],
            ]))
        let run = try shelf.run("download", server.url(path))
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains(cause))
        #expect(try shelf.state() == "failed")
        let estimate = try Playctl.launch("offline", "estimate", server.url(path))
        refuse(estimate, 1, cause)
    }

    @Test func `every requested download is run, and the worst result decides the exit code`()
        throws
    {
        let server = try OriginServer(.folder(SampleMedia.folder))
        let run = try shelf.run(
            "download", server.url("/gone.m3u8"), server.url("/single/index.m3u8"))
        #expect(run.status == 1)
        #expect(try shelf.state(0) == "failed")
        #expect(try shelf.state(1) == "completed")
        #expect(try shelf.run("resume").status == 1)
    }

    @Test func `an export into a folder with contents is refused`() throws {
        let token = try shelf.download(.single)
        let target = try shelf.scratch.makeFolder("full")
        try shelf.scratch.put("mine", at: "full/index.m3u8")
        refuse(try shelf.run("export", token, target), 1, "is not empty")
        #expect(shelf.scratch.text("full/index.m3u8") == "mine")
        let file = try shelf.scratch.put("mine", at: "file")
        refuse(try shelf.run("export", token, file), 1, "file")
        #expect(shelf.scratch.text("file") == "mine")
    }

    @Test func `a failed export leaves no files behind`() throws {
        let token = try shelf.download()
        let target = try shelf.scratch.makeFolder("copy")
        // The limit for each file is 64 blocks, which the segments exceed and the playlists do not.
        let export = shelf.line(["export", token, target]).joined(separator: " ")
        let run = try Playctl.shell("trap '' XFSZ; ulimit -f 64; exec $PLAYCTL \(export)")
        #expect(run.status == 1)
        #expect(run.errors.contains("large"), "\(run.errors)")
        #expect(try shelf.files(in: target).isEmpty)
        #expect(try shelf.run("export", token, target).status == 0)
    }
}

/// The commands of `playctl offline`, as the help lists them.
enum OfflineVerbNames {
    static let all = [
        "download", "list", "status", "pause", "resume", "cancel", "delete", "play", "estimate",
        "licenses", "verify", "repair", "renew", "export",
    ]
}
