import Containers
import Testing
import VirtualTime

@Suite struct ProgressiveTests {
    @Test func `a file is cut at keyframes and nothing is lost`() throws {
        let file = Fixture.progressive
        let whole = try SegmentDemuxer().demux(media: file.input)
        let parts = try SegmentDemuxer().demuxProgressive(file.input, chunk: .milliseconds(400))
        #expect(parts.count == 2)
        #expect(parts.map(\.tracks.first?.keyframes.count) == [1, 1])
        #expect(parts[0].tracks.first?.end == parts[1].tracks.first?.start)
        #expect(parts[0].tracks.last?.end == parts[1].tracks.last?.start)
        #expect(parts.reduce(0) { $0 + $1.byteCount } == whole.byteCount)
        for index in 0..<2 {
            let counts = parts.map { $0.tracks[index].sampleCount }
            #expect(counts.reduce(0, +) == whole.tracks[index].sampleCount)
        }
    }

    @Test func `a chunk duration longer than the file gives one chunk`() throws {
        let file = Fixture.progressive
        let parts = try SegmentDemuxer().demuxProgressive(file.input, chunk: .seconds(3600))
        #expect(parts == [try SegmentDemuxer().demux(media: file.input)])
    }

    @Test(.enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"))
    func `audio that is missing at the border of two pieces leaves a hole`() throws {
        let workshop = FFmpegFolder()
        try #require(
            workshop.make(
                "-f lavfi -i testsrc2=s=64x36:r=25:d=4 -f lavfi -i sine=sample_rate=48000:d=4"
                    + " -c:v libx264 -preset ultrafast -g 25 -pix_fmt yuv420p -c:a aac"
                    + " -bsf:a noise=drop='between(n\\,80\\,120)' file.mp4"))
        let parts = try SegmentDemuxer().demuxProgressive(
            MemoryInput(workshop.bytes("file.mp4")), chunk: .seconds(2))
        // The edit list removes the first frame, so frame 80 would start at 79 × 1024 samples.
        let hole =
            MediaTime(79 * 1024, timescale: 48_000)..<MediaTime(120 * 1024, timescale: 48_000)
        #expect(parts.map(\.tracks.last?.holes) == [[hole], []])
    }

    @Test func `a file with only audio is divided anywhere`() throws {
        let parts = try SegmentDemuxer().demuxProgressive(
            Fixture.packedAC3.input, chunk: .milliseconds(64))
        #expect(parts.count > 1)
        #expect(parts.reduce(0) { $0 + ($1.tracks.first?.sampleCount ?? 0) } == 16)
        for (part, next) in zip(parts, parts.dropFirst()) {
            #expect(part.tracks.first?.end == next.tracks.first?.start)
            #expect(part.tracks.first?.duration ?? .zero >= .milliseconds(64))
        }
    }
}
