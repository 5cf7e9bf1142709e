import Broadcasts
import HeadlessJW
import HeadlessPlayback
import LiveOrigin
import PlaybackControl
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// Live and DVR streams, with the positions that JW Player reports to apps.
@Suite struct JWLiveTests {
    private func player(_ query: String, window: Int64) throws -> JWPlayerController {
        let source = try BroadcastSource(
            asset: SampleMedia.transportStream.path, with: StandardLoader())
        let origin = try LiveOrigin(
            programme: Programme(sources: [source.survey], loop: .discontinuity),
            packager: Packager(
                renditions: source.renditions, window: .length(.seconds(window))),
            multivariant: source.multivariant, ranFor: .seconds(600))
        let loader = BroadcastLoader(
            origin, at: "https://live.test/news", behind: StandardLoader())
        let config = JWConfig(contentUrl: "https://live.test/news/index.m3u8\(query)")
        config.autostart = true
        let player = JWPlayerController(config: config, in: PlaybackWorld(loader: loader))
        player.world.loop.run(until: .seconds(10))
        return player
    }

    @Test(arguments: [
        ("", 60, VideoType.live), ("?DVR", 60, .liveDVR), ("?token=a&DVR", 60, .liveDVR),
        ("?DVR&token=a", 60, .liveDVR), ("?dvr", 60, .live), ("?a=DVR", 60, .live),
        ("#?DVR", 60, .live), ("", 240, .liveDVR),
    ])
    func `a DVR query parameter in the URL makes a DVR stream even of a short window`(
        query: String, window: Int64, type: VideoType
    ) throws {
        let player = try player(query, window: window)
        #expect(player.playback.currentSession?.videoType == type)
        #expect((player.duration == .infinity) == (type == .live))
    }

    @Test func `positions of a DVR stream count from the end of its window`() throws {
        let player = try player("?DVR", window: 60)
        let range = try #require(player.playback.currentSession?.seekableRanges.last)
        #expect(player.duration == -(range.upperBound - range.lowerBound).seconds)
        #expect(player.position <= 0 && player.position > -10)
        player.seek(-20)
        player.world.loop.run(until: .seconds(11))
        let place = player.position
        #expect(place < -18 && place > -26)
        player.seek(-1000)
        player.world.loop.run(until: .seconds(12))
        #expect(player.position < player.duration + 5)
        player.playback.seekToLive()
        player.world.loop.run(until: .seconds(13))
        #expect(player.position > -6)
    }

    @Test func `positions in a video on demand count from its start`() {
        let player = JWPlayerController(config: JWConfig(contentUrl: SampleMedia.single.path))
        #expect(player.position == 0)
        player.play()
        player.world.loop.run(until: .seconds(3))
        #expect(player.position == 3)
        #expect(player.duration == player.playback.currentSession?.duration?.seconds)
        var finished: Bool?
        player.playback.seekToLive { finished = $0 }
        player.world.loop.run(until: .seconds(4))
        #expect(finished != nil)
    }
}
