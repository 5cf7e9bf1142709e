#if canImport(Glibc)
    import Foundation
    import TestSupport
    import Testing

    /// A store on a full disk can still be read, and downloads in it can be deleted.
    @Suite(.enabled(if: SmallDisk.isAvailable, "needs to mount a small disk"))
    struct OfflineFullDiskTests {
        private let shelf = OfflineShelf()

        /// Returns a disk with two downloads on it and no free space.
        private func fill() throws -> (disk: SmallDisk, tokens: [String]) {
            let disk = try #require(SmallDisk(at: shelf.scratch.path, byteCount: 3_000_000))
            let tokens = [try shelf.download(), try shelf.download(.packedAudio)]
            let rest = FileManager.default.createFile(
                atPath: shelf.scratch.path + "/rest", contents: nil)
            #expect(rest)
            let handle = try #require(FileHandle(forWritingAtPath: shelf.scratch.path + "/rest"))
            // A write that does not fit still writes some of its bytes, so that no space is left.
            while (try? handle.write(contentsOf: [UInt8](repeating: 1, count: 4096))) != nil {}
            try? handle.close()
            return (disk, tokens)
        }

        @Test func `read-only verbs work on a full disk`() throws {
            let (disk, tokens) = try fill()
            #expect(try shelf.list().compactMap { $0["token"] as? String } == tokens)
            for arguments in [["status", tokens[0]], ["verify"], ["licenses"]] {
                let run = try Playctl(shelf.line(arguments)).wait()
                #expect(run.status == 0, "\(arguments) \(run.errors)")
            }
            let play = try shelf.run("play", tokens[0])
            #expect(play.status == 0, "\(play.errors)")
            let other = ScratchFolder()
            let export = try shelf.run("export", tokens[0], other.path + "/copy")
            #expect(export.status == 0, "\(export.errors)")
            #expect(try shelf.files(in: other.path + "/copy") == shelf.package(tokens[0]))
            withExtendedLifetime(disk) {}
        }

        @Test func `a verb that needs space reports the full disk and a remedy`() throws {
            let (disk, _) = try fill()
            let run = try shelf.run("download", SampleMedia.single.path)
            #expect(run.status == 1)
            #expect(run.errors.contains("the disk is full"), "\(run.errors)")
            #expect(run.errors.contains("'delete' makes room"), "\(run.errors)")
            withExtendedLifetime(disk) {}
        }

        @Test(arguments: [0, 1])
        func `deleting a download frees its space`(place: Int) throws {
            let (disk, tokens) = try fill()
            let delete = try shelf.run("delete", tokens[place])
            #expect(delete.status == 0, "\(delete.errors)")
            #expect(try shelf.list().compactMap { $0["token"] as? String } == [tokens[1 - place]])
            #expect(try shelf.run("verify").status == 0)
            #expect(try shelf.run("delete", tokens[1 - place]).status == 0)
            #expect(try shelf.run("download", SampleMedia.packedAudio.path).status == 0)
            withExtendedLifetime(disk) {}
        }
    }
#endif
