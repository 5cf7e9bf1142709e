import HeadlessPlayback
import Playlists
import Presentation
import Sessions
import Testing
import VirtualTime

/// Transitions of the audio between renditions, and to or from the variant stream.
@Suite struct TrackSetAudioTests {
    private func sound(_ name: String = "audio") -> RenditionMedia {
        TrackBench.media("\(name).m3u8")
    }

    private func other() -> RenditionMedia { TrackBench.media("other.m3u8") }

    // MARK: Parts

    @Test(arguments: [1.0, 1.5])
    func `audio waits for the video at a partial segment`(length: Double) throws {
        func media(_ name: String, parts: Double) -> RenditionMedia {
            var playlist = MediaPlaylist()
            playlist.targetDuration = .seconds(4)
            playlist.segments = (0..<3).map {
                MediaSegment(uri: "\(name)\($0).ts", duration: .seconds(4))
            }
            let duration = MediaTime.milliseconds(Int64(parts * 1000))
            playlist.segments[2].parts = (0..<Int(4 / parts)).map {
                PartialSegment(
                    uri: "\(name)2.\($0).ts", duration: duration, isIndependent: true)
            }
            let media = RenditionMedia(url: "\(name).m3u8", playlist: playlist)
            media.follow(from: .zero, loadsParts: true)
            return media
        }
        var set = TrackSet()
        set.load(
            main: media("main", parts: 1), audio: media("audio", parts: length), subtitles: nil)
        set.seek(to: .seconds(11))
        let audio = try #require(set.audio)
        #expect(set.main?.part == 3 && audio.part == (length == 1 ? 3 : 1))
        #expect(set.originAwaited(by: audio) == 0)
    }

    @Test(arguments: [(11_998, 1), (11_999, 2), (12_000, 2)] as [(Int64, Int)])
    func `audio starts with a part that does not start after the position`(
        milliseconds: Int64, part: Int
    ) {
        var playlist = MediaPlaylist()
        playlist.targetDuration = .seconds(4)
        playlist.segments = (0..<3).map {
            MediaSegment(uri: "audio\($0).ts", duration: .seconds(5))
        }
        playlist.segments[2].parts = (0..<5).map {
            PartialSegment(uri: "audio2.\($0).ts", duration: .seconds(1), isIndependent: true)
        }
        let media = RenditionMedia(url: "audio.m3u8", playlist: playlist)
        media.follow(from: .zero, loadsParts: true)
        var track = TrackBench.track(media, .audio)
        track.seek(to: .milliseconds(milliseconds))
        #expect(track.next.sequence == 2 && track.part == part)
    }

    // MARK: Another variant

    @Test func `another variant with the same audio replaces only the main track`() {
        let audio = sound()
        var set = TrackBench.set(audio: audio, resolved: 2)
        let next = other()
        let source = set.adopt(
            next, audio: audio, carriesAudio: true, audioStart: .seconds(2), at: .zero)
        #expect(source == nil)
        #expect(set.main?.media === next && set.main?.next.sequence == 2)
        #expect(set.audio?.media === audio && set.takeAbandoned() == [set.number(.main)])
    }

    @Test func `another variant with other audio replaces both tracks`() {
        var set = TrackBench.set(audio: sound(), resolved: 2)
        set.resolve(.audio, 1)
        let audio = sound("louder")
        let source = set.adopt(
            other(), audio: audio, carriesAudio: true, audioStart: .seconds(2), at: .zero)
        #expect(source == nil)
        #expect(set.audio?.media === audio && set.audio?.next.sequence == 3)
        #expect(set.takeAbandoned() == set.numbers)
    }

    @Test func `an audio rendition ends where the muxed audio of another variant takes over`() {
        var set = TrackBench.set(audio: sound(), resolved: 2)
        set.resolve(.main, 1)
        let source = set.adopt(
            other(), audio: nil, carriesAudio: true, audioStart: .zero, at: .zero)
        #expect(source == .variant)
        #expect(set.audio?.end == .seconds(3) && set.audio?.isAtEnd == false)
        #expect(set.lasting.map(\.role) == [.main])
        #expect(set.presentationEnd == .seconds(10))
        set.retireReplacedAudio()
        #expect(set.audio != nil)
        set.resolve(.audio, 1)
        #expect(set.audio?.isAtEnd == true && set.resolvedEnd == .seconds(3))
        let again = set.adopt(
            TrackBench.media(), audio: nil, carriesAudio: true, audioStart: .zero, at: .zero)
        #expect(again == nil && set.audio?.end == .seconds(3))
        set.retireReplacedAudio()
        #expect(set.audio == nil && set.tracks.count == 1)
    }

    @Test func `a rendition within a rounding error of the takeover position is at its end`() {
        var set = TrackBench.set(
            main: TrackBench.media(durations: [1, 1, 1.1, 1]), audio: sound(), resolved: 3)
        _ = set.adopt(other(), audio: nil, carriesAudio: true, audioStart: .zero, at: .zero)
        #expect(set.audio?.end == .milliseconds(3_100) && set.audio?.isAtEnd == true)
    }

    @Test func `a variant with an audio rendition cancels selected audio that has not taken over`()
    {
        var set = TrackBench.set(resolved: 2)
        _ = set.join(sound("french"), at: .zero)
        let joining = set.joining?.number ?? -1
        let audio = sound()
        let source = set.adopt(
            other(), audio: audio, carriesAudio: true, audioStart: .zero, at: .zero)
        #expect(source == .ownTrack && set.joining == nil && set.audio?.media === audio)
        #expect(set.takeAbandoned().contains(joining))
    }

    @Test func `a variant without audio does not affect the rendition`() {
        var set = TrackBench.set(audio: sound(), resolved: 2)
        let source = set.adopt(
            other(), audio: nil, carriesAudio: false, audioStart: .zero, at: .zero)
        #expect(source == nil && set.audio?.end == nil && set.audio != nil)
    }

    @Test func `another variant with muxed audio changes no audio track`() {
        var set = TrackBench.set(resolved: 2)
        let source = set.adopt(
            other(), audio: nil, carriesAudio: true, audioStart: .zero, at: .zero)
        #expect(source == nil && set.tracks.count == 1)
    }

    @Test func `an audio rendition takes over from muxed audio`() {
        let main = TrackBench.media()
        var set = TrackBench.set(main: main)
        main.measure(SegmentNumber(0), as: MediaTime.zero..<MediaTime.milliseconds(1_500))
        set.resolve(.main, 1)
        set.addSubtitles(TrackBench.media("text.m3u8"), at: .zero)
        _ = set.takeAbandoned()
        let audio = sound()
        let source = set.adopt(
            other(), audio: audio, carriesAudio: true, audioStart: .milliseconds(1_400),
            at: .zero)
        #expect(source == .ownTrack)
        #expect(set.tracks.map(\.role) == [.main, .audio, .subtitles])
        #expect(set.audio?.resolvedEnd == .milliseconds(1_400))
        #expect(audio.timeline.shift == .milliseconds(500))
        #expect(set.takeAbandoned() == [set.number(.main)])
    }

    @Test func `an audio rendition that is to be replaced continues when its group returns`() {
        let audio = sound()
        var set = TrackBench.set(audio: audio, resolved: 2)
        _ = set.adopt(other(), audio: nil, carriesAudio: true, audioStart: .zero, at: .zero)
        let source = set.adopt(
            TrackBench.media(), audio: audio, carriesAudio: true, audioStart: .zero, at: .zero)
        #expect(source == .ownTrack && set.audio?.end == nil)
        #expect(set.audio?.media === audio)
    }

    @Test func `selected audio that has not taken over is fetched from the new group`() {
        var set = TrackBench.set(audio: sound(), resolved: 2)
        _ = set.join(sound("french"), at: .zero)
        let old = set.joining?.number
        let audio = sound("french-louder")
        let source = set.adopt(
            other(), audio: audio, carriesAudio: true, audioStart: .zero, at: .seconds(4))
        #expect(source == nil)
        #expect(set.joining?.media === audio && set.joining?.next.sequence == 4)
        #expect(set.joining?.number != old && set.takeAbandoned().contains(old ?? -1))
        let carried = set.adopt(
            TrackBench.media(), audio: nil, carriesAudio: true, audioStart: .zero, at: .zero)
        #expect(carried == .variant && set.joining == nil)
    }

    @Test func `a set without tracks cannot change its variant`() {
        var set = TrackSet()
        let source = set.adopt(
            other(), audio: sound(), carriesAudio: true, audioStart: .zero, at: .zero)
        #expect(source == nil && set.isEmpty)
    }

    // MARK: Selected audio

    @Test func `selected audio is fetched from the playhead while other audio plays`() {
        let main = TrackBench.media()
        var set = TrackBench.set(main: main, audio: sound(), resolved: 5)
        main.measure(SegmentNumber(0), as: MediaTime.zero..<MediaTime.milliseconds(1_250))
        let french = sound("french")
        #expect(set.join(french, at: .milliseconds(3_500)) == nil)
        #expect(set.joining?.media === french && set.joining?.next.sequence == 3)
        #expect(french.timeline.shift == .milliseconds(250))
        #expect(set.numbers.count == 3 && set.tracks.count == 2)
        #expect(set.takeAbandoned() == [])
        let number = set.joining?.number ?? -1
        #expect(set[number]?.media === french)
        #expect(set.update(number) { $0.next.sequence } == 3)
        set.cancelJoining()
        #expect(set.joining == nil && set.takeAbandoned() == [number])
    }

    @Test func `requests of newly selected audio are abandoned when it is released`() {
        var set = TrackBench.set(audio: sound(), resolved: 5)
        _ = set.join(sound("french"), at: .zero)
        let number = set.joining?.number ?? -1
        set.update(number) { $0.release() }
        #expect(set.takeAbandoned() == [number])
        set.update(number) { $0.resolveNext() }
        #expect(set.joining?.next.sequence == 1)
    }

    @Test func `selecting the playing audio abandons the audio that was to take over`() {
        let audio = sound()
        var set = TrackBench.set(audio: audio, resolved: 5)
        _ = set.join(sound("french"), at: .zero)
        #expect(set.join(audio, at: .zero) == nil)
        #expect(set.joining == nil && set.audio?.media === audio)
        _ = set.adopt(other(), audio: nil, carriesAudio: true, audioStart: .zero, at: .zero)
        #expect(set.join(audio, at: .zero) == .ownTrack)
        #expect(set.audio?.end == nil)
    }

    @Test(arguments: [(1, false), (2, true)])
    func `selected audio takes over once it has enough media`(count: Int, joins: Bool) {
        var set = TrackBench.set(
            audio: sound(), subtitles: TrackBench.media("text.m3u8"), resolved: 5)
        let french = sound("french")
        let old = set.number(.audio)
        #expect(set.letAudioJoin(at: .zero, lead: .zero) == false)
        _ = set.join(french, at: .seconds(3))
        let number = set.joining?.number ?? -1
        set.update(number) { for _ in 0..<count { $0.resolveNext() } }
        #expect(set.letAudioJoin(at: .seconds(3), lead: .seconds(2)) == joins)
        #expect((set.audio?.media === french) == joins && (set.joining == nil) == joins)
        #expect(set.tracks.map(\.role) == [.main, .audio, .subtitles])
        #expect(set.takeAbandoned() == (joins ? [old] : []))
        #expect(set.takeReadiness()?.readyEnd == .seconds(5))
    }

    @Test func `selected audio takes over at its end, or when it is unavailable`() {
        var short = TrackBench.set(audio: sound(), resolved: 5)
        _ = short.join(TrackBench.media("french.m3u8", durations: [1]), at: .zero)
        short.update(short.joining?.number ?? -1) { $0.resolveNext() }
        #expect(short.letAudioJoin(at: .zero, lead: .seconds(2)) == true)

        var lost = TrackBench.set(audio: sound(), resolved: 5)
        _ = lost.join(sound("french"), at: .zero)
        lost.update(lost.joining?.number ?? -1) { $0.fail(.ended) }
        #expect(lost.takeReadiness()?.deadEnds == [])
        #expect(lost.letAudioJoin(at: .zero, lead: .seconds(2)) == true)
        let dead = lost.takeReadiness()?.deadEnds
        #expect(dead?.map(\.error) == [.ended])
    }

    @Test func `audio that is being replaced is dropped by a seek out of the buffer`() {
        var set = TrackBench.set(audio: sound(), resolved: 2)
        set.dropReplacedAudio(at: .seconds(8))
        #expect(set.audio != nil)
        _ = set.adopt(other(), audio: nil, carriesAudio: true, audioStart: .zero, at: .zero)
        set.seek(to: .seconds(1))
        #expect(set.audio != nil)
        set.seek(to: .seconds(8))
        #expect(set.audio == nil && set.main?.next.sequence == 8)
    }

    @Test func `returning to muxed audio drops the rendition, unless it is ending`() {
        var set = TrackBench.set(audio: sound(), resolved: 2)
        #expect(set.goBackToCarriedAudio() == true)
        #expect(set.audio == nil)
        var ending = TrackBench.set(audio: sound(), resolved: 2)
        _ = ending.adopt(other(), audio: nil, carriesAudio: true, audioStart: .zero, at: .zero)
        #expect(ending.goBackToCarriedAudio() == false)
        #expect(ending.audio != nil)
    }

    // MARK: Origins

    /// Returns a set after resolving `main` segments of the main track, and `audio` of the audio.
    private func origins(
        main: Int, audio: Int, tags: [Int: String] = [:], sound: [Int: String] = [:]
    ) -> TrackSet {
        var set = TrackBench.set(
            main: TrackBench.media(tags: tags),
            audio: TrackBench.media("audio.m3u8", tags: sound))
        set.resolve(.main, main)
        set.resolve(.audio, audio)
        return set
    }

    private let jump = "#EXT-X-DISCONTINUITY"

    @Test func `audio waits for the main track to set a timestamp origin`() {
        let set = origins(main: 0, audio: 0)
        #expect(set.audio.flatMap { set.originAwaited(by: $0) } == 0)
        #expect(set.main.flatMap { set.originAwaited(by: $0) } == nil)
        let later = origins(main: 4, audio: 4, tags: [4: jump], sound: [4: jump])
        #expect(later.audio.flatMap { later.originAwaited(by: $0) } == 1)
    }

    @Test func `audio waits for a main track within a rounding error, but not for one at its end`()
    {
        var ahead = TrackBench.set(
            main: TrackBench.media(durations: [1.1, 1]), audio: sound(), resolved: 1)
        #expect(ahead.audio.flatMap { ahead.originAwaited(by: $0) } == 0)
        ahead.resolve(.main, 1)
        #expect(ahead.audio.flatMap { ahead.originAwaited(by: $0) } == nil)
        let ended = TrackBench.set(
            main: TrackBench.media(durations: [1, 1, 1]), audio: sound(), resolved: 3)
        #expect(ended.audio.flatMap { ended.originAwaited(by: $0) } == nil)
    }

    @Test func `audio does not wait for a timestamp origin that the main track will not set`() {
        let ahead = origins(main: 5, audio: 4)
        #expect(ahead.audio.flatMap { ahead.originAwaited(by: $0) } == nil)
        let ended = origins(main: 10, audio: 0)
        #expect(ended.audio.flatMap { ended.originAwaited(by: $0) } == nil)
        let over = origins(main: 0, audio: 10)
        #expect(over.audio.flatMap { over.originAwaited(by: $0) } == nil)
        let disagreeing = origins(main: 4, audio: 4, tags: [4: jump])
        #expect(disagreeing.audio.flatMap { disagreeing.originAwaited(by: $0) } == nil)
        var failed = origins(main: 0, audio: 0)
        failed.update(failed.number(.main)) { $0.fail(.ended) }
        #expect(failed.audio.flatMap { failed.originAwaited(by: $0) } == nil)
    }
}
