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

/// Sessions that load the parts of a broadcast's segments.
///
/// The broadcast repeats a sample of 24 seconds in four-second segments. The session joins in the
/// middle of segment 25, which has two listed parts of one second.
@Suite struct PartSessionTests {
    private static let folder = "https://live.test/news/"

    private func playback(
        of asset: SampleMedia = .transportStream, level: VerificationLevel = .demux,
        parts: PartListing? = PartListing(target: .seconds(1)), faults: [EncoderFault] = [],
        ending: Ending? = nil, behind: any ResourceLoader = StandardLoader(),
        packing: (inout Packager) -> Void = { _ in },
        configure: @escaping (inout PlaybackOptions) -> Void = { _ in }
    ) throws -> Playback {
        var source = try BroadcastSource(
            asset: asset.path, with: StandardLoader())
        try source.surveyFrames(with: StandardLoader())
        var packager = Packager(renditions: source.renditions, window: .length(.seconds(60)))
        packager.parts = parts
        var control = ServerControl()
        control.canBlockReload = true
        packager.serverControl = control
        packing(&packager)
        let origin = try LiveOrigin(
            programme: Programme(
                sources: [source.survey], loop: .discontinuity, ending: ending),
            encoder: Encoder(faults: faults), packager: packager,
            multivariant: source.multivariant, ranFor: .milliseconds(102_500))
        let writer = MediaWriter(
            sources: [try SourceMedia(source.survey, with: StandardLoader())], breaks: [],
            isContinuous: false)
        let loader = BroadcastLoader(
            origin, writer: writer, at: "https://live.test/news", behind: behind)
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

    /// Returns the names of the requested media of a rendition, with the request instants.
    private func media(_ playback: Playback, _ name: String = "v2") -> [String] {
        let records = playback.controller.world.requestLog?.records ?? []
        return records.filter { $0.url.hasPrefix(Self.folder + name) && $0.kind == .segment }
            .map { "\($0.start) \($0.url.split(separator: "/").last ?? "")" }
    }

    private func expectSound(_ playback: Playback) throws {
        let ledger = try #require(playback.ledger)
        #expect(playback.controller.currentSession?.failure == nil)
        #expect(ledger.clock.time(in: .rebuffering) == .zero)
        #expect(ledger.isSound, "\(ledger)")
    }

    @Test(arguments: [VerificationLevel.playlist, .demux])
    func `with parts the live latency comes near the hold-back of parts`(_ level: VerificationLevel)
        throws
    {
        let all = PartListing(target: .seconds(1), independence: .all)
        for (parts, longest) in [(all, 5.0), (PartListing(target: .seconds(1)), 8), (nil, 20)] {
            let playback = try playback(level: level, parts: parts)
            play(playback, until: 30)
            try expectSound(playback)
            let session = try #require(playback.controller.currentSession)
            let latency = try #require(session.liveLatency)
            #expect(latency > .seconds(3) && latency.seconds < longest, "\(latency)")
        }
    }

    @Test func `a part hold-back of one second gives a live latency below 1.7 seconds`() throws {
        let playback = try playback(
            parts: PartListing(target: .milliseconds(320), independence: .all),
            packing: { $0.serverControl?.partHoldBack = .seconds(1) })
        play(playback, until: 30)
        try expectSound(playback)
        let latency = try #require(playback.controller.currentSession?.liveLatency)
        #expect(latency < .milliseconds(1_700), "\(latency)")
    }

    @Test func `a fast network leads to a higher variant stream in the middle of a segment`() throws
    {
        let playback = try playback(
            parts: PartListing(target: .seconds(1), independence: .all),
            packing: { $0.hasReports = true },
            configure: { $0.network = NetworkConditions(bitsPerSecond: 3_000_000) })
        play(playback, until: 20)
        try expectSound(playback)
        let names = media(playback)
        #expect(media(playback, "v0").count < 5)
        #expect(names.contains { $0.hasSuffix("s27.0.ts") }, "\(names)")
    }

    @Test func `the parts of a segment are requested instead of the whole segment`() throws {
        let playback = try playback(parts: PartListing(target: .seconds(1), hasHints: false))
        play(playback, until: 6)
        let names = media(playback)
        #expect(names.contains { $0.hasSuffix("s26.0.ts") })
        #expect(names.contains { $0.hasSuffix("s26.3.ts") })
        #expect(!names.contains { $0.hasSuffix("s26.ts") })
        try expectSound(playback)
    }

    @Test func `pictures cut from the end of a segment with parts count as missing`() throws {
        for isCut in [false, true] {
            let script: [(String, ScriptedLoader.Answer)] =
                isCut
                ? [
                    (
                        "segment-4.ts",
                        .changed {
                            let packets = EditedPackets($0)
                            let last = packets.units(of: 0x100).suffix(2)
                            return packets.without(last.flatMap(\.self)).bytes
                        }
                    )
                ] : []
            let playback = try playback(behind: ScriptedLoader(script))
            play(playback, until: 60)
            let ledger = try #require(playback.ledger)
            #expect(ledger.isSound == !isCut, "\(ledger)")
        }
    }

    @Test func `a hinted part is requested before it exists`() throws {
        let playback = try playback()
        play(playback, until: 6)
        let names = media(playback)
        #expect(names.contains("1.500 s26.0.ts") || names.contains("0.500 s25.3.ts"), "\(names)")
        #expect(Set(names.map { $0.split(separator: " ")[1] }).count == names.count, "\(names)")
        try expectSound(playback)
    }

    @Test func `playback continues after a pause in which parts have left the playlist`() throws {
        let playback = try playback(parts: PartListing(target: .seconds(1), hasHints: false))
        play(playback, until: 3)
        playback.controller.pause()
        playback.run(until: 30)
        playback.controller.play()
        playback.run(until: 60)
        #expect(playback.controller.currentSession?.failure == nil)
    }

    @Test func `whole segments are loaded instead of parts when all media is decoded`() throws {
        let playback = try playback(level: .decode)
        play(playback, until: 10)
        #expect(!media(playback).isEmpty)
        #expect(media(playback).allSatisfy { !$0.contains(".0.ts") && !$0.contains(".1.ts") })
    }

    @Test func `a gap segment that replaces announced parts is counted as a gap`() throws {
        let playback = try playback(faults: [.gap(.sequences(27..<28))])
        play(playback, until: 20)
        #expect(playback.controller.currentSession?.failure == nil)
        // The first part was announced before the segment became a gap.
        #expect(media(playback).filter { $0.contains("s27") }.allSatisfy { $0.hasSuffix(".0.ts") })
        #expect(playback.times(in: .gap)["video"] == .seconds(4))
    }

    @Test(
        arguments: [VerificationLevel.playlist, .demux],
        [(SampleMedia.transportStream, 8), (.transportStream, 52), (.fragments, 52)])
    func `a broadcast has the same ledger with parts and without`(
        _ level: VerificationLevel, sample: (asset: SampleMedia, start: Int)
    ) throws {
        let ending = Ending(after: .seconds(132), as: .vod)
        let listings: [PartListing?] = [
            nil, PartListing(target: .seconds(1)), PartListing(target: .milliseconds(480)),
            PartListing(target: .seconds(1), hasHints: false),
        ]
        let ledgers = try listings.map { parts in
            let playback = try playback(
                of: sample.asset, level: level, parts: parts, ending: ending,
                packing: { $0.start = StartPoint(offset: .seconds(Int64(sample.start))) })
            play(playback, until: 25)
            try expectSound(playback)
            let isNear = parts != nil && sample.start > 50 && level == .demux
            let hasParts = media(playback, "").contains { $0.split(separator: ".").count == 4 }
            #expect(hasParts == isNear)
            playback.run(until: 120)
            try expectSound(playback)
            return try #require(playback.ledger)
        }
        let first = ledgers[0]
        for ledger in ledgers.dropFirst() {
            #expect(ledger.tracks == first.tracks)
            #expect(ledger.live == first.live)
        }
    }

    // MARK: Losses

    /// Returns an audio stream that lacks four frames in each second.
    private static func holed(_ bytes: [UInt8]) -> [UInt8] {
        let packets = EditedPackets(bytes)
        let frames = packets.units(of: TransportPackets(bytes).busiest)
        let lost = frames.indices.filter { (20..<24).contains($0 % 47) }.flatMap { frames[$0] }
        return packets.without(lost).renumbered.bytes
    }

    @Test(arguments: [nil, 1000, 500, 300] as [Int64?])
    func `frames of audio that are missing within parts are in the ledger`(
        milliseconds: Int64?
    ) throws {
        let loader = ScriptedLoader(
            (0..<6).map { ("audio-en/segment-\($0).ts", .changed { Self.holed($0) }) })
        let playback = try playback(
            parts: milliseconds.map { PartListing(target: .milliseconds($0)) }, behind: loader)
        play(playback, until: 30)
        let ledger = try #require(playback.ledger)
        #expect(!ledger.isSound)
        let missing = playback.times(in: .missing).values.reduce(MediaTime.zero, +)
        // About 25 seconds are played, and 85 milliseconds of each second are missing.
        #expect(missing > .milliseconds(1200), "\(missing)")
    }

    /// Returns a segment that lacks two successive pictures at three positions.
    ///
    /// The argument `first` shifts these positions, so that they differ from segment to segment.
    private static func thinned(_ bytes: [UInt8], from first: Int) -> [UInt8] {
        let packets = EditedPackets(bytes)
        let pictures = packets.units(of: 0x100)
        let starts = [first + 1, first + 32, first + 62]
        let lost = starts.flatMap { start in pictures[start..<start + 2].flatMap(\.self) }
        return packets.without(lost).renumbered.bytes
    }

    @Test(arguments: [nil, 1000, 500, 300, 200] as [Int64?])
    func `two pictures that are absent at any position in a part are missing in the ledger`(
        milliseconds: Int64?
    ) throws {
        let loader = ScriptedLoader(
            (0..<6).map { index in
                (
                    "video-540p/segment-\(index).ts",
                    .changed { Self.thinned($0, from: 4 * index) }
                )
            })
        let playback = try playback(
            parts: milliseconds.map { PartListing(target: .milliseconds($0)) }, behind: loader)
        play(playback, until: 30)
        let ledger = try #require(playback.ledger)
        #expect(!ledger.isSound)
        let missing = playback.times(in: .missing)["video"] ?? .zero
        // Each segment of four seconds lacks three times 80 milliseconds.
        #expect(missing >= .milliseconds(1600) && missing < .milliseconds(2000), "\(missing)")
    }
}
