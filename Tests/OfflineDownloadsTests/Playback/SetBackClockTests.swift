import ContentProtection
import HeadlessPlayback
import OfflineDownloads
import Sessions
import TestSupport
import Testing

/// A clock that is set back does not revive an expired licence.
@Suite struct SetBackClockTests {
    private let server: InProcessKeyServer

    init() throws {
        let keys = KeyServer(
            identity: try Exchange().identity, policies: try ProtectedSample.cbcs.policies())
        server = InProcessKeyServer(keys, start: DateTime(millisecondsSince1970: Screening.epoch))
    }

    private func rented(_ terms: PersistentLicenceTerms) throws -> Screening {
        try Screening.finished(
            ProtectedSample.cbcs.path, licensing: FairPlayLicensing(authorizationProxy: server)
        ) { request in
            request.terms = terms
        }
    }

    /// Plays in another process, whose clock starts a number of seconds after `Screening.epoch`.
    private func play(_ screening: Screening, at seconds: Int64) throws -> LifecycleEvent.EventType?
    {
        let world = PlaybackWorld(loader: screening.origin)
        let library = try OfflineLibrary(
            world: world, folder: screening.library.folder,
            epoch: DateTime(millisecondsSince1970: Screening.epoch + seconds * 1000),
            device: Device(connection: .none))
        library.licensing = FairPlayLicensing(authorizationProxy: server)
        return screening.player(library, in: world).play(try screening.video())
            .recorder.lifecycle.last
    }

    @Test func `a rental that was once expired stays expired when the clock is set back`() throws {
        let screening = try rented(.init(rentalDuration: .seconds(60)))
        #expect(try play(screening, at: 59) == .end)
        #expect(try play(screening, at: 61) == .fail)
        #expect(try play(screening, at: 10) == .fail)
        let record = try screening.record()
        #expect(record.licenceValidity(at: Screening.epoch).refusal?.code == .expiredLicense)
    }

    @Test func `a clock that is set back does not extend a play duration`() throws {
        let screening = try rented(.init(playDuration: .seconds(100)))
        #expect(try play(screening, at: 1000) == .end)
        #expect(try play(screening, at: 1101) == .fail)
        #expect(try play(screening, at: 0) == .fail)
    }

    @Test func `a clock that is set back a little does not end a valid licence`() throws {
        let screening = try rented(.init(rentalDuration: .seconds(60)))
        #expect(try play(screening, at: 30) == .end)
        #expect(try play(screening, at: 20) == .end)
    }

    @Test func `a first playback with a clock that was set back starts the whole play duration`()
        throws
    {
        let screening = try rented(.init(playDuration: .seconds(100)))
        #expect(try play(screening, at: -864_000) == .end)
        #expect(try screening.record().initialPlaybackTime == Screening.epoch)
        #expect(try play(screening, at: -864_000) == .end)
        #expect(try play(screening, at: 99) == .end)
        #expect(try play(screening, at: 100) == .fail)
    }

    @Test func `a purchase plays at any time of the clock`() throws {
        let screening = try rented(.init())
        for seconds: Int64 in [1_000_000_000, 0] {
            #expect(try play(screening, at: seconds) == .end)
        }
    }

    @Test func `a renewed licence counts from its request`() throws {
        let screening = try rented(.init(rentalDuration: .seconds(60)))
        // Plays once while the clock is set far into the future.
        #expect(try play(screening, at: 1_000_000) == .fail)
        let renewal = try screening.download.engine.renewal(
            of: screening.token, terms: .init(rentalDuration: .seconds(60))
        ) { #expect($0 == nil) }
        renewal.goOn()
        screening.download.run()
        #expect(try play(screening, at: 59) == .end)
        #expect(try play(screening, at: 60) == .fail)
    }
}
