import Containers
import Presentation
import TestSupport
import Testing
import VirtualTime

@testable import Sessions

/// Subtitle samples that are missing between long segments, or are in two of them.
@Suite struct TextSeamTests {
    private func segment(
        at start: Int, _ sample: WebVTTFragments.Sample, cues: [SubtitleCue]
    ) throws -> ReadSegment {
        let media = try SegmentDemuxer().demux(
            initialization: MemoryInput(WebVTTFragments.initialization()),
            media: MemoryInput(WebVTTFragments.segment(at: start, [sample])))
        return ReadSegment(media: media, cues: SegmentCues(cues: cues, clock: .container))
    }

    /// Returns the loss between two segments that the playlist declares with 30 seconds each.
    ///
    /// The first segment has one cue. The second segment is a pause.
    private func loss(cueLasts duration: Int, nextStartsAt start: Int) throws -> String? {
        var seams = TextSeams()
        func take(_ number: Int, _ segment: ReadSegment) -> CueLoss? {
            seams.take(
                segment,
                SegmentSeams.Listing(
                    number: SegmentNumber(number), domain: 0, promised: .seconds(30),
                    whole: .seconds(30), isLast: false), of: "text.m3u8")
        }
        let cue = SubtitleCue(start: .zero, end: .milliseconds(Int64(duration)), text: "a")
        let first = try segment(at: 0, .cues(duration, .init("a")), cues: [cue])
        #expect(take(0, first) == nil)
        return take(1, try segment(at: start, .empty(30_000), cues: []))?.text
    }

    @Test func `a sample of more than ten seconds is missed between long segments`() throws {
        #expect(
            try loss(cueLasts: 18_000, nextStartsAt: 30_000)
                == "cues are lost: the samples before it end 12.000 s before its start")
    }

    @Test func `a long segment that starts where the previous one starts loses cues`() throws {
        #expect(
            try loss(cueLasts: 30_000, nextStartsAt: 0)
                == "cues are lost: the samples before it end 30.000 s after its start")
    }

    @Test func `a jump of the timestamps loses no cues`() throws {
        #expect(try loss(cueLasts: 30_000, nextStartsAt: 71_000) == nil)
    }
}
