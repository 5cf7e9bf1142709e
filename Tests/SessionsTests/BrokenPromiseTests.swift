import Containers
import HeadlessPlayback
import TestSupport
import Testing
import Transport
import VirtualTime

/// Assets that lack media announced by their playlists, or have media in unusual forms.
@Suite struct BrokenPromiseTests {
    private func bytes(_ sample: SampleMedia, _ names: String...) throws -> [UInt8] {
        try names.flatMap { name in
            let request = ResourceRequest(url: "\(sample.folder)/\(name)", kind: .segment)
            return try StandardLoader().load(request).body.bytes()
        }
    }

    private func playlist(_ lines: String...) -> ScriptedLoader.Answer {
        .bytes(
            Array((["#EXTM3U", "#EXT-X-TARGETDURATION:30"] + lines).joined(separator: "\n").utf8))
    }

    /// Returns a playback of the sample `single` with another playlist.
    private func single(
        _ lines: String..., script: [(String, ScriptedLoader.Answer)] = [],
        _ configure: (inout PlaybackOptions) -> Void = { _ in }
    ) -> Playback {
        let text = (["#EXTM3U", "#EXT-X-TARGETDURATION:30"] + lines + ["#EXT-X-ENDLIST"])
            .joined(separator: "\n")
        let loader = ScriptedLoader([("index.m3u8", .bytes(Array(text.utf8)))] + script)
        return Playback(loader: loader, configure)
    }

    private func segments(_ seconds: String, _ numbers: ClosedRange<Int> = 0...4) -> String {
        numbers.map { "#EXTINF:\(seconds),\nsegment-\($0).ts" }.joined(separator: "\n")
    }

    /// A transport stream without the packets of its audio.
    private static let withoutAudio = ScriptedLoader.Answer.changed { bytes in
        stride(from: 0, to: bytes.count, by: 188).flatMap { start -> ArraySlice<UInt8> in
            let isAudio = bytes[start + 1] & 0x1F == 1 && bytes[start + 2] == 1
            return isAudio ? [] : bytes[start..<start + 188]
        }
    }

    /// The answer for a transport stream whose audio has earlier timestamps, in ticks of 90 kHz.
    private static func earlierAudio(by ticks: Int) -> ScriptedLoader.Answer {
        .changed { source in
            var bytes = source
            for start in stride(from: 0, to: bytes.count, by: 188)
            where bytes[start + 1] & 0x5F == 0x41 && bytes[start + 2] == 1 {
                let field = bytes[start + 3] & 0x20 == 0 ? 0 : 1 + Int(bytes[start + 4])
                let place = start + 4 + field + 9
                let parts = bytes[place..<place + 5].map(Int.init)
                let high = (parts[0] >> 1 & 7) << 30 | parts[1] << 22 | (parts[2] >> 1) << 15
                let time = (high | parts[3] << 7 | parts[4] >> 1) - ticks
                bytes[place] = bytes[place] & 0xF1 | UInt8(time >> 30 & 7) << 1
                bytes[place + 1] = UInt8(time >> 22 & 0xFF)
                bytes[place + 2] = UInt8(time >> 15 & 0x7F) << 1 | 1
                bytes[place + 3] = UInt8(time >> 7 & 0xFF)
                bytes[place + 4] = UInt8(time & 0x7F) << 1 | 1
            }
            return bytes
        }
    }

    // MARK: Media that must not count as played

    @Test(arguments: 1...4)
    func `the ledger is not sound when a segment repeats the segment before it`(index: Int) throws {
        let repeated = try bytes(.single, "segment-\(index - 1).ts")
        let playback = single(segments("2"), script: [("segment-\(index).ts", .bytes(repeated))])
            .play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == false)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `the ledger is not sound when a long segment repeats the segment before it`() throws
    {
        let sample = SampleMedia.transportStream
        let long = try bytes(
            sample, "video-540p/segment-0.ts", "video-540p/segment-1.ts", "video-540p/segment-2.ts")
        let playback = single(
            "#EXTINF:12,\none.ts\n#EXTINF:12,\ntwo.ts",
            script: [("one.ts", .bytes(long)), ("two.ts", .bytes(long))]
        ).play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == false)
    }

    @Test(arguments: 0...4)
    func `audio that is absent from a segment counts as missing`(index: Int) {
        let playback = single(
            segments("2"), script: [("segment-\(index).ts", Self.withoutAudio)]
        ).play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
        let missing = playback.times(in: .missing)["audio"] ?? .zero
        #expect(missing > .milliseconds(1500) && missing < .milliseconds(2500))
        #expect(playback.times(in: .missing)["video"] == nil)
    }

    // The audio of the sample starts 1920 ticks before its pictures, which last 3600 ticks each.
    @Test(
        arguments: [
            (6720, "2.096", 0), (6720, "2.080", 80), (5280, "2.080", 80), (6720, "2.136", 136),
        ])
    func `only the lead of the audio, if it is not a number of pictures, excuses a short end`(
        ticks: Int, last: String, missing: Int64
    ) {
        let playback = single(
            segments("2", 0...3), "#EXTINF:\(last),\nsegment-4.ts",
            script: (0...4).map { ("segment-\($0).ts", Self.earlierAudio(by: ticks)) }
        ).play(SampleMedia.single.video())
        #expect(playback.times(in: .missing)["video"] ?? .zero == .milliseconds(missing))
        #expect(playback.ledger?.isSound == (missing == 0))
    }

    @Test func `media between segments whose timestamps jump is missing`() {
        let playback = single(
            "#EXTINF:2,\nsegment-0.ts\n#EXTINF:2,\nsegment-1.ts\n#EXTINF:2,\nsegment-3.ts"
        ).play(SampleMedia.single.video())
        #expect(playback.times(in: .missing)["video"] == .seconds(2))
    }

    @Test func `audio is missing where it ends before the video`() {
        let loader = ScriptedLoader([
            (
                "audio-en/index.m3u8",
                playlist(segments("4.01", 0...2), "#EXT-X-ENDLIST")
            )
        ])
        let playback = Playback(loader: loader).play(SampleMedia.transportStream.video())
        #expect(playback.recorder.lifecycle.last == .end)
        let missing = playback.times(in: .missing)["audio"] ?? .zero
        #expect(missing > .milliseconds(7500) && missing < .milliseconds(8500))
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `audio whose timestamps are far from the pictures is missing`() {
        let script = (0...4).map { number in
            (
                "audio-en/segment-\(number).ts",
                ScriptedLoader.Answer.changed {
                    (try? MediaShift(by: .seconds(60)).applied(to: $0)) ?? []
                }
            )
        }
        let playback = Playback(loader: ScriptedLoader(script))
            .play(SampleMedia.transportStream.video())
        #expect(playback.ledger?.isSound == false)
        #expect(playback.times(in: .missing)["audio"] ?? .zero > .seconds(9))
        #expect(playback.times(in: .missing)["video"] == nil)
        let causes = playback.ledger?.tracks.flatMap(\.findings).map(\.cause) ?? []
        // The audio of the sample starts 21 ms before the pictures.
        let apart = "the timestamps are 59.979 s after those of the variant stream"
        #expect(causes.contains { $0.hasSuffix(apart) }, "\(causes)")
    }

    @Test func `a timestamp jump without a declared discontinuity is noted in the ledger`() {
        let loader = ScriptedLoader([
            (
                "index.m3u8",
                .changed { bytes in
                    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                    return Array(
                        lines.filter { $0 != "#EXT-X-DISCONTINUITY" }.joined(separator: "\n").utf8)
                }
            )
        ])
        let playback = Playback(loader: loader).play(SampleMedia.discontinuity.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.notes == [.undeclaredDiscontinuity])
        #expect(
            Playback().play(SampleMedia.discontinuity.video()).ledger?.notes == [])
    }

    // MARK: Media that must not count as missing

    @Test func `a seek finds its target in a playlist with wrong durations`() {
        let playback = single(segments("1")) {
            $0.bufferOptimizer = BufferOptimizer(
                minimumDuration: .seconds(1), maximumDuration: .seconds(1))
        }
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 0.5)
        playback.controller.seek(to: 5.5, toleranceBefore: 0, toleranceAfter: 0)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.recorder.progress.contains(5.5))
        #expect(playback.times(in: .missing) == [:])
        #expect(playback.ledger?.imbalances == [])
    }

    @Test(arguments: ["0", "0.001", "0.5", "2", "2.09"])
    func `all media is played with any durations that the playlist states`(seconds: String) {
        let playback = single(segments(seconds)).play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.recorder.progress.suffix(2) == [10, .infinity])
        #expect(playback.controller.currentSession?.duration == .seconds(10))
        #expect(playback.ledger?.isSound == true)
        #expect(playback.ledger?.tracks.first?.time(in: .played) == .seconds(10))
    }

    @Test func `a gap segment at the start counts as a gap in every track`() {
        let playback = single("#EXT-X-GAP\n" + segments("2")).play(SampleMedia.single.video())
        #expect(playback.times(in: .gap) == ["video": .seconds(2), "audio": .seconds(2)])
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `playback reaches the end when the buffer is smaller than the required lead`() {
        let playback = single(segments("1")) {
            $0.verification = .playlist
            $0.bufferOptimizer = BufferOptimizer(
                minimumDuration: .seconds(1), maximumDuration: .seconds(1))
        }.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
    }

    @Test(arguments: [(-4, 6), (-99, 0), (4, 4), (99, 10)])
    func `playback starts at the start point of the playlist`(offset: Int, start: Double) {
        let playback = single("#EXT-X-START:TIME-OFFSET=\(offset)\n" + segments("2"))
            .play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.recorder.progress.dropFirst().first == start)
        #expect(playback.ledger?.isSound == true)
        #expect(playback.ledger?.tracks.first?.time(in: .skipped).seconds == start)
    }

    // MARK: Playback that must not stop permanently

    /// The audio has a discontinuity; the video has one at its gaps, one elsewhere, or none.
    @Test(arguments: [
        "#EXT-X-DISCONTINUITY\n#EXT-X-GAP\n#EXTINF:4,\nx.ts\n#EXT-X-GAP\n#EXTINF:4,\ny.ts",
        "#EXTINF:4,\nsegment-3.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:4,\nsegment-4.ts",
        "#EXTINF:4,\nsegment-3.ts\n#EXTINF:4,\nsegment-4.ts",
    ])
    func `playback continues when discontinuities of audio and video disagree`(rest: String) {
        let loader = ScriptedLoader([
            (
                "p/index.m3u8",
                playlist(segments("4", 0...2), rest, "#EXT-X-ENDLIST")
            ),
            (
                "audio-en/index.m3u8",
                playlist(
                    segments("4", 0...1), "#EXT-X-DISCONTINUITY", segments("4", 2...4),
                    "#EXT-X-ENDLIST")
            ),
        ])
        let playback = Playback(loader: loader) {
            $0.bufferOptimizer = BufferOptimizer(
                minimumDuration: .seconds(1), maximumDuration: .seconds(1))
        }.play(SampleMedia.transportStream.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.imbalances == [])
    }
}
