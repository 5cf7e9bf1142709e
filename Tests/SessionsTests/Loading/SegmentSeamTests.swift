import HeadlessPlayback
import TestSupport
import Testing

/// Missing frames of packed audio that only other segments or exact durations reveal.
@Suite struct SegmentSeamTests {
    private static let names = ["segment-0.aac", "segment-1.aac", "segment-2.aac"]
    private let folder = "\(SampleMedia.folder)/packed-audio"
    private let scratch = ScratchFolder()

    /// Returns the byte ranges of the frames of a segment, found by their headers.
    private func frames(_ bytes: [UInt8]) -> [Range<Int>] {
        var place = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
        var frames: [Range<Int>] = []
        while place + 7 <= bytes.count {
            let size =
                Int(bytes[place + 3] & 3) << 11 | Int(bytes[place + 4]) << 3
                | Int(bytes[place + 5] >> 5)
            frames.append(place..<place + size)
            place += size
        }
        return frames
    }

    /// Plays the sample after the closures have changed its segments and its playlist.
    private func play(
        _ change: (String, inout [UInt8]) -> Void, playlist: (String) -> String = { $0 }
    ) -> Playback {
        for name in Self.names {
            var bytes = fileBytes("\(folder)/\(name)")
            change(name, &bytes)
            scratch.put(bytes, at: name)
        }
        let text = String(decoding: fileBytes("\(folder)/index.m3u8"), as: UTF8.self)
        scratch.put(Array(playlist(text).utf8), at: "index.m3u8")
        return Playback().play(Video(url: "\(scratch.path)/index.m3u8"))
    }

    @Test(arguments: names, [0, 40, 120])
    func `a removed audio frame is missing`(name: String, number: Int) throws {
        let playback = play { file, bytes in
            if file == name { bytes.removeSubrange(frames(bytes)[number]) }
        }
        let missing = try #require(playback.ledger?.tracks.first).time(in: .missing)
        #expect(abs(missing.seconds - 1024.0 / 44_100) < 0.001, "\(missing)")
        #expect(playback.ledger?.isSound == false)
    }

    @Test func `complete segments have nothing missing with any rounding of their durations`() {
        let rounded = [
            play({ _, _ in }),
            play({ _, _ in }, playlist: { $0.replacing("4.017052", with: "4") }),
            play(
                { _, _ in },
                playlist: {
                    $0.replacing("4.017052", with: "4").replacing("3.993832", with: "4")
                }),
        ]
        for playback in rounded { #expect(playback.ledger?.isSound == true) }
    }

    @Test func `rounded durations cannot prove a missing frame`() {
        let playback = play(
            { file, bytes in
                if file == Self.names[2] { bytes.removeSubrange(frames(bytes)[40]) }
            },
            playlist: { $0.replacing("4.017052", with: "4").replacing("3.993832", with: "4") })
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `a frame that is missing before a discontinuity is not counted`() {
        let playback = play(
            { file, bytes in
                if file == Self.names[0] { bytes.removeSubrange(frames(bytes)[40]) }
            },
            playlist: {
                $0.replacing("4.017052", with: "4")
                    .replacing(
                        "segment-0.aac\n#EXTINF",
                        with: "segment-0.aac\n#EXT-X-DISCONTINUITY\n#EXTINF")
            })
        #expect(playback.ledger?.isSound == true)
    }

    @Test(
        arguments: [
            (0, 0, "0.696599"), (8, 0, "0.696599"), (12, 0, "0.696599"), (12, 0, "0.7"),
            (0, 12, "0.696599"),
        ])
    func `exact durations reveal frames that are missing at the start of a timeline`(
        removed: Int, removedAtEnd: Int, duration: String
    ) throws {
        let bytes = fileBytes("\(folder)/segment-0.aac")
        let frames = frames(bytes)
        let header = bytes[..<frames[0].lowerBound]
        var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n"
        for index in 0..<5 {
            let first = index == 0 ? removed : index * 30
            let last = index * 30 + 29 - (index == 0 ? removedAtEnd : 0)
            // The tag ends with the timestamp of the segment, in ticks of 90 kHz.
            let ticks = 900_000 + first * 1024 * 90_000 / 44_100
            var piece = Array(header.dropLast(4))
            piece += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ticks >> $0) }
            piece += bytes[frames[first].lowerBound..<frames[last].upperBound]
            scratch.put(piece, at: "piece-\(index).aac")
            text += "#EXTINF:\(duration),\npiece-\(index).aac\n"
        }
        scratch.put(Array((text + "#EXT-X-ENDLIST\n").utf8), at: "index.m3u8")
        let playback = Playback().play(Video(url: "\(scratch.path)/index.m3u8"))
        let missing = try #require(playback.ledger?.tracks.first).time(in: .missing)
        // The hole after the first segment shows the frames that are missing at its end.
        let count = removed == 12 && duration != "0.7" ? 12 : removedAtEnd
        let expected = Double(count) * 1024 / 44_100
        #expect(abs(missing.seconds - expected) < 0.001, "\(missing)")
        #expect(playback.ledger?.isSound == (count == 0))
    }
}
