import Containers
import HeadlessPlayback
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// Segments of less than half a second at the end of a presentation.
struct ShortSegmentTests {
    private static let video = 0x100
    private static let audio = 0x101

    // MARK: Films whose last segment is short

    /// A film of one-second segments, the last of which is shorter.
    @Suite(.enabled(if: MadeFile.canBeMade, "needs ffmpeg"))
    struct Films {
        private let scratch = ScratchFolder()

        private func make(video: Double, audio: Double, _ encoder: String = MadeFile.h264) -> Bool {
            ShellCommand.succeeds(
                "cd '\(scratch.path)' && ffmpeg -v error -nostdin -y -bitexact"
                    + " \(MadeFile.video(video)) \(MadeFile.audio(audio)) \(encoder) -c:a aac"
                    + " -f hls -hls_time 1 -hls_playlist_type vod"
                    + " -hls_segment_filename 's%d.ts' i.m3u8 2>&1")
        }

        private func play(
            _ change: (@Sendable (EditedPackets) -> EditedPackets)? = nil,
            _ configure: (inout PlaybackOptions) -> Void = { _ in }
        ) -> Playback {
            let script = change.map { change in
                [("s4.ts", ScriptedLoader.Answer.changed { change(EditedPackets($0)).bytes })]
            }
            return Playback(loader: ScriptedLoader(script ?? []), configure)
                .play(Video(url: "\(scratch.path)/i.m3u8"))
        }

        @Test(arguments: [1, 3, 4])
        func `a last segment with less than half of its pictures fails`(count: Int) throws {
            try #require(make(video: 4.4, audio: 4.4))
            let playback = play { packets in
                let pictures = packets.units(of: ShortSegmentTests.video)
                return packets.without(
                    pictures.dropFirst(count).flatMap(\.self)
                        + packets.indexes(of: ShortSegmentTests.audio))
            }
            #expect(playback.recorder.lifecycle.last != .end)
            let failure = playback.controller.ledgers.last?.failure.map { "\($0)" } ?? ""
            #expect(failure.contains("s4.ts"), "\(failure)")
        }

        @Test func `pictures count as missing where exactly half of a last segment is absent`()
            throws
        {
            try #require(make(video: 4.4, audio: 4.4))
            let playback = play { packets in
                let pictures = packets.units(of: ShortSegmentTests.video)
                return packets.without(pictures.dropFirst(5).flatMap(\.self))
            }
            #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
            #expect(playback.times(in: .missing)["video"] == .milliseconds(200))
        }

        @Test(arguments: [(4.6, 4.6), (4.6, 3.98)] as [(Double, Double)])
        func `more than half a second of audio that a last segment lacks completely is missing`(
            lengths: (video: Double, audio: Double)
        ) throws {
            try #require(make(video: lengths.video, audio: lengths.audio))
            let playback = play { packets in
                packets.without(packets.indexes(of: ShortSegmentTests.audio))
            }
            #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
            let missing = playback.times(in: .missing)
            #expect(missing["video"] == nil)
            #expect(abs((missing["audio"]?.seconds ?? 0) - 0.6) < 0.1)
            let findings = playback.ledger?.tracks.flatMap(\.findings) ?? []
            #expect(findings.contains { $0.cause.contains("the segment has no sample of it") })
        }

        @Test func `playback may start in a last segment without audio`() throws {
            try #require(make(video: 4.4, audio: 4))
            let start = "#EXT-X-START:TIME-OFFSET=4.1\n#EXTINF"
            let loader = ScriptedLoader([
                (
                    "i.m3u8",
                    .changed { playlist in
                        let text = String(decoding: playlist, as: UTF8.self)
                        return Array(
                            text.replacing("#EXTINF", with: start, maxReplacements: 1).utf8)
                    }
                )
            ])
            let playback = Playback(loader: loader).play(Video(url: "\(scratch.path)/i.m3u8"))
            #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
            #expect(playback.ledger?.isSound == true, "\(playback.times(in: .missing))")
        }

        @Test(
            arguments: [
                (4.4, 4.4), (4.04, 4.04), (4.04, 4), (4.08, 3.9), (4.12, 4), (4.2, 4), (4.4, 4),
            ] as [(Double, Double)], [MadeFile.h264, MadeFile.reordered])
        func `a film with a short last segment is whole`(
            lengths: (video: Double, audio: Double), encoder: String
        ) throws {
            try #require(make(video: lengths.video, audio: lengths.audio, encoder))
            let playback = play()
            #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
            #expect(playback.ledger?.isSound == true, "\(playback.times(in: .missing))")
        }

        @Test(
            arguments: ["x264-params open-gop=1", "x265-params log-level=none:open-gop=0:radl=8"],
            ["mpegts", "fmp4"])
        func `a first segment need not have the pictures before the second keyframe`(
            encoder: String, type: String
        ) throws {
            let groups = "bframes=8:b-adapt=0:keyint=54:min-keyint=54:scenecut=0"
            let film = MadeFile(
                "i.m3u8",
                "\(MadeFile.video(13)) -c:v lib\(encoder.prefix(4)) -preset fast"
                    + " -pix_fmt yuv420p -\(encoder):\(groups) -f hls -hls_time 2"
                    + " -hls_playlist_type vod -hls_segment_type \(type)")
            let path = try #require(film.make(in: scratch))
            let playback = Playback().play(Video(url: path))
            #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
            #expect(playback.ledger?.isSound == true, "\(playback.times(in: .missing))")
        }
    }

    // MARK: Segments without a sample

    /// Plays the sample, and then `byteCount` bytes as a segment that declares one frame.
    private func play(last: String, byteCount: Int) throws -> Playback {
        let names = (0...4).map { "#EXTINF:\($0 < 4 ? "2" : last),\nsegment-\($0).ts" }
        let lines =
            ["#EXTM3U", "#EXT-X-TARGETDURATION:2"] + names
            + ["#EXTINF:0.04,\ntail.ts", "#EXT-X-ENDLIST"]
        let request = ResourceRequest(
            url: "\(SampleMedia.single.folder)/segment-4.ts", kind: .segment)
        let bytes = try StandardLoader().load(request).body.bytes()
        let loader = ScriptedLoader([
            ("index.m3u8", .bytes(Array(lines.joined(separator: "\n").utf8))),
            ("tail.ts", .bytes(Array(bytes.prefix(byteCount)))),
        ])
        return Playback(loader: loader).play(SampleMedia.single.video())
    }

    @Test(arguments: [188, 282, 376, 564])
    func `a transport stream without its only frame fails`(byteCount: Int) throws {
        let playback = try play(last: "2", byteCount: byteCount)
        #expect(playback.recorder.lifecycle.last != .end)
    }

    @Test func `an empty last segment is not missing if the segment before it has its frame`()
        throws
    {
        let playback = try play(last: "1.96", byteCount: 564)
        #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
        #expect(playback.ledger?.isSound == true, "\(playback.times(in: .missing))")
    }

    // MARK: The tolerance

    @Test(
        arguments: [
            (400, 160, 160), (400, 199, 199), (400, 200, nil), (1000, 500, nil),
            (1000, 499, 499), (1500, 1000, nil), (80, 40, nil), (120, 40, 40), (41, 0, nil),
            (100, 0, nil), (120, 0, 0),
        ] as [(Int64, Int64, Int64?)])
    func `a short segment is truncated if it has less than half of its media`(
        declared: Int64, found: Int64, shortfall: Int64?
    ) {
        let result = SegmentPromise(.milliseconds(declared)).shortfall(
            of: [.zero ..< .milliseconds(found)], beside: [])
        #expect(result == shortfall.map(MediaTime.milliseconds))
    }

    @Test func `a part of a segment may have none of the media of its time`() {
        let result = SegmentPromise(.milliseconds(400)).shortfall(of: [.zero ..< .milliseconds(20)])
        #expect(result == nil)
    }
}
