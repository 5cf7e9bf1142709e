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
/// The broadcast repeats a sample of 24 seconds in four-second segments, with a discontinuity
/// before each repetition.
@Suite struct LiveSessionTests {
    /// Returns a loader of the broadcast; `behind` loads its source and all other locations.
    private func broadcast(
        window: Packager.Window, ending: Ending? = nil, encoder: Encoder = Encoder(),
        ranFor: MediaTime, behind: any ResourceLoader = StandardLoader(),
        packing: (inout Packager, _ locations: [String]) -> Void = { _, _ in }
    ) throws -> BroadcastLoader {
        let source = try BroadcastSource(
            asset: SampleMedia.transportStream.path, with: StandardLoader())
        var packager = Packager(renditions: source.renditions, window: window)
        packing(&packager, source.locations)
        let origin = try LiveOrigin(
            programme: Programme(
                sources: [source.survey], loop: .discontinuity, ending: ending),
            encoder: encoder, packager: packager,
            multivariant: source.multivariant, ranFor: ranFor)
        return BroadcastLoader(origin, at: "https://live.test/news", behind: behind)
    }

    /// Returns a playback of the broadcast that has not started.
    private func playback(
        window: Packager.Window = .length(.seconds(24)), ending: Ending? = nil,
        level: VerificationLevel = .demux, encoder: Encoder = Encoder(),
        ranFor: MediaTime = .seconds(100), behind: any ResourceLoader = StandardLoader(),
        provider: any SessionProvider = BasicSessionProvider(),
        packing: (inout Packager, _ locations: [String]) -> Void = { _, _ in },
        _ configure: @escaping (inout PlaybackOptions) -> Void = { _ in }
    ) throws -> Playback {
        let loader = try broadcast(
            window: window, ending: ending, encoder: encoder, ranFor: ranFor, behind: behind,
            packing: packing)
        return Playback(loader: loader, provider: provider) { options in
            options.verification = level
            configure(&options)
        }
    }

    /// Returns a change that delays some renditions of a broadcast.
    private func delay(
        _ name: String, _ lag: MediaTime
    ) -> (inout Packager, [String]) -> Void {
        { packager, locations in
            for place in locations.indices where locations[place].contains(name) {
                packager.renditions[place].lag = lag
            }
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

    @Test func `a broadcast reports an indefinite duration once, and its video type`() throws {
        let playback = try playback()
        play(playback, until: 30)
        let names = playback.recorder.trace.split(separator: "\n")
        #expect(names.count { $0.contains("didChangeDuration") } == 1)
        #expect(names.contains { $0.contains("didChangeDuration           indefinite") })
        #expect(names.contains { $0.contains("determinedVideoType         live") })
    }

    @Test func `a broadcast with a long window is a DVR stream whose start can be sought`() throws {
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

    @Test func `a playlist that stops changing causes one stall and one recovery`() throws {
        let silence = MediaTime.seconds(110)..<MediaTime.seconds(150)
        let playback = try playback(encoder: Encoder(faults: [.silence(silence)]))
        play(playback, until: 120)
        let lines = playback.recorder.trace.split(separator: "\n")
        #expect(lines.count { $0.hasSuffix("PlaybackStalled") } == 1)
        #expect(lines.count { $0.hasSuffix("PlaybackRecovered") } == 1)
        #expect(lines.count { $0.hasSuffix(" Ready") } == 1)
    }

    @Test func `a pause longer than the window loses media, which the ledger reports`() throws {
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
    func `audio with other discontinuity sequence numbers is played with the video`(
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
    func `after a long pause playback returns to a window of any length`(seconds: Int64) throws {
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

    @Test func `the remark about a forbidden change of a playlist is a sentence`() throws {
        let playback = try playback(encoder: Encoder(faults: [.locations(at: .seconds(110))]))
        play(playback, until: 30)
        let texts = (playback.ledger?.remarks ?? []).map(\.text)
        let words = "found another one, expected the known location of segment "
        #expect(texts.contains { $0.hasPrefix(words) }, "\(texts)")
    }

    @Test func `an encoder restart with rounded dates loses nothing`() throws {
        let restart = EncoderFault.restart(
            at: .seconds(130), resetsSequence: true, isTagged: true, hasNewInitialization: false)
        let playback = try playback(encoder: Encoder(faults: [restart]))
        play(playback, until: 90)
        let live = try #require(playback.ledger?.live)
        #expect(live.time(in: .neverListed) == .zero)
        #expect(playback.ledger?.isSound == true)
    }

    @Test(arguments: [(0, true), (4, true), (60, false)] as [(Int64, Bool)])
    func `subtitles that lag by more than the window make the ledger unsound`(
        lag: Int64, isRead: Bool
    ) throws {
        let playback = try playback(packing: delay("subtitles", .seconds(lag))) {
            $0.mediaPreferences.subtitles = .language("en")
        }
        play(playback, until: 60)
        #expect(playback.ledger?.isSound == isRead)
    }

    /// Changes the time maps of subtitle files, which shifts the cues by zero, 90 s or -60 s.
    @Test(
        arguments: [
            (900_000, 24), (900_000, 240), (9_000_000, 24), (8_585_434_592, 24),
            (8_585_434_592, 240),
        ] as [(Int, Int64)])
    func `a broadcast whose cues are at other times than their segments is not sound`(
        map: Int, window: Int64
    ) throws {
        let text = ScriptedLoader([
            (
                ".vtt",
                .changed {
                    let file = String(decoding: $0, as: UTF8.self)
                    return Array(file.replacing("MPEGTS:900000", with: "MPEGTS:\(map)").utf8)
                }
            )
        ])
        let playback = try playback(
            window: .length(.seconds(window)), ranFor: .seconds(window + 60), behind: text,
            provider: SidecarSubtitleProvider(), packing: { _, _ in }
        ) { $0.mediaPreferences.subtitles = .language("en") }
        play(playback, until: 40)
        let remarks = playback.ledger?.remarks.filter { $0.kind == .lostCues } ?? []
        #expect(remarks.isEmpty == (map == 900_000), "\(remarks)")
        #expect(playback.ledger?.isSound == (map == 900_000))
    }

    @Test func `lost cues of deselected subtitles count, although later cues are shown`() throws {
        let text = ScriptedLoader(
            [
                (
                    ".vtt",
                    .changed {
                        let file = String(decoding: $0, as: UTF8.self)
                        return Array(
                            file.replacing("MPEGTS:900000", with: "MPEGTS:8585434592").utf8)
                    }
                )
            ], behind: try broadcast(window: .length(.seconds(240)), ranFor: .seconds(300)))
        let playback = Playback(loader: text, provider: SidecarSubtitleProvider()) {
            $0.mediaPreferences.subtitles = .language("en")
        }
        play(playback, until: 40)
        let session = try #require(playback.controller.currentSession)
        let option = try #require(session.selectedLegibleMediaOption)
        session.selectedLegibleMediaOption = nil
        text.answer(".vtt", with: .changed { $0 })
        playback.run(until: 42)
        session.selectedLegibleMediaOption = option
        playback.run(until: 80)
        #expect(!playback.cues.isEmpty)
        #expect(playback.ledger?.remarks.contains { $0.kind == .lostCues } == true)
    }

    @Test(arguments: [2.0, 200])
    func `a resumed broadcast keeps its timeline positions and the accounts of its ledger`(
        pause: Double
    )
        throws
    {
        let playback = try playback()
        play(playback, until: 30)
        let session = try #require(playback.controller.currentSession)
        let place = session.position
        playback.controller.pause()
        playback.run(until: 30 + pause)
        playback.controller.resumeVideo(at: place.seconds, autoPlay: true)
        playback.run(until: 60 + pause)
        let live = try #require(playback.ledger?.live)
        #expect(live.start == .seconds(8))
        #expect(live.accounts.values.reduce(.zero, +) == live.published)
        #expect(live.time(in: .played) > .seconds(55))
        #expect(live.time(in: .neverListed) == .zero)
        let isLong = pause > 100
        #expect((live.time(in: .expired) > .zero) == isLong)
        #expect(playback.ledger?.isSound == !isLong)
        #expect(session.position > .seconds(isLong ? 230 : 60))
    }

    @Test func `at the end the duration and the seekable range change at the same instant`() throws
    {
        let playback = try playback(
            ending: Ending(after: .seconds(140), as: .vod), packing: delay("audio", .seconds(5)))
        play(playback, until: 300)
        let lines = playback.recorder.trace.split(separator: "\n").map(String.init)
        let place = try #require(lines.lastIndex { $0.contains("didChangeDuration") })
        let last = try #require(lines.lastIndex { $0.contains("didChangeSeekable") })
        #expect(last == place + 1)
        #expect(lines[place].prefix(12) == lines[last].prefix(12))
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `a broadcast whose video has ended lasts until its audio ends`() throws {
        let playback = try playback(
            window: .length(.seconds(48)), ending: Ending(after: .seconds(130), as: .vod),
            ranFor: .seconds(131), packing: delay("audio", .seconds(40)))
        playback.controller.setVideos([video])
        playback.run(until: 5)
        let session = try #require(playback.controller.currentSession)
        #expect(session.duration == .indefinite)
        playback.run(until: 300)
        let lines = playback.recorder.trace.split(separator: "\n").map(String.init)
        let durations = lines.filter { $0.contains("didChangeDuration") }
        #expect(durations.count == 2)
        #expect(durations.first?.contains("indefinite") == true)
        #expect(lines.count { $0.hasSuffix(" End") } == 1)
        #expect(playback.controller.ledgers.last?.hasEnded == true)
        #expect(playback.ledger?.isSound == true, "\(lines.joined(separator: "\n"))")
    }

    @Test(arguments: [nil, 120] as [Int64?])
    func `pictures that are absent at the end of the newest segment are missing`(
        end: Int64?
    ) throws {
        let ending = end.map { Ending(after: .seconds($0), as: .vod) }
        for count in [0, 2] {
            let playback = try playback(
                ending: ending,
                behind: ScriptedLoader([("segment-4.ts", .changed { $0.withoutPictures(count) })]))
            play(playback, until: 60)
            #expect(playback.ledger?.isSound == (count == 0))
            #expect(playback.controller.ledgers.last?.hasEnded ?? false == (end != nil))
            let missing = playback.times(in: .missing)["video"] ?? .zero
            let seams: Int64 = end == nil ? 3 : 2
            #expect(missing == .milliseconds(count == 0 ? 0 : 80 * seams))
        }
    }

    @Test(arguments: [0, 2])
    func `pictures that are absent before a change of the variant stream are missing`(
        count: Int
    ) throws {
        // Changes one segment in each pass; one of these segments is the last before the variant
        // change.
        for number in 0..<5 {
            let name = "video-234p/segment-\(number).ts"
            let playback = try playback(
                behind: ScriptedLoader([(name, .changed { $0.withoutLastPictures(count) })]),
                packing: { _, _ in }
            ) { $0.preferredPeakBitRate = 200_000 }
            play(playback, until: 33)
            playback.controller.setPreferredPeakBitRate(0)
            playback.run(until: 60)
            #expect(playback.ledger?.variants.count == 2)
            #expect(playback.ledger?.isSound == (count == 0))
        }
    }

    @Test func `the playlists of a source are named relative to it`() throws {
        let source = try BroadcastSource(
            asset: SampleMedia.transportStream.path, with: StandardLoader())
        #expect(source.locations.contains("video-234p/index.m3u8"))
        #expect(source.locations.allSatisfy { !$0.hasPrefix("/") })
        let single = try BroadcastSource(asset: SampleMedia.single.path, with: StandardLoader())
        #expect(single.locations == ["index.m3u8"])
    }

    @Test func `subtitle playlists are not reloaded after the end of the broadcast`() throws {
        let playback = try playback(
            ending: Ending(after: .seconds(140), as: .vod),
            packing: delay("subtitles", .seconds(60))
        ) { $0.mediaPreferences.subtitles = .language("en") }
        play(playback, until: 300)
        let session = try #require(playback.controller.ledgers.last)
        #expect(session.hasEnded)
        #expect(playback.controller.world.loop.nextInstant == nil)
        #expect(playback.ledger?.isSound == false)
    }
}

extension [UInt8] {
    /// Returns the bytes of a transport stream without its last pictures.
    fileprivate func withoutPictures(_ count: Int) -> [UInt8] {
        guard count > 0 else { return self }
        let packets = EditedPackets(self)
        return packets.without(packets.units(of: 0x100).suffix(count).flatMap(\.self)).bytes
    }
}
