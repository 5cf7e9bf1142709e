import HeadlessPlayback
import OfflineDownloads
import Testing
import VirtualTime

@Suite struct StoreFolderTests {
    private let workshop = StoreScratch()

    private func open() throws(StoreError) -> StoreFolder {
        try StoreFolder(path: workshop.store, creates: true)
    }

    @Test func `a store is created only on request`() throws {
        #expect(
            throws: StoreError.cannotOpen(path: workshop.store, reason: "no such file")
        ) { _ = try StoreFolder(path: workshop.store) }
        let nested = workshop.store + "/nested"
        #expect(
            throws: StoreError.cannotOpen(path: nested, reason: "its parent folder is missing")
        ) { _ = try StoreFolder(path: nested, creates: true) }
        _ = try open()
        let again = try StoreFolder(path: workshop.path + "/./store")
        #expect(again.path == workshop.store)
        #expect(try again.hasCatalogue() == false)
        _ = try Catalogue(path: again.cataloguePath)
        #expect(try again.hasCatalogue())
        #expect(try again.freeSpace() > 0)
    }

    @Test func `a store has one owner at a time`() throws {
        let one = try open()
        let other = try open()
        var ownership = try one.acquireOwnership()
        #expect(ownership != nil)
        #expect(try other.acquireOwnership() == nil)
        #expect(try one.acquireOwnership() == nil)
        ownership = nil
        let second = try other.acquireOwnership()
        #expect(second != nil)
        withExtendedLifetime(second) {}
    }

    @Test func `a link in place of the lock is refused`() throws {
        let folder = try open()
        workshop.put([], at: "elsewhere")
        try workshop.makeLink("store/owner.lock", to: "../elsewhere")
        #expect {
            _ = try folder.acquireOwnership()
        } throws: {
            if case StoreError.unsafeFile = $0 { true } else { false }
        }
    }

    // MARK: Keys

    @Test func `the sealing key is readable only by its user, and never replaced`() throws {
        let folder = try open()
        #expect(try folder.sealingKey() == nil)
        let key = [UInt8](repeating: 7, count: 32)
        #expect(try folder.keepSealingKey(key) == key)
        #expect(workshop.mode(of: "store/licence.key") == 0o600)
        #expect(try open().sealingKey() == key)
        #expect(try folder.keepSealingKey([1, 2, 3]) == key)
        #expect(!workshop.exists("store/licence.key.new"))
    }

    @Test func `an unfinished sealing key from a killed process is ignored`() throws {
        let folder = try open()
        workshop.put([1], at: "store/licence.key.new")
        #expect(try folder.sealingKey() == nil)
        #expect(try folder.keepSealingKey([9]) == [9])
    }

    @Test(arguments: [0o640, 0o604, 0o666, 0o700, 0o4600])
    func `a sealing key that other users may access is refused`(mode: UInt32) throws {
        let folder = try open()
        _ = try folder.keepSealingKey([1])
        workshop.setMode(mode, of: "store/licence.key")
        #expect {
            _ = try folder.sealingKey()
        } throws: {
            if case StoreError.unsafeFile = $0 { true } else { false }
        }
        #expect(throws: StoreError.self) { _ = try folder.keepSealingKey([2]) }
    }

    @Test func `a sealing key that is a link or a folder is refused`() throws {
        let folder = try open()
        workshop.put([1], at: "key")
        workshop.setMode(0o600, of: "key")
        try workshop.makeLink("store/licence.key", to: "../key")
        #expect(throws: StoreError.self) { _ = try folder.sealingKey() }
        let other = StoreScratch()
        try other.makeFolder("store/licence.key")
        let second = try StoreFolder(path: other.store)
        #expect(throws: StoreError.self) { _ = try second.sealingKey() }
    }

    // MARK: Permissions

    @Test func `a store in a folder that others can read is private`() throws {
        try workshop.makeFolder("store")
        workshop.setMode(0o755, of: "store")
        let folder = try open()
        let ownership = try folder.acquireOwnership()
        let catalogue = try Catalogue(path: folder.cataloguePath)
        try catalogue.add(.sample("a"))
        let package = try #require(try folder.package("a", creates: true))
        try package.write([1], to: "video/playlist.m3u8")
        for name in ["catalogue.sqlite", "catalogue.sqlite-wal", "catalogue.sqlite-shm"] {
            #expect(workshop.mode(of: "store/" + name) == 0o600, "\(name)")
        }
        #expect(workshop.mode(of: "store/packages") == 0o700)
        #expect(workshop.mode(of: "store/packages/a/video/playlist.m3u8") == 0o600)
        #expect(workshop.mode(of: "store") == 0o755)
        withExtendedLifetime((ownership, catalogue)) {}
    }

    @Test func `a store of an earlier version becomes private when it is owned`() throws {
        let folder = try open()
        _ = try Catalogue(path: folder.cataloguePath)
        try workshop.makeFolder("store/packages")
        workshop.setMode(0o644, of: "store/catalogue.sqlite")
        workshop.setMode(0o755, of: "store/packages")
        let ownership = try folder.acquireOwnership()
        #expect(workshop.mode(of: "store/catalogue.sqlite") == 0o600)
        #expect(workshop.mode(of: "store/packages") == 0o700)
        withExtendedLifetime(ownership) {}
    }

    // MARK: Deletions

    @Test func `a deletion that was killed half-way is finished by the next owner`() throws {
        let folder = try open()
        let catalogue = try Catalogue(path: folder.cataloguePath)
        try catalogue.add(.sample("a"))
        try catalogue.add(.sample("b"))
        for token: OfflineVideoToken in ["a", "b", "lost"] {
            try #require(try folder.package(token, creates: true)).write([1], to: "a.ts")
        }
        // A file in place of the folder `packages` prevents the removal of files.
        workshop.move("store/packages", to: "store/elsewhere")
        workshop.put([], at: "store/packages")
        #expect(throws: StoreError.self) {
            _ = try folder.deleteDownload("a") { () throws(StoreError) in catalogue }
        }
        workshop.remove("store/packages")
        workshop.move("store/elsewhere", to: "store/packages")
        #expect(try catalogue.record(of: "a") == nil)
        #expect(try catalogue.unfinishedDeletions() == ["a"])
        #expect(try folder.strandedPackages(catalogue) == ["lost"])
        try folder.finishDeletions(in: catalogue)
        #expect(try folder.packageTokens() == ["b", "lost"])
        #expect(try catalogue.unfinishedDeletions() == [])
        #expect(try folder.deleteDownload("a") { () throws(StoreError) in catalogue } == false)
    }

    @Test func `a new download with the token of a deleted one keeps its files`() throws {
        let folder = try open()
        let catalogue = try Catalogue(path: folder.cataloguePath)
        try catalogue.add(.sample("a"))
        try #require(try catalogue.beginDeletion(of: "a"))
        try catalogue.add(.sample("a"))
        try #require(try folder.package("a", creates: true)).write([1], to: "a.ts")
        try folder.finishDeletions(in: catalogue)
        #expect(try folder.packageTokens() == ["a"])
    }

    // MARK: Packages

    @Test func `a package is removed even when it contains files with strange names`() throws {
        let folder = try open()
        let package = try #require(try folder.package("t1", creates: true))
        try package.write([1], to: "video/0.ts")
        workshop.makeStrange(in: "store/packages/t1")
        workshop.makeStrange(in: "store/packages/t1/video")
        try folder.removePackage("t1")
        #expect(try folder.packageTokens() == [])
        #expect(!workshop.exists("store/packages/t1"))
    }

    @Test(arguments: ["", ".", "..", "a/b", "A", "a.b", "ä", String(repeating: "a", count: 65)])
    func `an invalid token names no package`(text: String) throws {
        let token = OfflineVideoToken(rawValue: text)
        let folder = try open()
        let refusal = StoreError.invalidName(text)
        #expect(throws: refusal) { _ = try folder.package(token, creates: true) }
        #expect(throws: refusal) { try folder.removePackage(token) }
    }

    @Test func `packages without a catalogue row are found`() throws {
        let folder = try open()
        let catalogue = try Catalogue(path: folder.cataloguePath)
        #expect(try folder.packageTokens().isEmpty)
        for token: OfflineVideoToken in ["b", "a", "c"] {
            _ = try folder.package(token, creates: true)
        }
        try catalogue.add(.sample("b"))
        try workshop.makeFolder("store/packages/Not Ours")
        workshop.put([], at: "store/packages/d")
        #expect(try folder.packageTokens() == ["a", "b", "c"])
        #expect(try folder.strandedPackages(catalogue) == ["a", "c"])
    }

    @Test func `removing a package leaves the targets of its links`() throws {
        let folder = try open()
        let package = try #require(try folder.package("t1", creates: true))
        try package.write([1, 2, 3], to: "video/0.ts")
        try workshop.makeFolder("outside/inner")
        workshop.put([5], at: "outside/precious")
        try workshop.makeLink("store/packages/t1/audio0", to: "../../../outside")
        try workshop.makeLink("store/packages/t1/video/1.ts", to: "../../../../outside/precious")
        try workshop.makeFolder("store/packages/t1/a/b/c")
        #expect(try package.size() == 3)
        try folder.removePackage("t1")
        #expect(!workshop.exists("store/packages/t1"))
        #expect(workshop.bytes("outside/precious") == [5])
        #expect(workshop.exists("outside/inner"))
        try folder.removePackage("t1")
        #expect(try folder.package("t1") == nil)
    }

    @Test func `a package is removed while threads still write files in it`() throws {
        let folder = try open()
        for round in 0..<20 {
            let token: OfflineVideoToken = "t\(round)"
            let package = try #require(try folder.package(token, creates: true))
            // Each write is cancelled, and records its progress.
            let threads = (0..<8).map { number in
                Workers.shared.submit {
                    guard let file = try? PackageFile("video/\(number).ts", in: package) else {
                        return false
                    }
                    let bytes = [UInt8](repeating: 2, count: 1000)
                    try? file.begin(at: 0, version: "1")
                    try? unsafe file.append(bytes.span.bytes)
                    return true
                }
            }
            // One thread has finished its write; each of the other threads may be at any step of
            // its own write.
            #expect(threads[round % threads.count].wait(), "no file was opened")
            try folder.removePackage(token)
            for thread in threads { _ = thread.wait() }
            #expect(try folder.package(token) == nil)
        }
    }

    @Test func `threads that make a folder at the same time keep each other's files`() throws {
        let folder = try open()
        for round in 0..<20 {
            let package = try #require(
                try folder.package(OfflineVideoToken("t\(round)"), creates: true))
            let threads = (0..<8).map { number in
                Workers.shared.submit {
                    guard let file = try? PackageFile("video/\(number).ts", in: package) else {
                        return false
                    }
                    let bytes = [UInt8](repeating: 2, count: 1000)
                    try? file.begin(at: 0, version: "1")
                    try? unsafe file.append(bytes.span.bytes)
                    return true
                }
            }
            for thread in threads { #expect(thread.wait(), "a file was not opened") }
            #expect(try package.size() >= 8000, "a file was removed")
        }
    }

    @Test func `a link in place of a package is removed without its target`() throws {
        let folder = try open()
        _ = try folder.package("t0", creates: true)
        try workshop.makeFolder("outside")
        workshop.put([5], at: "outside/precious")
        try workshop.makeLink("store/packages/t1", to: "../../outside")
        #expect(throws: StoreError.self) { _ = try folder.package("t1") }
        try folder.removePackage("t1")
        #expect(!workshop.exists("store/packages/t1"))
        // A writer replaces the link, and does not follow it.
        try workshop.makeLink("store/packages/t1", to: "../../outside")
        try #require(try folder.package("t1", creates: true)).write([6], to: "precious")
        #expect(workshop.bytes("store/packages/t1/precious") == [6])
        #expect(workshop.bytes("outside/precious") == [5])
    }
}
