import Containers
import TestTools
import Testing
import VirtualTime

/// Samples overwritten with zeros are found without decoding.
@Suite struct SampleFormTests {
    private struct Sample {
        let track: Int
        let range: Range<Int>
    }

    private static let folder = "\(SampleMedia.folder)/protected-cbcs"

    private func corrupt(
        _ media: [UInt8], after initialization: [UInt8]?, _ choice: DemuxerChoice
    ) throws -> Int {
        let segment = try SegmentDemuxer(demuxer: choice).demux(
            initialization: initialization.map { MemoryInput($0) }, media: MemoryInput(media))
        return segment.problems.filter { $0.kind == .corruptSample }.reduce(0) { $0 + $1.count }
    }

    /// Returns the samples of a file, as FFprobe lists them.
    private func samples(_ path: String) -> [Sample] {
        let list = ShellCommand.text(
            of: "ffprobe -v error -show_entries packet=stream_index,pos,size -of csv=p=0 '\(path)'")
        return (list ?? "").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: ",").compactMap { Int($0) }
            guard fields.count == 3 else { return nil }
            return Sample(track: fields[0], range: fields[2]..<fields[2] + fields[1])
        }
    }

    private func zeroed(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
        var bytes = bytes
        bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
        return bytes
    }

    @Test(
        .enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"),
        arguments: [DemuxerChoice.automatic, .libavformat],
        ["-c:v libx264 -bf 2", "-c:v libx265 -x265-params log-level=none"])
    func `a zeroed sample of a fragment is damage`(choice: DemuxerChoice, video: String) throws {
        let workshop = FFmpegFolder()
        let source = "-f lavfi -i testsrc2=size=128x96:rate=25 -f lavfi -i sine -t 2"
        try #require(
            workshop.make(
                "\(source) -preset ultrafast \(video) -c:a aac -f hls"
                    + " -hls_segment_type fmp4 -hls_segment_filename s%d.m4s -hls_time 9 x.m3u8"))
        let initialization = workshop.bytes("init.mp4")
        let media = workshop.bytes("s0.m4s")
        try #require(workshop.put(initialization + media, as: "joined.mp4"))
        let samples = samples("\(workshop.folder)/joined.mp4")
        try #require(samples.count > 100)
        #expect(try corrupt(media, after: initialization, choice) == 0)
        for sample in samples.enumerated().filter({ $0.offset % 7 == 0 }).map(\.element) {
            let range =
                sample.range.lowerBound - initialization.count..<sample.range.upperBound
                - initialization.count
            let found = try corrupt(zeroed(media, range), after: initialization, choice)
            #expect(found == 1, "track \(sample.track) at \(range)")
        }
    }

    /// H.264 is announced as VVC, so that its samples are not examined further.
    @Test(
        .enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"),
        arguments: [DemuxerChoice.automatic, .libavformat])
    func `a zeroed sample of a further codec is damage`(choice: DemuxerChoice) throws {
        let workshop = FFmpegFolder()
        try #require(
            workshop.make(
                "-f lavfi -i testsrc2=size=128x96:rate=25 -t 1 -c:v libx264 -f hls"
                    + " -hls_segment_type fmp4 -hls_segment_filename s%d.m4s -hls_time 9 x.m3u8"))
        var initialization = workshop.bytes("init.mp4")
        let media = workshop.bytes("s0.m4s")
        try #require(workshop.put(initialization + media, as: "joined.mp4"))
        let sample = try #require(samples("\(workshop.folder)/joined.mp4").dropFirst(7).first)
        let entry = try #require(initialization.ranges(of: Array("avc1".utf8)).last)
        initialization.replaceSubrange(entry, with: Array("vvc1".utf8))
        #expect(try corrupt(media, after: initialization, choice) == 0)
        let range =
            sample.range.lowerBound - initialization.count..<sample.range.upperBound
            - initialization.count
        #expect(try corrupt(zeroed(media, range), after: initialization, choice) == 1)
    }

    @Test(.enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"))
    func `a zeroed sample of a single file is damage`() throws {
        let path = SampleMedia.progressive.path
        let bytes = fileBytes(path)
        #expect(try corrupt(bytes, after: nil, .automatic) == 0)
        let samples = samples(path).filter { $0.range.count >= 8 }
        try #require(samples.count > 100)
        for sample in samples.enumerated().filter({ $0.offset % 11 == 0 }).map(\.element) {
            let found = try corrupt(zeroed(bytes, sample.range), after: nil, .automatic)
            #expect(found == 1, "track \(sample.track) at \(sample.range)")
        }
    }

    @Test func `zeros after the last NAL unit of a sample are padding`() throws {
        // A NAL unit of five bytes with the type of a slice, followed by a length of zero.
        let units = SampleForm.units(lengthSize: 4, syntax: .h264(hasPartitions: false))
        func isBroken(_ form: SampleForm, _ bytes: [UInt8]) -> Bool { form.isBroken(bytes.span) }
        let zeros = [UInt8](repeating: 0, count: 64)
        #expect(!isBroken(units, [0, 0, 0, 5, 0x41, 1, 2, 3, 4, 0, 0, 0, 0]))
        #expect(isBroken(units, zeros))
        #expect(isBroken(units, [0, 0, 0, 6, 0x41, 1, 2, 3, 4]))
        // A parameter set, followed by zeros.
        #expect(isBroken(units, [0, 0, 0, 2, 0x67, 1, 0, 0, 0, 0, 0, 0]))
        #expect(!isBroken(.nonzero, [0, 0, 0, 0, 0, 0, 0, 0, 1]))
        #expect(isBroken(.nonzero, zeros))
        #expect(!isBroken(.nonzero, [0, 0]))
        #expect(!isBroken(.any, zeros))
    }

    @Test(arguments: [31, 32, 100])
    func `zeros within a slice are damage`(count: Int) {
        let zeros = [UInt8](repeating: 0, count: count)
        func isBroken(_ type: UInt8, _ rest: [UInt8], size: Int = 1000) -> Bool {
            let unit = [type, 1, 2, 3] + zeros + rest
            let bytes = [0, 0, 0, UInt8(unit.count)] + unit
            let form = SampleForm.units(lengthSize: 4, syntax: .h264(hasPartitions: false))
            var check = SampleFormCheck(form, byteCount: bytes.count + 6)
            for start in stride(from: 0, to: bytes.count, by: size) {
                check.take(bytes.span.extracting(start..<min(start + size, bytes.count)))
            }
            check.take([0, 0, 0, 2, 0x41, 1].span)
            return check.isBroken
        }
        #expect(isBroken(0x65, [4, 5]) == (count >= 32))
        #expect(isBroken(0x65, [4, 5], size: 60) == (count >= 32))
        // Padding, and a unit of SEI, which may contain any data.
        #expect(!isBroken(0x65, []))
        #expect(!isBroken(0x06, [4, 5]))
    }

    @Test(arguments: [63, 64, 100], [7, 1000])
    func `zeros within a frame of AV1 or VP9 are damage`(count: Int, size: Int) {
        let zeros = [UInt8](repeating: 0, count: count)
        func isBroken(_ form: SampleForm, _ bytes: [UInt8]) -> Bool {
            var check = SampleFormCheck(form, byteCount: bytes.count)
            for start in stride(from: 0, to: bytes.count, by: size) {
                check.take(bytes.span.extracting(start..<min(start + size, bytes.count)))
            }
            return check.isBroken
        }
        // A run of zeros is found if one piece contains all of it.
        let isFound = count >= 64 && size > count
        func unit(_ header: UInt8, _ content: [UInt8]) -> [UInt8] {
            [header, UInt8(content.count)] + content
        }
        // Types: a temporal delimiter is 2, a whole frame 6, padding 15.
        let frame = unit(0x12, []) + unit(0x32, [1, 2])
        #expect(!isBroken(.av1, frame + unit(0x32, [1] + zeros)))
        #expect(isBroken(.av1, frame + unit(0x32, [1] + zeros + [4])) == isFound)
        #expect(!isBroken(.av1, frame + unit(0x7A, zeros + [0x80])))
        #expect(!isBroken(.av1, frame + zeros))
        #expect(isBroken(.av1, frame + zeros + [1]))
        #expect(!isBroken(.vp9, [0x82, 1] + zeros))
        #expect(isBroken(.vp9, [0x82, 1] + zeros + [4]) == isFound)
        #expect(!isBroken(.vp9, [0x82, 1] + zeros + [0x86, 2, 0xC1, UInt8(2 + count), 2, 0xC1]))
    }

    @Test(arguments: [
        (SampleForm.av1, [0x32, 3, 1, 2], true), (.av1, [0x12, 0], true),
        (.av1, [0x30, 1, 2], false), (.av1, [0x36, 0, 2, 1, 2], false), (.av1, [0xB0, 1], true),
        (.av1, [0x32, 0x82, 0x00, 1, 2], false), (.av1, [0x32, 0x82], true),
        (.vp9, [0x88], false), (.vp9, [0x02, 1], true), (.vp9, [0xC2, 1], true),
        (.ac3, [0x0B, 0x77, 0, 0, 0x14, 0x40, 0, 0], false),
        (.ac3, [0x0B, 0x77, 0, 0, 0x14, 0x80, 0, 0], true),
        (.ac3, [0, 0, 0, 0, 0, 0, 0, 0], true), (.opus, [0xFC], false), (.opus, [0xFF], true),
        (.opus, [0xFF, 0], true),
        (.opus, [0xFF, 3, 1], false),
    ])
    func `headers of AV1, VP9, AC-3 and Opus are checked`(
        form: SampleForm, bytes: [UInt8], isBroken: Bool
    ) {
        #expect(form.isBroken(bytes.span) == isBroken)
    }

    @Test func `a sample in the syntax of another codec is broken`() {
        func isBroken(_ form: SampleForm, _ bytes: [UInt8]) -> Bool { form.isBroken(bytes.span) }
        let h264 = SampleForm.units(lengthSize: 4, syntax: .h264(hasPartitions: false))
        let hevc = SampleForm.units(lengthSize: 4, syntax: .hevc)
        let slice: [UInt8] = [0, 0, 0, 4, 0x41, 0x9A, 1, 2]
        let trailing: [UInt8] = [0, 0, 0, 4, 0x02, 0x01, 0xD0, 1]
        #expect(!isBroken(h264, slice))
        #expect(isBroken(hevc, slice))
        #expect(!isBroken(hevc, trailing))
        #expect(isBroken(h264, trailing))
        let frame = SampleForm.frame(word: 0x0B77, mask: 0xFFFF)
        #expect(!isBroken(frame, [0x0B, 0x77, 1, 2, 3, 4, 5, 6]))
        #expect(isBroken(frame, [0x21, 0x10, 1, 2, 3, 4, 5, 6]))
    }

    @Test(arguments: [
        ("<tt/>", false), ("\n<?xml version='1.0'?><tt><p>a</p></tt>\u{0}PNG", false), ("", false),
        ("<!DOCTYPE tt><tt>", false), ("<tt><p>a</p>", true), ("<tt><p></tt>", true),
        ("<tt>&nbsp;</tt>", true), ("\u{0}\u{0}\u{0}", true), (" \n", false),
        ("\u{FEFF}<tt/>", false), ("\u{FEFF}<tt>", true),
        ("<?xml version='1.0' encoding='utf-16'?><tt/>", false),
    ])
    func `a sample of TTML that is not well-formed XML is broken`(text: String, isBroken: Bool) {
        let bytes = Array(text.utf8)
        var check = SampleFormCheck(.document, byteCount: bytes.count)
        for index in bytes.indices { check.take(bytes.span.extracting(index..<index + 1)) }
        #expect(check.isBroken == isBroken)
    }

    @Test func `an empty sample is not broken, and has no picture`() {
        let empty: [UInt8] = []
        func isBroken(_ form: SampleForm) -> Bool { form.isBroken(empty.span) }
        let word = SampleForm.frame(word: 0x0B77, mask: 0xFFFF)
        for syntax in [SampleForm.UnitSyntax.h264(hasPartitions: true), .hevc] {
            let units = SampleForm.units(lengthSize: 4, syntax: syntax)
            for form in [units, word, .nonzero, .any, .opus, .av1, .vp9] {
                #expect(!isBroken(form))
            }
        }
        func pictureType(_ bytes: [UInt8], _ lengthSize: Int = 4) -> UInt8? {
            SampleForm.hevcPictureType(in: bytes.span, lengthSize: lengthSize)
        }
        #expect(pictureType(empty) == nil)
        #expect(pictureType([0, 0, 0, 0, 0, 0]) == nil, "a unit without bytes is not a slice")
        #expect(pictureType([0, 0, 0, 4, 0x02, 1]) == nil, "the unit exceeds the sample")
        #expect(pictureType([0, 0, 0, 2, 0x46, 1, 0, 0, 0, 2, 0x12, 1]) == 9)
        #expect(pictureType([2, 0x12, 1], 1) == 9)
        let recovery: [UInt8] = [0, 0, 0, 2, 0x06, 6, 0, 0, 0, 2, 0x41, 1]
        #expect(SampleForm.h264PictureType(in: recovery.span, lengthSize: 4) == 1)
    }

    @Test func `the check of a sample has the same result in any division of its bytes`() {
        let form = SampleForm.units(lengthSize: 4, syntax: .h264(hasPartitions: false))
        let bytes: [UInt8] = [0, 0, 0, 2, 9, 16, 0, 0, 0, 3, 0x65, 7, 7]
        for size in 1...bytes.count {
            var check = SampleFormCheck(form, byteCount: bytes.count)
            for start in stride(from: 0, to: bytes.count, by: size) {
                let end = min(bytes.count, start + size)
                check.take(bytes.span.extracting(start..<end))
            }
            #expect(!check.isBroken, "in pieces of \(size)")
        }
    }

    @Test(arguments: ["hdlr", "stsd", "minf", "stbl", "mdia"])
    func `an initialization section that does not describe its track is damage`(type: String) throws
    {
        var section = fileBytes("\(Self.folder)/video-180p/clear.mp4")
        let whole = section
        let media = fileBytes("\(Self.folder)/video-180p/segment-0.m4s")
        let name = Array(type.utf8)
        let place = try #require(
            section.indices.first { section[$0...].starts(with: name) })
        section.replaceSubrange(place..<place + 4, with: Array("free".utf8))
        func isBroken(_ section: [UInt8]) throws -> Bool {
            do {
                let segment = try SegmentDemuxer().demux(
                    initialization: MemoryInput(section), media: MemoryInput(media))
                return segment.problems.contains {
                    if case .brokenMovie = $0.kind { true } else { false }
                }
            } catch { return true }
        }
        #expect(try isBroken(section))
        #expect(try !isBroken(whole))
    }
}
