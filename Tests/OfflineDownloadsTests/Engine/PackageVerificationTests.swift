import HeadlessPlayback
import OfflineDownloads
import Synchronization
import TestSupport
import Testing
import Transport
import VirtualTime

/// Stored files are compared with their records, and fetched again when they differ.
@Suite struct PackageVerificationTests {
    private func report(
        _ download: Download, _ token: OfflineVideoToken
    ) throws -> PackageVerification.Report {
        let engine = download.engine
        let report = try PackageVerification(
            of: token, in: engine.folder, by: engine.catalogue
        ).run()
        return try #require(report)
    }

    private let loader = CountingLoader()

    private func completed() throws -> (Download, OfflineVideoToken) {
        let download = try Download(loader: loader)
        let token = try download.start(SampleMedia.transportStream.path)
        download.run()
        return (download, token)
    }

    private func put(
        _ bytes: [UInt8], at name: String, _ download: Download, _ token: OfflineVideoToken
    ) {
        download.scratch.put(bytes, at: "store/packages/\(token)/\(name)")
    }

    @Test func `an untouched package is whole`() throws {
        let (download, token) = try completed()
        let report = try report(download, token)
        #expect(report.findings == [])
        #expect(report.isWhole)
        #expect(report.fileCount == download.files(of: token).count)
        let size = download.files(of: token).values.reduce(0) { $0 + $1.count }
        #expect(report.byteCount == Int64(size))
    }

    @Test func `a changed byte, a missing file and an emptied playlist are found`() throws {
        let (download, token) = try completed()
        let files = download.files(of: token)
        var segment = try #require(files["video/000001.ts"])
        segment[100] ^= 1
        put(segment, at: "video/000001.ts", download, token)
        put([], at: "audio0/playlist.m3u8", download, token)
        try download.engine.folder.package(token)?.remove("video/000004.ts")
        let report = try report(download, token)
        let text = try #require(files["audio0/playlist.m3u8"]).count
        #expect(
            report.findings.map(\.name) == [
                "audio0/playlist.m3u8", "video/000001.ts", "video/000004.ts",
            ])
        #expect(
            report.findings.map(\.damage) == [
                .wrongSize(expected: Int64(text), found: 0), .wrongChecksum, .missing,
            ])
        #expect(!report.isIntact)
    }

    @Test func `a download in progress is intact, but not complete`() throws {
        let download = try Download(
            network: NetworkConditions(bitsPerSecond: 400_000))
        let token = try download.start(SampleMedia.transportStream.path)
        download.run(until: 5)
        download.engine.close()
        let report = try report(download, token)
        #expect(report.isIntact)
        #expect(!report.isWhole)
        #expect(report.absentCount > 0)
    }

    @Test func `playlists that a killed process did not write are not damage`() throws {
        let download = try Download(network: NetworkConditions(bitsPerSecond: 400_000))
        let token = try download.start(SampleMedia.transportStream.path)
        download.run(until: 5)
        download.engine.close()
        let before = try report(download, token)
        let names = ["index.m3u8", "video/playlist.m3u8"]
        for name in names { download.scratch.remove("store/packages/\(token)/\(name)") }
        let found = try report(download, token)
        #expect(found.isIntact)
        #expect(found.absentCount == before.absentCount + names.count)
        #expect(found.fileCount == before.fileCount - names.count)
        #expect(found.byteCount < before.byteCount)
    }

    @Test func `a package without a folder lacks every file`() throws {
        let (download, token) = try completed()
        let count = download.files(of: token).count
        try download.engine.folder.removePackage(token)
        let report = try report(download, token)
        #expect(report.findings.count == count)
        #expect(report.findings.allSatisfy { $0.damage == .missing })
    }

    @Test func `a cancelled verification ends without a report`() throws {
        let (download, token) = try completed()
        let flag = CancellationFlag()
        flag.cancel()
        let engine = download.engine
        #expect(
            try PackageVerification(of: token, in: engine.folder, by: engine.catalogue)
                .run(cancellation: flag) == nil)
    }

    @Test func `repair fetches the broken files, under the same token`() throws {
        let (download, token) = try completed()
        let files = download.files(of: token)
        put([1, 2, 3], at: "video/000002.ts", download, token)
        put([], at: "index.m3u8", download, token)
        let asked = loader.count
        try download.engine.repair(try report(download, token))
        #expect(try download.engine.record(of: token).state == .downloading)
        #expect(try !download.engine.record(of: token).isWhole)
        download.run()
        let record = try download.engine.record(of: token)
        #expect(record.state == .completed)
        #expect(record.isWhole)
        #expect(download.files(of: token) == files)
        #expect(try report(download, token).isWhole)
        #expect(loader.count == asked + 1)
    }

    @Test func `links and folders in place of files are found and repaired`() throws {
        let (download, token) = try completed()
        let files = download.files(of: token)
        let root = "store/packages/\(token)"
        let package = try #require(try download.engine.folder.package(token))
        try package.remove("video/000001.ts")
        try download.scratch.link("\(root)/video/000001.ts", to: "/etc/hostname")
        try package.remove("video/000002.ts")
        put([1], at: "video/000002.ts/inside", download, token)
        // If a link replaces a folder, nothing in the target of the link is read or written.
        download.scratch.put([], at: "elsewhere/keep")
        download.scratch.remove("\(root)/audio0")
        try download.scratch.link("\(root)/audio0", to: "../../../elsewhere")
        let damages = try report(download, token).findings.filter { $0.name.hasPrefix("video/") }
        #expect(damages.map(\.damage) == [.notAFile, .notAFile])
        try download.engine.repair(try report(download, token))
        download.run()
        #expect(download.files(of: token) == files)
        #expect(try report(download, token).isWhole)
        #expect(download.scratch.files(in: "elsewhere").keys.sorted() == ["keep"])
    }

    @Test func `foreign files in a package are found, and removed by a repair`() throws {
        let (download, token) = try completed()
        let files = download.files(of: token)
        put([1], at: "video/extra.ts", download, token)
        put([1], at: "video/000001.ts.part", download, token)
        put([1], at: "more/folders/file", download, token)
        put([1], at: "NOTES", download, token)
        let found = try report(download, token)
        #expect(
            found.findings.map(\.name) == [
                "NOTES", "more", "video/000001.ts.part", "video/extra.ts",
            ])
        #expect(found.findings.allSatisfy { $0.damage == .stray })
        #expect(found.holdsAll && !found.isWhole)
        let asked = loader.count
        try download.engine.repair(found)
        download.run()
        #expect(download.files(of: token) == files)
        #expect(try report(download, token).isWhole)
        #expect(loader.count == asked)
    }

    @Test func `a link in place of a package is replaced by a repair`() throws {
        let (download, token) = try completed()
        let files = download.files(of: token)
        try download.engine.folder.removePackage(token)
        download.scratch.put([], at: "elsewhere/keep")
        try download.scratch.link("store/packages/\(token)", to: "../../elsewhere")
        let found = try report(download, token)
        #expect(found.findings.count == files.count)
        try download.engine.repair(found)
        download.run()
        #expect(download.files(of: token) == files)
        #expect(download.scratch.files(in: "elsewhere").keys.sorted() == ["keep"])
    }

    /// Deletes rows of the catalogue, as another program could.
    private func delete(_ rows: String, _ download: Download) throws {
        _ = try Catalogue(
            path: download.engine.folder.cataloguePath,
            schema: CatalogueSchema(
                steps: CatalogueSchema.current.steps + ["DELETE FROM \(rows)"]))
    }

    @Test(arguments: [
        ("plan", ["index.m3u8"], "the plan of the download"),
        ("track WHERE ordinal = 1", ["audio0/playlist.m3u8"], "the track of this playlist"),
        (
            "track", ["video/playlist.m3u8", "audio0/playlist.m3u8"],
            "the track of this playlist"
        ),
        ("resource WHERE ordinal = 1", ["video/000001.ts"], "the record of this file"),
        ("document WHERE name = 'index.m3u8'", ["index.m3u8"], "this playlist"),
        ("document WHERE ordinal = 1", ["audio0/playlist.m3u8"], "this playlist"),
        (
            "plan; DELETE FROM track; DELETE FROM resource; DELETE FROM document",
            ["index.m3u8"], "the plan of the download"
        ),
    ])
    func `rows that the catalogue has lost are found, and restored by a repair`(
        rows: String, names: [String], loss: String
    ) throws {
        let (download, token) = try completed()
        let files = download.files(of: token)
        try delete(rows, download)
        let found = try report(download, token)
        let lost = found.findings.filter { $0.damage != .stray }
        #expect(lost.map(\.name) == names)
        let damage = FileDamage.unusableRecord("the catalogue has lost \(loss)")
        #expect(lost.allSatisfy { $0.damage == damage && $0.ordinal == nil })
        #expect(!found.isIntact && !found.holdsAll)
        try download.engine.repair(found)
        download.run()
        #expect(download.files(of: token) == files)
        #expect(try report(download, token).isWhole)
        #expect(try download.engine.record(of: token).state == .completed)
    }

    @Test func `a download in progress is not intact if the catalogue has lost a row`() throws {
        let download = try Download(network: NetworkConditions(bitsPerSecond: 400_000))
        let token = try download.start(SampleMedia.transportStream.path)
        download.run(until: 5)
        download.engine.close()
        try delete("resource WHERE ordinal = 4", download)
        let found = try report(download, token)
        #expect(found.findings.map(\.name) == ["video/000004.ts"])
        #expect(found.absentCount > 0)
    }

    @Test func `a download is not intact without the row of a licence`() throws {
        let download = try Download()
        let catalogue = download.engine.catalogue
        var plan = PackagePlan.sample(segments: 1)
        plan.tracks.removeLast()
        plan.texts = [
            PackagePlan.Text(
                "video/playlist.m3u8",
                """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://one",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXTINF:6,
                0.ts
                #EXT-X-ENDLIST

                """),
            PackagePlan.Text(
                PackagePlan.topName,
                "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000\nvideo/playlist.m3u8\n"),
        ]
        try catalogue.add(.sample("a"))
        try catalogue.setPlan(plan, of: "a")
        #expect(try report(download, "a").isIntact)
        try catalogue.setLicenceKeys([], of: "a")
        let lost = PackageVerification.Finding(
            name: "video/playlist.m3u8", ordinal: nil,
            damage: .unusableRecord("the catalogue has lost the licence of its key"))
        #expect(try report(download, "a").findings == [lost])
        // A complete download has another licence, but this one is lost.
        try catalogue.setLicenceKeys(
            plan.licenceKeys.map { key in
                var other = key
                other.key.uri = "skd://other"
                return other
            }, of: "a")
        var record = try #require(try catalogue.record(of: "a"))
        record.state = .completed
        try catalogue.update(record)
        #expect(try report(download, "a").findings.first == lost)
    }

    @Test func `a missing picture is found, and not recorded after a repair`() throws {
        let (download, token) = try completed()
        let poster = "images/poster.jpg"
        put([1], at: poster, download, token)
        download.engine.change(token) { $0.posterName = poster }
        #expect(try report(download, token).isWhole)
        download.scratch.remove("store/packages/\(token)/\(poster)")
        let found = try report(download, token)
        #expect(
            found.findings == [
                PackageVerification.Finding(name: poster, ordinal: nil, damage: .missing)
            ])
        try download.engine.repair(found)
        download.run()
        #expect(try download.engine.record(of: token).posterName == nil)
        #expect(try report(download, token).isWhole)
    }

    @Test func `repairing damaged playlists makes no request`() throws {
        let (download, token) = try completed()
        let files = download.files(of: token)
        put([], at: "video/playlist.m3u8", download, token)
        let asked = loader.count
        try download.engine.repair(try report(download, token))
        download.run()
        #expect(download.files(of: token) == files)
        #expect(loader.count == asked)
        #expect(try download.engine.record(of: token).state == .completed)
    }
}

/// A loader that counts its requests.
private final class CountingLoader: ResourceLoader {
    private let state = Mutex(0)

    var count: Int { state.withLock { $0 } }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        state.withLock { $0 += 1 }
        return try StandardLoader().load(request)
    }
}
