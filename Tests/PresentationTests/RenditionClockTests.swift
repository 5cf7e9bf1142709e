import Presentation
import Testing
import VirtualTime

/// Audio and video whose timestamps agree, or disagree, within one discontinuity domain.
@Suite struct RenditionClockTests {
    private var placer = SegmentPlacer()

    /// Places a segment of 2 s.
    private mutating func place(
        _ name: String, _ timestamp: Int64, at place: Int64, domain: Int, isWhole: Bool = false,
        uncertainty: Int64 = 0
    ) -> Placement? {
        placer.place(
            TimestampRestartTests.segment(timestamp), domain: domain,
            expected: .seconds(place)..<(.seconds(place + 2)), of: name,
            isAudio: name != "video", isWhole: isWhole, uncertainty: .seconds(uncertainty))
    }

    /// Places the last segments before a discontinuity at 20 s.
    private mutating func approach(audio: Int64 = 18) {
        _ = place("video", 18, at: 18, domain: 0)
        _ = place("audio", audio, at: 18, domain: 0)
    }

    @Test mutating func `every segment of a domain is apart from the other track's timestamps`() {
        approach()
        #expect(place("video", 0, at: 20, domain: 1)?.lostSynchrony == nil)
        for time in [20, 22, 24] as [Int64] {
            let audio = place("audio", time, at: time, domain: 1)
            #expect(audio?.lostSynchrony == .seconds(20))
            #expect(audio?.isUndeclaredJump == false)
            #expect(audio?.interval.lowerBound == .seconds(time))
            let video = place("video", time - 18, at: time + 2, domain: 1)
            #expect(video?.lostSynchrony == nil && video?.isUndeclaredJump == false)
        }
        // The timestamps agree again in the next domain.
        _ = place("video", 0, at: 28, domain: 2)
        _ = place("audio", 26, at: 26, domain: 1)
        #expect(place("audio", 0, at: 28, domain: 2)?.lostSynchrony == nil)
    }

    @Test mutating func `video is apart if the audio has fixed the origin of the domain`() {
        approach()
        #expect(place("audio", 20, at: 20, domain: 1)?.lostSynchrony == nil)
        #expect(place("video", 0, at: 20, domain: 1)?.lostSynchrony == .seconds(-20))
    }

    @Test(arguments: [false, true])
    mutating func `tracks that disagree at the start of an asset are apart`(audioIsFirst: Bool) {
        let names = audioIsFirst ? ["audio", "video"] : ["video", "audio"]
        for place in [0, 2, 20] as [Int64] {
            let first = self.place(names[0], place, at: place, domain: 0, isWhole: true)
            #expect(first?.lostSynchrony == nil && first?.isUndeclaredJump == false)
            let other = self.place(names[1], place + 13, at: place, domain: 0, isWhole: true)
            #expect(other?.lostSynchrony == .seconds(13))
            #expect(other?.isUndeclaredJump == false)
            #expect(other?.interval.lowerBound == .seconds(place))
        }
        // The timestamps agree again in the next domain.
        _ = place(names[0], 0, at: 22, domain: 1, isWhole: true)
        #expect(place(names[1], 0, at: 22, domain: 1, isWhole: true)?.lostSynchrony == nil)
    }

    @Test mutating func `the positions of the first segments of a broadcast are estimates`() {
        _ = place("video", 0, at: 0, domain: 0)
        #expect(place("audio", 100, at: 0, domain: 0)?.lostSynchrony == nil)
    }

    @Test mutating func `timestamps correct an uncertain position of a first segment only`() {
        _ = place("video", 100, at: 24, domain: 0)
        let audio = place("audio", 76, at: 24, domain: 0, uncertainty: 40)
        #expect(audio?.interval.lowerBound == .zero && audio?.isUndeclaredJump == false)
        #expect(place("other", 160, at: 24, domain: 0, uncertainty: 40)?.isUndeclaredJump == true)
        #expect(place("audio", 50, at: 2, domain: 0, uncertainty: 40)?.isUndeclaredJump == true)
    }

    @Test mutating func `audio may start a little later than the video after a discontinuity`() {
        approach()
        _ = place("video", 0, at: 20, domain: 1)
        let audio = place("audio", 1, at: 20, domain: 1)
        #expect(audio?.interval.lowerBound == .seconds(21))
        #expect(audio?.lostSynchrony == nil && audio?.isUndeclaredJump == false)
    }

    @Test(arguments: [false, true])
    mutating func `an offset from the start of playback on is tolerated in later domains`(
        audioIsFirst: Bool
    ) {
        approach(audio: 118)
        let names = audioIsFirst ? ["audio", "video"] : ["video", "audio"]
        for name in names {
            let timestamp: Int64 = name == "audio" ? 100 : 0
            #expect(place(name, timestamp, at: 20, domain: 1)?.lostSynchrony == nil)
        }
    }

    @Test mutating func `an offset after a seek or of audio selected later is tolerated`() {
        approach()
        _ = place("video", 0, at: 60, domain: 1)
        #expect(place("audio", 60, at: 60, domain: 1)?.lostSynchrony == nil)
        #expect(place("other", 60, at: 60, domain: 1)?.lostSynchrony == nil)
    }

    @Test mutating func `domains are not compared after a jump without a discontinuity`() {
        approach()
        // The playlist of the video lacks the discontinuity at 20 s.
        for time in stride(from: 20 as Int64, to: 40, by: 2) {
            _ = place("audio", time - 20, at: time, domain: 1)
            let video = place("video", time - 20, at: time, domain: 0)
            #expect(video?.isUndeclaredJump == (time == 20))
        }
        _ = place("audio", 0, at: 40, domain: 2)
        #expect(place("video", 0, at: 40, domain: 1)?.lostSynchrony == nil)
    }

    @Test mutating func `variant streams may have timestamps of their own`() {
        _ = place("video", 18, at: 18, domain: 0)
        let other = placer.place(
            TimestampRestartTests.segment(118), domain: 0, expected: .seconds(18)..<(.seconds(20)),
            of: "low")
        #expect(other?.lostSynchrony == nil && other?.isUndeclaredJump == true)
        _ = place("video", 0, at: 20, domain: 1)
        let next = placer.place(
            TimestampRestartTests.segment(50), domain: 1, expected: .seconds(20)..<(.seconds(22)),
            of: "low")
        #expect(next?.lostSynchrony == nil && next?.isUndeclaredJump == true)
    }
}
