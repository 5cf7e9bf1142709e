import Devices
import HeadlessPlayback
import TestSupport
import Testing

/// Tests of playback that reacts to the device: `Documentation/Device.md`.
@Suite struct DevicePlaybackTests {
    private func playback(
        _ configure: (inout PlaybackOptions) -> Void = { _ in }
    ) -> Playback {
        let playback = Playback(configure)
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 2)
        return playback
    }

    private func events(_ playback: Playback, named name: String) -> [String] {
        playback.recorder.trace.split(separator: "\n").map(String.init)
            .filter { $0.contains(name) }
    }

    // MARK: The background

    @Test(arguments: [
        (true, true, Device.AudioSession.Category.playback, true, true),
        (false, true, .playback, true, false), (true, false, .playback, true, false),
        (true, true, .soloAmbient, true, false), (true, true, .playback, false, false),
    ])
    func `background audio needs player, app, category and an active session`(
        isAllowed: Bool, hasMode: Bool, category: Device.AudioSession.Category, isActive: Bool,
        plays: Bool
    ) throws {
        let playback = playback()
        let device = playback.controller.world.device
        device.capabilities.hasBackgroundAudioMode = hasMode
        device.setAudioCategory(category)
        try device.setAudioSessionActive(isActive)
        playback.controller.allowsBackgroundAudioPlayback = isAllowed
        device.appState = .background
        #expect(playback.controller.currentSession?.isPlaying == plays)
        #expect(playback.recorder.lifecycle.contains(.pause) == !plays)
        #expect(!playback.recorder.lifecycle.contains(.pauseRequest))
    }

    @Test func `AirPlay continues in the background only with the background audio mode`() {
        for hasMode in [true, false] {
            let playback = playback()
            let device = playback.controller.world.device
            device.capabilities.hasBackgroundAudioMode = hasMode
            device.setAudioRoute(.airPlay(video: true))
            device.appState = .background
            #expect(playback.controller.currentSession?.isPlaying == hasMode)
        }
    }

    // MARK: Interruptions

    @Test func `an option reports a pause request when the system pauses playback`() {
        let playback = playback { $0.reportsPauseRequestOfSystem = true }
        playback.controller.world.device.beginInterruption()
        #expect(playback.recorder.lifecycle.suffix(2) == [.pauseRequest, .pause])
    }

    @Test(arguments: [
        (Device.Interruption.Reason.standard, true, true), (.standard, false, false),
        (.routeDisconnected, true, false), (.appWasSuspended, true, true),
    ])
    func `an option resumes playback if the system recommends it, except for a lost route`(
        reason: Device.Interruption.Reason, shouldResume: Bool, resumes: Bool
    ) {
        let playback = playback { $0.resumesAfterInterruption = true }
        let device = playback.controller.world.device
        device.beginInterruption(reason)
        #expect(playback.controller.currentSession?.isPlaying == false)
        device.endInterruption(shouldResume: shouldResume)
        #expect(playback.controller.currentSession?.isPlaying == resumes)
    }

    @Test func `a pause during an interruption prevents the recommended resumption`() {
        let playback = playback { $0.resumesAfterInterruption = true }
        let device = playback.controller.world.device
        device.beginInterruption()
        playback.controller.pause()
        device.endInterruption(shouldResume: true)
        #expect(playback.controller.currentSession?.isPlaying == false)
    }

    @Test func `a session that becomes ready during an interruption is paused at once`() {
        let playback = Playback()
        playback.controller.world.device.beginInterruption()
        playback.play(SampleMedia.single.video())
        #expect(
            playback.recorder.lifecycle.suffix(4)
                == [.playRequest, .play, .playbackLikelyToKeepUp, .pause])
        #expect(playback.controller.currentSession?.position == .zero)
    }

    @Test func `all controllers of a device are interrupted`() {
        let first = playback()
        let second = Playback(in: first.controller.world, provider: BasicSessionProvider())
        second.controller.setVideos([SampleMedia.single.video()])
        second.run(until: 4)
        first.controller.world.device.beginInterruption()
        #expect(first.recorder.lifecycle.last == .pause)
        #expect(second.recorder.lifecycle.last == .pause)
    }

    @Test func `the device can change after a controller is released`() {
        let world = PlaybackWorld()
        do {
            let playback = Playback(in: world, provider: BasicSessionProvider())
            playback.controller.setVideos([SampleMedia.single.video()])
        }
        world.device.beginInterruption()
        world.device.resetMediaServices()
    }

    // MARK: AirPlay and networks

    @Test func `AirPlay requests media without the options of the asset`() throws {
        let log = RequestLog()
        let playback = Playback()
        playback.controller.world.requestLog = log
        var video = SampleMedia.single.video()
        video.assetOptions.referenceRestrictions = .localToLocal
        playback.controller.world.device.setAudioRoute(.airPlay(video: true))
        playback.play(video)
        // AirPlay ignores `referenceRestrictions`. In the second part of this test, the device
        // itself plays, and the restriction makes the first segment fail.
        #expect(playback.recorder.lifecycle.last == .end)
        playback.controller.world.device.setAudioRoute(.builtIn)
        playback.play(video)
        #expect(playback.recorder.lifecycle.last != .end)
    }

    @Test(arguments: [
        (Device.Connection.wifi, true), (.cellular, false), (.expensive, false),
        (.constrained, true),
    ])
    func `an asset can forbid expensive network connections`(
        connection: Device.Connection, isAllowed: Bool
    ) {
        for url in ["https://nowhere.invalid/index.m3u8", SampleMedia.single.path] {
            let playback = Playback()
            playback.controller.world.device.connection = connection
            var video = Video(url: url)
            video.assetOptions.allowsExpensiveNetworkAccess = false
            playback.controller.world.options.recovery.playlistRetries = 0
            playback.play(video)
            let error = playback.recorder.errors.first.map { "\($0)" } ?? ""
            #expect(
                error.contains("does not allow an expensive network") == !isAllowed, "\(error)")
        }
    }

    // MARK: Picture in picture

    @Test func `without support for picture in picture, start and stop report nothing`() {
        let changes: [(PlaybackController) -> Void] = [
            { $0.world.device.capabilities.hasPictureInPicture = false },
            { $0.world.device.capabilities.hasBackgroundAudioMode = false },
            { $0.systemControls.pictureInPictureDisabled = true },
        ]
        for change in changes {
            let playback = playback()
            change(playback.controller)
            playback.controller.systemControls.startPictureInPicture()
            playback.controller.systemControls.stopPictureInPicture(restoresInterface: true)
            #expect(!playback.controller.systemControls.isPictureInPictureShown)
            #expect(events(playback, named: "didChangePictureInPicture").isEmpty)
        }
    }

    @Test func `picture in picture fails before there is a video`() {
        let playback = Playback()
        playback.controller.systemControls.startPictureInPicture()
        #expect(playback.recorder.trace.contains("failedToStart"))
        #expect(!playback.controller.systemControls.isPictureInPictureShown)
    }

    // MARK: The lock screen

    @Test func `the lock screen is not updated while playback continues as last reported`()
        throws
    {
        let playback = Playback()
        let device = playback.controller.world.device
        device.setAudioCategory(.playback)
        try device.setAudioSessionActive(true)
        playback.controller.allowsBackgroundAudioPlayback = true
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 3)
        let count = events(playback, named: "didChangeNowPlaying").count
        playback.run(until: 6)
        playback.controller.systemControls.lockScreen =
            playback.controller.systemControls.lockScreen
        playback.controller.playbackRate = 1
        #expect(events(playback, named: "didChangeNowPlaying").count == count)
        let shown = try #require(playback.controller.systemControls.nowPlayingInformation)
        #expect(shown.rate == 1)
        #expect(shown.duration == .seconds(10))
        #expect(shown.title == "App")
        playback.controller.seek(to: 1)
        playback.run(until: 6.5)
        #expect(events(playback, named: "didChangeNowPlaying").count > count)
        #expect(playback.controller.systemControls.nowPlayingInformation?.elapsed == .seconds(1))
        playback.controller.setVideos([])
        #expect(playback.controller.systemControls.nowPlayingInformation == nil)
    }

    @Test func `an ad ends with its session, and only one ad is shown at a time`() {
        let playback = playback()
        #expect(!playback.controller.systemControls.endAd())
        #expect(playback.controller.systemControls.beginAd())
        #expect(!playback.controller.systemControls.beginAd())
        playback.controller.setVideos([SampleMedia.single.video()])
        #expect(!playback.controller.systemControls.isAdShown)
        #expect(!playback.controller.systemControls.endAd())
        playback.controller.setVideos([])
        #expect(!playback.controller.systemControls.beginAd())
    }

    // MARK: 360°

    @Test(arguments: [nil, "equirectangular", "rectangular"])
    func `360° videos have no subtitles`(projection: String?) {
        let controller = PlaybackController()
        controller.autoPlay = true
        controller.options.mediaPreferences.subtitles = .language("en")
        let recorder = PlaybackRecorder(controller)
        var video = SampleMedia.transportStream.video()
        video.properties["projection"] = projection.map { .string($0) }
        controller.setVideos([video])
        controller.run()
        #expect(recorder.lifecycle.last == .end)
        #expect(recorder.names.contains("didShowCue") == (projection != "equirectangular"))
        #expect(video.isSpherical == (projection == "equirectangular"))
    }
}
