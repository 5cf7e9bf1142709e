import Containers
import Testing

@Suite struct FormatDetectionTests {
    @Test(
        arguments:
            zip(Fixture.media, [ContainerFormat.mpegTS, .fragmentedMP4, .mp4, .aac, .ac3]))
    func `the container is detected from the bytes of the media`(
        fixture: Fixture, format: ContainerFormat
    ) throws {
        let segment = try SegmentDemuxer().demux(
            initialization: fixture.initialization, media: fixture.input)
        #expect(segment.format == format)
        #expect(segment.problems == [])
        #expect(segment.byteCount == Int64(fixture.bytes.count))
    }

    @Test func `a byte order mark before WEBVTT is skipped`() throws {
        let text = "\u{FEFF}WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nHi\r\n"
        let segment = try SegmentDemuxer().demux(media: MemoryInput(Array(text.utf8)))
        #expect(segment.format == .webVTT)
        #expect(segment.tracks.map(\.sampleCount) == [1])
    }

    @Test(
        arguments: zip(
            [
                "<!DOCTYPE html><title>404</title>", "<?xml version='1.0'?>", "{\"error\":1}",
                "#EXTM3U\n", "gone fishing", "\u{1}\u{2}\u{3}\u{4}",
            ], ["HTML", "XML", "JSON", "a playlist", "text", nil]))
    func `bytes that are not a container are described by their kind`(text: String, name: String?) {
        #expect(throws: ContainerError(.unrecognized(looksLike: name), offset: 0)) {
            try SegmentDemuxer().demux(media: MemoryInput(Array(text.utf8)))
        }
    }

    @Test func `empty media has an error of its own`() {
        #expect(throws: ContainerError(.empty)) {
            try SegmentDemuxer().demux(media: MemoryInput([]))
        }
    }

    @Test func `a container other than the announced one is read and reported`() throws {
        let segment = try SegmentDemuxer().demux(
            media: Fixture.packedAAC.input, hint: FormatHint(.mpegTS))
        #expect(
            segment.problems == [
                ContainerProblem(.differentContainer(announced: .mpegTS, found: .aac))
            ])
        #expect(segment.tracks.count == 1)
    }

    @Test func `an initialization section of another container is an error`() {
        #expect(
            throws: ContainerError(
                .differentContainer(announced: .fragmentedMP4, found: .mpegTS))
        ) {
            try SegmentDemuxer().demux(
                initialization: Fixture.initialization.input, media: Fixture.transportStream.input)
        }
    }

    @Test func `fragments need their initialization section`() {
        #expect(throws: ContainerError(.missingInitialization)) {
            try SegmentDemuxer().demux(media: Fixture.fragment.input)
        }
    }

    @Test func `a read error of an input is kept as the cause`() {
        struct ConnectionReset: Error, Equatable {}
        struct Failing: ContainerInput {
            var byteCount: Int64? { 1000 }
            func read(
                at offset: Int64, into buffer: inout MutableRawSpan
            ) throws(ContainerInputError) -> Int {
                throw ContainerInputError(ConnectionReset(), offset: offset)
            }
        }
        let cause = ContainerInputError(ConnectionReset(), offset: 0)
        #expect(throws: ContainerError(.input(cause), offset: 0)) {
            try SegmentDemuxer().demux(media: Failing())
        }
    }

    @Test func `an input of unknown length in small pieces reads the same`() throws {
        struct Dripping: ContainerInput {
            let whole: MemoryInput
            var byteCount: Int64? { nil }
            func read(
                at offset: Int64, into buffer: inout MutableRawSpan
            ) throws(ContainerInputError) -> Int {
                let piece = whole.bytes.dropFirst(Int(offset)).prefix(7)
                return try MemoryInput(Array(piece)).read(at: 0, into: &buffer)
            }
        }
        let fixture = Fixture.transportStream
        let whole = try SegmentDemuxer().demux(media: fixture.input)
        let dripped = try SegmentDemuxer().demux(media: Dripping(whole: fixture.input))
        #expect(dripped == whole)
    }
}
