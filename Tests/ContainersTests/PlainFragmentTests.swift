import Containers
import Testing
import VirtualTime

/// Fragments read without libavformat have the same contents as fragments read with it.
@Suite struct PlainFragmentTests {
    private struct FailingInput: ContainerInput {
        let input: MemoryInput
        let end: Int64
        var byteCount: Int64? { input.byteCount }

        func read(
            at offset: Int64, into buffer: inout MutableRawSpan
        ) throws(ContainerInputError) -> Int {
            guard offset < end else {
                throw ContainerInputError(CancellationError(), offset: offset)
            }
            return min(try input.read(at: offset, into: &buffer), Int(end - offset))
        }
    }

    /// Returns the types and ranges of the boxes of a file.
    private func boxes(_ bytes: [UInt8]) -> [(type: String, range: Range<Int>)] {
        var found: [(type: String, range: Range<Int>)] = []
        var index = 0
        while index + 8 <= bytes.count {
            let size = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, index + size <= bytes.count else { break }
            let type = String(decoding: bytes[index + 4..<index + 8], as: UTF8.self)
            found.append((type, index..<index + size))
            index += size
        }
        return found
    }

    private func demux(
        _ initialization: [UInt8], _ media: any ContainerInput
    ) -> Result<DemuxedSegment, ContainerError> {
        Result { () throws(ContainerError) in
            try SegmentDemuxer().demux(initialization: MemoryInput(initialization), media: media)
        }
    }

    /// Adds an unusual box before the movie box, so that libavformat is required.
    private func unusual(_ initialization: [UInt8]) -> [UInt8] {
        [0, 0, 0, 8] + Array("pdin".utf8) + initialization
    }

    /// Returns whether media is read without libavformat.
    ///
    /// libavformat is recognized because it requests many bytes at once.
    private func isPlain(_ initialization: [UInt8], _ media: [UInt8]) -> Bool {
        let input = LoggedInput(input: MemoryInput(media), prefixCount: initialization.count)
        guard case .success = demux(initialization, input) else { return false }
        return !input.log.isOfLibavformat
    }

    /// Reads a segment with and without libavformat, and expects equal results.
    private func expectEqual(
        _ initialization: [UInt8], _ media: [UInt8], _ comment: @autoclosure () -> String = ""
    ) {
        let input = MemoryInput(media)
        let plain = demux(initialization, input)
        let judged = Result { () throws(ContainerError) in
            try SegmentDemuxer(demuxer: .libavformat).demux(
                initialization: MemoryInput(initialization), media: input)
        }
        let place = comment()
        #expect(plain == judged, "\(place)")
    }

    private let initialization = Fixture.initialization.bytes
    private let fragment = Fixture.fragment.bytes

    @Test func `plain fragments are read without libavformat`() {
        #expect(isPlain(initialization, fragment))
        #expect(!isPlain(unusual(initialization), fragment))
        expectEqual(initialization, fragment)
    }

    @Test func `fragments may be concatenated`() throws {
        let whole = try demux(initialization, Fixture.fragment.input).get()
        // This fragment starts three seconds after `fragment`. The decode times are the last four
        // bytes of the `tfdt` boxes.
        var later = fragment
        for index in 0..<later.count - 24 where later[index..<index + 4].elementsEqual("tfdt".utf8)
        {
            let scale = index < 300 ? 10240 : 44100
            for place in 0..<4 {
                later[index + 12 + place] = UInt8((scale * 3) >> (24 - 8 * place) & 255)
            }
        }
        let both = fragment + later
        #expect(isPlain(initialization, both))
        expectEqual(initialization, both)
        let segment = try demux(initialization, MemoryInput(both)).get()
        #expect(segment.tracks.map(\.sampleCount) == whole.tracks.map { $0.sampleCount * 2 })
        #expect(segment.tracks.first?.keyframes.count == 4)
        // A fragment that repeats the times of an earlier one is read with libavformat.
        #expect(!isPlain(initialization, fragment + fragment))
        expectEqual(initialization, fragment + fragment)
    }

    @Test func `both demuxers give the same result for damage before the samples`() throws {
        let data = try #require(boxes(fragment).first { $0.type == "mdat" }).range.lowerBound
        var random = SeededRandom(seed: 20_261_121)
        var plainCount = 0
        for round in 0..<1500 {
            var bytes = fragment
            for _ in 0...(round % 3) {
                let place = Int(random.next() % UInt64(data + 8))
                bytes[place] =
                    round % 2 == 0
                    ? bytes[place] ^ 1 << UInt8(random.next() % 8)
                    : UInt8(truncatingIfNeeded: random.next())
            }
            expectEqual(initialization, bytes, "round \(round)")
            if isPlain(initialization, bytes) { plainCount += 1 }
        }
        #expect(plainCount > 100, "a test of both ways needs both")
    }

    @Test func `both demuxers give the same result for a damaged initialization section`() {
        var random = SeededRandom(seed: 4)
        var plainCount = 0
        for round in 0..<600 {
            var bytes = initialization
            for _ in 0...(round % 2) {
                // Keeps the header of the first box, because the file would not be recognized
                // without it.
                let place = 8 + Int(random.next() % UInt64(bytes.count - 8))
                bytes[place] =
                    round % 2 == 0
                    ? bytes[place] ^ 1 << UInt8(random.next() % 8)
                    : UInt8(truncatingIfNeeded: random.next())
            }
            expectEqual(bytes, fragment, "round \(round)")
            if isPlain(bytes, fragment) { plainCount += 1 }
        }
        #expect(plainCount > 100, "a test of both ways needs both")
    }

    @Test func `both demuxers give the same result for a fragment that is cut off anywhere`() {
        for count in Array(0..<900) + Array(stride(from: 900, to: fragment.count, by: 37)) {
            expectEqual(initialization, Array(fragment[..<count]), "\(count) bytes")
        }
    }

    @Test func `both demuxers give the same result when reading fails anywhere`() {
        for end in stride(from: 2048, to: Int64(fragment.count), by: 61) {
            let input = FailingInput(input: Fixture.fragment.input, end: end)
            #expect(demux(initialization, input) == demux(unusual(initialization), input))
        }
    }

    @Test(
        .enabled(if: FFmpegFolder.isOpen, "needs ffmpeg"),
        arguments: [
            "-c:v libx264 -g 10 -bf 2 -c:a aac -movflags +frag_keyframe+empty_moov+default_base_moof",
            "-c:v libx264 -g 10 -bf 2 -c:a aac -movflags +frag_keyframe+delay_moov",
            "-c:v libx264 -g 10 -bf 3 -c:a aac -movflags +frag_keyframe+delay_moov+dash",
            "-c:v libx264 -g 5 -bf 2 -c:a aac -movflags +cmaf+frag_keyframe",
            "-c:v libx264 -g 10 -an -frag_duration 100000 -movflags +empty_moov+default_base_moof",
            "-vn -c:a aac -frag_duration 200000 -movflags +empty_moov+default_base_moof",
            "-vn -c:a aac -frag_duration 200000 -movflags +delay_moov",
            "-vn -c:a flac -strict -2 -frag_duration 200000 -movflags +delay_moov+dash",
            "-vn -c:a libopus -frag_duration 200000 -movflags +delay_moov+dash",
            "-vn -c:a ac3 -frag_duration 200000 -movflags +delay_moov+dash",
            "-c:v mpeg4 -c:a aac -movflags +frag_keyframe+delay_moov+dash+separate_moof",
        ])
    func `both demuxers give the same result for fragments by FFmpeg`(options: String) throws {
        let workshop = FFmpegFolder()
        let sources =
            "-f lavfi -i testsrc2=size=64x64:rate=20 -f lavfi -i sine=frequency=440:sample_rate=44100"
        try #require(workshop.make("\(sources) -t 2 \(options) made.mp4"), "an encoder is missing")
        let bytes = workshop.bytes("made.mp4")
        let movie = try #require(boxes(bytes).first { $0.type == "moov" }).range.upperBound
        // The index of random access points at the end is not part of segments, so it is left out.
        let end = boxes(bytes).first { $0.type == "mfra" }?.range.lowerBound ?? bytes.count
        let initialization = Array(bytes[..<movie])
        let media = Array(bytes[movie..<end])
        expectEqual(initialization, media, options)
        expectEqual(initialization, Array(bytes[movie...]), options)
    }
}
