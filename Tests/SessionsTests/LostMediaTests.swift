import Containers
import HeadlessPlayback
import TestSupport
import Testing

/// Media counts as missing if a segment lacks media that the segment or the playlist announces.
@Suite struct LostMediaTests {
    private static let video = 0x100
    private static let audio = 0x101

    /// Plays the sample `single` with a change to every segment whose name ends with a suffix.
    private func play(
        _ suffix: String, _ configure: (inout PlaybackOptions) -> Void = { _ in },
        _ change: @escaping @Sendable (EditedPackets) -> EditedPackets
    ) -> Playback {
        let loader = ScriptedLoader([
            (suffix, .changed { change(EditedPackets($0)).bytes })
        ])
        return Playback(loader: loader, configure).play(SampleMedia.single.video())
    }

    /// The lost picture is given by its segment and its place in decoding order.
    @Test(arguments: [nil, [0, 47], [1, 0], [2, 0]] as [[Int]?])
    func `a segment may be cut between reordered pictures if none of them is lost`(lost: [Int]?) {
        let playlist = EditedPackets.playlistOfReorderedPictures
        let segments = EditedPackets.cutBetweenReorderedPictures(lost: lost)
        let loader = ScriptedLoader(
            [("index.m3u8", .bytes(Array(playlist.utf8)))]
                + segments.enumerated().map { ("segment-\($0).ts", .bytes($1)) })
        let playback = Playback(loader: loader).play(SampleMedia.single.video())
        let missing: MediaTime? = lost == nil ? nil : .milliseconds(40)
        #expect(playback.times(in: .missing)["video"] == missing)
        #expect(playback.times(in: .overlapped) == [:])
        #expect(playback.ledger?.isSound == (lost == nil))
    }

    @Test func `a session fails at a segment with zeroed packets`() {
        let playback = play("segment-2.ts") { packets in
            var damaged = packets
            for index in 60..<92 { damaged.all[index] = [UInt8](repeating: 0, count: 188) }
            return damaged
        }
        #expect(playback.recorder.lifecycle.last != .end)
        #expect(playback.ledger?.isSound == true)
        let failure = playback.controller.ledgers.last?.failure.map { "\($0)" } ?? ""
        #expect(failure.contains("6016 bytes belong to no transport packet"))
    }

    @Test func `a session that skips damaged segments counts the damaged media in its ledger`() {
        let playback = play("segment-2.ts", { $0.recovery.damagedSegment = .skip }) { packets in
            var damaged = packets
            for index in 60..<92 { damaged.all[index] = [UInt8](repeating: 0, count: 188) }
            return damaged
        }
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == false)
        #expect(playback.times(in: .damaged)["video"] ?? .zero > .zero)
    }

    @Test(arguments: [([1, 0, 2, 3, 4], 2), ([3, 4, 0, 1, 2], 6)] as [([Int], Double)])
    func `media that is placed before the first segment counts as overlapped`(
        order: [Int], overlapped: Double
    ) {
        let loader = ScriptedLoader(
            order.enumerated().map { place, number in
                let file = fileBytes("\(SampleMedia.single.folder)/segment-\(number).ts")
                return ("segment-\(place).ts", .changed { _ in file })
            })
        let playback = Playback(loader: loader).play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == false)
        #expect(playback.ledger?.imbalances == [])
        for track in ["video", "audio"] {
            #expect(abs((playback.times(in: .overlapped)[track]?.seconds ?? 0) - overlapped) < 0.1)
            #expect(
                abs((playback.times(in: .played)[track]?.seconds ?? 0) + overlapped - 10) < 0.1)
        }
        let causes = playback.ledger?.tracks.flatMap(\.findings).map(\.cause) ?? []
        let cause = ".ts: the timestamps are before the end of earlier segments"
        #expect(causes.allSatisfy { $0.hasSuffix(cause) } && !causes.isEmpty, "\(causes)")
    }

    @Test(arguments: [1, 2])
    func `removed pictures are missing`(count: Int) {
        let playback = play("segment-2.ts") { packets in
            let units = packets.units(of: Self.video)
            return packets.without(units[20..<20 + count].flatMap(\.self)).renumbered
        }
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.times(in: .missing)["video"] == .milliseconds(Int64(40 * count)))
        let findings = playback.ledger?.tracks.flatMap(\.findings) ?? []
        #expect(findings.contains { $0.cause.contains("samples are missing") })
    }

    @Test func `two pictures that are absent before a skipped segment count as missing`() {
        for isCut in [false, true] {
            var script: [(String, ScriptedLoader.Answer)] = [
                ("segment-4.ts", .failure(.status(404), times: 9))
            ]
            if isCut { script.append(("segment-3.ts", .changed { Self.cut($0) })) }
            let loader = ScriptedLoader(script)
            let playback = Playback(loader: loader) { $0.recovery.missingSegment = .skip }
                .play(SampleMedia.single.video())
            let found = playback.times(in: .missing)["video"] ?? .zero
            #expect(found == .milliseconds(isCut ? 2080 : 2000))
        }
    }

    @Test func `the only picture of each segment lasts for the duration of its segment`() {
        let playback = play(".ts") { packets in
            packets.without(packets.units(of: Self.video).dropFirst().flatMap(\.self)).renumbered
        }
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true, "\(playback.times(in: .missing))")
        #expect(playback.times(in: .played)["video"] == .seconds(10))
    }

    @Test(arguments: [0, 2])
    func `pictures are missing in a segment that has only one of them`(place: Int) {
        let playback = play("segment-\(place).ts") { packets in
            packets.without(packets.units(of: Self.video).dropFirst().flatMap(\.self)).renumbered
        }
        let missing = playback.times(in: .missing)["video"]?.seconds ?? 0
        #expect(abs(missing - 1.96) < 0.05, "\(missing)")
    }

    @Test func `audio packets that appear twice count as overlapped`() {
        let playback = play("segment-2.ts") { packets in
            let unit = packets.units(of: Self.audio)[2]
            var double = packets
            double.all.insert(
                contentsOf: unit.map { packets.all[$0] }, at: (unit.last ?? 0) + 1)
            return double.renumbered
        }
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.times(in: .overlapped)["audio"] ?? .zero > .zero)
        #expect(playback.times(in: .overlapped)["video"] == nil)
    }

    /// Returns a segment without the last two pictures in decoding order.
    private static func cut(_ bytes: [UInt8]) -> [UInt8] {
        let packets = EditedPackets(bytes)
        return packets.without(packets.units(of: video).suffix(2).flatMap(\.self)).bytes
    }

    @Test func `audio that every program map announces and no segment has is missing`() {
        let playback = play(".ts") { packets in
            packets.without(packets.indexes(of: Self.audio))
        }
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == false)
        #expect(playback.times(in: .missing)["audio"] ?? .zero > .seconds(9))
    }

    @Test func `video that every program map announces and no segment has is missing`() {
        let playback = play(".ts") { packets in
            packets.without(packets.indexes(of: Self.video))
        }
        #expect(playback.ledger?.isSound == false)
        #expect(playback.times(in: .missing)["video"] ?? .zero > .seconds(9))
    }

    // The window of an ended audio playlist may begin before the window of the video.
    @Test(arguments: [(true, 0, true), (true, 1, true), (false, 0, true), (false, 1, false)])
    func `audio before the first picture is missing, unless the video was removed from a window`(
        isVOD: Bool, sequence: Int, isMissing: Bool
    ) {
        let loader = ScriptedLoader(
            ["video-234p", "video-360p", "video-540p", "audio-en"].map { folder in
                (
                    "\(folder)/index.m3u8",
                    .changed { bytes in
                        let text = String(decoding: bytes, as: UTF8.self)
                        let first = "#EXTINF:4.000000,\nsegment-0.ts\n"
                        let type = "#EXT-X-PLAYLIST-TYPE:VOD\n"
                        let number = folder == "audio-en" ? 0 : sequence
                        let edited = text.replacing(first, with: "")
                            .replacing("SEQUENCE:0", with: "SEQUENCE:\(number)")
                        return Array((isVOD ? edited : edited.replacing(type, with: "")).utf8)
                    }
                )
            })
        let playback = Playback(loader: loader).play(SampleMedia.transportStream.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == !isMissing)
        #expect(playback.ledger?.imbalances == [])
        guard isMissing else { return }
        #expect(playback.times(in: .missing)["video"] == nil)
        let missing = playback.times(in: .missing)["audio"]?.seconds ?? 0
        #expect(abs(missing - 4) < 0.1, "\(missing)")
        let finding = playback.ledger?.tracks.first { $0.name == "audio" }?.findings.first
        #expect(finding?.cause == "the timestamps are before the first picture")
    }

    @Test func `both container readers give the same playback`() {
        for sample in SampleMedia.allCases {
            let plays = DemuxerChoice.allCases.map { choice in
                Playback { $0.demuxer = choice }.play(sample.video())
            }
            #expect(plays[0].ledger == plays[1].ledger, "\(sample)")
            #expect(plays[0].ledger?.isSound == true, "\(sample)")
        }
    }
}
