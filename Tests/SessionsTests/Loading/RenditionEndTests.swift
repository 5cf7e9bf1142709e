import HeadlessPlayback
import TestSupport
import Testing
import Transport

/// Missing frames are found even if playback then changes to another rendition.
@Suite struct RenditionEndTests {
    private static let video = 0x100
    private static let audio = 0x101
    private let scratch = ScratchFolder()

    /// Plays an asset with a limited peak bitrate, and removes the limit after some seconds.
    private func play(
        _ url: String, _ loader: ScriptedLoader, from peak: Int64, until second: Double = 5
    ) -> Playback {
        let playback = Playback(loader: loader) {
            $0.preferredPeakBitRate = peak
            $0.bufferOptimizer = BufferOptimizer(
                minimumDuration: .seconds(4), maximumDuration: .seconds(4))
        }
        playback.controller.setVideos([Video(url: url)])
        playback.run(until: second)
        playback.controller.setPreferredPeakBitRate(0)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        return playback
    }

    /// Returns the time at which the best variant stream starts.
    private func start(of playback: Playback) -> MediaTime {
        let variants = playback.ledger?.variants ?? []
        #expect(variants.count == 2)
        return variants.last?.start ?? .zero
    }

    /// Returns a change that removes the last PES packets of a stream.
    private func without(_ count: Int, of identifier: Int) -> ScriptedLoader.Answer {
        .changed { bytes in
            let packets = EditedPackets(bytes)
            let last = packets.units(of: identifier).suffix(count)
            return packets.without(last.flatMap(\.self)).bytes
        }
    }

    @Test(arguments: 0..<4)
    func `two pictures cut from a transport stream before a variant switch are missing`(number: Int)
    {
        let name = "video-234p/segment-\(number).ts"
        let loader = ScriptedLoader([(name, .changed { $0.withoutLastPictures(2) })])
        let playback = play(SampleMedia.transportStream.path, loader, from: 200_000)
        let isPlayed = start(of: playback) > .seconds(Int64(number) * 4)
        #expect(isPlayed == (number < 3))
        let missing = playback.times(in: .missing)
        #expect(missing == (isPlayed ? ["video": .milliseconds(80)] : [:]))
    }

    @Test func `the finding of missing pictures names both segments`() {
        let loader = ScriptedLoader([
            ("234p/segment-2.ts", .changed { $0.withoutLastPictures(2) })
        ])
        let playback = play(SampleMedia.transportStream.path, loader, from: 200_000)
        let findings = playback.ledger?.tracks.flatMap(\.findings) ?? []
        // The other pictures of the segment show that one of the two is missing among them.
        let expected: [Range<MediaTime>] = [
            .milliseconds(11_840)..<(.milliseconds(11_880)),
            .milliseconds(11_960)..<(.seconds(12)),
        ]
        #expect(findings.map(\.interval) == expected)
        let cause = findings.last?.cause ?? ""
        #expect(cause.contains("540p/segment-3.ts: pictures are absent between"), "\(cause)")
        #expect(cause.contains("234p/segment-2.ts and it"), "\(cause)")
    }

    @Test(arguments: 0..<4)
    func `two pictures cut from a fragment before a variant switch are missing`(number: Int) {
        let start = [794, 22_888, 48_168, 73_357][number]
        let loader = ScriptedLoader([
            ("video-180p/media.mp4", .changed { withoutLastSamples(2, in: $0, from: start) })
        ])
        let playback = play(SampleMedia.fragments.path, loader, from: 120_000, until: 2)
        let isPlayed = self.start(of: playback) > .seconds(Int64(number) * 3)
        #expect(isPlayed == (number < 2))
        let missing = playback.times(in: .missing)
        #expect(missing.keys.sorted() == (isPlayed ? ["video"] : []))
        let expected = isPlayed ? 2.0 / 30 : 0
        #expect(abs((missing["video"] ?? .zero).seconds - expected) < 0.001, "\(missing)")
    }

    /// Plays two variant streams with muxed audio; both are made from the same stream.
    private func playMuxed(
        _ change: (_ variant: String, _ segments: inout [[UInt8]]) -> Void
    ) -> Playback {
        let folder = SampleMedia.single.folder
        let names = (0..<5).map { "segment-\($0).ts" }
        var text = "#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n"
        for (variant, bandwidth) in [("low", 150_000), ("high", 900_000)] {
            var segments = names.map { fileBytes("\(folder)/\($0)") }
            change(variant, &segments)
            for (name, bytes) in zip(names, segments) {
                scratch.put(bytes, at: "\(variant)/\(name)")
            }
            scratch.put(fileBytes("\(folder)/index.m3u8"), at: "\(variant)/index.m3u8")
            text += "#EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth)\n\(variant)/index.m3u8\n"
        }
        scratch.put(Array(text.utf8), at: "index.m3u8")
        return play("\(scratch.path)/index.m3u8", ScriptedLoader(), from: 200_000, until: 1)
    }

    @Test(arguments: 0..<4, [0, 1, 2, 3])
    func `audio frames cut from muxed segments before a variant switch are missing`(
        number: Int, count: Int
    ) {
        let playback = playMuxed { variant, segments in
            guard variant == "low" else { return }
            let packets = EditedPackets(segments[number])
            let last = packets.units(of: Self.audio).suffix(count)
            segments[number] = packets.without(last.flatMap(\.self)).bytes
        }
        let isPlayed = start(of: playback) > .seconds(Int64(number) * 2)
        let missing = playback.times(in: .missing)
        #expect(missing.keys.sorted() == (isPlayed && count > 0 ? ["audio"] : []))
        let expected = isPlayed ? Double(count) * 1024 / 48_000 : 0
        #expect(abs((missing["audio"] ?? .zero).seconds - expected) < 0.001, "\(missing)")
    }

    @Test(arguments: ["low", "high"])
    func `variants that divide their audio at other times have nothing missing`(later: String) {
        let playback = playMuxed { variant, segments in
            guard variant == later else { return }
            var streams = segments.map { EditedPackets($0) }
            for place in 0..<4 {
                let moved = streams[place + 1].units(of: Self.audio).prefix(3).flatMap(\.self)
                streams[place].all += moved.map { streams[place + 1].all[$0] }
                streams[place + 1] = streams[place + 1].without(moved)
            }
            segments = streams.map(\.renumbered.bytes)
        }
        #expect(playback.ledger?.isSound == true, "\(playback.times(in: .missing))")
    }

    @Test(arguments: [1.0, 2, 3, 5, 7])
    func `complete variants have nothing missing however often they are switched`(interval: Double)
    {
        var changes = 0
        for sample in [SampleMedia.transportStream, .fragments] {
            let playback = Playback {
                $0.preferredPeakBitRate = 120_000
                $0.bufferOptimizer = BufferOptimizer(
                    minimumDuration: .seconds(2), maximumDuration: .seconds(2))
            }
            playback.controller.setVideos([sample.video()])
            for step in 1..<Int(24 / interval) {
                playback.run(until: Double(step) * interval)
                playback.controller.setPreferredPeakBitRate(step.isMultiple(of: 2) ? 120_000 : 0)
            }
            playback.controller.run()
            changes += (playback.ledger?.variants.count ?? 1) - 1
            #expect(playback.ledger?.isSound == true)
        }
        #expect(changes > 0)
    }

    @Test(arguments: 0..<4)
    func `audio frames cut from a rendition before a switch of its group are missing`(number: Int) {
        for count in [0, 1, 2] {
            let name = "audio-en/segment-\(number).ts"
            let loader = ScriptedLoader([
                (name, without(count, of: Self.video)),
                ("ts-multivariant/index.m3u8", .changed { Self.otherGroup($0) }),
            ])
            let playback = play(SampleMedia.transportStream.path, loader, from: 200_000)
            let missing = playback.times(in: .missing)["audio"] ?? .zero
            #expect(abs(missing.seconds - Double(count) * 1024 / 48_000) < 0.001, "\(missing)")
        }
    }

    /// Returns the multivariant playlist; only its best variant stream still has French audio.
    private static func otherGroup(_ bytes: [UInt8]) -> [UInt8] {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            line.contains("audio-fr")
                ? line.replacing("GROUP-ID=\"audio\"", with: "GROUP-ID=\"other\"")
                : line.contains("960x540")
                    ? line.replacing("AUDIO=\"audio\"", with: "AUDIO=\"other\"") : line[...]
        }
        return Array(lines.joined(separator: "\n").utf8)
    }
}

/// Returns a file without the last samples of the fragment at a given offset.
///
/// A `free` box replaces the entries of these samples.
private func withoutLastSamples(_ count: Int, in bytes: [UInt8], from start: Int) -> [UInt8] {
    func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    func word(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    let name = Array("trun".utf8)
    guard let place = (start..<bytes.count).first(where: { bytes[$0...].starts(with: name) }) else {
        return bytes
    }
    let start = place - 4
    let fields = [8, 9, 10, 11].count { number(place + 4) >> $0 & 1 == 1 }
    let freed = 4 * fields * count
    let size = number(start) - freed
    var changed = bytes
    changed.replaceSubrange(start..<place, with: word(size))
    changed.replaceSubrange(place + 8..<place + 12, with: word(number(place + 8) - count))
    let free = word(freed) + Array("free".utf8)
    changed.replaceSubrange(start + size..<start + size + 8, with: free)
    return changed
}
