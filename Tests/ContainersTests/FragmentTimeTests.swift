import Containers
import TestSupport
import Testing
import VirtualTime

/// The presentation times of pictures in fragments, and the encryption records of samples.
@Suite(.enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"))
struct FragmentTimeTests {
    private let workshop = FFmpegFolder()

    /// Returns an initialization section and a segment of two seconds with reordered pictures.
    private func made() throws -> (initialization: [UInt8], media: [UInt8]) {
        try #require(
            workshop.make(
                "-f lavfi -i testsrc2=s=64x36:r=25:d=2 -c:v libx264 -preset veryfast -bf 3"
                    + " -pix_fmt yuv420p -f hls -hls_segment_type fmp4"
                    + " -hls_segment_filename s%d.m4s -hls_time 9 x.m3u8"))
        return (workshop.bytes("init.mp4"), workshop.bytes("s0.m4s"))
    }

    private func demux(
        _ initialization: [UInt8], _ media: [UInt8], _ level: VerificationLevel = .demux
    ) throws -> DemuxedSegment {
        try SegmentDemuxer(level: level).demux(
            initialization: MemoryInput(initialization), media: MemoryInput(media))
    }

    /// Adds a time to the presentation times of some samples of the only track run.
    private func delay(_ media: [UInt8], samples: Range<Int>, by ticks: Int) throws -> [UInt8] {
        var media = media
        let run = try #require(media.firstRange(of: Array("trun".utf8))).upperBound
        let flags = Int(media[run + 2]) << 8 | Int(media[run + 3])
        let width = 4 * (flags & 0xF00).nonzeroBitCount
        try #require(flags & 0x800 != 0)
        let first = run + 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0)
        for sample in samples {
            let place = first + sample * width + width - 4
            let old = media[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            for (index, shift) in [24, 16, 8, 0].enumerated() {
                media[place + index] = UInt8((old + ticks) >> shift & 0xFF)
            }
        }
        return media
    }

    @Test func `pictures that are shown later leave a hole of more than a tenth of a second`()
        throws
    {
        let (initialization, media) = try made()
        #expect(try demux(initialization, media).tracks.first?.holes == [])
        let late = try demux(initialization, delay(media, samples: 20..<30, by: 5120))
        let hole = try #require(late.tracks.first?.holes.first)
        #expect(hole.upperBound - hole.lowerBound > .milliseconds(100))
    }

    @Test func `one picture with the time of another one leaves no hole and is not a problem`()
        throws
    {
        let (initialization, media) = try made()
        let late = try demux(initialization, delay(media, samples: 20..<21, by: 1024))
        #expect(late.tracks.first?.holes == [])
        #expect(late.problems == [])
    }

    @Test func `encryption records after an initialization section of clear media are reported`()
        throws
    {
        let folder = "\(SampleMedia.folder)/protected-cbcs/video-180p"
        let clear = fileBytes("\(folder)/clear.mp4")
        let media = fileBytes("\(folder)/segment-1.m4s")
        try #require(media.firstRange(of: Array("senc".utf8)) != nil)
        let problems = try demux(clear, media).problems
        #expect(problems.contains { $0.kind == .undescribedEncryption }, "\(problems)")
    }

    @Test func `leading pictures of an open group are not broken where they cannot be decoded`()
        throws
    {
        try #require(
            workshop.make(
                "-f lavfi -i testsrc2=s=64x64:r=25:d=4 -c:v libx265 -preset ultrafast"
                    + " -x265-params log-level=none:keyint=25:min-keyint=25:open-gop=1:bframes=3"
                    + " -tag:v hvc1 -f hls -hls_segment_type fmp4"
                    + " -hls_segment_filename s%d.m4s -hls_time 1 x.m3u8"))
        let segment = try demux(workshop.bytes("init.mp4"), workshop.bytes("s1.m4s"), .decode)
        #expect(segment.tracks.first?.brokenFrames == [])
    }
}
