import Containers
import Testing

@Suite struct CodecStringTests {
    @Test func `H264 is named by profile, constraints and level`() {
        #expect(CodecString.h264(profile: 100, constraints: 0, level: 40) == "avc1.640028")
        #expect(CodecString.h264(profile: 66, constraints: 0xC0, level: 9) == "avc1.42c009")
        #expect(
            CodecString.h264(profile: 77, constraints: 0x40, level: 31, entry: "avc3")
                == "avc3.4d401f")
    }

    @Test func `HEVC writes its compatibility flags in reverse and drops empty constraints`() {
        #expect(
            CodecString.hevc(
                space: 0, profile: 1, compatibility: 0x6000_0000, isHighTier: false, level: 93,
                constraints: [0x90, 0, 0, 0, 0, 0]) == "hvc1.1.6.L93.90")
        #expect(
            CodecString.hevc(
                space: 1, profile: 2, compatibility: 0x2000_0000, isHighTier: true, level: 153,
                constraints: [0xB0, 0, 0x10, 0, 0, 0], entry: "hev1")
                == "hev1.A2.4.H153.B0.0.10")
        #expect(
            CodecString.hevc(
                space: 0, profile: 1, compatibility: 0, isHighTier: false, level: 30,
                constraints: [0, 0, 0, 0, 0, 0]) == "hvc1.1.0.L30")
    }

    @Test func `the codec string of AV1 is derived from its configuration record`() {
        #expect(CodecString.av1(configuration: [0x81, 0x04, 0x0C, 0x00]) == "av01.0.04M.08")
        #expect(CodecString.av1(configuration: [0x81, 0x2D, 0xC0, 0x00]) == "av01.1.13H.10")
        #expect(CodecString.av1(configuration: [0x81, 0x04]) == nil)
        #expect(CodecString.av1(configuration: [0x01, 0x04, 0x0C, 0x00]) == nil)
    }

    @Test func `the codec strings of VP9 and MPEG-4 audio contain numbers`() {
        #expect(CodecString.vp9(profile: 0, level: 31, bitDepth: 8) == "vp09.00.31.08")
        #expect(CodecString.mpeg4Audio(objectType: 2) == "mp4a.40.2")
    }

    @Test func `the codec strings of the samples are exact`() throws {
        let demuxer = SegmentDemuxer()
        let stream = try demuxer.demux(media: Fixture.transportStream.input)
        #expect(stream.tracks.map(\.description.codecString) == ["avc1.64000a", "mp4a.40.2"])
        let fragment = try demuxer.demux(
            initialization: Fixture.initialization.input, media: Fixture.fragment.input)
        #expect(fragment.tracks.map(\.description.codecString) == ["avc1.64000a", "mp4a.40.2"])
        let dolby = try demuxer.demux(media: Fixture.packedAC3.input)
        #expect(dolby.tracks.map(\.description.codecString) == ["ac-3"])
    }
}
