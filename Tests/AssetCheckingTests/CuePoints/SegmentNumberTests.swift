import HeadlessPlaybackTesting
import Presentation
import TestSupport
import Testing

@testable import AssetChecking
import Sweeps

/// Segment numbers of different renditions are not compared with each other.
@Suite struct SegmentNumberTests {
    private static let firstNumbers = [
        "video-234p": 7, "video-360p": 1000, "video-540p": Int.max, "audio-en": 3,
        "audio-fr": 1 << 40,
        "subtitles-en": 12, "subtitles-fr": 1,
    ]

    private func numbered() -> CopiedSample {
        let sample = CopiedSample("ts-multivariant")
        for (folder, first) in Self.firstNumbers {
            sample.edit("\(folder)/index.m3u8") {
                $0.replacing("#EXT-X-MEDIA-SEQUENCE:0", with: "#EXT-X-MEDIA-SEQUENCE:\(first)")
            }
        }
        return sample
    }

    @Test func `an asset passes with any first segment number in its renditions`() async {
        let problems = await numbered().verify(expecting: [.at(.seconds(8), type: "CODE")]).problems
        #expect(problems == [])
    }

    @Test(arguments: [
        ("video-360p/segment-2.ts", "variant 2 (640x360, 247k) lacks 8.000-12.000 s: segment-2.ts"),
        ("video-540p/segment-1.ts", "variant 3 (960x540, "),
        ("audio-fr/segment-4.ts", "audio Français lacks "),
    ])
    func `a lost segment is reported with its stream`(file: String, problem: String) async {
        let sample = numbered()
        sample.folder.remove(file)
        let problems = await sample.verify().problems
        #expect(problems.count == 1, "\(problems)")
        #expect((problems.first ?? "").hasPrefix("variant.played: \(problem)"), "\(problems)")
    }

    @Test func `segments out of order are found`() async {
        let sample = numbered()
        sample.edit("video-360p/index.m3u8") { text in
            text.replacing("segment-1.ts", with: "x").replacing(
                "segment-2.ts", with: "segment-1.ts"
            )
            .replacing("x\n", with: "segment-2.ts\n")
        }
        let problems = await sample.verify().problems
        #expect(problems.count == 1, "\(problems)")
        #expect((problems.first ?? "").contains("segments out of order: segment-2.ts"))
    }

    @Test func `seek targets and the segment marks of a report page use media sequence numbers`() {
        let promises = [0, 0, 1].map {
            TrackTimeline.Promise(duration: .seconds(4), domain: $0)
        }
        let timeline = TrackTimeline(
            promises: TrackTimeline.Promises(promises), from: SegmentNumber(7))
        let targets = SeekTarget.all(of: timeline, keyframes: [], frame: .milliseconds(40))
        let places = ["segment-7", "segment-8", "discontinuity-9", "end"]
        #expect(Set(targets.map(\.place)) == Set(places))

        var survey = StreamSurvey(name: "", role: .variant)
        survey.boundaries = [.zero, .seconds(4), .seconds(8)]
        survey.segments = [7, 8].map { number in
            let start = MediaTime.seconds(Int64(number - 7) * 4)
            return StreamSurvey.Segment(
                number: SegmentNumber(number), interval: start..<start + .seconds(4))
        }
        #expect(survey.marks.map(\.text) == ["segment 7", "segment 8"])
        #expect(survey.interval(of: SegmentNumber(8))?.lowerBound == .seconds(4))
        #expect(survey.interval(of: SegmentNumber(9)) == nil)
    }
}
