import HeadlessPlayback
import TestSupport
import Testing

/// A controller that is created with few or no options plays all videos of an app.
@Suite struct ShortestWayTests {
    @Test func `a controller without options plays an offline video with the network off`() throws {
        let app = try OfflineApp()
        let controller = PlaybackController(world: app.world)
        controller.autoPlay = true
        let token = try #require(app.download(SampleMedia.transportStream.video()))
        app.run()
        app.device.connection = .none
        app.world.requestLog = RequestLog()
        controller.setVideos([try #require(app.manager.videoObject(from: token))])
        controller.run()
        #expect(controller.ledgers.map(\.hasEnded) == [true])
        #expect(controller.ledgers.allSatisfy { $0.ledger.isSound && $0.ledger.notes.isEmpty })
        let requests = try #require(app.world.requestLog).records
        #expect(!requests.isEmpty && requests.allSatisfy(\.isStored))
    }

    @Test
    func `protected offline videos play with stored licences, and online ones with the key system`()
        throws
    {
        let app = try OfflineApp(policies: ProtectedSample.cbcs.policies())
        let token = try #require(
            app.download(ProtectedSample.cbcs.video, OfflineVideoParameters(purchase: true)))
        app.run()
        app.device.connection = .none
        let asked = app.keyServer.statuses.count
        let offline = PlaybackController(world: app.world)
        offline.autoPlay = true
        offline.setVideos([try #require(app.manager.videoObject(from: token))])
        offline.run()
        #expect(offline.ledgers.map(\.hasEnded) == [true])
        #expect(app.keyServer.statuses.count == asked)

        app.device.connection = .wifi
        let online = PlaybackController(
            world: app.world,
            keySystems: [FairPlayKeySystem(authorizationProxy: app.keyServer)])
        online.autoPlay = true
        online.setVideos([ProtectedSample.cbcs.video])
        online.run()
        #expect(online.ledgers.map(\.hasEnded) == [true])
        #expect(app.keyServer.statuses.count > asked)
    }

    @Test func `of several stores, the store that has the video plays it`() throws {
        let app = try OfflineApp()
        let token = try #require(app.download(SampleMedia.transportStream.video()))
        app.run()
        let video = try #require(app.manager.videoObject(from: token))
        // A later manager has a store of its own, without this video.
        let other = ScratchFolder()
        let manager = try OfflineVideoManager(
            delegate: app.recorder,
            environment: OfflineEnvironment(world: app.world, store: other.path + "/store"))
        let controller = PlaybackController(world: app.world)
        controller.autoPlay = true
        controller.setVideos([video])
        controller.run()
        #expect(controller.ledgers.map(\.hasEnded) == [true])
        withExtendedLifetime(manager) {}
    }

    @Test func `an offline video that no store has fails`() throws {
        let app = try OfflineApp()
        let token = try #require(app.download(SampleMedia.transportStream.video()))
        app.run()
        let video = try #require(app.manager.videoObject(from: token))
        try app.manager.deleteOfflineVideo(token)
        app.run()
        for world in [app.world, PlaybackWorld()] {
            let controller = PlaybackController(world: world)
            let recorder = PlaybackRecorder(controller)
            controller.autoPlay = true
            controller.setVideos([video])
            controller.run()
            #expect(recorder.lifecycle.last == .fail)
            #expect(recorder.errors.contains { "\($0)".contains(token.rawValue) })
        }
    }
}
