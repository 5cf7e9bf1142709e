import Devices
import HeadlessBrightcove
import HeadlessPlayback
import PlaybackControl
import TestSupport
import Testing

/// The switches of the SDK's controller, with their effect on the simulated device.
@MainActor @Suite struct DeviceFaceTests {
    private func controller() throws -> BCOVPlaybackController {
        BCOVSimulation.begin(world: PlaybackWorld())
        let controller = try #require(BCOVPlayerSDKManager.shared().createPlaybackController())
        controller.isAutoPlay = true
        controller.setVideos([BCOVVideo(SampleMedia.single.video())])
        BCOVSimulation.world.loop.run(until: .seconds(2))
        return controller
    }

    @Test(arguments: [true, false])
    func `audio continues in the background if the app says so`(isAllowed: Bool) throws {
        let controller = try controller()
        let device = BCOVSimulation.world.device
        device.capabilities.hasBackgroundAudioMode = true
        device.setAudioCategory(.playback)
        try device.setAudioSessionActive(true)
        controller.allowsBackgroundAudioPlayback = isAllowed
        device.appState = .background
        #expect(controller.playback.currentSession?.isPlaying == isAllowed)
    }

    @Test(arguments: [true, false])
    func `another device shows the video if the app says so`(isAllowed: Bool) throws {
        let controller = try controller()
        controller.allowsExternalPlayback = isAllowed
        BCOVSimulation.world.device.setAudioRoute(.airPlay(video: true))
        #expect(controller.playback.isExternalPlaybackActive == isAllowed)
        controller.allowsExternalPlayback.toggle()
        #expect(controller.playback.isExternalPlaybackActive == !isAllowed)
    }

    @Test func `other properties of the device are forwarded to the playback controller`() throws {
        let controller = try controller()
        controller.usesExternalPlaybackWhileExternalScreenIsActive = true
        controller.isPictureInPictureActive = true
        #expect(controller.playback.usesExternalPlaybackWhileExternalScreenIsActive)
        #expect(controller.playback.pictureInPictureActive)
        #expect(!controller.playback.systemControls.lockScreen.nextWrapsAround)
    }
}
