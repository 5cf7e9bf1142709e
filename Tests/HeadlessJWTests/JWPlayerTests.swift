import Devices
import HeadlessJW
import HeadlessPlayback
import PlaybackControl
import Sessions
import TestSupport
import Testing

@Suite struct JWPlayerTests {
    @Test func `the items of a configuration play one after the other`() throws {
        let config = JWConfig()
        config.autostart = true
        config.playlist = [SampleMedia.single, .packedAudio].map {
            let item = JWPlaylistItem()
            item.file = $0.path
            return item
        }
        let player = JWPlayerController(config: config)
        let recorder = PlaybackRecorder(player.playback)
        player.world.loop.runUntilIdle()
        #expect(recorder.lifecycle.filter { $0 == .end }.count == 2)
        #expect(player.playback.ledgers.allSatisfy { $0.ledger.isSound })
    }

    @Test func `an item without media is a skipped video of the controller`() {
        let config = JWConfig()
        config.autostart = true
        let (film, empty) = (JWPlaylistItem(), JWPlaylistItem())
        film.file = SampleMedia.single.path
        empty.title = "empty"
        config.playlist = [film, empty]
        let player = JWPlayerController(config: config)
        let recorder = PlaybackRecorder(player.playback)
        player.world.loop.runUntilIdle()
        #expect(recorder.lifecycle.filter { $0 == .end }.count == 1)
        #expect(player.playback.skippedVideos.map(\.name) == ["empty"])
    }

    @Test func `a configuration without media has no items`() {
        let player = JWPlayerController(config: JWConfig())
        player.load([])
        #expect(player.playback.skippedVideos.isEmpty)
    }

    @Test func `later items play once playback was requested, until other items are loaded`() {
        let config = JWConfig()
        config.playlist = [SampleMedia.single, .packedAudio].map {
            let item = JWPlaylistItem()
            item.file = $0.path
            return item
        }
        let player = JWPlayerController(config: config)
        let recorder = PlaybackRecorder(player.playback)
        player.world.loop.runUntilIdle()
        #expect(player.position == 0)
        player.play()
        player.world.loop.runUntilIdle()
        #expect(recorder.lifecycle.filter { $0 == .end }.count == 2)
        #expect(recorder.names.last == "didCompletePlaylist")
        player.load(config.playlist)
        player.world.loop.runUntilIdle()
        #expect(player.position == 0)
        #expect(recorder.lifecycle.last == .playbackLikelyToKeepUp)
    }

    @Test func `the seekable window is JW's unless the world has another one`() {
        func window(_ options: PlaybackOptions) -> MediaTime {
            let world = PlaybackWorld(options: options)
            return JWPlayerController(config: nil, in: world).playback.options.seekableWindow
        }
        var options = PlaybackOptions()
        #expect(window(options) == .seconds(120))
        options.seekableWindow = .seconds(30)
        #expect(window(options) == .seconds(30))
        let player = JWPlayerController(config: nil)
        player.playback.options.seekableWindow = .seconds(180)
        player.load([])
        #expect(player.playback.options.seekableWindow == .seconds(180))
    }

    @Test func `the lock screen shows the configured title until its controls are disabled`()
        throws
    {
        let config = JWConfig(contentUrl: SampleMedia.single.path)
        config.title = "Channel"
        config.autostart = true
        let player = JWPlayerController(config: config)
        let controls = player.playback.systemControls
        let device = player.world.device
        device.capabilities.hasBackgroundAudioMode = true
        device.setAudioCategory(.playback)
        try device.setAudioSessionActive(true)
        player.playback.allowsBackgroundAudioPlayback = true
        player.world.loop.run(until: .seconds(2))
        #expect(controls.nowPlayingInformation?.title == "Channel")
        player.displayLockScreenControls = false
        player.world.loop.run(until: .seconds(3))
        #expect(controls.nowPlayingInformation == nil)
    }

    @Test(arguments: [true, false])
    func `picture in picture is shown unless it is disabled`(isDisabled: Bool) {
        let player = JWPlayerController(config: JWConfig(contentUrl: SampleMedia.single.path))
        player.pictureInPictureDisabled = isDisabled
        player.play()
        player.world.loop.run(until: .seconds(2))
        player.playback.systemControls.startPictureInPicture()
        #expect(player.playback.systemControls.isPictureInPictureShown == !isDisabled)
    }

    @Test func `the title and picture of an item override the configuration`() {
        let config = JWConfig(contentUrl: "film.m3u8")
        config.title = "Channel"
        config.image = "channel.png"
        let item = JWPlaylistItem()
        item.title = "Film"
        item.desc = "A film"
        item.mediaId = "5"
        let video = item.video(in: config)
        #expect(video.name == "Film" && video.id == "5" && video.shortDescription == "A film")
        #expect(video.properties[Video.PropertyKey.poster] == "channel.png")
        item.title = nil
        item.image = "film.png"
        #expect(item.video(in: config).name == "Channel")
        #expect(item.video(in: config).properties[Video.PropertyKey.poster] == "film.png")
    }

    @Test func `pause, seek and next act on the player`() throws {
        let config = JWConfig(contentUrl: SampleMedia.single.path)
        let player = JWPlayerController(config: config)
        let recorder = PlaybackRecorder(player.playback)
        player.play()
        player.world.loop.run(until: .seconds(2))
        player.pause()
        player.seek(8)
        player.world.loop.run(until: .seconds(3))
        #expect(player.playback.currentSession?.position == .seconds(8))
        #expect(player.playback.currentSession?.isPlaying == false)
        let item = JWPlaylistItem()
        item.file = SampleMedia.packedAudio.path
        player.load([item, item])
        player.next()
        player.play()
        player.world.loop.runUntilIdle()
        #expect(recorder.lifecycle.contains(.end))
        #expect(player.playback.currentSession?.number == 3)
    }
}
