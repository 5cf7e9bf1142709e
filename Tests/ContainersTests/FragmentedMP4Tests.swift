import Containers
import Testing
import VirtualTime

@Suite struct FragmentedMP4Tests {
    private func demux(_ media: [UInt8]) throws -> DemuxedSegment {
        try SegmentDemuxer().demux(
            initialization: Fixture.initialization.input, media: MemoryInput(media))
    }

    private func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        number(UInt64(contents.count + 8), 4) + Array(type.utf8) + contents
    }

    private func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> UInt64(8 * (count - 1 - $0)) & 0xFF) }
    }

    private func text(_ value: String) -> [UInt8] { Array(value.utf8) + [0] }

    @Test func `tracks have the times of the fragments`() throws {
        let segment = try demux(Fixture.fragment.bytes)
        let video = try #require(segment.tracks.first)
        #expect(video.start == .milliseconds(200))
        #expect(video.end == .milliseconds(1200))
        #expect(video.firstDecodeTime == .zero)
        #expect(video.keyframes == [.milliseconds(200), .milliseconds(700)])
        #expect(video.sampleCount == 10)
        #expect(segment.tracks.last?.sampleCount == 45)
        #expect(segment.timestampWrap == nil)
    }

    @Test func `an event message counts from the start of its segment`() throws {
        let message = box(
            "emsg",
            number(0, 4) + text("urn:example") + text("1") + number(1000, 4) + number(250, 4)
                + number(2000, 4) + number(7, 4) + [0xAB])
        let segment = try demux(message + Fixture.fragment.bytes)
        let entry = try #require(segment.timedMetadata.first)
        let start = try #require(segment.tracks.map(\.start).min())
        #expect(entry.time == start + .milliseconds(250))
        #expect(entry.duration == .seconds(2))
        #expect(
            entry.content
                == .event(
                    EventMessage(schemeIDURI: "urn:example", value: "1", id: 7, data: [0xAB])))
    }

    @Test(
        arguments: [
            "https://aomedia.org/emsg/ID3", "https://developer.apple.com/streaming/emsg-id3",
        ])
    func `an event message of version 1 has its own time, and may carry ID3`(
        scheme: String
    ) throws {
        let tag = ID3Bytes.tag([ID3Bytes.text("TIT2", "Song")])
        let message = box(
            "emsg",
            number(1 << 24, 4) + number(90_000, 4) + number(450_000, 8) + number(0xFFFF_FFFF, 4)
                + number(3, 4) + text(scheme) + text("") + tag)
        let segment = try demux(message + Fixture.fragment.bytes)
        let entry = try #require(segment.timedMetadata.first)
        #expect(entry.time == .seconds(5))
        #expect(entry.duration == nil)
        guard case .event(let event) = entry.content else {
            Issue.record("not an event message")
            return
        }
        #expect(event.id3Frames == [ID3Frame(id: "TIT2", content: .text(["Song"]))])
    }

    @Test(
        arguments: [
            [], [2, 0, 0, 0], [0, 0, 0, 0, 65], [1, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 65, 0, 66, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func `a broken event message is omitted`(contents: [UInt8]) throws {
        let segment = try demux(box("emsg", contents) + Fixture.fragment.bytes)
        #expect(segment.timedMetadata == [])
        #expect(segment.tracks.count == 2)
        #expect(segment.problems.map(\.kind) == [.unreadableMetadata("event messages")])
    }

    @Test(arguments: [
        (10, "TXXX", false), (5, "TXXX", true), (40, "TXXX", true), (10, "PRIV", false),
    ])
    func `a damaged ID3 tag in an event message is a problem of the segment`(
        size: UInt8, id: String, isDamaged: Bool
    ) throws {
        let tag =
            Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, size + 4] + Array(id.utf8)
            + [0, 0, 0, 4, 0, 0, 3, 65, 0, 66]
        let message = box(
            "emsg",
            number(1 << 24, 4) + number(90_000, 4) + number(450_000, 8) + number(0, 4)
                + number(3, 4) + text("https://aomedia.org/emsg/ID3") + text("") + tag)
        let segment = try demux(message + Fixture.fragment.bytes)
        let kinds = segment.problems.map(\.kind)
        #expect(kinds == (isDamaged ? [.unreadableMetadata("ID3 tags")] : []))
    }

    @Test func `a truncated fragment is reported`() throws {
        let segment = try demux(Fixture.fragment.bytes.dropLast(100))
        #expect(segment.problems.map(\.kind).contains(.truncated))
    }

    @Test(arguments: DemuxerChoice.allCases)
    func `a fragment that appears twice repeats the times of its samples`(
        choice: DemuxerChoice
    ) throws {
        let demuxer = SegmentDemuxer(demuxer: choice)
        let fragment = Fixture.fragment.bytes
        for count in 1...3 {
            let media = [[UInt8]](repeating: fragment, count: count).flatMap(\.self)
            let segment = try demuxer.demux(
                initialization: Fixture.initialization.input, media: MemoryInput(media))
            for track in segment.tracks {
                let spans = [Range](repeating: track.start..<track.end, count: count - 1)
                #expect(track.repeatedSpans == spans)
            }
        }
    }

    @Test func `a progressive file respects its edit list`() throws {
        let segment = try SegmentDemuxer().demux(media: Fixture.progressive.input)
        let video = try #require(segment.tracks.first)
        #expect(video.start == .zero)
        #expect(video.end == .seconds(1))
        #expect(video.firstDecodeTime == .milliseconds(-200))
        #expect(segment.tracks.last?.start == .zero)
        #expect(segment.tracks.last?.end == .seconds(1))
    }
}

extension FragmentedMP4Tests {
    private func demux(_ media: ArraySlice<UInt8>) throws -> DemuxedSegment {
        try demux(Array(media))
    }

    /// The number of samples times their size does not fit in 64 bits.
    @Test func `a sample size table larger than any file is read without an overflow`() throws {
        var section = Fixture.initialization.bytes
        let name = Array("stsz".utf8)
        let place = try #require(
            section.indices.dropLast(16).first { section[$0..<$0 + 4].elementsEqual(name) })
        for index in place + 8..<place + 16 { section[index] = 0xFF }
        let input = MemoryInput(section)
        let media = MemoryInput(Fixture.fragment.bytes)
        let segment = try? SegmentDemuxer().demux(initialization: input, media: media)
        #expect(segment == nil || segment?.tracks.isEmpty == false)
    }
}
