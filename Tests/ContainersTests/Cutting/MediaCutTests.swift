@testable import Containers
import TestTools
import Testing
import VirtualTime

/// The parts of a segment, compared with the whole segment by ffprobe and by this package.
@Suite struct MediaCutTests {
    private struct Sample: Equatable {
        var stream: Int
        var pts: MediaTime?
        var dts: MediaTime?
        var hash: String
    }

    private func samples(
        _ bytes: [UInt8], after initialization: [UInt8]? = nil
    ) throws -> [Sample] {
        var reader = try ContainerReader(
            initialization: initialization.map { MemoryInput($0) }, media: MemoryInput(bytes))
        var samples: [Sample] = []
        while let packet = try reader.next() {
            samples.append(
                Sample(
                    stream: packet.track, pts: packet.pts, dts: packet.dts,
                    hash: reader.payloadMD5()))
        }
        return samples
    }

    /// Returns the parts of a segment.
    private func parts(
        of bytes: [UInt8], after initialization: [UInt8]? = nil, each length: MediaTime,
        lasting duration: MediaTime
    ) throws -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var start = MediaTime.zero
        while start < duration {
            let end = min(start + length, duration)
            parts.append(
                try MediaCut(start..<end, index: parts.count, isLast: end == duration)
                    .applied(to: bytes, initialization: initialization))
            start = end
        }
        return parts
    }

    private func byStream(_ samples: [Sample]) -> [Int: [Sample]] {
        Dictionary(grouping: samples, by: \.stream)
    }

    @Test(arguments: [MediaTime.milliseconds(200), .milliseconds(400)])
    func `the partial segments cut from a transport stream have all samples of the segment`(
        length: MediaTime
    ) throws {
        let bytes = Fixture.transportStream.bytes
        let parts = try parts(of: bytes, each: length, lasting: .seconds(1))
        #expect(parts.count > 1)
        let cut = try parts.map { try samples($0) }
        #expect(cut.allSatisfy { !$0.isEmpty })
        #expect(byStream(cut.flatMap { $0 }) == byStream(try samples(bytes)))
    }

    @Test(arguments: [MediaTime.milliseconds(200), .milliseconds(480)])
    func `the partial segments cut from a fragment have all samples of the segment`(
        length: MediaTime
    ) throws {
        let bytes = Fixture.fragment.bytes
        let section = Fixture.initialization.bytes
        let parts = try parts(of: bytes, after: section, each: length, lasting: .seconds(1))
        #expect(parts.count > 1)
        let cut = try parts.map { try samples($0, after: section) }
        #expect(byStream(cut.flatMap { $0 }) == byStream(try samples(bytes, after: section)))
    }

    @Test(arguments: [MediaTime.milliseconds(100), .milliseconds(200), .milliseconds(300)])
    func `the partial segments of packed audio have all frames, and each states its time`(
        length: MediaTime
    ) throws {
        let text = ID3Bytes.text("TIT2", "Song")
        let bytes =
            ID3Bytes.tag([ID3Bytes.timestamp(900_000), text])
            + TransportStreamWriter.adts(frames: 10) + ID3Bytes.tag([text])
            + TransportStreamWriter.adts(frames: 13)
        let parts = try parts(
            of: bytes, each: length, lasting: MediaTime(23 * 1024, timescale: 48_000))
        #expect(parts.count > 1)
        let cut = try parts.map { try SegmentDemuxer().demux(media: MemoryInput($0)) }
        #expect(cut.reduce(0) { $0 + ($1.tracks.first?.sampleCount ?? 0) } == 23)
        #expect(cut.first?.tracks.first?.start == .seconds(10))
        for (one, next) in zip(cut, cut.dropFirst()) {
            let end = try #require(one.tracks.first?.end)
            let start = try #require(next.tracks.first?.start)
            // The ID3 tag rounds the start to a tick of its clock, which has 90,000 ticks per
            // second.
            #expect(abs((start - end).ticks) <= MediaTime(1, timescale: 90_000).ticks)
        }
        let whole = try samples(bytes)
        #expect(try parts.flatMap { try samples($0) }.map(\.hash) == whole.map(\.hash))
        #expect(cut.flatMap(\.problems) == [])
    }

    @Test func `cutting packed audio without a timestamp or with bytes between frames is an error`()
        throws
    {
        let audio = TransportStreamWriter.adts(frames: 5)
        let tag = ID3Bytes.tag([ID3Bytes.timestamp(0)])
        for bytes in [audio, tag + audio + [0, 1, 2, 3] + audio] {
            #expect(throws: ContainerError.self) {
                try parts(of: bytes, each: .milliseconds(50), lasting: .milliseconds(116))
            }
        }
    }

    @Test(
        .enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"),
        arguments: ["aac", "mp3", "ac3", "eac3"])
    func `ffprobe finds all frames of packed audio in its partial segments`(type: String) throws {
        let workshop = FFmpegFolder()
        let codec = type == "mp3" ? "libmp3lame -id3v2_version 0 -write_xing 0" : type
        try #require(
            workshop.make("-f lavfi -i sine=sample_rate=48000 -t 3 -c:a \(codec) a.\(type)"))
        let audio = workshop.bytes("a.\(type)")
        let bytes = ID3Bytes.tag([ID3Bytes.timestamp(0)]) + audio
        let cut = try parts(of: bytes, each: .milliseconds(400), lasting: .seconds(3))
        try #require(cut.count == 8)
        let frames = cut.flatMap { part in
            part.dropFirst(ID3Bytes.tag([ID3Bytes.timestamp(0)]).count)
        }
        #expect(frames == audio)
        let fields = "-show_data_hash md5 -show_entries packet=size,data_hash"
        var found: [[String]] = []
        for (index, part) in cut.enumerated() {
            try #require(workshop.put(part, as: "p\(index).\(type)"))
            found += workshop.probe("p\(index).\(type)", fields)
        }
        try #require(found.count > 80)
        #expect(found == workshop.probe("a.\(type)", fields))
    }

    @Test func `each partial segment begins with its tables, and continuity counters run on`()
        throws
    {
        let bytes = Fixture.transportStream.bytes
        var last: [Int: UInt8] = [:]
        for part in try parts(of: bytes, each: .milliseconds(400), lasting: .seconds(1)) {
            #expect(part.span.unsigned(at: 1, count: 2) & 0x1FFF == 0)
            for start in stride(from: 0, to: part.count, by: 188)
            where part[start + 3] & 0x10 != 0 {
                let stream = Int(part.span.unsigned(at: start + 1, count: 2) & 0x1FFF)
                let counter = part[start + 3] & 0x0F
                if let last = last[stream] { #expect(counter == (last + 1) & 0x0F) }
                last[stream] = counter
            }
        }
        #expect(last.count > 2)
    }

    @Test(.enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"))
    func `ffprobe finds the same packets in the partial segments as in the segment`() throws {
        let workshop = FFmpegFolder()
        let source =
            "-f lavfi -i testsrc2=size=128x96:rate=25 -f lavfi -i sine=sample_rate=48000 -t 3"
            + " -c:v libx264 -bf 2 -g 75 -pix_fmt yuv420p -c:a aac"
        try #require(workshop.make("\(source) -f mpegts a.ts"))
        try #require(
            workshop.make(
                "-i a.ts -map 0:v -c copy -f mp4 -frag_duration 3000000"
                    + " -movflags +empty_moov+default_base_moof+delay_moov b.mp4"))
        let fields =
            "-show_data_hash md5 -show_entries packet=stream_index,pts,dts,size,flags,data_hash"
        for length in [MediaTime.milliseconds(320), .seconds(1)] {
            let stream = try parts(
                of: workshop.bytes("a.ts"), each: length, lasting: .seconds(3))
            try #require(workshop.put(stream.flatMap { $0 }, as: "c.ts"))
            let found = workshop.probe("c.ts", fields).sorted { $0.joined() < $1.joined() }
            try #require(found.count > 100)
            #expect(found == workshop.probe("a.ts", fields).sorted { $0.joined() < $1.joined() })
            let movie = workshop.bytes("b.mp4")
            let (section, fragments) = Self.split(movie)
            let cut = try parts(
                of: fragments, after: section, each: length, lasting: .seconds(3))
            try #require(workshop.put(section + cut.flatMap { $0 }, as: "d.mp4"))
            let samples = workshop.probe("d.mp4", fields)
            try #require(samples.count == 75)
            #expect(samples == workshop.probe("b.mp4", fields))
        }
    }

    /// Returns the initialization section of a movie, and its fragments without the final index.
    private static func split(_ movie: [UInt8]) -> ([UInt8], [UInt8]) {
        var (section, fragments): ([UInt8], [UInt8]) = ([], [])
        var boxes = BoxRange(0..<movie.count)
        while let box = boxes.next(of: movie.span) {
            switch box.header.type {
            case "ftyp", "moov": section += movie[box.whole]
            case "moof", "mdat": fragments += movie[box.whole]
            default: break
            }
        }
        return (section, fragments)
    }

    @Test func `cutting WebVTT, or a fragment without its initialization section, is refused`() {
        let cut = MediaCut(.zero..<(.seconds(1)), index: 0, isLast: false)
        #expect(throws: ContainerError.self) {
            try cut.applied(to: Array("WEBVTT\n\n".utf8), initialization: nil)
        }
        #expect(throws: ContainerError.self) {
            try cut.applied(to: Fixture.fragment.bytes, initialization: nil)
        }
    }
}
