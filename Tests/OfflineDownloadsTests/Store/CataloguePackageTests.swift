import HeadlessPlayback
import OfflineDownloads
import Playlists
import Testing

@Suite struct CataloguePackageTests {
    private let workshop = StoreScratch()

    private func open() throws -> Catalogue {
        let catalogue = try Catalogue(path: workshop.catalogue)
        if try catalogue.record(of: "a") == nil { try catalogue.add(.sample("a")) }
        return catalogue
    }

    @Test func `a plan reads back as it was`() throws {
        let catalogue = try open()
        #expect(try catalogue.plan(of: "a") == nil)
        try catalogue.setPlan(.sample(), of: "a")
        #expect(try open().plan(of: "a") == .sample())
        #expect(try catalogue.tracks(of: "a") == PackagePlan.sample().tracks)
        try catalogue.setPlan(PackagePlan(), of: "a")
        #expect(try catalogue.plan(of: "a") == PackagePlan())
    }

    @Test func `files are recorded, counted and removed`() throws {
        let catalogue = try open()
        try catalogue.setPlan(.sample(), of: "a")
        let files = [
            StoredFile(size: 7, checksum: .max), StoredFile(size: 1 << 33, checksum: 0),
        ]
        try catalogue.noteStored([("a", 2, files[0]), ("a", 0, files[1])])
        var counts = StoredCounts()
        counts.resources = 3
        counts.storedResources = 2
        counts.storedBytes = 7 + 1 << 33
        #expect(try catalogue.counts(of: "a") == counts)
        #expect(!counts.isWhole)
        let resources = try catalogue.resources(of: "a")
        #expect(resources.map(\.file) == [files[1], nil, files[0]])
        #expect(resources.map(\.ordinal) == [0, 1, 2])
        #expect(resources.map(\.resource) == PackagePlan.sample().resources)
        try catalogue.noteMissing([0, 1], of: "a")
        #expect(try catalogue.resources(of: "a").map(\.isStored) == [false, false, true])
    }

    @Test func `a download is complete only while every file is recorded`() throws {
        let catalogue = try open()
        try catalogue.setPlan(.sample(), of: "a")
        let file = StoredFile(size: 1, checksum: 1)
        try catalogue.noteStored((0..<3).map { ("a", $0, file) })
        var record = try #require(try catalogue.record(of: "a"))
        record.state = .completed
        record.isWhole = true
        record.endTime = 5
        try catalogue.update(record)
        #expect(try catalogue.record(of: "a") == record)
        try catalogue.noteMissing([1], of: "a")
        for found in [try catalogue.record(of: "a"), try catalogue.records().first] {
            #expect(found?.state == .downloading)
            #expect(found?.isWhole == false)
            #expect(found?.endTime == nil)
        }
    }

    @Test func `files are recorded together or not at all`() throws {
        let catalogue = try open()
        try catalogue.setPlan(.sample(), of: "a")
        let file = StoredFile(size: 1, checksum: 1)
        #expect(throws: StoreError.unknownToken("a")) {
            try catalogue.noteStored([("a", 0, file), ("a", 3, file)])
        }
        #expect(try catalogue.counts(of: "a").storedResources == 0)
    }

    @Test func `an updated plan of the same package keeps the stored files and licences`() throws {
        let catalogue = try open()
        var plan = PackagePlan.sample()
        #expect(try catalogue.setPlan(plan, of: "a"))
        let file = StoredFile(size: 9, checksum: 9)
        try catalogue.noteStored([("a", 0, file), ("a", 2, file)])
        try catalogue.setLicence([1, 2], ordinal: 0, of: "a")
        plan.resources[2].url = "https://example.com/2.ts?token=2b7c"
        plan.licenceKeys.insert(
            PackagePlan.LicenceKey(
                EncryptionKey(method: .sampleAES, uri: "skd://two"), playlistURL: "p"), at: 0)
        #expect(try catalogue.setPlan(plan, of: "a"))
        #expect(try catalogue.resources(of: "a").map(\.file) == [file, nil, file])
        #expect(try catalogue.licences(of: "a").map(\.sealed) == [nil, [1, 2]])
        #expect(try catalogue.plan(of: "a") == plan)
        plan.resources[2].byteRange = 10..<21
        #expect(try catalogue.setPlan(plan, of: "a") == false)
        #expect(try catalogue.counts(of: "a").storedResources == 0)
        #expect(try catalogue.licences(of: "a").map(\.sealed) == [nil, [1, 2]])
    }

    @Test func `licences are stored and removed`() throws {
        let catalogue = try open()
        let keys = PackagePlan.sample().licenceKeys
        try catalogue.setLicenceKeys(keys, of: "a")
        let sealed = (0...255).map { UInt8($0) }
        try catalogue.setLicence(sealed, ordinal: 0, of: "a")
        let licence = try #require(try open().licences(of: "a").first)
        #expect(licence.sealed == sealed)
        #expect(licence.key == keys[0])
        #expect(throws: StoreError.unknownToken("a")) {
            try catalogue.setLicence(sealed, ordinal: 1, of: "a")
        }
        try catalogue.removeLicences(of: "a")
        #expect(try catalogue.licences(of: "a").map(\.sealed) == [nil])
    }

    @Test func `a deleted download leaves nothing`() throws {
        let catalogue = try open()
        try catalogue.setPlan(.sample(), of: "a")
        try catalogue.enqueue(StoreCommand(.resume, "a"))
        #expect(try catalogue.delete("a"))
        try catalogue.add(.sample("a"))
        #expect(try catalogue.plan(of: "a") == nil)
        #expect(try catalogue.resources(of: "a").isEmpty)
        #expect(try catalogue.licences(of: "a").isEmpty)
        #expect(try catalogue.takeCommands().isEmpty)
        try catalogue.checkIntegrity()
    }
}
