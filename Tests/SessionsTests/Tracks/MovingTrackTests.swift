import HeadlessPlayback
import Presentation
import Sessions
import Testing
import VirtualTime

/// Tests of tracks and track sets that follow newer versions of a playlist.
///
/// Each segment lasts four seconds, and the target duration is six seconds.
@Suite struct MovingTrackTests {
    private func media(_ numbers: Range<Int>) -> RenditionMedia {
        RenditionMedia(url: "live.m3u8", playlist: TrackBench.version(numbers))
    }

    private func span(_ seconds: Range<Int64>) -> Range<MediaTime> {
        MediaTime.seconds(seconds.lowerBound)..<MediaTime.seconds(seconds.upperBound)
    }

    private func supply(_ track: Track) -> Track.Supply {
        track.supply(at: .demux, isForSubtitles: false, decrypts: false)
    }

    // MARK: One track

    @Test func `a track at the end of its playlist continues when a newer version lists more`() {
        let media = media(10..<12)
        var track = TrackBench.track(media, resolved: 2)
        #expect(track.isAtEnd && track.next == SegmentNumber(12))
        media.take(TrackBench.version(11..<14))
        #expect(!track.isAtEnd && track.wantsMore)
        #expect(supply(track) == media.listed(SegmentNumber(12)).map(Track.Supply.request))
        track.resolveNext()
        #expect(track.resolvedEnd == .seconds(12) && track.next == SegmentNumber(13))
    }

    @Test func `segments that expire before they are loaded leave a hole`() {
        let media = media(10..<14)
        var track = TrackBench.track(media, resolved: 1)
        media.take(TrackBench.version(13..<16))
        #expect(track.next == SegmentNumber(11))
        #expect(supply(track) == .hole)
        #expect(track.hole.interval == span(4..<12))
        #expect(track.hole.text == "segments 11 to 12 are not listed")
        track.resolveNext()
        #expect(track.next == SegmentNumber(13) && track.resolvedEnd == .seconds(12))
        #expect(supply(track) == media.listed(SegmentNumber(13)).map(Track.Supply.request))
    }

    @Test func `segments that were never listed are a hole between two others`() {
        let media = media(10..<12)
        var track = TrackBench.track(media, resolved: 1)
        let held = SegmentNumber(11)..<SegmentNumber(12)
        media.take(TrackBench.version(14..<16), holding: held)
        #expect(supply(track) == media.listed(SegmentNumber(11)).map(Track.Supply.request))
        track.resolveNext()
        #expect(supply(track) == .hole)
        #expect(track.hole.interval == span(8..<20))
        track.resolveNext()
        #expect(track.next == SegmentNumber(14) && track.resolvedEnd == .seconds(20))
    }

    @Test func `a track continues when segment numbers restart`() {
        let media = media(10..<12)
        var track = TrackBench.track(media, resolved: 2)
        media.take(TrackBench.version(0..<2, name: "b"))
        #expect(supply(track) == .hole)
        #expect(track.hole.interval.isEmpty)
        #expect(
            track.hole.text
                == "segments from 12 on are not listed; the numbers start again at 0#2")
        track.resolveNext()
        #expect(track.next == SegmentNumber(0, epoch: 1) && track.resolvedEnd == .seconds(8))
        track.resolveNext()
        #expect(track.resolvedEnd == .seconds(12))
    }

    @Test func `ready media keeps its measured position once it is unlisted`() {
        let media = media(10..<14)
        var track = TrackBench.track(media, resolved: 1)
        media.measure(SegmentNumber(11), as: span(4..<9))
        track.resolveNext()
        media.take(TrackBench.version(12..<16))
        #expect(track.resolvedEnd == .seconds(9))
        #expect(media.segment(SegmentNumber(11)) == nil)
        #expect(track.next == SegmentNumber(12))
        #expect(media.timeline.interval(of: SegmentNumber(12)) == span(9..<13))
        track.resolveNext()
        #expect(track.resolvedEnd == .seconds(13))
    }

    // MARK: A set of tracks

    @Test func `a newer playlist changes the readiness of a set of tracks`() {
        let media = media(10..<12)
        var set = TrackSet()
        set.load(main: media, audio: nil, subtitles: nil)
        set.resolve(.main, 2)
        #expect(set.takeReadiness()?.isReadyToEnd == true)
        #expect(set.takeReadiness() == nil)
        media.take(TrackBench.version(11..<14))
        let readiness = set.takeReadiness()
        #expect(readiness?.isReadyToEnd == false)
        #expect(readiness?.presentationEnd == .seconds(16))
        #expect(set.takeReadiness() == nil)
    }

    @Test func `a newer playlist gives a track segments to request`() {
        let media = media(10..<12)
        let other = TrackBench.media("audio.m3u8", durations: Array(repeating: 1, count: 30))
        var set = TrackSet()
        set.load(main: media, audio: other, subtitles: nil)
        set.resolve(.main, 2)
        set.resolve(.audio, 20)
        _ = set.takeReadiness()
        #expect(set.next(below: .seconds(20), in: [.main, .audio]) == nil)
        media.take(TrackBench.version(11..<14))
        #expect(set.next(below: .seconds(20), in: [.main, .audio]) == set.number(.main))
        var plan = WakePlan(position: .zero, goal: .seconds(2), stop: .seconds(99))
        set.add(to: &plan)
        #expect(plan.stop == .seconds(6) + MediaTime(ticks: 1))
    }

    @Test func `a newer playlist of audio that is about to take over updates the readiness`() {
        let joining = media(10..<12)
        var set = TrackBench.set(audio: TrackBench.media("audio.m3u8"), resolved: 10)
        _ = set.join(joining, at: .zero)
        set.update(set.joining?.number ?? -1) { for _ in 0..<2 { $0.resolveNext() } }
        _ = set.takeReadiness()
        #expect(set.takeReadiness() == nil)
        joining.take(TrackBench.version(11..<14))
        #expect(set.takeReadiness() != nil)
        #expect(set.next(below: .seconds(9), in: [.main]) == set.joining?.number)
    }
}
