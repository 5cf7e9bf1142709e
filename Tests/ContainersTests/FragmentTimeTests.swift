import Containers
import TestTools
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

    // MARK: Missing fragments

    /// Returns an initialization section, and fragments of one sample each.
    private func fragments(_ options: String) throws -> (section: [UInt8], media: [[UInt8]]) {
        let flags = "frag_every_frame+empty_moov+default_base_moof+skip_trailer"
        try #require(workshop.make("\(options) -movflags \(flags) whole.mp4"))
        let bytes = workshop.bytes("whole.mp4")
        var section: [UInt8] = []
        var media: [[UInt8]] = []
        var place = 0
        while place + 8 <= bytes.count {
            let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let box = bytes[place..<place + size]
            if box.dropFirst(4).starts(with: Array("moof".utf8)) { media.append([]) }
            if media.isEmpty { section += box } else { media[media.count - 1] += box }
            place += size
        }
        return (section, media)
    }

    private func holes(
        _ section: [UInt8], _ media: [[UInt8]], _ choice: DemuxerChoice
    ) throws -> [Range<MediaTime>] {
        let segment = try SegmentDemuxer(demuxer: choice).demux(
            initialization: MemoryInput(section), media: MemoryInput(media.flatMap(\.self)))
        let track = try #require(segment.tracks.first)
        return track.holes.map { $0.lowerBound - track.start..<$0.upperBound - track.start }
    }

    @Test(arguments: DemuxerChoice.allCases, 1...4)
    func `audio frames that are missing between fragments leave a hole`(
        choice: DemuxerChoice, count: Int
    ) throws {
        let (section, whole) = try fragments("-f lavfi -i sine=sample_rate=48000:d=2 -c:a aac")
        #expect(try holes(section, whole, choice) == [])
        var media = whole
        media.removeSubrange(40..<40 + count)
        let start = MediaTime(40 * 1024, timescale: 48_000)
        let end = MediaTime(Int64(40 + count) * 1024, timescale: 48_000)
        #expect(try holes(section, media, choice) == [start..<end])
    }

    /// `ffmpeg` states the time up to the next sample as the duration of the sample before a loss.
    @Test(
        arguments: DemuxerChoice.allCases,
        [
            ("aac", 1024), ("ac3", 1536), ("eac3", 1536), ("libmp3lame", 1152), ("libopus", 960),
            ("alac", 4096), ("flac", 4608),
        ] as [(name: String, frame: Int64)])
    func `audio frames that are missing after a sample leave a hole`(
        choice: DemuxerChoice, codec: (name: String, frame: Int64)
    ) throws {
        for lost in ["", "-bsf:a noise=drop='between(n\\,10\\,12)'"] {
            try #require(
                workshop.make(
                    "-f lavfi -i sine=sample_rate=48000:d=4 -c:a \(codec.name) -strict -2 \(lost)"
                        + " -f hls -hls_segment_type fmp4 -hls_segment_filename s%d.m4s -hls_time 9"
                        + " x.m3u8"))
            let found = try holes(
                workshop.bytes("init.mp4"), [workshop.bytes("s0.m4s")], choice)
            let length = MediaTime(3 * codec.frame, timescale: 48_000)
            #expect(found.map { $0.upperBound - $0.lowerBound } == (lost.isEmpty ? [] : [length]))
        }
    }

    @Test(arguments: DemuxerChoice.allCases, ["-bf 0", "-bf 3"])
    func `a picture that is missing between fragments leaves a hole at its time`(
        choice: DemuxerChoice, options: String
    ) throws {
        let (section, whole) = try fragments(
            "-f lavfi -i testsrc2=s=64x36:r=25:d=2 -c:v libx264 -preset veryfast -pix_fmt yuv420p"
                + " -g 25 \(options)")
        #expect(try holes(section, whole, choice) == [])
        var media = whole
        media.remove(at: 30)
        let found = try #require(try holes(section, media, choice).first)
        #expect(found.upperBound - found.lowerBound == .milliseconds(40))
        #expect(found.lowerBound >= .seconds(1) && found.upperBound <= .milliseconds(1600))
    }

    @Test(
        arguments: DemuxerChoice.allCases,
        ["sine=sample_rate=48000:d=2 -c:a aac", "testsrc2=s=64x36:r=25:d=2 -c:v libx264 -bf 0"])
    func `decode times beyond the range of media times are read`(
        choice: DemuxerChoice, source: String
    ) throws {
        let (section, whole) = try fragments("-f lavfi -i \(source)")
        var media = whole
        // The 64-bit decode time follows the version and the flags of the box.
        let place = try #require(media[9].firstRange(of: Array("tfdt".utf8))).upperBound + 4
        media[9][place] = 0x08
        _ = try holes(section, media, choice)
    }

    /// Pictures are missing, as from a camera in the dark, but the durations do not reflect this.
    ///
    /// The codec is HEVC, because the numbers of pictures of H.264 would show the loss.
    @Test(arguments: DemuxerChoice.allCases)
    func `pictures that are often late leave no hole`(choice: DemuxerChoice) throws {
        let (section, whole) = try fragments(
            "-f lavfi -i testsrc2=s=64x64:r=25:d=2 -c:v libx265 -preset veryfast -pix_fmt yuv420p"
                + " -x265-params log-level=none:keyint=25:bframes=0 -tag:v hvc1")
        let media = whole.indices.filter { $0 % 5 != 4 }.map { whole[$0] }
        #expect(try holes(section, media, choice) == [])
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

    @Test(arguments: [
        "libx265 -preset ultrafast -tag:v hvc1 -x265-params log-level=none:keyint=25:min-keyint=25"
            + ":open-gop=1:bframes=3",
        // FFmpeg gives the keyframe the timestamp of the first of three leading pictures.
        "libx264 -pix_fmt yuv420p -x264-params keyint=24:min-keyint=24:scenecut=0"
            + ":open-gop=1:bframes=3:b-adapt=0:b-pyramid=none",
    ])
    func `leading pictures of an open group are not broken where they cannot be decoded`(
        encoder: String
    ) throws {
        try #require(
            workshop.make(
                "-f lavfi -i testsrc2=s=64x64:r=25:d=4 -c:v \(encoder)"
                    + " -f hls -hls_segment_type fmp4"
                    + " -hls_segment_filename s%d.m4s -hls_time 0.96 x.m3u8"))
        let segment = try demux(workshop.bytes("init.mp4"), workshop.bytes("s1.m4s"), .decode)
        #expect(segment.tracks.first?.brokenFrames == [])
        #expect(segment.tracks.first?.startsOpenGroup == true)
        let first = try demux(workshop.bytes("init.mp4"), workshop.bytes("s0.m4s"))
        #expect(first.tracks.first?.startsOpenGroup == false)
    }
}
