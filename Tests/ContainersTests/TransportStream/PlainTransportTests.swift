import Containers
import TestTools
import Testing
import VirtualTime

/// Transport streams read without libavformat have the same contents as when read with it.
@Suite struct PlainTransportTests {
    private func demux(
        _ media: any ContainerInput, _ choice: DemuxerChoice = .automatic
    ) -> Result<DemuxedSegment, ContainerError> {
        Result { () throws(ContainerError) in
            try SegmentDemuxer(demuxer: choice).demux(media: media)
        }
    }

    /// Returns whether a stream is read without libavformat.
    ///
    /// Expects equal results from the readers with and without libavformat.
    @discardableResult
    private func isPlain(_ media: [UInt8], _ comment: @autoclosure () -> String = "") -> Bool {
        let input = LoggedInput(input: MemoryInput(media))
        let result = demux(input)
        let place = comment()
        #expect(result == demux(MemoryInput(media), .libavformat), "\(place)")
        return !input.log.isOfLibavformat
    }

    private let clip = Fixture.transportStream.bytes

    private func packet(_ number: Int) -> Range<Int> { number * 188..<number * 188 + 188 }

    private func identifier(_ number: Int) -> Int {
        Int(clip[number * 188 + 1] & 0x1F) << 8 | Int(clip[number * 188 + 2])
    }

    /// Returns the index of a stream's first packet with content, at or after a packet index.
    private func first(_ stream: Int, from number: Int = 0, startsUnit: Bool? = nil) throws -> Int {
        try #require(
            (number..<clip.count / 188).first {
                identifier($0) == stream && clip[$0 * 188 + 3] & 0x10 != 0
                    && (startsUnit == nil || (clip[$0 * 188 + 1] & 0x40 != 0) == startsUnit)
            })
    }

    @Test func `a stream of H.264 and AAC is read without libavformat`() {
        #expect(isPlain(clip))
    }

    @Test func `null packets do not require libavformat`() {
        let null: [UInt8] = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)
        let half = clip.count / 376 * 188
        #expect(isPlain(Array(clip[..<half]) + null + null + Array(clip[half...])))
    }

    @Test func `a stream that is cut off or begins with other bytes needs libavformat`() {
        #expect(!isPlain(Array(clip.dropLast(100))))
        #expect(!isPlain(Array(clip[..<1880]) + [0, 1, 2] + clip[1880...]))
    }

    @Test func `a program map that changes needs libavformat`() {
        var first = TransportStreamWriter([(0x101, .aac), (0x102, .aac)])
        first.packet(pid: 0x101, pts: 0, payload: TransportStreamWriter.adts(frames: 8))
        #expect(isPlain(first.bytes))
        var second = TransportStreamWriter([(0x102, .aac)])
        second.packet(pid: 0x102, pts: 0, payload: TransportStreamWriter.adts(frames: 8))
        // Advances the continuity counters of the tables; otherwise, these packets would count as
        // repeated.
        var later = second.bytes
        later[3] += 1
        later[188 + 3] += 1
        #expect(!isPlain(first.bytes + later))
    }

    @Test(arguments: [0x100, 0x101])
    func `packets that are lost, repeated or damaged need libavformat`(stream: Int) throws {
        let inner = try first(stream, from: 20, startsUnit: false)
        var lost = clip
        lost.removeSubrange(packet(inner))
        #expect(!isPlain(lost))
        var repeated = clip
        repeated.insert(contentsOf: clip[packet(inner)], at: packet(inner).lowerBound)
        #expect(!isPlain(repeated))
        var damaged = clip
        damaged[inner * 188 + 1] |= 0x80
        #expect(!isPlain(damaged))
        var scrambled = clip
        scrambled[inner * 188 + 3] |= 0xC0
        #expect(!isPlain(scrambled))
    }

    @Test(arguments: [0x100, 0x101])
    func `a PES packet without a time or with an extension needs libavformat`(
        stream: Int
    ) throws {
        let start = try first(stream, from: 20, startsUnit: true) * 188
        let field = clip[start + 3] & 0x20 != 0 ? 1 + Int(clip[start + 4]) : 0
        let header = start + 4 + field
        try #require(clip[header..<header + 3].elementsEqual([0, 0, 1]))
        var timeless = clip
        timeless[header + 7] &= 0x3F
        #expect(!isPlain(timeless))
        var extended = clip
        extended[header + 7] |= 0x01
        #expect(!isPlain(extended))
        var padding = clip
        padding[header + 3] = 0xBE
        #expect(!isPlain(padding))
    }

    @Test func `damage anywhere is read alike by both readers`() {
        var random = SeededRandom(seed: 20_261_122)
        var plainCount = 0
        let rounds = 1200
        for round in 0..<rounds {
            var bytes = clip
            for _ in 0...(round % 3) {
                // Half of the damage is in headers, where the effects of damage vary most.
                var place = Int(random.next() % UInt64(bytes.count))
                if round % 2 == 0 { place = place / 188 * 188 + Int(random.next() % 24) }
                bytes[place] =
                    round % 4 < 2
                    ? bytes[place] ^ 1 << UInt8(random.next() % 8)
                    : UInt8(truncatingIfNeeded: random.next())
            }
            if isPlain(bytes, "round \(round)") { plainCount += 1 }
        }
        #expect(plainCount > 100, "a test of both readers needs both")
        #expect(plainCount < rounds - 100, "a test of both readers needs both")
    }

    @Test func `streams that lack packets are read alike by both readers`() {
        var random = SeededRandom(seed: 7)
        for round in 0..<200 {
            var bytes: [UInt8] = []
            let count = clip.count / 188
            let start = Int(random.next() % UInt64(count / 3))
            let end = count - Int(random.next() % UInt64(count / 3))
            for number in (round % 2 == 0 ? 0 : start)..<end where random.next() % 50 != 0 {
                bytes += clip[packet(number)]
            }
            isPlain(bytes, "round \(round)")
        }
    }

    @Test(.enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"))
    func `streams of several encoders are read alike by both readers`() throws {
        let workshop = FFmpegFolder()
        let sound = "-f lavfi -i sine=frequency=500:sample_rate=44100"
        let picture = "-f lavfi -i testsrc2=size=640x360:rate=25"
        let noise = "-f lavfi -i 'nullsrc=size=1280x720:rate=10,geq=random(1)*255:128:128'"
        let writers: [(name: String, arguments: String, isPlain: Bool)] = [
            ("aac", "\(picture) \(sound) -c:v libx264 -c:a aac -t 3", true),
            ("mono", "\(sound) -c:a aac -ac 1 -metadata:s:a:0 language=deu -t 3", true),
            ("small packets", "\(sound) -c:a aac -pes_payload_size 1 -t 2", true),
            ("bf", "\(picture) -c:v libx264 -bf 4 -g 12 -x264-params aud=1 -t 3", true),
            ("hevc", "\(picture) \(sound) -c:v libx265 -c:a aac -t 2", true),
            ("large pictures", "\(noise) -c:v libx264 -qp 2 -preset ultrafast -t 1", true),
            ("two languages", "\(sound) \(sound) -map 0 -map 1 -c:a aac -t 2", true),
            ("mpeg2", "\(picture) \(sound) -c:v mpeg2video -c:a mp2 -t 2", false),
            ("ac3", "\(picture) \(sound) -c:v libx264 -c:a ac3 -t 2", false),
            ("mp3", "\(picture) \(sound) -c:v libx264 -c:a libmp3lame -t 2", false),
            ("latm", "\(sound) -c:a aac -mpegts_flags latm -t 2", false),
        ]
        for writer in writers {
            try #require(workshop.make("\(writer.arguments) -f mpegts out.ts"), "\(writer.name)")
            #expect(
                isPlain(workshop.bytes("out.ts"), writer.name) == writer.isPlain, "\(writer.name)")
        }
    }
}
