import Containers
import TestTools
import Testing
import VirtualTime

@Suite struct PackedAudioTests {
    private func demux(_ bytes: [UInt8]) throws -> DemuxedSegment {
        try SegmentDemuxer().demux(media: MemoryInput(bytes))
    }

    @Test func `the ID3 tag in front gives the time of the first frame`() throws {
        let segment = try demux(Fixture.packedAAC.bytes)
        let track = try #require(segment.tracks.first)
        #expect(track.start == .seconds(10))
        #expect(track.end == .seconds(10) + MediaTime(23 * 1024, timescale: 44_100))
        #expect(segment.timestampWrap != nil)
        #expect(segment.timedMetadata == [])
    }

    @Test func `an ID3 tag of any size is read`() throws {
        let picture = ("APIC", [UInt8](repeating: 0xFF, count: 300_000))
        let tag = ID3Bytes.tag([picture, ID3Bytes.timestamp(0x1_FFFF_FFFF)])
        let segment = try demux(tag + TransportStreamWriter.adts(frames: 5))
        #expect(segment.tracks.first?.start == MediaTime(0x1_FFFF_FFFF, timescale: 90_000))
        #expect(segment.tracks.first?.sampleCount == 5)
    }

    @Test func `other frames of the tag are timed metadata`() throws {
        let tag = ID3Bytes.tag([ID3Bytes.timestamp(90_000), ID3Bytes.text("TIT2", "Song")])
        let segment = try demux(tag + TransportStreamWriter.adts(frames: 5))
        #expect(
            segment.timedMetadata == [
                TimedMetadata(
                    time: .seconds(1), duration: nil,
                    content: .id3([ID3Frame(id: "TIT2", content: .text(["Song"]))]))
            ])
    }

    @Test(arguments: [0, 200])
    func `a tag between frames is timed metadata at the time of the next frame`(padding: Int) throws
    {
        let (size, count) = (64, 5)
        let frames = TransportStreamWriter.adts(frames: count, size: size)
        let song = ID3Bytes.text("TIT2", "Song" + String(repeating: "!", count: padding))
        let tags = ID3Bytes.tag([song]) + ID3Bytes.tag([ID3Bytes.timestamp(180_000)])
        let segment = try demux(
            ID3Bytes.tag([ID3Bytes.timestamp(90_000)]) + frames[..<(2 * size)] + tags
                + frames[(2 * size)...])
        let track = try #require(segment.tracks.first)
        #expect(track.sampleCount == count)
        let time = MediaTime.seconds(1) + MediaTime(2048, timescale: 48_000)
        #expect(segment.timedMetadata.map(\.time) == [time])
        #expect(segment.problems == [])
        guard case .id3(let read)? = segment.timedMetadata.first?.content else {
            Issue.record("no ID3 tag")
            return
        }
        #expect(read.map(\.id) == ["TIT2"])
    }

    @Test func `a damaged tag between frames is a problem`() throws {
        let frames = TransportStreamWriter.adts(frames: 5, size: 64)
        var tag = ID3Bytes.tag([ID3Bytes.text("TIT2", "Song")])
        tag[17] = 0x7F
        let segment = try demux(frames[..<128] + tag + frames[128...])
        #expect(segment.problems.map(\.kind) == [.unreadableMetadata("ID3 tags")])
    }

    @Test func `without an ID3 tag, time starts at zero and never wraps`() throws {
        let segment = try demux(Fixture.packedAC3.bytes)
        #expect(segment.timestampWrap == nil)
        #expect(segment.tracks.first?.start == .zero)
        #expect(segment.tracks.first?.end == MediaTime(16 * 1536, timescale: 48_000))
        #expect(segment.tracks.first?.description.channels == 1)
    }

    @Test(arguments: ["zaac", "zach", "zacp", "zac3", "zec3"])
    func `an ID3 tag that describes encrypted audio is reported`(type: String) throws {
        func demux(_ type: String) throws -> [ContainerProblem] {
            let owner = Array("com.apple.streaming.audioDescription".utf8) + [0]
            let setup = owner + Array(type.utf8) + [0, 0, 1, 5, 0x11, 0x88, 0x56, 0xE5, 0]
            let tag = ID3Bytes.tag([ID3Bytes.timestamp(90_000), ("PRIV", setup)])
            return try self.demux(tag + TransportStreamWriter.adts(frames: 5)).problems
        }
        #expect(try demux(type) == [ContainerProblem(.encrypted, track: 0)])
        #expect(try demux("aac ") == [])
    }

    @Test func `broken frames of packed audio are reported at their times`() throws {
        var bytes = fileBytes("\(SampleMedia.packedAudio.folder)/segment-0.aac")
        let whole = try SegmentDemuxer(level: .decode).demux(media: MemoryInput(bytes))
        let track = try #require(whole.tracks.first)
        #expect(track.brokenFrames == [])
        var starts: [Int] = []
        var index = try #require(bytes.firstRange(of: [0xFF, 0xF1])).lowerBound
        while index + 7 < bytes.count {
            starts.append(index)
            index +=
                Int(bytes[index + 3] & 3) << 11 | Int(bytes[index + 4]) << 3
                | Int(bytes[index + 5]) >> 5
        }
        for (start, end) in zip(starts, starts.dropFirst()).dropFirst(80).prefix(40) {
            for place in start + 7..<end { bytes[place] = UInt8(truncatingIfNeeded: place &* 97) }
        }
        let damaged = try SegmentDemuxer(level: .decode).demux(media: MemoryInput(bytes))
        let broken = try #require(damaged.tracks.first).brokenFrames
        let frame = MediaTime(ticks: track.duration.ticks / Int64(track.sampleCount))
        let first = track.start + MediaTime(ticks: frame.ticks * 79)
        let last = track.start + MediaTime(ticks: frame.ticks * 122)
        #expect(!broken.isEmpty)
        #expect(broken.allSatisfy { $0.lowerBound >= first && $0.upperBound <= last }, "\(broken)")
        let time = broken.reduce(.zero) { $0 + ($1.upperBound - $1.lowerBound) }
        #expect(time.ticks > frame.ticks * 20, "\(time)")
    }

    @Test func `a truncated frame is reported`() throws {
        let segment = try demux(Fixture.packedAC3.bytes.dropLast(10))
        #expect(segment.problems == [ContainerProblem(.truncated, track: 0)])
    }

    private static let tones = [
        "aac": "-c:a aac", "mp3": "-c:a libmp3lame -id3v2_version 0 -write_id3v1 1",
        "ac3": "-c:a ac3", "eac3": "-c:a eac3",
    ]

    @Test(
        .enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"),
        arguments: ["aac", "mp3", "ac3", "eac3"])
    func `an overwritten frame is damage`(type: String) throws {
        let workshop = FFmpegFolder()
        try #require(
            workshop.make(
                "-f lavfi -i sine=sample_rate=48000 -t 2 \(Self.tones[type] ?? "") tone.\(type)"))
        let tone = workshop.bytes("tone.\(type)")
        #expect(try demux(tone).problems == [])
        let tag = ID3Bytes.tag([ID3Bytes.timestamp(90_000)])
        let frames = workshop.probe("tone.\(type)", "-show_entries packet=pos,size")
            .compactMap { fields in
                fields.count == 2 ? (size: Int(fields[0]) ?? 0, place: Int(fields[1]) ?? 0) : nil
            }
        try #require(frames.count > 40)
        for number in [1, 7, frames.count / 2, frames.count - 2] {
            let frame = frames[number]
            var bytes = tone
            for place in frame.place..<frame.place + frame.size { bytes[place] = 0 }
            let kinds = try demux(bytes).problems.map(\.kind)
            #expect(kinds.contains(.brokenAudioFrames), "frame \(number)")
            // A tag between two frames is not damage.
            let tagged = tone[..<frame.place] + tag + tone[frame.place...]
            let others = try demux(tagged).problems.map(\.kind)
            #expect(!others.contains(.brokenAudioFrames), "tag before frame \(number)")
        }
    }

    @Test(.enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"))
    func `a frame of MP3 with nothing but a header and zeros is broken, unlike silence`() throws {
        let workshop = FFmpegFolder()
        let encoder = Self.tones["mp3"] ?? ""
        try #require(workshop.make("-f lavfi -i anullsrc=r=48000 -t 2 \(encoder) silence.mp3"))
        var bytes = workshop.bytes("silence.mp3")
        func brokenCount() throws -> Int? {
            try SegmentDemuxer(level: .decode).demux(media: MemoryInput(bytes)).tracks.first?
                .brokenFrames.count
        }
        #expect(try brokenCount() == 0)
        let frames = workshop.probe("silence.mp3", "-show_entries packet=pos,size")
        try #require(frames.count > 40 && frames[20].count == 2)
        let (size, place) = (Int(frames[20][0]) ?? 0, Int(frames[20][1]) ?? 0)
        for index in place + 4..<place + size { bytes[index] = 0 }
        #expect(try brokenCount() != 0)
    }

    @Test func `a tag without audio is not a container`() {
        let tag = ID3Bytes.tag([ID3Bytes.timestamp(1)])
        #expect(throws: ContainerError.self) { try demux(tag) }
        #expect(throws: ContainerError.self) { try demux(tag + Array("<html>".utf8)) }
    }
}

extension PackedAudioTests {
    private func demux(_ bytes: ArraySlice<UInt8>) throws -> DemuxedSegment {
        try demux(Array(bytes))
    }
}
