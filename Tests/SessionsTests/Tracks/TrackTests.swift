import HeadlessPlayback
import Playlists
import Presentation
import Sessions
import Testing
import VirtualTime

/// The progress of a track through its playlist, without a simulation.
@Suite struct TrackTests {
    // MARK: Resolving

    @Test func `a track is ready up to the end of its resolved segments`() {
        var track = TrackBench.track()
        #expect(track.resolvedEnd == .zero)
        #expect(!track.hasResolved)
        track.resolveNext()
        #expect(track.resolvedEnd == .seconds(1))
        #expect(track.next.sequence == 1)
        #expect(track.hasResolved && !track.isAtEnd && track.wantsMore)
    }

    @Test func `a track is at its end once everything is resolved`() {
        var track = TrackBench.track(resolved: 9)
        #expect(!track.isAtEnd)
        track.resolveNext()
        #expect(track.isAtEnd && !track.wantsMore)
        #expect(track.resolvedEnd == .seconds(10))
    }

    @Test func `an empty track is at its end from the start`() {
        let track = TrackBench.track(TrackBench.media(durations: []))
        #expect(track.isAtEnd && track.hasResolved)
    }

    @Test func `a track with a request in progress wants no more media and is not at its end`() {
        var track = TrackBench.track(resolved: 10)
        track.begin()
        #expect(track.isBusy && !track.isAtEnd && !track.wantsMore)
        track.receive()
        #expect(!track.isBusy && track.isAtEnd)
        track.begin()
        track.release()
        #expect(!track.isBusy)
        var next = TrackBench.track()
        next.begin()
        next.resolveNext()
        #expect(!next.isBusy && next.wantsMore)
    }

    @Test func `a failed track needs nothing until it is retried`() {
        var track = TrackBench.track(resolved: 3)
        track.begin()
        track.fail(.ended)
        #expect(track.failure == .ended && !track.isBusy && !track.wantsMore)
        track.askAgain()
        #expect(track.failure == nil && track.wantsMore)
    }

    // MARK: Seeking

    @Test(
        arguments: [
            (0.0, 0, 0.0), (0.5, 0, 0.0), (1.0, 1, 1.0), (9.5, 9, 9.0), (10, 10, 10), (12, 10, 12),
        ])
    func `a seek goes to the segment at the position`(
        seconds: Double, index: Int, end: Double
    ) {
        var track = TrackBench.track()
        track.seek(to: MediaTime(seconds: seconds) ?? .zero)
        #expect(track.next.sequence == index)
        #expect(track.resolvedEnd == MediaTime(seconds: end))
        #expect(!track.hasResolved == (index < 10))
    }

    @Test
    func `a seek to the start selects a first segment of zero duration, and a later seek does not`()
    {
        var track = TrackBench.track(TrackBench.media(durations: [0, 1, 1]))
        track.seek(to: .zero)
        #expect(track.next.sequence == 0)
        track.seek(to: MediaTime(ticks: 1))
        #expect(track.next.sequence == 1)
    }

    @Test(
        arguments: [
            (3.0, 5), (3.9, 5), (4.9, 5), (5, 5), (2.9, 2), (7, 7),
        ])
    func `a seek keeps the ready media only if it contains the position`(
        seconds: Double, index: Int
    ) {
        var track = TrackBench.track()
        track.seek(to: .seconds(3))
        track.resolveNext()
        track.resolveNext()
        #expect(track.next.sequence == 5)
        track.seek(to: MediaTime(seconds: seconds) ?? .zero)
        #expect(track.next.sequence == index)
        let isKept = seconds >= 3 && seconds < 5
        #expect(track.hasResolved == isKept)
    }

    @Test func `a seek to the end keeps a track that is ready to its end`() {
        var track = TrackBench.track(resolved: 10)
        track.seek(to: .seconds(10))
        #expect(track.hasResolved && track.resolvedEnd == .seconds(10))
        #expect(track.holds(.seconds(10)) && track.holds(.zero))
        #expect(!TrackBench.track(resolved: 9).holds(.seconds(9)))
        #expect(!TrackBench.track(resolved: 0).holds(.zero))
    }

    @Test func `a seek clears a failure`() {
        var track = TrackBench.track(resolved: 3)
        track.fail(.ended)
        track.seek(to: .seconds(2))
        #expect(track.failure == .ended)
        track.seek(to: .seconds(8))
        #expect(track.failure == nil)
        #expect(track.resolvedEnd == .seconds(8))
    }

    @Test func `a track that takes over at a position has no media before it`() {
        var track = TrackBench.track()
        track.start(at: .milliseconds(3_500))
        #expect(track.next.sequence == 3)
        #expect(track.resolvedEnd == .milliseconds(3_500))
        track.resolveNext()
        #expect(track.resolvedEnd == .seconds(4))
        #expect(!track.holds(.seconds(3)) && track.holds(.milliseconds(3_500)))
    }

    // MARK: Going back

    /// Returns a track whose next segment begins later than the playlist predicts.
    private func late(
        by seconds: Double, at index: Int, _ role: Track.Role = .main, tags: [Int: String] = [:]
    ) -> Track {
        let media = TrackBench.media(tags: tags)
        var track = TrackBench.track(media, role)
        track.seek(to: .seconds(Int64(index)))
        let start = MediaTime(seconds: Double(index) + seconds) ?? .zero
        media.measure(SegmentNumber(index), as: start..<start + .seconds(1))
        return track
    }

    @Test(arguments: [(0.1, false), (0.2, true)])
    func `a track steps back a segment when the segment begins after the seek target`(
        seconds: Double, goesBack: Bool
    ) {
        var track = late(by: seconds, at: 4)
        #expect(track.goesBack(for: .seconds(4)) == goesBack)
        #expect(track.next.sequence == (goesBack ? 3 : 4))
    }

    @Test func `a track goes back to the segment that covers the seek target, and not further`() {
        var track = late(by: 2.5, at: 4)
        #expect(track.goesBack(for: .seconds(4)) == true)
        #expect(track.next.sequence == 3)
        #expect(track.goesBack(for: .seconds(1)) == false)
        #expect(track.next.sequence == 3)
    }

    @Test func `only a main track goes back to a seek target, and not over a discontinuity`() {
        var text = late(by: 2, at: 4, .subtitles)
        #expect(text.goesBack(for: .seconds(4)) == false)
        var other = late(by: 2, at: 4, tags: [4: "#EXT-X-DISCONTINUITY"])
        #expect(other.goesBack(for: .seconds(4)) == false)
        var first = late(by: 2, at: 0)
        #expect(first.goesBack(for: .zero) == false)
    }

    @Test func `a track that has found its target does not go back again`() {
        var track = late(by: 0, at: 4)
        track.resolveNext()
        track.media.measure(
            SegmentNumber(5), as: MediaTime.seconds(7)..<MediaTime.seconds(8))
        #expect(track.goesBack(for: .seconds(4)) == false)
        // After a change to another rendition, the track may go back once more, to find the segment
        // of this rendition.
        let other = TrackBench.media("other.m3u8")
        track.adopt(other)
        other.measure(SegmentNumber(5), as: MediaTime.seconds(9)..<MediaTime.seconds(10))
        #expect(track.goesBack(for: .seconds(9)) == true)
        #expect(track.next.sequence == 4)
    }

    @Test func `a track goes back only if its segment begins clearly after the required position`()
    {
        var track = late(by: 2, at: 4)
        #expect(track.goesBack(for: .milliseconds(5_950)) == false)
        #expect(track.goesBack(for: .milliseconds(4_500)) == true)
    }

    @Test func `the search for the target is repeated after each seek`() {
        let media = TrackBench.media()
        var track = TrackBench.track(media, resolved: 1)
        track.seek(to: .seconds(4))
        media.measure(SegmentNumber(4), as: MediaTime.seconds(5)..<MediaTime.seconds(6))
        #expect(track.goesBack(for: .seconds(4)) == true)
    }

    @Test func `a track goes back over several measured segments at once`() {
        let other = TrackBench.media("other.m3u8")
        for number in 1..<5 {
            let start = MediaTime.seconds(Int64(number) + 3)
            other.measure(SegmentNumber(number), as: start..<start + .seconds(1))
        }
        var track = TrackBench.track(resolved: 4)
        track.adopt(other)
        #expect(track.next.sequence == 4)
        #expect(track.goesBack(for: .zero) == true)
        #expect(track.next.sequence == 1)
    }

    // MARK: Other renditions

    @Test func `another rendition continues where the ready media of the current rendition ends`() {
        var track = TrackBench.track(resolved: 4)
        let other = TrackBench.media("other.m3u8", durations: [2, 2, 2, 2, 2])
        track.begin()
        track.adopt(other)
        #expect(track.media === other && track.next.sequence == 2 && !track.isBusy)
        #expect(track.resolvedEnd == .seconds(4))
        track.resolveNext()
        #expect(track.resolvedEnd == .seconds(6))
    }

    @Test(arguments: [(0.05, 4), (0.2, 3)])
    func `segment boundaries that differ by a rounding error count as equal`(
        seconds: Double, index: Int
    ) {
        var track = TrackBench.track(resolved: 4)
        let other = TrackBench.media(
            "other.m3u8", durations: [1, 1, 1, 1 + seconds, 1, 1, 1, 1, 1, 1])
        track.adopt(other)
        #expect(track.next.sequence == index)
    }

    @Test func `a track that changes to a shorter rendition continues at its last segment`() {
        var track = TrackBench.track(resolved: 6)
        track.adopt(TrackBench.media("other.m3u8", durations: [1, 1, 1]))
        #expect(track.next.sequence == 2)
        var ended = TrackBench.track(resolved: 10)
        ended.adopt(TrackBench.media("other.m3u8", durations: [1, 1, 1]))
        #expect(ended.next.sequence == 3 && ended.isAtEnd)
        var empty = TrackBench.track(resolved: 6)
        empty.adopt(TrackBench.media("other.m3u8", durations: []))
        #expect(empty.next.sequence == 0)
    }

    @Test func `another rendition is shifted by the measurements of the rendition before it`() {
        let media = TrackBench.media()
        var track = TrackBench.track(media)
        media.measure(SegmentNumber(0), as: MediaTime.zero..<MediaTime.milliseconds(1_500))
        track.resolveNext()
        let other = TrackBench.media("other.m3u8")
        track.adopt(other)
        #expect(other.timeline.shift == .milliseconds(500))
        #expect(track.next.sequence == 1 && track.resolvedEnd == .milliseconds(1_500))
    }

    @Test func `another rendition before anything is resolved begins at the start of the track`() {
        var track = TrackBench.track()
        track.seek(to: .seconds(5))
        track.adopt(TrackBench.media("other.m3u8", durations: [2, 2, 2, 2, 2]))
        #expect(track.next.sequence == 2)
        #expect(!track.hasResolved)
    }

    // MARK: Supply

    @Test func `a segment is requested unless the verification level needs only its playlist`() {
        let track = TrackBench.track()
        func request(_ track: Track) -> Track.Supply? {
            track.media.listed(track.next).map(Track.Supply.request)
        }
        func promise(_ track: Track) -> Track.Supply {
            Track.Supply.promise(track.next, part: nil)
        }
        func supply(
            _ track: Track, _ level: VerificationLevel = .demux, alone: Bool = false,
            decrypts: Bool = false
        ) -> Track.Supply {
            track.supply(at: level, isForSubtitles: alone, decrypts: decrypts)
        }
        #expect(supply(track) == request(track))
        #expect(supply(track, .playlist) == promise(track))
        #expect(supply(track, alone: true) == promise(track))
        let text = TrackBench.track(nil, .subtitles)
        #expect(supply(text, alone: true) == request(text))
        #expect(supply(text, .playlist) == promise(text))
        let gap = TrackBench.track(TrackBench.media(tags: [0: "#EXT-X-GAP"]))
        let absent = gap.media.listed(gap.next).map(Track.Supply.gap)
        #expect(supply(gap) == absent && supply(gap, .playlist) == absent)
        let sealed = TrackBench.track(
            TrackBench.media(tags: [0: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\""]))
        #expect(supply(sealed, decrypts: true) == request(sealed))
        #expect(supply(sealed, .playlist) == promise(sealed))
        #expect(supply(sealed) == .refusal(.encrypted(method: "AES-128", url: "0.ts")))
        let pieces = TrackBench.track(
            RenditionMedia(url: "a.mp4", playlist: TrackBench.version(0..<2), chunks: []))
        #expect(supply(pieces, .playlist) == request(pieces))
    }
}
