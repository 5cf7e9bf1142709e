#if canImport(Glibc)
    import TestSupport
    import Testing

    /// Tests of a store on a read-only disk, as in an archive or a container image layer.
    @Suite(.enabled(if: ReadOnlyFolder.isAvailable, "only root may mount folders"))
    struct OfflineReadOnlyTests {
        private let shelf = OfflineShelf()

        @Test func `read-only verbs work in a read-only store`() throws {
            let token = try shelf.download()
            let whole = try shelf.package(token)
            let frozen = try #require(ReadOnlyFolder(shelf.path))
            #expect(try shelf.list().map { $0["token"] as? String } == [token])
            for arguments in [["status", token], ["verify"], ["verify", token], ["licenses"]] {
                #expect(try Playctl.run(shelf.line(arguments)).status == 0, "\(arguments)")
            }
            let play = try shelf.run("play", token)
            #expect(play.status == 0, "\(play.errors)")
            let export = try shelf.run("export", token, shelf.scratch.path + "/copy")
            #expect(export.status == 0, "\(export.errors)")
            #expect(try shelf.files(in: shelf.scratch.path + "/copy") == whole)
            withExtendedLifetime(frozen) {}
        }

        @Test func `a verb that writes names the read-only store and a remedy`() throws {
            let token = try shelf.download(.single)
            let frozen = try #require(ReadOnlyFolder(shelf.path))
            let lines =
                ["pause", "resume", "cancel", "delete", "repair"].map { [$0, token] }
                + [["resume"], ["download", SampleMedia.transportStream.path]]
            for line in lines {
                let run = try Playctl.run(shelf.line(line))
                #expect(run.status == 1)
                #expect(run.errorLines.count == 1)
                #expect(run.errors.contains("can be read and not written"), "\(run.errors)")
                #expect(run.errors.contains("'play' and 'export' still work"), "\(line)")
            }
            withExtendedLifetime(frozen) {}
        }
    }
#endif
