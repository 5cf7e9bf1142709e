import Containers
import TestTools
import Testing
import VirtualTime

/// The loss of a picture with all its packets is detected from the numbers of other pictures.
@Suite struct MissingPictureTests {
    private static let source = "-f lavfi -i testsrc2=size=128x96:rate=25 -t 3"

    /// The encoder options for different ways to code pictures.
    ///
    /// Pictures are coded without and with reordering, in a pyramid, with open groups of pictures,
    /// in fields, and with several slices.
    static let recipes = [
        "-c:v libx264 -bf 0 -g 25", "-c:v libx264 -bf 3 -g 25",
        "-c:v libx264 -bf 6 -x264-params b-pyramid=normal:open-gop=1 -g 25",
        "-c:v libx264 -bf 2 -x264-params b-pyramid=strict:slices=4 -g 75",
        "-c:v libx264 -intra-refresh 1 -g 25", "-c:v libx264 -crf 0 -g 25",
        "-c:v libx264 -flags +ilme+ildct -x264-params tff=1",
    ]

    private func missing(in packets: EditedPackets) -> MissingPictures? {
        MissingPictures(MemoryInput(packets.bytes))
    }

    private func made(_ recipe: String, _ source: String = Self.source) throws -> EditedPackets {
        let workshop = FFmpegFolder()
        try #require(workshop.make("\(source) \(recipe) whole.ts"))
        return EditedPackets(workshop.bytes("whole.ts"))
    }

    @Test(.enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"), arguments: recipes)
    func `a picture that is removed within a stream is found missing`(recipe: String) throws {
        let whole = try made(recipe)
        #expect(missing(in: whole) == nil)
        let units = whole.units(of: 0x100)
        try #require(units.count == 75)
        let found = units.indices.map { place in
            missing(in: whole.without(units[place]).renumbered)?.count ?? 0
        }
        #expect(found.allSatisfy { $0 <= 1 }, "\(found)")
        // The loss of some pictures cannot always be found: no picture precedes the first one, no
        // picture follows the last ones, and the number of an IDR picture is always zero.
        let unknown = found.indices.filter { found[$0] == 0 }
        #expect(unknown.allSatisfy { [0, 24, 49].contains($0) || $0 > 66 }, "\(unknown)")
    }

    @Test(
        .enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"),
        arguments: [
            // One or several pictures are dropped before encoding.
            "-vf 'select=not(eq(n\\,30))' -fps_mode vfr -c:v libx264 -bf 3",
            "-vf 'select=mod(n\\,7)' -fps_mode vfr -c:v libx264 -bf 0",
            "-vf 'select=lt(n\\,40)+mod(n\\,2)' -fps_mode vfr -c:v libx264 -bf 3 -g 250",
            "-vf mpdecimate -fps_mode vfr -c:v libx264", "-c:v libx265 -x265-params log-level=none",
            "-c:v mpeg2video -bf 2", "-c:v libx264 -bsf:v h264_metadata=aud=insert",
        ])
    func `no pictures are missing in a stream whose encoder skipped some`(recipe: String) throws {
        #expect(missing(in: try made(recipe)) == nil)
    }

    @Test(.enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"))
    func `an encoder may leave a gap in the display order of reference frames`() throws {
        let whole = try made("-c:v libx264 -x264-params b-pyramid=none -bf 3 -g 25")
        let units = whole.units(of: 0x100)
        // The first bytes of a slice that no other picture refers to, and of any other slice.
        let (free, bound): ([UInt8], [UInt8]) = ([0, 0, 1, 0x01], [0, 0, 1, 0x21])
        var count = 0
        for unit in units where whole.all[unit[0]].contains(free) {
            let rest = whole.without(unit).renumbered
            guard missing(in: rest) != nil else { continue }
            count += 1
            let encoded = EditedPackets(rest.bytes.replacing(free, with: bound))
            #expect(missing(in: encoded) == nil, "\(unit)")
        }
        #expect(count > 20)
    }

    @Test(
        .enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"),
        arguments: recipes.prefix(4), [false, true])
    func `no pictures are reported missing in an excerpt of a stream cut at any picture`(
        recipe: String, skips: Bool
    ) throws {
        let skipping = skips ? "-vf 'select=mod(n\\,9)' -fps_mode vfr" : ""
        // Each picture has the parameter sets, so that an excerpt may begin at any picture.
        let sets = "-flags +global_header -bsf:v dump_extra=freq=all"
        let whole = try made("\(skipping) \(recipe) \(sets)")
        let units = whole.units(of: 0x100)
        let tables = whole.all.prefix { EditedPackets.identifier(of: $0) != 0x100 }
        for start in stride(from: 0, to: units.count - 24, by: 3) {
            let end = min(units.count, start + 40)
            var piece = whole
            piece.all =
                Array(tables) + units[start..<end].flatMap(\.self).map { whole.all[$0] }
            #expect(missing(in: piece.renumbered) == nil, "\(start)")
        }
    }

    @Test(
        .enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"),
        arguments: recipes.prefix(2))
    func `a picture that is removed from fMP4 is found missing`(recipe: String) throws {
        let workshop = FFmpegFolder()
        try #require(workshop.make("\(Self.source) \(recipe) whole.mp4"))
        for (drop, count) in [("0", 0), ("eq(n\\,30)", 1), ("between(n\\,30\\,31)", 2)] {
            let made = workshop.make(
                "-i whole.mp4 -c copy -bsf:v 'noise=drop=\(drop)' -f hls -hls_time 10"
                    + " -hls_segment_type fmp4 -hls_segment_filename %d.m4s index.m3u8")
            try #require(made)
            let found = MissingPictures(
                MemoryInput(workshop.bytes("0.m4s")),
                initialization: MemoryInput(workshop.bytes("init.mp4")))
            #expect(found?.count ?? 0 == count, "\(drop)")
            let segment = try SegmentDemuxer().demux(
                initialization: MemoryInput(workshop.bytes("init.mp4")),
                media: MemoryInput(workshop.bytes("0.m4s")))
            let length = MediaTime(Int64(count), timescale: 25)
            #expect(Self.holeTime(in: segment) == length, "\(drop)")
        }
    }

    /// Returns the total length of the holes in the first track.
    private static func holeTime(in segment: DemuxedSegment) -> MediaTime? {
        segment.tracks.first?.holes.reduce(MediaTime.zero) { $0 + ($1.upperBound - $1.lowerBound) }
    }

    @Test func `no pictures are missing in the samples, and truncated samples do not crash`() {
        for name in ["markers/high/segment-0.ts", "id3/segment-1.ts", "discontinuity/ad-0.ts"] {
            let bytes = fileBytes(SampleMedia.folder + "/\(name)")
            #expect(!bytes.isEmpty && MissingPictures(MemoryInput(bytes)) == nil)
            for end in stride(from: 0, to: bytes.count, by: 97) {
                _ = MissingPictures(MemoryInput(Array(bytes[..<end])))
            }
        }
    }

    @Test func `a missing picture is reported with the time of the picture after it`() throws {
        let whole = EditedPackets(
            fileBytes(SampleMedia.folder + "/markers/high/segment-0.ts"))
        let units = whole.units(of: 0x100)
        let rest = whole.without(units[20]).renumbered
        let found = try #require(missing(in: rest))
        #expect(found.count == 1 && found.time > .zero && found.time < .seconds(60))
        for (packets, count) in [(whole, 0), (rest, 1)] {
            let segment = try SegmentDemuxer().demux(media: MemoryInput(packets.bytes))
            let length = MediaTime(Int64(count), timescale: 25)
            #expect(Self.holeTime(in: segment) == length)
        }
    }
}
