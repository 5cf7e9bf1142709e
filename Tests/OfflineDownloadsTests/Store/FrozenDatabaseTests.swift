#if canImport(Glibc)
    import HeadlessPlayback
    import OfflineDownloads
    import TestSupport
    import Testing

    /// A catalogue can be read from a disk or folder that is not writable.
    @Suite(.enabled(if: ReadOnlyFolder.isAvailable, "only root may mount folders"))
    struct FrozenDatabaseTests {
        private let workshop = StoreScratch()
        /// A folder whose name has characters with a meaning in a URI.
        private var folder: String { workshop.path + "/a store?mode=rw#ü%41" }
        private var catalogue: String { folder + "/catalogue.sqlite" }

        private func freeze() throws -> ReadOnlyFolder { try #require(ReadOnlyFolder(folder)) }

        private func names(_ path: String) throws -> [OfflineVideoToken] {
            try Catalogue(path: path, readOnly: true).records().map(\.token)
        }

        @Test func `a closed catalogue on read-only storage can be read`() throws {
            try workshop.makeFolder("a store?mode=rw#ü%41")
            try Catalogue(path: catalogue).add(.sample("a"))
            let frozen = try freeze()
            #expect(try names(catalogue) == ["a"])
            withExtendedLifetime(frozen) {}
        }

        @Test(arguments: [["-wal", "-shm"], ["-wal"]])
        func `the write-ahead log of a killed process can be read`(kept: [String]) throws {
            try workshop.makeFolder("a store?mode=rw#ü%41")
            let original = try Catalogue(path: workshop.catalogue)
            try original.add(.sample("a"))
            // The copy of an open catalogue has the files that a killed process would leave.
            for suffix in [""] + kept {
                let bytes = try #require(workshop.bytes("catalogue.sqlite" + suffix))
                workshop.put(bytes, at: "a store?mode=rw#ü%41/catalogue.sqlite" + suffix)
            }
            let frozen = try freeze()
            #expect(try names(catalogue) == ["a"])
            withExtendedLifetime((original, frozen)) {}
        }

        @Test func `a read-only store has no owner`() throws {
            try workshop.makeFolder("a store?mode=rw#ü%41")
            try Catalogue(path: catalogue).add(.sample("a"))
            let store = try StoreFolder(path: folder)
            #expect(store.isWritable)
            let frozen = try freeze()
            let seen = try StoreFolder(path: folder)
            #expect(!seen.isWritable)
            #expect(throws: StoreError.readOnly(path: seen.path)) {
                _ = try seen.acquireOwnership()
            }
            #expect(try !seen.isOwned())
            withExtendedLifetime(frozen) {}
        }
    }
#endif
