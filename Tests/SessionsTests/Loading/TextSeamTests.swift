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

    /// Returns the loss between a segment of 30 seconds and the next segment.
    ///
    /// The first segment has one cue. The second segment is a pause.
    private func loss(
        cueLasts duration: Int, nextStartsAt start: Int, nextLasts next: Int = 30_000
    ) throws -> String? {
        var seams = TextSeams()
        func take(_ number: Int, _ segment: ReadSegment, lasting milliseconds: Int) -> CueLoss? {
            let promised = MediaTime.milliseconds(Int64(milliseconds))
            return seams.take(
                segment,
                SegmentSeams.Listing(
                    number: SegmentNumber(number), domain: 0, promised: promised,
                    whole: promised, isLast: false), of: "text.m3u8", at: "\(number)")
        }
        let cue = SubtitleCue(start: .zero, end: .milliseconds(Int64(duration)), text: "a")
        let first = try segment(at: 0, .cues(duration, .init("a")), cues: [cue])
        #expect(take(0, first, lasting: 30_000) == nil)
        let second = try segment(at: start, .empty(next), cues: [])
        return take(1, second, lasting: next)?.text
    }

    @Test func `a sample of more than ten seconds is missed between long segments`() throws {
        #expect(
            try loss(cueLasts: 18_000, nextStartsAt: 30_000)
                == "cues are lost: the samples before it end 12.000 s before its start")
    }

    @Test func `samples at the end of a long segment are missed before a short one`() throws {
        #expect(
            try loss(cueLasts: 2000, nextStartsAt: 30_000, nextLasts: 4000)
                == "cues are lost: the samples before it end 28.000 s before its start")
    }

    @Test func `a long segment that starts where the previous one starts loses cues`() throws {
        #expect(
            try loss(cueLasts: 30_000, nextStartsAt: 0)
                == "cues are lost: the samples before it end 30.000 s after its start")
    }

    /// Returns the certain losses of segments that the playlist declares with 6 seconds each.
    ///
    /// - Parameters:
    ///   - segments: The fragments of each segment, each with its start and its samples. A positive
    ///     duration stands for a cue, and a negative one for a pause.
    ///   - isRead: Whether the text is WebVTT; otherwise, it is TTML, whose cues are not read.
    ///   - known: The first segment with which the origin of timestamps, zero, is known.
    /// - Returns: The losses, each after the number of its segment.
    /// - Throws: `ContainerError` when a segment cannot be read.
    private func losses(
        _ segments: [[(start: Int, samples: [Int])]], isRead: Bool = true, known: Int = .max
    ) throws -> [String] {
        var seams = TextSeams()
        var found: [String] = []
        let initialization = WebVTTFragments.initialization().replacing(
            Array("wvtt".utf8), with: Array((isRead ? "wvtt" : "stpp").utf8))
        for (index, fragments) in segments.enumerated() {
            var cues: [SubtitleCue] = []
            let bytes = fragments.flatMap { start, samples in
                var time = start
                let written = samples.map { duration -> WebVTTFragments.Sample in
                    defer { time += abs(duration) }
                    guard duration > 0 else { return .empty(-duration) }
                    cues.append(
                        SubtitleCue(
                            start: .milliseconds(Int64(time)),
                            end: .milliseconds(Int64(time + duration)), text: "a"))
                    return .cues(duration, .init("a"))
                }
                return WebVTTFragments.segment(at: start, written)
            }
            let media =
                fragments.isEmpty
                ? DemuxedSegment(emptyOf: .fragmentedMP4, byteCount: 0)
                : try SegmentDemuxer().demux(
                    initialization: MemoryInput(initialization), media: MemoryInput(bytes))
            var read = ReadSegment(media: media)
            if isRead { read.cues = SegmentCues(cues: cues, clock: .container) }
            read.hasUnreadText = media.hasUnreadText
            let listing = SegmentSeams.Listing(
                number: SegmentNumber(index), domain: 0, promised: .seconds(6),
                whole: .seconds(6), isLast: index == segments.count - 1)
            let loss = seams.take(
                read, listing, of: "text.m3u8", at: "\(index)", isFirst: index == 0
            ) { index >= known ? $0 : nil }
            found += seams.takeEarlier().map { "\($0.url): \($0.loss)" }
            if let loss { found.append("\(index): \(loss)") }
        }
        return found
    }

    @Test(arguments: [0, 1], [true, false])
    func `samples that start after the first segment are a loss`(
        known: Int, isRead: Bool
    ) throws {
        func found(at lead: Int) throws -> [String] {
            let segments = (0..<3).map { [(start: lead + $0 * 6000, samples: [3000, -3000])] }
            return try losses(segments, isRead: isRead, known: known)
        }
        let loss = "0: cues are lost: the samples start 6.000 s after the segment"
        #expect(try found(at: 6000) == [loss])
        // Less than half a segment, and a jump of timestamps.
        #expect(try found(at: 2900) == [])
        #expect(try found(at: 17_000) == [])
    }

    @Test func `a gap before the first pause is a loss once a pause ends a segment`() throws {
        let gap = "1: cues are lost: the samples before it end 2.000 s before its start"
        let start = [[(0, [2000, 2000])], [(6000, [3000, 3000])]]
        #expect(try losses(start) == [], "there may be no samples for pauses")
        #expect(try losses(start + [[(12_000, [3000, -3000])]]) == [gap])
    }

    @Test func `a sample is missed at the start of the first segment`() throws {
        let next = [(6000, [3000, -3000])]
        let words = "0: cues are lost: the samples start 2.000 s after the segment"
        #expect(try losses([[(2000, [2000, -2000])], next]) == [words])
        #expect(try losses([[(0, [4000, -2000])], next]) == [])
        #expect(try losses([[(2000, [4000])], [(6000, [4000])]]) == [], "pauses have no samples")
    }

    @Test func `fragments of one segment that overlap lose cues`() throws {
        let whole = [(0, [2000, -1000]), (3000, [2000, -1000])]
        #expect(try losses([whole]) == [])
        let words =
            "1: cues are lost: the samples last 6.000 s, and their times span 5.000 s"
        #expect(try losses([whole, [(6000, [2000, -1000]), (8000, [2000, -1000])]]) == [words])
    }

    @Test func `a segment that is too short to have samples loses no cues`() throws {
        #expect(try losses([[(0, [3000, -3000])], [], [(6000, [3000, -3000])]]) == [])
    }

    @Test func `an empty sample without a duration lasts as long as its segment`() throws {
        let start = [[(0, [3000, -3000])], [(6000, [0])]]
        #expect(try losses(start + [[(12_000, [0])], [(18_000, [3000, -3000])]]) == [])
        let words = "2: cues are lost: the samples before it end 2.000 s before its start"
        #expect(try losses(start + [[(14_000, [3000])]]) == [words])
        let full = [[(0, [6000])], [(6000, [6000])], [(12_000, [0])], [(18_000, [0])]]
        #expect(try losses(full, isRead: false) == [])
    }

    @Test func `text that is not read has no gaps if its samples fill segments`() throws {
        let full = [[(0, [6000])], [(6000, [2000, 4000])]]
        let words = "2: cues are lost: the samples before it end 2.000 s before its start"
        #expect(try losses(full + [[(14_000, [4000])]], isRead: false) == [words])
        #expect(try losses([[(0, [6000])], [(8000, [4000])]], isRead: false) == [])
        #expect(try losses(full + [[(12_000, [6000])]], isRead: false) == [])
        #expect(try losses([[(0, [2000, 4500])], [(6000, [6000])]], isRead: false) == [])
    }

    @Test func `a jump of the timestamps loses no cues`() throws {
        #expect(try loss(cueLasts: 30_000, nextStartsAt: 71_000) == nil)
    }
}
