import HeadlessPlayback
import TestSupport
import Testing
import VirtualTime

@Suite struct FailureTests {
    private let video = SampleMedia.single.video()

    private func playlist(_ text: String) -> ScriptedLoader {
        ScriptedLoader([("index.m3u8", .bytes(Array(text.utf8)))])
    }

    // MARK: Playlists

    @Test(arguments: [
        "", "\n\n", "<html><body>404</body></html>", "#EXTM3U\n#EXT-X-TARGETDURATION:4\n",
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex.m3u8\n", "GIF89a",
        "#EXTM3U\n#EXTINF:4,\n", String(repeating: "x", count: 5_000_000),
    ])
    func `loading a text that is not a playable playlist fails`(text: String) {
        let playback = Playback(loader: playlist(text)).play(video)
        #expect(playback.recorder.lifecycle == [.playbackBufferEmpty, .fail])
        #expect(playback.recorder.errors.map(\.code) == [69401])
        #expect(playback.ledger?.imbalances == [])
    }

    @Test(arguments: ["/nowhere/index.m3u8", "/", SampleMedia.single.folder, "", "gopher://x/y"])
    func `loading from a missing location fails`(url: String) {
        let playback = Playback().play(Video(hlsURL: url))
        #expect(playback.recorder.lifecycle.last == .fail)
    }

    @Test func `a playlist that a busy server refuses is requested again`() {
        let loader = ScriptedLoader([("index.m3u8", .failure(.status(503), times: 2))])
        let playback = Playback(loader: loader).play(video)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.requests.retried.requests == 2)
        #expect(playback.ledger?.clock.time(in: .startup) == .seconds(3))
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `a playlist without an end tag is played as complete, and is noted`() {
        let loader = ScriptedLoader([
            (
                "index.m3u8",
                .changed { bytes in
                    let text = String(decoding: bytes, as: UTF8.self)
                    return Array(
                        text.split(separator: "\n")
                            .filter { $0 != "#EXT-X-ENDLIST" && !$0.contains("PLAYLIST-TYPE") }
                            .joined(separator: "\n").utf8)
                }
            )
        ])
        let playback = Playback(loader: loader).play(video)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.notes == [.noEndList])
    }

    // MARK: Segments

    @Test func `loading fails when the first segment is unavailable`() {
        let loader = ScriptedLoader([("segment-0.ts", .failure(.notFound, times: 9))])
        let playback = Playback(loader: loader).play(video)
        #expect(playback.recorder.lifecycle == [.playbackBufferEmpty, .fail])
        #expect("\(playback.recorder.errors[0])".hasSuffix("segment-0.ts: no such file"))
    }

    @Test func `playback fails when a later segment is unavailable`() {
        let loader = ScriptedLoader([("segment-3.ts", .failure(.status(404), times: 9))])
        let playback = Playback(loader: loader).play(video)
        #expect(playback.recorder.lifecycle.last == .failedToPlayToEndTime)
        #expect(playback.recorder.errors.map(\.code) == [69402])
        #expect(!playback.recorder.names.contains("didCompletePlaylist"))
        #expect(playback.ledger?.requests.failed.requests == 1)
    }

    @Test func `a segment that a busy server refuses is requested again`() {
        let loader = ScriptedLoader([("segment-3.ts", .failure(.status(503), times: 3))])
        let playback = Playback(loader: loader).play(video)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.requests.retried.requests == 3)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `an unavailable segment is skipped when allowed, and counts as missing`() {
        let loader = ScriptedLoader([("segment-3.ts", .failure(.status(404), times: 9))])
        let playback = Playback(loader: loader) { $0.recovery.missingSegment = .skip }.play(video)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.times(in: .missing)["video"] == .seconds(2))
        #expect(playback.times(in: .missing)["audio"] ?? .zero >= .seconds(2))
        #expect(playback.ledger?.isSound == false)
        let cause = playback.ledger?.tracks.first?.findings.first?.cause
        #expect(cause?.contains("segment-3.ts: ") == true && cause?.contains("404") == true)
    }

    @Test func `media that the playlist declares as a gap is not missing`() {
        let loader = ScriptedLoader([
            (
                "index.m3u8",
                .changed { bytes in
                    let text = String(decoding: bytes, as: UTF8.self)
                    return Array(
                        text.split(separator: "\n").flatMap {
                            $0 == "segment-2.ts" ? ["#EXT-X-GAP", $0] : [$0]
                        }.joined(separator: "\n").utf8)
                }
            )
        ])
        let playback = Playback(loader: loader).play(video)
        #expect(playback.times(in: .gap) == ["video": .seconds(2), "audio": .seconds(2)])
        #expect(playback.ledger?.isSound == true)
        #expect(!loader.asked.contains("segment-2.ts"))
    }

    @Test(arguments: [
        [UInt8](), Array("<html></html>".utf8), Array("WEBVTT\n\n".utf8),
        [UInt8](repeating: 0x47, count: 188 * 40), [UInt8](repeating: 0, count: 10_000),
    ])
    func `playback fails at a segment that is empty or not media`(bytes: [UInt8]) {
        let loader = ScriptedLoader([("segment-2.ts", .bytes(bytes))])
        let playback = Playback(loader: loader).play(video)
        #expect(
            playback.recorder.lifecycle.last == .failedToPlayToEndTime, "\(playback.recorder.trace)"
        )
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `playback fails at a truncated segment`() {
        let loader = ScriptedLoader([
            ("segment-2.ts", .changed { Array($0.prefix($0.count / 2)) })
        ])
        let playback = Playback(loader: loader).play(video)
        #expect(playback.recorder.lifecycle.last == .failedToPlayToEndTime)
    }

    @Test func `the lost part of a truncated segment counts as missing when damage is skipped`() {
        let loader = ScriptedLoader([
            ("segment-2.ts", .changed { Array($0.prefix($0.count / 188 / 2 * 188)) })
        ])
        let playback = Playback(loader: loader) { $0.recovery.damagedSegment = .skip }.play(video)
        #expect(playback.recorder.lifecycle.last == .end)
        let missing = playback.times(in: .missing)["video"] ?? .zero
        #expect(missing > .milliseconds(500) && missing < .milliseconds(1500))
        #expect(playback.ledger?.isSound == false)
    }

    @Test func `playback of a segment with flipped bits never crashes, and always ends`() {
        for seed in 0..<24 as Range<UInt64> {
            let loader = ScriptedLoader([
                (
                    "segment-1.ts",
                    .changed { bytes in
                        var random = SeededRandom(seed: seed)
                        var bytes = bytes
                        for _ in 0..<20 {
                            let place = Int.random(in: 0..<bytes.count, using: &random)
                            bytes[place] ^= UInt8.random(in: 1...255, using: &random)
                        }
                        return bytes
                    }
                )
            ])
            let playback = Playback(loader: loader).play(video)
            let last = playback.recorder.lifecycle.last
            #expect(
                last == .end || last == .failedToPlayToEndTime,
                "\(seed): \(playback.recorder.lifecycle)")
            #expect(playback.ledger?.imbalances == [])
        }
    }

    @Test func `frames that cannot be decoded count as damaged`() {
        let loader = ScriptedLoader([
            (
                "segment-1.ts",
                .changed { bytes in
                    var bytes = bytes
                    // Damages the picture data of the first frame, but not its headers.
                    for packet in 5..<40 where bytes[packet * 188 + 1] & 0x5F == 1 {
                        for offset in 40..<188 { bytes[packet * 188 + offset] ^= 0x5A }
                    }
                    return bytes
                }
            )
        ])
        let playback = Playback(loader: loader) { $0.verification = .decode }.play(video)
        #expect(playback.times(in: .damaged)["video"] ?? .zero > .zero)
        #expect(playback.ledger?.isSound == false)
    }

    // MARK: Variants

    @Test func `another variant is selected when a segment of the current one is unavailable`() {
        let loader = ScriptedLoader([
            ("video-540p/segment-2.ts", .failure(.status(404), times: 9))
        ])
        let playback = Playback(loader: loader).play(SampleMedia.transportStream.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
        #expect(loader.asked.filter { $0 == "segment-2.ts" }.count >= 2)
    }

    @Test func `another variant is selected when the playlist of a variant is unavailable`() {
        let loader = ScriptedLoader([("video-540p/index.m3u8", .failure(.notFound, times: 9))])
        let playback = Playback(loader: loader).play(SampleMedia.transportStream.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `loading fails when no variant is left`() {
        let loader = ScriptedLoader([
            ("p/index.m3u8", .failure(.notFound, times: 99))
        ])
        let playback = Playback(loader: loader).play(SampleMedia.transportStream.video())
        #expect(playback.recorder.lifecycle.last == .fail)
    }

    @Test(arguments: [("0.05", true), ("2.0", false)])
    func `an empty segment is not missing if its stated duration is tiny`(
        duration: String, ends: Bool
    ) throws {
        let folder = SampleMedia.fragments.folder + "/video-180p"
        let loader = ScriptedLoader([
            (
                "video-180p/index.m3u8",
                .changed { bytes in
                    let text = String(decoding: bytes, as: UTF8.self)
                    let last = "#EXTINF:\(duration),\nempty.m4s\n#EXT-X-ENDLIST"
                    return Array(text.replacing("#EXT-X-ENDLIST", with: last).utf8)
                }
            ),
            (
                "empty.m4s",
                .bytes([0, 0, 0, 16] + Array("styp".utf8) + Array("msdh".utf8) + [0, 0, 0, 0])
            ),
        ])
        let playback = Playback(loader: loader).play(Video(url: folder + "/index.m3u8"))
        #expect((playback.recorder.lifecycle.last == .end) == ends)
        #expect(!ends || playback.ledger?.isSound == true)
    }
}
