import ContentProtection
import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// Downloads in a store with catalogue version 2 can still be played, completed and renewed.
@Suite struct EarlierStoreTests {
    private let scratch = ScratchFolder()
    private let server: InProcessKeyServer

    init() throws {
        try EarlierStore.copy(into: scratch)
        let keys = KeyServer(
            identity: try Exchange().identity, policies: try ProtectedSample.cbcs.policies())
        server = InProcessKeyServer(keys, start: DateTime(millisecondsSince1970: Screening.epoch))
    }

    private func open() throws -> Download {
        let download = try Download(scratch: scratch, loader: EarlierStore.Origin())
        download.engine.licensing = FairPlayLicensing(authorizationProxy: server)
        return download
    }

    private func play(_ token: OfflineVideoToken, _ library: OfflineLibrary) throws -> Playback {
        let record = try #require(try library.catalogue.record(of: token))
        let video = OfflineVideoObject.make(record: record, folder: library.folder, isIntact: true)
        return Playback(
            in: library.world,
            provider: ProtectedSessionProvider(
                upstream: OfflineSessionProvider(library: library),
                keySystems: [FairPlayKeySystem(authorizationProxy: server)])
        ).play(video)
    }

    @Test func `a store of an earlier version is listed without a change`() throws {
        let path = scratch.path + "/store/catalogue.sqlite"
        let before = scratch.bytes("store/catalogue.sqlite")
        let records = try Catalogue(path: path, readOnly: true).records()
        #expect(
            records.map(\.token) == [
                EarlierStore.protected, EarlierStore.complete, EarlierStore.partial,
            ])
        #expect(records.map(\.state) == [.completed, .completed, .downloading])
        #expect(records.map(\.lastSeenTime) == [nil, nil, nil])
        #expect(scratch.bytes("store/catalogue.sqlite") == before)
    }

    @Test func `the complete downloads of an earlier store pass verification`() throws {
        let download = try open()
        for token in [EarlierStore.protected, EarlierStore.complete] {
            let verification = try PackageVerification(
                of: token, in: download.engine.folder, by: download.engine.catalogue)
            #expect(try verification.run()?.isWhole == true)
        }
    }

    @Test func `a partial download of an earlier store is completed`() throws {
        let download = try open()
        try download.engine.goOn(with: EarlierStore.partial)
        download.run()
        #expect(try download.record(of: EarlierStore.partial).state == .completed)
        let segments = Film.segments(of: download.files(of: EarlierStore.partial))
        let samples = (0..<5).map { fileBytes("\(SampleMedia.single.folder)/segment-\($0).ts") }
        #expect(segments == samples)
    }

    @Test(arguments: [EarlierStore.protected, EarlierStore.complete])
    func `a download of an earlier store plays with the network off`(token: OfflineVideoToken)
        throws
    {
        let download = try open()
        download.device.connection = .none
        let player = try play(token, OfflineLibrary(download.engine))
        #expect(player.recorder.lifecycle.last == .end, "\(player.recorder.trace)")
        #expect(player.ledger?.isSound == true)
        #expect(server.statuses.isEmpty)
    }

    @Test func `a licence of an earlier store is renewed`() throws {
        let download = try open()
        var outcome: OfflineError?? = .none
        let renewal = try download.engine.renewal(
            of: EarlierStore.protected, terms: .init(rentalDuration: .seconds(60))
        ) { outcome = .some($0) }
        renewal.goOn()
        download.run()
        #expect(outcome == .some(nil))
        let record = try download.record(of: EarlierStore.protected)
        #expect(record.licenceRequestTime == Screening.epoch)
        #expect(record.licenceExpiration == Screening.epoch + 60_000)
        let library = OfflineLibrary(download.engine)
        #expect(try play(EarlierStore.protected, library).recorder.lifecycle.last == .end)
        download.run(until: 60)
        #expect(try play(EarlierStore.protected, library).recorder.lifecycle.last == .fail)
    }
}
