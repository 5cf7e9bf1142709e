import Containers
import TestTools
import Testing
import VirtualTime

@Suite struct WebVTTFragmentTests {
    private let initialization = MemoryInput(
        WebVTTFragments.initialization(header: "WEBVTT\n\nREGION\nid:top\n"))
    private let media = WebVTTFragments.segment(
        at: 6000, [.empty(500), .cues(1000, .init("one")), .cues(250, .init("one"), .init("two"))])

    @Test func `WebVTT samples have their times and contents`() throws {
        let track = try WebVTTTrack(initialization: initialization, media: MemoryInput(media))
        #expect(String(decoding: track.header, as: UTF8.self) == "WEBVTT\n\nREGION\nid:top\n")
        #expect(track.samples.map(\.start) == [6000, 6500, 7500].map { .milliseconds($0) })
        #expect(track.samples.map(\.end) == [6500, 7500, 7750].map { .milliseconds($0) })
        #expect(track.samples.map { $0.bytes.count > 8 } == [false, true, true])
    }

    @Test(.enabled(if: FFmpegFolder.isOpen, "needs ffmpeg and ffprobe"))
    func `WebVTT samples are equal to the samples of ffprobe`() throws {
        let workshop = FFmpegFolder()
        #expect(workshop.put(initialization.bytes + media, as: "text.mp4"))
        let rows = workshop.probe("text.mp4", "-show_entries packet=pts,size")
        let track = try WebVTTTrack(initialization: initialization, media: MemoryInput(media))
        #expect(
            rows.map { $0.prefix(2) }
                == track.samples.map {
                    ["\($0.start.value(timescale: 1000))", "\($0.bytes.count)"]
                })
    }

    @Test func `the demuxer recognizes fragmented WebVTT`() throws {
        let segment = try SegmentDemuxer().demux(
            initialization: initialization, media: MemoryInput(media))
        let track = try #require(segment.tracks.first)
        #expect(track.description.codec == .webVTT)
        #expect(track.description.kind == .subtitle)
        #expect(track.start == .seconds(6))
        #expect(track.sampleCount == 3)
        #expect(segment.problems == [])
    }

    @Test func `damaged fragments are an error or have fewer samples`() {
        for count in stride(from: 0, to: media.count, by: 7) {
            let part = MemoryInput(Array(media.prefix(count)))
            let track = try? WebVTTTrack(initialization: initialization, media: part)
            #expect((track?.samples.count ?? 0) <= 3)
        }
        for place in media.indices {
            var bytes = media
            bytes[place] ^= 0xFF
            let track = try? WebVTTTrack(
                initialization: initialization, media: MemoryInput(bytes))
            #expect((track?.samples.count ?? 0) <= WebVTTTrack.mostSamples)
        }
    }
}
