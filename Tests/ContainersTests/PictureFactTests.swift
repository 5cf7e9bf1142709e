import Containers
import TestTools
import Testing

/// The picture properties that only the lint rules use, read from files made by FFmpeg.
@Suite(.enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"))
struct PictureFactTests {
    /// The options for one second at 25 frames per second, followed by one second at 50.
    private static let variable =
        "-f lavfi -i testsrc2=size=128x96:rate=50:duration=2"
        + " -vf select='gte(t\\,1)+not(mod(n\\,2))' -fps_mode vfr -c:v libx264 -g 100 -bf 0"

    @Test func `the highest frame rate of media with a variable frame rate is found in fragments`()
        throws
    {
        let workshop = FFmpegFolder()
        try #require(
            workshop.make(
                "\(Self.variable) -movflags +frag_keyframe+empty_moov+default_base_moof film.mp4"))
        let input = MemoryInput(workshop.bytes("film.mp4"))
        let movie = try MovieStructure(input)
        let run = try #require(FragmentStructure(input, movie: movie).runs.first)
        let scale = try #require(movie.tracks.first).timescale
        let rate = try #require(run.fastestRate(timescale: scale))
        #expect(abs(rate - 50) < 0.5, "\(rate)")
    }

    @Test
    func `the highest frame rate of media with a variable rate is found in a transport stream`()
        throws
    {
        let workshop = FFmpegFolder()
        try #require(workshop.make("\(Self.variable) film.ts"))
        let input = MemoryInput(workshop.bytes("film.ts"))
        let track = try #require(SegmentDemuxer().demux(media: input).tracks.first)
        let rate = try #require(track.fastestRate)
        #expect(abs(rate - 50) < 0.5, "\(rate)")
    }

    @Test func `media with a constant frame rate has no highest frame rate`() throws {
        let workshop = FFmpegFolder()
        try #require(
            workshop.make(
                "-f lavfi -i testsrc2=size=128x96:rate=25:duration=2 -c:v libx264 -bf 3 film.ts"))
        let input = MemoryInput(workshop.bytes("film.ts"))
        #expect(try SegmentDemuxer().demux(media: input).tracks.first?.fastestRate == nil)
    }

    @Test(arguments: [false, true])
    func `the static metadata of HDR10 is found`(isStated: Bool) throws {
        let options = isStated ? ":hdr10=1:master-display=\(Self.display):max-cll=1000\\,400" : ""
        let workshop = FFmpegFolder()
        try #require(
            workshop.make(
                "-f lavfi -i testsrc2=size=128x96:rate=25:duration=1 -pix_fmt yuv420p10le"
                    + " -c:v libx265 -preset ultrafast -tag:v hvc1 -color_trc smpte2084"
                    + " -x265-params 'log-level=none\(options)'"
                    + " -movflags +frag_keyframe+empty_moov+write_colr film.mp4"))
        let track = try #require(
            MovieStructure(MemoryInput(workshop.bytes("film.mp4"))).tracks.first)
        #expect(track.transfer == 16)
        #expect(track.lightMetadata == (isStated ? ["mdcv", "clli"] : []))
    }

    /// The parameter sets of x265 depend on its options: reference sets, scaling lists and more.
    @Test(
        arguments: [
            ("ultrafast", "smpte2084", 16), ("medium", "arib-std-b67", 18), ("slow", "bt709", 1),
        ], ["mp4 -movflags +frag_keyframe+empty_moov", "ts"])
    func `the transfer characteristics of HEVC are read from its parameter sets`(
        setting: (preset: String, name: String, value: Int), form: String
    ) throws {
        let workshop = FFmpegFolder()
        let parts = form.split(separator: " ", maxSplits: 1).map(String.init)
        let options = parts.count > 1 ? parts[1] : ""
        try #require(
            workshop.make(
                "-f lavfi -i testsrc2=size=128x96:rate=25:duration=1 -pix_fmt yuv420p10le"
                    + " -c:v libx265 -preset \(setting.preset) -color_trc \(setting.name)"
                    + " -x265-params log-level=none:scaling-list=default \(options)"
                    + " film.\(parts[0])"))
        let segment = try SegmentDemuxer().demux(
            media: MemoryInput(workshop.bytes("film.\(parts[0])")))
        #expect(segment.tracks.first?.description.transfer == setting.value)
    }

    @Test(arguments: [["mdcv", "clli"], ["mdcv"], []])
    func `the boxes of static metadata are found`(names: [String]) throws {
        func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
            let size = UInt32(contents.count + 8)
            return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8)
                + contents
        }
        let metadata = names.flatMap {
            box($0, [UInt8](repeating: 1, count: $0 == "mdcv" ? 24 : 4))
        }
        let entry = box("hvc1", [UInt8](repeating: 0, count: 78) + metadata)
        let table = box("stbl", box("stsd", [0, 0, 0, 0, 0, 0, 0, 1] + entry))
        let handler = box(
            "hdlr",
            [UInt8](repeating: 0, count: 8) + Array("vide".utf8)
                + [UInt8](repeating: 0, count: 13))
        let bytes = box("moov", box("trak", box("mdia", handler + box("minf", table))))
        let track = try #require(MovieStructure(MemoryInput(bytes)).tracks.first)
        #expect(track.lightMetadata == Set(names))
    }

    private static let display =
        "G(13250\\,34500)B(7500\\,3000)R(34000\\,16000)WP(15635\\,16450)L(10000000\\,1)"
}
