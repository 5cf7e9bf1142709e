import Containers
import TestTools
import Testing
import VirtualTime

/// Every stream that a program map announces is read, or is reported as missing or unread.
@Suite struct AnnouncedStreamTests {
    private func demux(_ writer: TransportStreamWriter) throws -> DemuxedSegment {
        try SegmentDemuxer().demux(media: MemoryInput(writer.bytes))
    }

    private func addAudio(_ writer: inout TransportStreamWriter, pid: UInt16 = 0x101) {
        for step in Int64(0)..<8 {
            writer.packet(
                pid: pid, pts: 90_000 + step * 1920,
                payload: TransportStreamWriter.adts(frames: 1))
        }
    }

    @Test(arguments: [TransportStreamWriter.StreamType.enhancedAC3, .encryptedEnhancedAC3])
    func `E-AC-3 is recognized by its stream type`(type: TransportStreamWriter.StreamType) throws {
        var writer = TransportStreamWriter([(0x101, type)])
        for step in Int64(0)..<5 {
            writer.packet(
                pid: 0x101, pts: step * 2880,
                payload: TransportStreamWriter.enhancedAC3(frames: 1))
        }
        let track = try #require(try demux(writer).tracks.first)
        #expect(track.description.kind == .audio)
        #expect(track.description.codec == .eac3)
        #expect(track.description.codecString == "ec-3")
        #expect(track.description.sampleRate == 48_000)
        #expect(track.sampleCount == 5)
        #expect(track.duration == MediaTime(5 * 1536, timescale: 48_000))
    }

    @Test func `encrypted AAC is reported as encrypted, and its codec is known`() throws {
        var writer = TransportStreamWriter([(0x101, .encryptedAAC)])
        addAudio(&writer)
        let segment = try demux(writer)
        #expect(segment.tracks.first?.description.codec == .aac)
        #expect(segment.problems.map(\.kind) == [.encrypted])
    }

    @Test func `encrypted audio with a registration descriptor is reported as encrypted`() throws {
        var writer = TransportStreamWriter([(0x101, .encryptedAAC)], registration: "apad")
        addAudio(&writer)
        #expect(try demux(writer).problems.map(\.kind) == [.encrypted])
        var clear = TransportStreamWriter([(0x101, .aac)], registration: "apad")
        addAudio(&clear)
        #expect(try demux(clear).problems == [])
    }

    @Test func `announced audio without packets is reported as missing`() throws {
        var writer = TransportStreamWriter([(0x102, .ac3), (0x103, .metadata)])
        writer.packet(
            pid: 0x103, pts: 0, payload: ID3Bytes.tag([ID3Bytes.text("TIT2", "Song")]))
        #expect(try demux(writer).missingKinds == [.audio])
    }

    @Test func `video of an unsupported type is missing and named`() throws {
        var writer = TransportStreamWriter([(0x100, .vvc), (0x101, .aac)])
        addAudio(&writer)
        let segment = try demux(writer)
        #expect(segment.missingKinds == [.video])
        #expect(
            segment.problems.map(\.kind)
                == [.unreadStream("VVC (stream type 0x33, PID 0x100)")])
        #expect(segment.unreadStreams == [.video: "VVC (stream type 0x33, PID 0x100)"])
    }

    @Test(arguments: [
        ([0x7F, 0xFE, 0x80, 0x01] as [UInt8], "DTS"),
        (TransportStreamWriter.enhancedAC3(frames: 1), "E-AC-3"),
    ])
    func `audio in a stream of another type is missing and named`(
        frame: [UInt8], name: String
    ) throws {
        var writer = TransportStreamWriter([(0x101, .privateData)])
        writer.packet(pid: 0x101, pts: 0, payload: frame + [UInt8](repeating: 1, count: 64))
        let segment = try demux(writer)
        #expect(segment.missingKinds == [.audio])
        #expect(segment.unreadStreams == [.audio: "\(name) (stream type 0x06, PID 0x101)"])
    }

    @Test func `private data is named and nothing is missing`() throws {
        var writer = TransportStreamWriter([(0x101, .aac), (0x105, .privateData)])
        addAudio(&writer)
        writer.packet(pid: 0x105, pts: 0, payload: [UInt8](repeating: 1, count: 64))
        let segment = try demux(writer)
        #expect(segment.missingKinds == [])
        #expect(
            segment.problems.map(\.kind)
                == [.unreadStream("private data (stream type 0x06, PID 0x105)")])
    }

    @Test func `metadata streams and splice streams are not reported as unread`() throws {
        var writer = TransportStreamWriter([
            (0x101, .aac), (0x102, .metadata), (0x103, .splices),
        ])
        addAudio(&writer)
        let segment = try demux(writer)
        #expect(segment.problems == [])
        #expect(segment.missingKinds == [])
    }

    @Test(arguments: [[4, 12], [1, 15, 3], [12, 4, 4, 4], [16, 1]])
    func `audio packets may have uneven sizes`(counts: [Int]) throws {
        var writer = TransportStreamWriter([(0x101, .aac)])
        var frame: Int64 = 0
        for round in 0..<16 {
            let count = counts[round % counts.count]
            writer.packet(
                pid: 0x101, pts: frame * 1920,
                payload: TransportStreamWriter.adts(frames: count))
            frame += Int64(count)
        }
        let segment = try demux(writer)
        let track = try #require(segment.tracks.first)
        #expect(segment.problems == [])
        #expect(track.holes == [])
        #expect(track.duration == MediaTime(frame * 1024, timescale: 48_000))
    }

    @Test func `audio frames that do not fill their packets are damage`() throws {
        var writer = TransportStreamWriter([(0x101, .aac)])
        let frames = TransportStreamWriter.adts(frames: 8, size: 200)
        var damaged = frames
        damaged.removeSubrange(700..<780)
        writer.packet(pid: 0x101, pts: 0, payload: damaged)
        writer.packet(pid: 0x101, pts: 8 * 1920, payload: frames)
        #expect(try demux(writer).problems.map(\.kind).contains(.brokenAudioFrames))
    }

    @Test func `a first packet with a time and without a frame is damage`() throws {
        for count in [1, 8] {
            var writer = TransportStreamWriter([(0x101, .aac)])
            let frames = TransportStreamWriter.adts(frames: count, size: 200)
            writer.packet(pid: 0x101, pts: 0, payload: frames.map { _ in 0 })
            writer.packet(pid: 0x101, pts: Int64(count) * 1920, payload: frames)
            let problems = try demux(writer).problems.map(\.kind)
            #expect(!problems.filter { $0 != .strayBytes }.isEmpty, "\(count): \(problems)")
        }
    }

    @Test(arguments: [VerificationLevel.demux, .decode])
    func `damage in a stream that no program map lists is not a problem`(
        level: VerificationLevel
    ) throws {
        var writer = TransportStreamWriter([(0x101, .privateData)], registration: "Opus")
        let frames = TransportStreamWriter.adts(frames: 8, size: 100)
        for step in Int64(0)..<40 {
            writer.packet(
                pid: 0x101, pts: step * 9000, payload: TransportStreamWriter.opus(packets: 5))
            let payload = step == 20 ? Array(frames[..<250] + frames[310...]) : frames
            writer.packet(pid: 0x105, pts: step * 15_360, payload: payload)
        }
        writer.packet(pid: 0x105, pts: 40 * 15_360, payload: Array(frames.dropLast(50)))
        let segment = try SegmentDemuxer(level: level).demux(media: MemoryInput(writer.bytes))
        let stray = segment.tracks.first { $0.description.id == 0x105 }?.description.index
        #expect(segment.problems.filter { $0.track == stray || $0.track == nil } == [])
    }

    @Test(arguments: [0, 1])
    func `a lost PES packet of Opus leaves a hole`(lost: Int) throws {
        var writer = TransportStreamWriter([(0x101, .privateData)], registration: "Opus")
        for step in Int64(0)..<20 where lost == 0 || step != 9 {
            writer.packet(
                pid: 0x101, pts: step * 9000, payload: TransportStreamWriter.opus(packets: 5))
        }
        let segment = try demux(writer)
        let track = try #require(segment.tracks.first)
        #expect(track.description.codec == .opus)
        #expect(track.sampleCount == 100 - 5 * lost)
        #expect(track.duration == .seconds(2))
        #expect(track.holes == (lost == 0 ? [] : [.milliseconds(900) ..< .seconds(1)]))
        #expect(segment.problems.map(\.kind) == (lost == 0 ? [] : [.lostFrames]))
    }

    @Test(arguments: [0, 129], [0, 9] as [Int64])
    func `a PES packet of Opus with a damaged control header is a corrupt sample`(
        place: Int, damaged: Int64
    ) throws {
        var writer = TransportStreamWriter([(0x101, .privateData)], registration: "Opus")
        for step in Int64(0)..<20 {
            var payload = TransportStreamWriter.opus(packets: 5)
            if step == damaged { payload[place] = 0 }
            writer.packet(pid: 0x101, pts: step * 9000, payload: payload)
        }
        let corrupt = try demux(writer).problems.filter { $0.kind == .corruptSample }
        #expect(corrupt.map(\.time) == [.milliseconds(damaged * 100)])
    }

    @Test func `leading bytes that exceed the size of a frame are damage`() throws {
        var writer = TransportStreamWriter([(0x101, .aac)])
        let frames = TransportStreamWriter.adts(frames: 8, size: 200)
        writer.packet(pid: 0x101, pts: 0, payload: [UInt8](repeating: 0, count: 6200) + frames)
        #expect(try demux(writer).problems.map(\.kind).contains(.brokenAudioFrames))
    }

    @Test func `the end of a frame from the segment before is not damage`() throws {
        var writer = TransportStreamWriter([(0x101, .aac)])
        let frames = TransportStreamWriter.adts(frames: 8, size: 200)
        writer.packet(pid: 0x101, pts: 0, payload: Array(frames[130...]))
        #expect(try demux(writer).problems.map(\.kind) == [.strayBytes])
    }

    @Test func `PES packets shorter than declared are reported`() throws {
        var writer = TransportStreamWriter([(0x101, .aac)])
        for step in Int64(0)..<4 {
            writer.packet(
                pid: 0x101, pts: step * 15_360,
                payload: TransportStreamWriter.adts(frames: 8, size: 100))
        }
        let packets = EditedPackets(writer.bytes)
        let last = try #require(packets.units(of: 0x101)[1].last)
        let kinds = try SegmentDemuxer().demux(
            media: MemoryInput(packets.without([last]).renumbered.bytes)
        ).problems.map(\.kind)
        #expect(kinds.contains(.shortElementaryPacket))
    }
}
