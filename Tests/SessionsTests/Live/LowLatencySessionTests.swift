import Broadcasts
import HeadlessPlayback
import LiveOrigin
import Playlists
import Presentation
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// Sessions that send delivery directives to a low-latency server.
///
/// The broadcast repeats a sample of 24 seconds in four-second segments, with a target duration of
/// five seconds. At the start, segment 24 is the last listed segment.
@Suite struct LowLatencySessionTests {
    private static let folder = "https://live.test/news/"

    private func playback(
        level: VerificationLevel = .playlist,
        packing: (inout Packager) -> Void = { $0.serverControl = .blocking },
        configure: @escaping (inout PlaybackOptions) -> Void = { _ in }
    ) throws -> Playback {
        let source = try BroadcastSource(
            asset: SampleMedia.transportStream.path, with: StandardLoader())
        var packager = Packager(renditions: source.renditions, window: .length(.seconds(60)))
        packing(&packager)
        let origin = try LiveOrigin(
            programme: Programme(sources: [source.survey], loop: .discontinuity),
            packager: packager, multivariant: source.multivariant, ranFor: .seconds(100))
        let loader = BroadcastLoader(
            origin, at: "https://live.test/news", behind: StandardLoader())
        let playback = Playback(loader: loader) { options in
            options.verification = level
            configure(&options)
        }
        playback.controller.world.requestLog = RequestLog()
        return playback
    }

    private func play(_ playback: Playback, until seconds: Double) {
        playback.controller.setVideos([Video(url: Self.folder + "index.m3u8")])
        playback.run(until: seconds)
    }

    /// Returns the requests for playlists of a rendition: their instants and their queries.
    private func requests(_ playback: Playback, _ name: String = "v2") -> [String] {
        let records = playback.controller.world.requestLog?.records ?? []
        return records.filter { $0.url.hasPrefix("\(Self.folder)\(name)/index.m3u8") }.map {
            let query = URIReference($0.url).query.map { " " + $0 } ?? ""
            return "\($0.start)" + query
        }
    }

    private func expectSound(_ playback: Playback) throws {
        let ledger = try #require(playback.ledger)
        #expect(playback.controller.currentSession?.failure == nil)
        #expect(ledger.clock.time(in: .rebuffering) == .zero)
        #expect(ledger.isSound, "\(ledger)")
    }

    @Test
    func `playlist reloads request the next segment, and the server responds when it is listed`()
        throws
    {
        let playback = try playback()
        play(playback, until: 10)
        #expect(
            requests(playback) == [
                "0.000", "0.000 _HLS_msn=25", "4.000 _HLS_msn=26", "8.000 _HLS_msn=27",
            ])
        try expectSound(playback)
    }

    @Test func `without low latency, playlists are loaded without delivery directives`() throws {
        let playback = try playback(configure: { $0.live.lowLatency = false })
        play(playback, until: 10)
        #expect(requests(playback) == ["0.000", "4.000", "8.000"])
        try expectSound(playback)
        let old = try self.playback(configure: { $0.live.profile = .rfc8216 })
        play(old, until: 10)
        #expect(requests(old) == ["0.000", "5.000", "10.000"])
    }

    @Test func `delta updates are requested and merged`() throws {
        let playback = try playback(packing: {
            $0.serverControl = .blocking
            $0.serverControl?.canSkipUntil = .seconds(24)
        })
        play(playback, until: 30)
        #expect(
            requests(playback).prefix(3) == [
                "0.000", "0.000 _HLS_msn=25&_HLS_skip=YES", "4.000 _HLS_msn=26&_HLS_skip=YES",
            ])
        let session = try #require(playback.controller.currentSession)
        #expect(session.seekableRanges == [MediaTime.seconds(28)..<MediaTime.seconds(73)])
        try expectSound(playback)
    }

    @Test func `a refused blocking request is repeated without directives`() throws {
        let playback = try playback(packing: {
            $0.serverControl = .blocking
            $0.blocking = .never
        })
        play(playback, until: 20)
        #expect(
            requests(playback) == [
                "0.000", "0.000 _HLS_msn=25", "15.000", "15.000 _HLS_msn=28",
            ])
        #expect(playback.controller.currentSession?.failure == nil)
    }

    @Test func `blocking requests that are answered at once cause no storm of requests`() throws {
        let playback = try playback(packing: {
            $0.serverControl = .blocking
            $0.blocking = .immediate
        })
        play(playback, until: 60)
        // The player makes one request for each version, and while no new version appears, one
        // request every two seconds.
        #expect(requests(playback).count <= 46)
        let ledger = try #require(playback.ledger)
        #expect(
            ledger.remarks.contains {
                $0.text.hasPrefix("a blocking reload was answered without a change")
            })
        try expectSound(playback)
    }

    @Test func `a switch starts with the rendition report of the current rendition`() throws {
        let playback = try playback(packing: {
            $0.serverControl = .blocking
            $0.hasReports = true
        })
        play(playback, until: 5)
        playback.controller.setPreferredPeakBitRate(200_000)
        playback.run(until: 20)
        #expect(requests(playback, "v0").first == "8.000 _HLS_msn=26")
        try expectSound(playback)
    }
}

extension ServerControl {
    /// The features of a server that supports blocking playlist reloads.
    fileprivate static var blocking: ServerControl {
        var control = ServerControl()
        control.canBlockReload = true
        return control
    }
}
