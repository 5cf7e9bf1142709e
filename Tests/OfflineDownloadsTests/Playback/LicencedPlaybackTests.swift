import ContentProtection
import HeadlessPlayback
import OfflineDownloads
import Sessions
import TestSupport
import Testing

/// Protected videos that are played with the licences stored with their download.
@Suite struct LicencedPlaybackTests {
    private let server: InProcessKeyServer
    private let slowServer: InProcessKeyServer

    init() throws {
        let keys = KeyServer(
            identity: try Exchange().identity, policies: try ProtectedSample.cbcs.policies())
        let start = DateTime(millisecondsSince1970: Screening.epoch)
        server = InProcessKeyServer(keys, start: start)
        slowServer = InProcessKeyServer(keys, start: start, latency: .seconds(10))
    }

    private func finished(_ terms: PersistentLicenceTerms = .init()) throws -> Screening {
        let licensing = FairPlayLicensing(authorizationProxy: server)
        let screening = try Screening.finished(
            ProtectedSample.cbcs.path, licensing: licensing
        ) { request in
            request.terms = terms
        }
        #expect(try screening.record().state == .completed)
        return screening
    }

    private func play(_ screening: Screening, at seconds: Double = 0) throws -> Playback {
        screening.download.run(until: seconds)
        return screening.player().play(try screening.video())
    }

    /// Returns the errors of the events `Error` and `Fail`.
    private func keyFailure(_ code: Int) -> [String] {
        Array(repeating: "\(OfflineError.domain) \(code)", count: 2)
    }

    @Test func `a purchase plays permanently without a network`() throws {
        let screening = try finished()
        screening.device.connection = .none
        let asked = server.statuses.count
        let player = try play(screening, at: 1e9)
        #expect(player.codes == [])
        #expect(player.recorder.lifecycle.last == .end)
        #expect(player.ledger?.isSound == true)
        #expect(server.statuses.count == asked)
    }

    @Test(arguments: [(59.0, true), (60, false), (61, false)])
    func `a rental plays until it ends`(seconds: Double, plays: Bool) throws {
        let screening = try finished(.init(rentalDuration: .seconds(60)))
        screening.keySystems = [FairPlayKeySystem(authorizationProxy: server)]
        let player = try play(screening, at: seconds)
        #expect(player.recorder.lifecycle.last == (plays ? .end : .fail))
        #expect(player.codes == (plays ? [] : keyFailure(69303)))
    }

    @Test(arguments: [
        PersistentLicenceTerms(rentalDuration: .seconds(5)),
        PersistentLicenceTerms(playDuration: .seconds(5)),
    ])
    func `a licence that ends during playback does not stop it, and is stated`(
        terms: PersistentLicenceTerms
    ) throws {
        let screening = try finished(terms)
        let player = try play(screening, at: 1)
        #expect(player.recorder.lifecycle.last == .end)
        #expect(player.ledger?.remarks.map(\.kind) == [.endedLicence])
        #expect(player.ledger?.isSound == true)
        player.controller.resumeVideo(at: 0, autoPlay: true)
        player.controller.run()
        #expect(player.recorder.lifecycle.last == .resumeFail)
        // A failed resumption reports a single error.
        #expect(player.codes == ["\(OfflineError.domain) 69303"])
        guard case .contentKey(let failure) = player.failure else {
            Issue.record("\(player.recorder.trace)")
            return
        }
        #expect(failure.domain == OfflineError.domain && failure.code == 69303)
    }

    @Test(arguments: [(99.0, true), (100, false)])
    func `the play duration counts from the first playback`(later: Double, plays: Bool) throws {
        let screening = try finished(.init(playDuration: .seconds(100)))
        screening.download.run(until: 1000)
        #expect(try screening.record().initialPlaybackTime == nil)
        _ = try play(screening, at: 1000)
        #expect(try screening.record().initialPlaybackTime == Screening.epoch + 1_000_000)
        let player = try play(screening, at: 1000 + later)
        #expect(player.recorder.lifecycle.last == (plays ? .end : .fail))
        #expect(try screening.record().initialPlaybackTime == Screening.epoch + 1_000_000)
    }

    @Test func `a play duration that has not begun does not end`() throws {
        let screening = try finished(.init(playDuration: .seconds(100)))
        let player = screening.player()
        player.controller.autoPlay = false
        player.controller.setVideos([try screening.video()])
        player.run(until: 300)
        player.controller.play()
        player.controller.run()
        #expect(player.recorder.lifecycle.last == .end)
        #expect(player.ledger?.remarks == [])
    }

    @Test func `loading a video does not start the play duration`() throws {
        let screening = try finished(.init(playDuration: .seconds(100)))
        let player = screening.player()
        player.controller.autoPlay = false
        player.play(try screening.video())
        #expect(player.recorder.lifecycle.contains(.ready))
        #expect(try screening.record().initialPlaybackTime == nil)
        player.controller.play()
        #expect(try screening.record().initialPlaybackTime == Screening.epoch)
    }

    @Test func `an invalidated licence is missing, even with another key system`() throws {
        let screening = try finished()
        screening.keySystems = [FairPlayKeySystem(authorizationProxy: server)]
        try screening.library.catalogue.removeLicences(of: screening.token)
        let asked = server.statuses.count
        let player = try play(screening)
        #expect(player.recorder.lifecycle.last == .fail)
        #expect(player.codes == keyFailure(69304))
        #expect(server.statuses.count == asked)
    }

    @Test func `a licence sealed with another key is invalid`() throws {
        let screening = try finished()
        let sealed = [UInt8](repeating: 7, count: 80)
        try screening.library.catalogue.setLicence(sealed, ordinal: 0, of: screening.token)
        #expect(try play(screening).codes == keyFailure(69304))
    }

    @Test func `a licence copied from another video is invalid`() throws {
        let screening = try finished()
        let (library, token) = (screening.library, screening.token)
        let own = try #require(try library.catalogue.licences(of: token).first?.sealed)
        // Downloads the same asset again, so that two downloads have the same key.
        let other = try screening.download.start(ProtectedSample.cbcs.path) { request in
            request.terms = .init(rentalDuration: .seconds(60))
        }
        screening.download.run()
        let rented = try #require(try library.catalogue.licences(of: other).first?.sealed)
        try library.catalogue.setLicence(rented, ordinal: 0, of: token)
        #expect(try play(screening).codes == keyFailure(69304))
        try library.catalogue.setLicence(own, ordinal: 0, of: token)
        #expect(try play(screening).codes == [])
    }

    // MARK: While downloading

    private func unfinished(_ server: InProcessKeyServer) throws -> Screening {
        let screening = try Screening(
            ProtectedSample.cbcs.path, network: NetworkConditions(bitsPerSecond: 150_000),
            licensing: FairPlayLicensing(authorizationProxy: server)
        ) { request in
            request.terms = .init(rentalDuration: .seconds(60))
        }
        screening.keySystems = [FairPlayKeySystem(authorizationProxy: self.server)]
        return screening
    }

    @Test func `a download in progress plays with its stored licence`() throws {
        let screening = try unfinished(server)
        screening.download.run(until: 3)
        #expect(try screening.record().licenceRequestTime != nil)
        let asked = server.statuses.count
        let player = screening.player().play(try screening.video())
        #expect(player.recorder.lifecycle.last == .end, "\(player.recorder.trace)")
        #expect(server.statuses.count == asked)
        #expect(try screening.record().state == .downloading)
        let late = try play(screening, at: 61)
        #expect(late.codes == keyFailure(69303))
    }

    @Test(arguments: [true, false])
    func `a licence that is not stored yet is requested over a network`(
        isOnline: Bool
    ) throws {
        let screening = try unfinished(slowServer)
        screening.download.run(until: 2)
        #expect(try screening.record().licenceRequestTime == nil)
        #expect(try screening.library.catalogue.hasPlan(of: screening.token))
        if !isOnline { screening.device.connection = .none }
        let player = screening.player().play(try screening.video())
        #expect(player.recorder.lifecycle.last == (isOnline ? .end : .fail))
        #expect(player.codes == (isOnline ? [] : keyFailure(69304)))
    }

    // MARK: Two processes

    @Test func `the first playback in another process stays recorded`() throws {
        let screening = try unfinished(server)
        screening.download.run(until: 3)
        let world = PlaybackWorld(loader: screening.origin)
        let library = try OfflineLibrary(
            world: world, folder: screening.library.folder,
            epoch: DateTime(millisecondsSince1970: Screening.epoch + 3000), device: Device())
        library.licensing = FairPlayLicensing(authorizationProxy: server)
        let player = screening.player(library, in: world).play(try screening.video())
        #expect(player.recorder.lifecycle.last == .end, "\(player.recorder.trace)")
        screening.download.run()
        let record = try screening.record()
        #expect(record.state == .completed)
        #expect(record.initialPlaybackTime == Screening.epoch + 3000)
    }
}
