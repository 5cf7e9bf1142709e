import Foundation
import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// Damage to stored downloads is found, named and repaired.
@Suite struct OfflineRepairTests {
    private let shelf = OfflineShelf()

    private func damage(_ token: String) throws {
        let folder = "store/packages/\(token)"
        try shelf.scratch.edit("\(folder)/index.m3u8") { $0 + "#\n" }
        try shelf.scratch.remove("\(folder)/audio0/000002.ts")
        var bytes = try shelf.scratch.bytes("\(folder)/video/000001.ts")
        bytes[bytes.count / 2] ^= 1
        try shelf.scratch.put(bytes, at: "\(folder)/video/000001.ts")
        let video = try shelf.scratch.bytes("\(folder)/video/000003.ts")
        try shelf.scratch.put(video.dropLast(), at: "\(folder)/video/000003.ts")
    }

    @Test func `damaged files are named, and only those are fetched again`() throws {
        let server = try OriginServer(.folder(SampleMedia.folder))
        #expect(
            try shelf.run("download", server.url("/ts-multivariant/index.m3u8")).status == 0)
        let token = try shelf.token()
        let whole = try shelf.package(token)
        let count = server.log.count
        try damage(token)
        let verify = try shelf.run("verify", token)
        #expect(verify.status == 1)
        let prefix = "\(token)  damaged  "
        #expect(
            verify.lines.dropLast().map { String($0.dropFirst(prefix.count)) } == [
                "index.m3u8 has 350 bytes and should have 348",
                "video/000001.ts holds other bytes than were stored",
                "video/000003.ts has 48691 bytes and should have 48692",
                "audio0/000002.ts is missing",
            ])
        #expect(verify.lines.last?.contains("4 of 13 files damaged") == true)
        let export = try shelf.run("export", token, shelf.scratch.path + "/out")
        #expect(export.status == 1)
        #expect(export.errors.contains("is damaged"))
        let object = try shelf.run("verify", "--json").object
        #expect(object["intact"] as? Bool == false)
        #expect((object["damaged"] as? [Any])?.count == 4)
        let repair = try shelf.run("repair", token)
        #expect(repair.status == 0, "\(repair.errors)")
        #expect(try shelf.package(token) == whole)
        #expect(
            server.log.dropFirst(count).map(\.path).sorted() == [
                "/ts-multivariant/audio-en/segment-2.ts",
                "/ts-multivariant/video-234p/segment-1.ts",
                "/ts-multivariant/video-234p/segment-3.ts",
            ])
        #expect(try shelf.run("verify", token).status == 0)
        let again = try shelf.run("repair", token)
        #expect(again.status == 0)
        #expect(again.lines == ["\(token)  nothing is damaged"])
    }

    @Test func `a package that cannot be repaired stays failed`() throws {
        let server = try OriginServer(.folder(SampleMedia.folder))
        #expect(
            try shelf.run("download", server.url("/ts-multivariant/index.m3u8")).status == 0)
        let token = try shelf.token()
        try damage(token)
        server.order(.status(404), below: "/")
        #expect(try shelf.run("repair", token).status == 1)
        let entry = try #require(try shelf.list().first)
        #expect(entry["state"] as? String == "failed")
        #expect(entry["progress"] as? Double ?? 1 < 1)
        server.order(below: "/")
        #expect(try shelf.run("resume", token).status == 0)
        #expect(try shelf.run("verify", token).status == 0)
    }

    @Test func `repair refuses an unfinished download and suggests resuming it`() throws {
        let token = try shelf.download(.single)
        try shelf.scratch.remove("store/packages/\(token)/video/000001.ts")
        let folder = try StoreFolder(path: shelf.path)
        try Catalogue(path: folder.cataloguePath).noteMissing(
            [1], of: OfflineVideoToken(rawValue: token))
        let run = try shelf.run("repair", token)
        #expect(run.status == 1)
        #expect(run.errors.contains("'playctl offline resume \(token)' continues it"))
    }

    @Test func `a foreign file in a package is named, and removed`() throws {
        let token = try shelf.download(.single)
        let whole = try shelf.package(token)
        try shelf.scratch.put("mine", at: "store/packages/\(token)/video/NOTES")
        let verify = try shelf.run("verify")
        #expect(verify.status == 1)
        #expect(
            verify.lines.first == "\(token)  stray  video/NOTES does not belong to the package")
        // A file that does not belong to the package does not prevent the use of the package.
        let copy = shelf.scratch.path + "/copy"
        #expect(try shelf.run("export", token, copy).status == 0)
        #expect(try shelf.files(in: copy) == whole)
        #expect(try shelf.run("repair", token).status == 0)
        #expect(try shelf.package(token) == whole)
        #expect(try shelf.run("verify").status == 0)
    }

    @Test func `a package without a download is reported by verify, and can be deleted`() throws {
        let token = try shelf.download(.single)
        let folder = try StoreFolder(path: shelf.path)
        try Catalogue(path: folder.cataloguePath).delete(OfflineVideoToken(rawValue: token))
        let verify = try shelf.run("verify")
        #expect(verify.status == 1)
        #expect(verify.errors.contains("packages/\(token) belongs to no download"))
        try shelf.scratch.put("mine", at: "store/packages/Old copy")
        #expect(
            try shelf.run("verify").errorLines == [
                "playctl: packages/\(token) belongs to no download;"
                    + " 'playctl offline delete \(token)' removes it",
                "playctl: packages/Old copy belongs to no download",
            ])
        try shelf.scratch.remove("store/packages/Old copy")
        #expect(try shelf.run("delete", token).output == "\(token)  deleted\n")
        #expect(try shelf.run("verify").status == 0)
        #expect(try shelf.run("delete", token).status == 1)
    }

    @Test func `every verb names a package without a download`() throws {
        let token = try shelf.download(.single)
        let folder = try StoreFolder(path: shelf.path)
        try Catalogue(path: folder.cataloguePath).delete(OfflineVideoToken(rawValue: token))
        let sentence = "packages/\(token) belongs to no download"
        for line in [["list"], ["resume"], ["licenses"]] {
            let run = try Playctl.run(shelf.line(line))
            #expect(run.status == 0)
            #expect(run.errors.contains(sentence), "\(line): \(run.errors)")
        }
        for verb in ["status", "play", "resume", "repair", "verify", "pause", "cancel", "renew"] {
            let run = try shelf.run(verb, token)
            #expect(run.status == 1)
            #expect(run.errors.contains(sentence), "\(verb): \(run.errors)")
        }
        let export = try shelf.run("export", token, shelf.scratch.path + "/copy")
        #expect(export.status == 1 && export.errors.contains(sentence))
        // The row in the catalogue may be lost although the package is intact. Therefore no command
        // except `delete` removes the package.
        #expect(try !shelf.package(token).isEmpty)
        #expect(try shelf.run("delete", token).status == 0)
        #expect(try shelf.run("list").errors.isEmpty)
    }

    @Test func `a package that lacks files is completed by resume and by download`() throws {
        let token = try shelf.download(.single)
        let whole = try shelf.package(token)
        try shelf.scratch.remove("store/packages/\(token)/video/000001.ts")
        for verb in ["resume", "download"] {
            let run = try shelf.run(verb, verb == "resume" ? token : SampleMedia.single.path)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try shelf.package(token) == whole)
            try shelf.scratch.remove("store/packages/\(token)/index.m3u8")
        }
    }

    @Test func `a media file that was replaced by a link is fetched again`() throws {
        let token = try shelf.download(.single)
        let whole = try shelf.package(token)
        let video = "\(shelf.path)/packages/\(token)/video"
        let precious = try shelf.scratch.put([7, 7] as [UInt8], at: "precious")
        let files = FileManager.default
        try files.removeItem(atPath: video + "/000001.ts")
        for name in ["000001.ts.part", "000001.ts", "000002.ts.part"] {
            try files.createSymbolicLink(
                atPath: "\(video)/\(name)", withDestinationPath: precious)
        }
        #expect(try shelf.run("verify", token).status == 1)
        let repair = try shelf.run("repair", token)
        #expect(repair.status == 0, "\(repair.errors)")
        #expect(try shelf.package(token) == whole)
        #expect(try shelf.scratch.bytes("precious") == [7, 7])
    }

    /// Removes the rows of a download's audio track and of its files.
    private func loseAudio(_ token: OfflineVideoToken) throws {
        let catalogue = try Catalogue(path: try StoreFolder(path: shelf.path).cataloguePath)
        var plan = try #require(try catalogue.plan(of: token))
        let stored = try catalogue.resources(of: token)
        plan.tracks.removeLast()
        plan.resources.removeAll { $0.track > 0 }
        try catalogue.setPlan(plan, of: token)
        let files = try stored.prefix(plan.resources.count).map { resource in
            (token: token, ordinal: resource.ordinal, file: try #require(resource.file))
        }
        try catalogue.noteStored(files)
    }

    @Test func `lost rows of a track fail every check of its download until it is repaired`() throws
    {
        let token = try shelf.download()
        let whole = try shelf.package(token)
        try loseAudio(OfflineVideoToken(rawValue: token))
        try shelf.scratch.remove("store/packages/\(token)/audio0/000001.ts")
        let loss = "audio0/playlist.m3u8 cannot be used: the catalogue has lost the track of this"
        let verify = try shelf.run("verify")
        #expect(verify.status == 1)
        #expect(verify.lines.first == "\(token)  damaged  \(loss) playlist")
        #expect(verify.lines.last?.contains("6 of 13 files damaged") == true)
        let download = try shelf.run("download", SampleMedia.transportStream.path)
        #expect(download.status == 1)
        #expect(download.errors.contains("\(loss) playlist, and 5 more"), "\(download.errors)")
        #expect(try shelf.run("export", token, shelf.scratch.path + "/copy").status == 1)
        #expect(try shelf.run("repair", token).status == 0)
        #expect(try shelf.package(token) == whole)
        #expect(try shelf.run("verify").status == 0)
    }

    @Test func `a missing package is fetched again`() throws {
        let token = try shelf.download(.single)
        let whole = try shelf.package(token)
        try shelf.scratch.remove("store/packages/\(token)")
        #expect(try shelf.run("verify").status == 1)
        #expect(try shelf.run("repair", token).status == 0)
        #expect(try shelf.package(token) == whole)
    }
}
