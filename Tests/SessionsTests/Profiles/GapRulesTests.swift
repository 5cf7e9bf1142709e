import HeadlessPlayback
import Presentation
import Sessions
import TestSupport
import Testing
import VirtualTime

/// The ways in which players jump over holes in the buffer; the ledger counts each hole.
@Suite struct GapRulesTests {
    private static func time(_ seconds: Double) -> MediaTime {
        MediaTime(seconds: seconds) ?? .zero
    }

    private static func span(_ start: Double, _ end: Double) -> Range<MediaTime> {
        time(start)..<time(end)
    }

    // MARK: Jumps

    @Test(
        arguments: [
            // The position, the end of the playable media, and the start and the target of the
            // jump.
            (0, 20, 3.5, 8.1), (3.7, 20, 3.7, 8.1), (5, 20, 5, 8.1), (8, 20, 11.5, 14.1),
            (3.7, 8, 4, 8), (5, 8, 5, 8), (5, 8.05, 5, 8.05), (12, 14, 12, 14),
        ] as [(Double, Double, Double, Double)])
    func
        `a jump begins before the hole once media after the hole is ready, and lands after the hole`(
            position: Double, readyEnd: Double, start: Double, target: Double
        ) throws
    {
        let rules = GapRules(
            tolerance: .zero, videoTolerance: .zero, lead: .milliseconds(500),
            padding: .milliseconds(100))
        let jump = try #require(
            rules.jump(
                from: Self.time(position), over: [Self.span(4, 8), Self.span(12, 14)],
                readyUpTo: Self.time(readyEnd)))
        #expect(jump.start == Self.time(start))
        #expect(jump.target == Self.time(target))
    }

    @Test func `no jump follows the last hole`() {
        let rules = GapRules(tolerance: .zero, videoTolerance: .zero)
        #expect(rules.jump(from: Self.time(8), over: [Self.span(4, 8)], readyUpTo: .zero) == nil)
        #expect(rules.jump(from: .zero, over: [], readyUpTo: .zero) == nil)
    }

    @Test func `only hls.js, media3, Shaka and VHS have gap rules`() {
        let names = PlayerProfile.all.filter { $0.policy.rules.gaps != nil }.map(\.name)
        #expect(names == ["hls.js", "media3", "shaka", "vhs"])
    }

    // MARK: Playback

    private static func gapped(_ names: Set<String>) -> ScriptedLoader {
        ScriptedLoader([
            (
                "index.m3u8",
                .changed { bytes in
                    let text = String(decoding: bytes, as: UTF8.self)
                    return Array(
                        text.split(separator: "\n").flatMap { line in
                            names.contains(String(line)) ? ["#EXT-X-GAP", line] : [line]
                        }.joined(separator: "\n").utf8)
                }
            )
        ])
    }

    private func play(_ name: String, _ loader: ScriptedLoader) throws -> Playback {
        let profile = try #require(PlayerProfile.named(name))
        let playback = Playback(loader: loader) {
            $0.adopt(profile)
            $0.recovery.segmentRetries = 0
            $0.recovery.chosenMissingSegment = .skip
        }
        return playback.play(SampleMedia.single.video())
    }

    private func end(of playback: Playback) -> Double {
        let last = playback.recorder.events.last?.instant ?? .start
        return Double(Instant.start.duration(to: last).attoseconds) / 1e18
    }

    /// Each row has a player, the expected end of the run in seconds, and the number of stalls.
    ///
    /// The sample has five segments of two seconds, of which the third is a gap.
    @Test(
        arguments: [
            ("default", 10, 0), ("chromium", 10.2, 0), ("gstreamer", 10, 0), ("hls.js", 8, 1),
            ("shaka", 7.63, 0), ("vhs", 7.97, 0), ("media3", 8, 0),
        ] as [(String, Double, Int)])
    func `a segment that is declared as a gap is jumped over`(
        name: String, seconds: Double, stalls: Int
    ) throws {
        let playback = try play(name, Self.gapped(["segment-2.ts"]))
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(abs(end(of: playback) - seconds) < 0.1, "\(end(of: playback))")
        #expect(playback.recorder.lifecycle.count { $0 == .playbackStalled } == stalls)
        #expect(playback.times(in: .gap)["video"] == .seconds(2))
        #expect(playback.ledger?.imbalances == [])
        // Shaka Player jumps before the playhead reaches the hole, and loses the media that it
        // skips.
        #expect(playback.ledger?.isSound == (name != "shaka"))
        let lost = playback.times(in: .missing)["video"] ?? .zero
        let expected = name == "shaka" ? 0.375...0.5 : 0...0
        #expect(expected.contains(lost.seconds), "\(lost)")
    }

    @Test(arguments: ["default", "hls.js", "shaka", "vhs", "media3"])
    func `a skipped unavailable segment is missing, with or without gap rules`(name: String) throws
    {
        let loader = ScriptedLoader([("segment-2.ts", .failure(.status(404), times: 99))])
        let playback = try play(name, loader)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.times(in: .missing)["video"] ?? .zero >= .milliseconds(1900))
        #expect(playback.times(in: .missing)["audio"] ?? .zero >= .milliseconds(1900))
        #expect(playback.ledger?.isSound == false)
        #expect(playback.ledger?.imbalances == [])
        #expect((end(of: playback) < 9) == (name != "default"))
        let causes = playback.ledger?.tracks.flatMap(\.findings).map(\.cause) ?? []
        #expect(causes.contains { $0.contains("404") })
    }

    @Test(arguments: ["default", "hls.js", "shaka", "vhs", "media3"])
    func `gaps at both ends of a film are counted as gaps`(name: String) throws {
        let playback = try play(name, Self.gapped(["segment-0.ts", "segment-4.ts"]))
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.times(in: .gap)["video"] == .seconds(4))
        #expect(playback.times(in: .notReached) == [:])
        #expect(playback.ledger?.imbalances == [])
        if name != "default" { #expect(end(of: playback) < 6.5) }
    }

    @Test(arguments: ["default", "hls.js", "vhs", "media3"])
    func `a seek into a gap lands after it, except under the default profile`(name: String) throws {
        let profile = try #require(PlayerProfile.named(name))
        let playback = Playback(loader: Self.gapped(["segment-2.ts"])) { $0.adopt(profile) }
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 1)
        var landing: Double?
        playback.controller.seek(to: 5, toleranceBefore: 0, toleranceAfter: 0) { _ in
            landing = playback.controller.currentSession?.position.seconds
        }
        playback.controller.run()
        let place = try #require(landing)
        #expect(name == "default" ? place == 5 : (5.9...6.2).contains(place))
        #expect(playback.times(in: .gap)["video"] == .seconds(1))
        #expect(playback.ledger?.imbalances == [])
    }

    /// Each row has a player, and the expected ends of the runs in seconds.
    ///
    /// The third segment lacks its audio in the first run, and its video in the second run. A media
    /// element waits if audio is missing, but continues for a while without video.
    @Test(
        arguments: [
            ("default", 10, 10), ("hls.js", 8, 9), ("vhs", 7.97, 10), ("media3", 8, 10),
        ] as [(String, Double, Double)])
    func `hls.js, VHS and media3 jump over holes in audio, and only hls.js over holes in video`(
        name: String, withoutSound: Double, withoutPictures: Double
    ) throws {
        for (stream, seconds) in [(0x101, withoutSound), (0x100, withoutPictures)] {
            let loader = ScriptedLoader([
                (
                    "segment-2.ts",
                    .changed { bytes in
                        let packets = EditedPackets(bytes)
                        return packets.without(packets.indexes(of: stream)).bytes
                    }
                )
            ])
            let playback = try play(name, loader)
            #expect(playback.recorder.lifecycle.last == .end)
            #expect(abs(end(of: playback) - seconds) < 0.15, "\(stream) \(end(of: playback))")
            let kind = stream == 0x101 ? "audio" : "video"
            #expect(playback.times(in: .missing)[kind] ?? .zero >= .milliseconds(1900))
            #expect(playback.ledger?.isSound == false)
            #expect(playback.ledger?.imbalances == [])
        }
    }
}
