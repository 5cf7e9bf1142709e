import Broadcasts
import HeadlessPlayback
import LiveOrigin
import Presentation
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// Sessions that play a broadcast in virtual time.
///
/// The broadcast repeats a sample of 24 seconds in segments of four, with a discontinuity each time.
@Suite struct LiveSessionTests {
    /// Returns a playback of a broadcast.
    private func playback(
        window: Packager.Window = .length(.seconds(24)), ending: Ending? = nil,
        level: VerificationLevel = .demux, encoder: Encoder = Encoder(),
        ranFor: MediaTime = .seconds(100),
        _ configure: @escaping (inout PlaybackOptions) -> Void = { _ in }
    ) throws -> Playback {
        let source = try BroadcastSource(
            asset: SampleMedia.transportStream.path, with: StandardLoader())
        let origin = try LiveOrigin(
            programme: Programme(
                sources: [source.survey], loop: .discontinuity, ending: ending),
            encoder: encoder,
            packager: Packager(renditions: source.renditions, window: window),
            multivariant: source.multivariant, ranFor: ranFor)
        let loader = BroadcastLoader(
            origin, at: "https://live.test/news", behind: StandardLoader())
        return Playback(loader: loader) { options in
            options.verification = level
            configure(&options)
        }
    }

    private let video = Video(url: "https://live.test/news/index.m3u8")

    private func play(_ playback: Playback, until seconds: Double) {
        playback.controller.setVideos([video])
        playback.run(until: seconds)
    }

    @Test(arguments: [VerificationLevel.playlist, .demux])
    func `a minute of a broadcast is played without a loss`(_ level: VerificationLevel) throws {
        let playback = try playback(level: level)
        play(playback, until: 60)
        let session = try #require(playback.controller.currentSession)
        #expect(session.failure == nil)
        #expect(session.duration == .indefinite)
        let ledger = try #require(playback.ledger)
        let live = try #require(ledger.live)
        #expect(live.time(in: .played) > .seconds(59))
        #expect(ledger.clock.time(in: .rebuffering) == .zero)
        #expect(ledger.isSound, "\(ledger)")
        #expect(session.position == .seconds(68))
        #expect(session.seekableRanges == [MediaTime.seconds(60)..<MediaTime.seconds(69)])
    }

    @Test func `a broadcast reports an indefinite duration once and its type`() throws {
        let playback = try playback()
        play(playback, until: 30)
        let names = playback.recorder.trace.split(separator: "\n")
        #expect(names.count { $0.contains("didChangeDuration") } == 1)
        #expect(names.contains { $0.contains("didChangeDuration           indefinite") })
        #expect(names.contains { $0.contains("determinedVideoType         live") })
    }

    @Test func `a long window is a DVR stream, and its start can be sought`() throws {
        let playback = try playback(window: .length(.seconds(240)), ranFor: .seconds(300))
        play(playback, until: 10)
        let session = try #require(playback.controller.currentSession)
        #expect(playback.recorder.trace.contains("determinedVideoType         liveDVR"))
        let range = try #require(session.seekableRanges.first)
        playback.controller.seek(to: .zero)
        playback.run(until: 20)
        #expect(session.position > range.lowerBound + .seconds(9))
        #expect(session.position < range.lowerBound + .seconds(15))
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `a broadcast that ends is played to its end`() throws {
        let playback = try playback(ending: Ending(after: .seconds(140), as: .vod))
        play(playback, until: 300)
        let session = try #require(playback.controller.ledgers.last)
        #expect(session.hasEnded)
        let lines = playback.recorder.trace.split(separator: "\n")
        #expect(lines.count { $0.contains("didChangeDuration") } == 2)
        #expect(lines.count { $0.hasSuffix(" End") } == 1)
        #expect(playback.ledger?.isSound == true)
        #expect(playback.controller.world.loop.nextInstant == nil)
    }

    @Test func `a playlist that stands still stalls playback once and recovers it`() throws {
        let silence = MediaTime.seconds(110)..<MediaTime.seconds(150)
        let playback = try playback(encoder: Encoder(faults: [.silence(silence)]))
        play(playback, until: 120)
        let lines = playback.recorder.trace.split(separator: "\n")
        #expect(lines.count { $0.hasSuffix("PlaybackStalled") } == 1)
        #expect(lines.count { $0.hasSuffix("PlaybackRecovered") } == 1)
        #expect(lines.count { $0.hasSuffix(" Ready") } == 1)
    }

    @Test func `a pause that outlasts the window loses media, which is reported`() throws {
        let playback = try playback()
        play(playback, until: 10)
        playback.controller.pause()
        playback.run(until: 310)
        playback.controller.play()
        playback.run(until: 340)
        let ledger = try #require(playback.ledger)
        let live = try #require(ledger.live)
        #expect(live.time(in: .expired) > .seconds(250))
        #expect(!ledger.isSound)
        #expect(live.accounts.values.reduce(.zero, +) == live.published)
        let session = try #require(playback.controller.currentSession)
        #expect(session.position > .seconds(300))
    }

    @Test(arguments: [RenditionListing.DiscontinuitySequence.absent, .off(by: -1), .off(by: 7)])
    func `audio that counts its discontinuities otherwise is played with the video`(
        _ wrong: RenditionListing.DiscontinuitySequence
    ) throws {
        let source = try BroadcastSource(
            asset: SampleMedia.transportStream.path, with: StandardLoader())
        var packager = Packager(renditions: source.renditions, window: .length(.seconds(40)))
        for place in source.locations.indices where source.locations[place].contains("audio") {
            packager.renditions[place].discontinuitySequence = wrong
        }
        let origin = try LiveOrigin(
            programme: Programme(sources: [source.survey], loop: .discontinuity),
            packager: packager, multivariant: source.multivariant, ranFor: .seconds(600))
        let loader = BroadcastLoader(
            origin, at: "https://live.test/news", behind: StandardLoader())
        let playback = Playback(loader: loader)
        play(playback, until: 200)
        let lines = playback.recorder.trace.split(separator: "\n")
        #expect(lines.count { $0.hasSuffix("PlaybackStalled") } == 0)
        #expect(playback.ledger?.isSound == true)
    }

    @Test(arguments: [16, 24, 240] as [Int64])
    func `playback returns to a window of any length after a pause`(seconds: Int64) throws {
        let playback = try playback(window: .length(.seconds(seconds)), ranFor: .seconds(300))
        play(playback, until: 10)
        playback.controller.pause()
        playback.run(until: 910)
        playback.controller.play()
        playback.run(until: 1200)
        let session = try #require(playback.controller.currentSession)
        let range = try #require(session.seekableRanges.first)
        #expect(session.failure == nil)
        #expect(session.position > range.lowerBound - .seconds(30))
        #expect(playback.ledger?.clock.activity == .playing)
        let lines = playback.recorder.trace.split(separator: "\n")
        #expect(lines.count { $0.hasSuffix("PlaybackStalled") } == 1)
        #expect(lines.count { $0.hasSuffix("PlaybackRecovered") } == 1)
    }

    @Test func `an encoder whose dates are rounded restarts without a loss`() throws {
        let restart = EncoderFault.restart(
            at: .seconds(130), resetsSequence: true, isTagged: true, hasNewInitialization: false)
        let playback = try playback(encoder: Encoder(faults: [restart]))
        play(playback, until: 90)
        let live = try #require(playback.ledger?.live)
        #expect(live.time(in: .neverListed) == .zero)
        #expect(playback.ledger?.isSound == true)
    }
}
