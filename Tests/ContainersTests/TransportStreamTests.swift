import Containers
import TestTools
import Testing
import VirtualTime

@Suite struct TransportStreamTests {
    private func demux(_ bytes: [UInt8]) throws -> DemuxedSegment {
        try SegmentDemuxer().demux(media: MemoryInput(bytes))
    }

    private func time(_ count: Int64) -> MediaTime { MediaTime(count, timescale: 90_000) }

    @Test func `tracks have the times and sizes that the encoder gave them`() throws {
        let segment = try demux(Fixture.transportStream.bytes)
        let video = try #require(segment.tracks.first)
        let audio = try #require(segment.tracks.last)
        #expect(video.description.kind == .video)
        #expect(video.description.width == 96)
        #expect(video.description.height == 64)
        #expect(video.description.frameRate == FrameRate(10, per: 1))
        #expect(video.start == time(144_000))
        #expect(video.firstDecodeTime == time(126_000))
        #expect(video.end == time(234_000))
        #expect(video.keyframes == [time(144_000), time(189_000)])
        #expect(video.sampleCount == 10)
        #expect(audio.description.sampleRate == 44_100)
        #expect(audio.description.channels == 1)
        #expect(audio.sampleCount == 45)
        #expect(audio.holes.isEmpty && video.holes.isEmpty)
        #expect(segment.timestampWrap == MediaTime(1 << 33, timescale: 90_000))
    }

    @Test func `the end of an audio track is computed from its number of frames`() throws {
        var writer = TransportStreamWriter([(0x101, .aac)])
        writer.packet(pid: 0x101, pts: 90_000, payload: TransportStreamWriter.adts(frames: 7))
        writer.packet(pid: 0x101, pts: 103_440, payload: TransportStreamWriter.adts(frames: 3))
        let track = try #require(try demux(writer.bytes).tracks.first)
        #expect(track.sampleCount == 10)
        #expect(track.start == time(90_000))
        #expect(track.end == time(90_000) + MediaTime(10 * 1024, timescale: 48_000))
    }

    @Test func `a frame may be spread over packets`() throws {
        let frames = TransportStreamWriter.adts(frames: 6, size: 100)
        for cut in [1, 3, 6, 7, 99, 100, 101, 105, 250] {
            var writer = TransportStreamWriter([(0x101, .aac)])
            writer.packet(pid: 0x101, pts: 0, payload: Array(frames[..<cut]))
            writer.packet(pid: 0x101, pts: 4000, payload: Array(frames[cut...]))
            let segment = try demux(writer.bytes)
            #expect(segment.tracks.first?.sampleCount == 6, "cut at \(cut)")
            #expect(segment.problems == [], "cut at \(cut)")
        }
    }

    @Test func `audio without a time follows the audio before it`() throws {
        var writer = TransportStreamWriter([(0x101, .aac)])
        writer.packet(pid: 0x101, pts: 0, payload: TransportStreamWriter.adts(frames: 2))
        writer.packet(pid: 0x101, pts: nil, payload: TransportStreamWriter.adts(frames: 2))
        writer.packet(pid: 0x101, pts: 7680, payload: TransportStreamWriter.adts(frames: 2))
        let segment = try demux(writer.bytes)
        #expect(segment.problems == [])
        #expect(segment.tracks.first?.end == MediaTime(6 * 1024, timescale: 48_000))
    }

    @Test func `a damaged first byte does not hide the container`() throws {
        var bytes = Fixture.transportStream.bytes
        bytes[0] = 0
        #expect(try demux(bytes).format == .mpegTS)
    }

    @Test func `time continues when the clock of 33 bits starts again`() throws {
        let wrap: Int64 = 1 << 33
        var writer = TransportStreamWriter([(0x101, .aac)])
        for step in Int64(0)..<4 {
            let pts = (wrap - 3840 + step * 1920) % wrap
            writer.packet(pid: 0x101, pts: pts, payload: TransportStreamWriter.adts(frames: 1))
        }
        let segment = try demux(writer.bytes)
        let track = try #require(segment.tracks.first)
        #expect(track.start == time(wrap - 3840))
        #expect(track.end == time(wrap + 3840))
        #expect(segment.problems == [])
    }

    @Test func `missing audio in the middle of a segment is a hole`() throws {
        var writer = TransportStreamWriter([(0x101, .aac)])
        for pts: Int64 in [0, 1920, 3840, 183_840, 185_760] {
            writer.packet(pid: 0x101, pts: pts, payload: TransportStreamWriter.adts(frames: 1))
        }
        let segment = try demux(writer.bytes)
        #expect(segment.tracks.first?.holes == [time(5760)..<time(183_840)])
        #expect(segment.problems.map(\.kind) == [.timestampJump])
    }

    @Test func `decode times that run backwards are reported`() throws {
        var writer = TransportStreamWriter([(0x101, .aac)])
        for pts: Int64 in [90_000, 91_920, 9000, 10_920] {
            writer.packet(pid: 0x101, pts: pts, payload: TransportStreamWriter.adts(frames: 1))
        }
        #expect(try demux(writer.bytes).problems.map(\.kind) == [.decodeTimeRunsBackwards])
    }

    @Test(arguments: [[0, 1, 2, 2, 3, 4], [0, 1, 3, 2, 4]])
    func `audio packets that appear twice or too late repeat their times`(order: [Int64]) throws {
        var writer = TransportStreamWriter([(0x101, .aac)])
        for place in order {
            writer.packet(
                pid: 0x101, pts: place * 7680, payload: TransportStreamWriter.adts(frames: 4))
        }
        let track = try #require(try demux(writer.bytes).tracks.first)
        #expect(track.repeatedSpans == [time(2 * 7680)..<time(3 * 7680)])
    }

    @Test(arguments: DemuxerChoice.allCases)
    func `a picture that appears twice repeats its time`(choice: DemuxerChoice) throws {
        let whole = EditedPackets(fileBytes("\(SampleMedia.single.folder)/segment-1.ts"))
        let unit = whole.units(of: 0x100)[20]
        var double = whole
        double.all.insert(contentsOf: unit.map { whole.all[$0] }, at: try #require(unit.last) + 1)
        let spans = try [whole, double].map { packets in
            let segment = try SegmentDemuxer(demuxer: choice).demux(
                media: MemoryInput(packets.renumbered.bytes))
            return segment.tracks.flatMap(\.repeatedSpans)
        }
        #expect(spans[0] == [])
        #expect(spans[1].map { $0.upperBound - $0.lowerBound } == [.milliseconds(40)])
    }

    @Test func `pictures that appear twice repeat the time up to the end of the last one`() throws {
        var writer = TransportStreamWriter([(0x100, .h264)])
        for place in [0, 1, 2, 3, 2, 3, 4, 5, 6, 7, 8, 9] as [Int64] {
            let slice = [0, 0, 1, 0x65, 0x88] + [UInt8](repeating: 0x55, count: 400)
            writer.packet(pid: 0x100, pts: place * 3600, payload: slice)
        }
        let track = try #require(try demux(writer.bytes).tracks.first)
        #expect(track.repeatedSpans == [time(2 * 3600)..<time(4 * 3600)])
    }

    @Test(arguments: [(400, 300), (400, 400)])
    func `PES packets with the two fields of a picture repeat no time`(sizes: (Int, Int)) throws {
        var writer = TransportStreamWriter([(0x100, .h264)])
        for step in Int64(0)..<12 {
            for size in [sizes.0, sizes.1] {
                let slice = [0, 0, 1, 0x65, 0x88] + [UInt8](repeating: 0x55, count: size)
                writer.packet(pid: 0x100, pts: step * 3600, payload: slice)
            }
        }
        let track = try #require(try demux(writer.bytes).tracks.first)
        #expect(track.sampleCount == 24)
        #expect(track.repeatedSpans == [])
    }

    @Test func `a packet without a start code is damaged unless it ends a picture`() throws {
        let end = [UInt8](repeating: 0x55, count: 150)
        let slice = [0, 0, 1, 0x65, 0x88] + end + end
        let picture = [0, 0, 1, 0x09, 0xF0] + slice
        func damage(_ rest: [UInt8], before later: [(Int64, [UInt8])]) throws -> [MediaTime?] {
            var writer = TransportStreamWriter([(0x100, .h264)])
            for (pts, payload) in [(0, picture), (3600, rest)] + later {
                writer.packet(pid: 0x100, pts: pts, payload: payload)
            }
            let problems = try demux(writer.bytes).problems
            return problems.filter { $0.kind == .corruptSample }.map(\.time)
        }
        #expect(try damage(end, before: [(3600, picture)]) == [])
        #expect(try damage(end, before: [(7200, picture)]) == [time(3600)])
        #expect(try damage(end, before: [(3600, slice)]) == [time(3600)])
        #expect(try damage(end + end, before: [(3600, picture)]) == [time(3600)])
        #expect(try damage(end, before: []) == [time(3600)])
    }

    @Test func `lost transport packets are reported as corrupt samples`() throws {
        var bytes = Fixture.transportStream.bytes
        let start = 188 * 8
        bytes.removeSubrange(start..<start + 188)
        let kinds = try demux(bytes).problems.map(\.kind)
        #expect(kinds.contains(.corruptSample))
    }

    @Test(arguments: [true, false])
    func `ID3 tags are read with their times and frames`(isDescribed: Bool) throws {
        var writer = TransportStreamWriter(
            [(0x101, .aac), (0x102, .metadata)], describesMetadata: isDescribed)
        let tag = ID3Bytes.tag([
            ID3Bytes.text("TIT2", "Song"), ("TXXX", [3] + Array("key\0value".utf8)),
            ("PRIV", Array("owner\0".utf8) + [1, 2, 3]),
        ])
        writer.packet(pid: 0x101, pts: 90_000, payload: TransportStreamWriter.adts(frames: 4))
        writer.packet(pid: 0x102, pts: 91_000, payload: tag)
        writer.packet(pid: 0x101, pts: 97_680, payload: TransportStreamWriter.adts(frames: 4))
        let segment = try demux(writer.bytes)
        let entry = try #require(segment.timedMetadata.first)
        #expect(segment.timedMetadata.count == 1)
        #expect(entry.time == time(91_000))
        #expect(
            entry.content
                == .id3([
                    ID3Frame(id: "TIT2", content: .text(["Song"])),
                    ID3Frame(id: "TXXX", content: .userText(description: "key", value: "value")),
                    ID3Frame(id: "PRIV", content: .privateData(owner: "owner", data: [1, 2, 3])),
                ]))
        #expect(segment.tracks.map(\.description.kind) == [.audio, .timedMetadata])
    }

    /// Returns a stream of audio, an intact metadata packet, and a metadata packet per payload.
    private func metadata(_ payloads: [[UInt8]]) -> [UInt8] {
        var writer = TransportStreamWriter([(0x101, .aac), (0x102, .metadata)])
        writer.packet(pid: 0x101, pts: 90_000, payload: TransportStreamWriter.adts(frames: 4))
        let first = ID3Bytes.tag([ID3Bytes.text("TIT2", "First")])
        for (index, payload) in ([first] + payloads).enumerated() {
            writer.packet(pid: 0x102, pts: 91_000 + Int64(index) * 900, payload: payload)
        }
        writer.packet(pid: 0x101, pts: 97_680, payload: TransportStreamWriter.adts(frames: 4))
        return writer.bytes
    }

    @Test func `a tag that cannot be read, or only in part, is a problem of its segment`() throws {
        let tag = ID3Bytes.tag([ID3Bytes.text("TIT2", "Song")])
        var (unnamed, unknown, garbled) = (tag, tag, tag)
        unnamed[2] = 0x58
        unknown[3] = 9
        garbled[11] = 0x01
        let damaged = [unnamed, unknown, garbled, Array(tag.dropLast(2))]
        for bytes in damaged {
            let problems = try demux(metadata([bytes])).problems
            #expect(problems.map(\.kind) == [.unreadableMetadata("ID3 tags")], "\(bytes)")
            #expect(problems.first?.count == 1)
        }
    }

    @Test func `bytes after the last tag are a problem, unless they are padding`() throws {
        let tag = ID3Bytes.tag([ID3Bytes.text("TIT2", "Song")])
        let stray = try demux(metadata([tag + Array("TIT2".utf8)]))
        #expect(stray.problems.map(\.kind) == [.unreadableMetadata("ID3 tags")])
        #expect(stray.timedMetadata.count == 2)
        #expect(try demux(metadata([tag + [0, 0, 0, 0]])).problems == [])
    }

    @Test func `a tag in several PES packets, with padding or a footer is read whole`() throws {
        let long = ID3Bytes.tag([ID3Bytes.text("TIT2", String(repeating: "a", count: 100))])
        var padded = ID3Bytes.tag([ID3Bytes.text("TIT2", "Song")])
        padded[9] += 20
        padded += [UInt8](repeating: 0, count: 20)
        var closed = ID3Bytes.tag([ID3Bytes.text("TIT2", "Song")])
        closed[5] = 0x10
        closed += Array("3DI".utf8) + closed[3..<10]
        let parts = [Array(long.prefix(60)), Array(long.dropFirst(60)), padded, closed]
        let segment = try demux(metadata(parts))
        #expect(segment.problems == [])
        #expect(segment.timedMetadata.map(\.time) == [91_000, 91_900, 93_700, 94_600].map(time))
        let texts = segment.timedMetadata.map { entry -> ID3Frame.Content? in
            guard case .id3(let frames) = entry.content else { return nil }
            return frames.count == 1 ? frames.first?.content : nil
        }
        let long100 = String(repeating: "a", count: 100)
        #expect(texts == ["First", long100, "Song", "Song"].map { .text([$0]) })
    }

    @Test func `all tags of a PES packet are read, and a damaged one among them is a problem`()
        throws
    {
        let tags = ["1", "2", "3"].map { ID3Bytes.tag([ID3Bytes.text("TIT2", $0)]) }
        let whole = Array(tags.joined())
        // The second and the third tag each continue in another PES packet.
        let ends = [tags[0].count + 12, tags[0].count + tags[1].count + 12]
        let segment = try demux(
            metadata([
                Array(whole[..<ends[0]]), Array(whole[ends[0]..<ends[1]]), Array(whole[ends[1]...]),
            ]))
        #expect(segment.problems == [])
        #expect(segment.timedMetadata.map(\.time) == [91_000, 91_900, 91_900, 91_900].map(time))
        var damaged = tags
        damaged[1][11] = 0x01
        let problems = try demux(metadata([Array(damaged.joined())])).problems
        #expect(problems.map(\.kind) == [.unreadableMetadata("ID3 tags")])
    }

    @Test func `metadata is bounded and marked as truncated`() throws {
        var writer = TransportStreamWriter([(0x102, .metadata)])
        for index in Int64(0)..<1100 {
            let tag = ID3Bytes.tag([ID3Bytes.text("TIT2", "\(index)")])
            writer.packet(pid: 0x102, pts: 9000 * index, payload: tag)
        }
        let segment = try demux(writer.bytes)
        #expect(segment.timedMetadata.count == 1024)
        #expect(segment.isTruncated)
    }
}
