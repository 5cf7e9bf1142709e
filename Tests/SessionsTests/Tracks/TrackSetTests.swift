import HeadlessPlayback
import Presentation
import Sessions
import Testing
import VirtualTime

/// The readiness of a set of tracks, and the order of their requests.
@Suite struct TrackSetTests {
    private func audio(_ durations: [Double] = Array(repeating: 1, count: 10)) -> RenditionMedia {
        TrackBench.media("audio.m3u8", durations: durations)
    }

    private func text() -> RenditionMedia { TrackBench.media("text.m3u8", durations: [5, 5, 5]) }

    // MARK: Readiness

    @Test func `a set without tracks is empty and not ready`() {
        var set = TrackSet()
        #expect(set.isEmpty && set.main == nil && set.audio == nil && set.numbers == [])
        let readiness = set.takeReadiness()
        #expect(readiness?.isLoaded == false && readiness?.hasStart == false)
        #expect(readiness?.presentationEnd == .zero && readiness?.readyEnd == .zero)
        #expect(set.promisedDuration == .zero)
    }

    @Test func `the slowest track determines the readiness, and the longest the end`() {
        var set = TrackBench.set(audio: audio([1, 1, 1, 1]), resolved: 2)
        set.resolve(.main, 1)
        let readiness = set.takeReadiness()
        #expect(readiness?.isLoaded == true && readiness?.hasStart == true)
        #expect(readiness?.readyEnd == .seconds(2))
        #expect(readiness?.presentationEnd == .seconds(10))
        #expect(readiness?.isReadyToEnd == false && readiness?.isEndMeasured == false)
        #expect(set.promisedDuration == .seconds(10))
    }

    @Test func `the readiness includes the mean segment duration of the main track`() {
        let main = TrackBench.media(durations: [2, 4, 6])
        var set = TrackBench.set(main: main, audio: audio())
        #expect(set.takeReadiness()?.averageSegment == .seconds(4))
    }

    @Test func `the lead of a full buffer counts from where decoders of each track have to wait`() {
        var set = TrackBench.set(
            main: TrackBench.media(durations: [4, 4, 4]),
            audio: audio(Array(repeating: 2, count: 6)))
        set.resolve(.main, 2)
        set.resolve(.audio, 4)
        var rules = RefillRules()
        func lead() -> MediaTime? {
            set.restingLead(
                below: .seconds(8), from: .milliseconds(3900), ahead: .milliseconds(4300),
                rules: rules)
        }
        #expect(lead() == .milliseconds(3700))
        rules.readAheadStops = .zero
        // The video decoder waits at 4 s, the start of its newest segment, so its lead is 4 s. The
        // newest audio segment starts at 6 s, so audio is read up to 4.3 s, and its lead is 3.7 s.
        #expect(lead() == .milliseconds(3700))
        set.resolve(.audio, 1)
        #expect(lead() == .seconds(4))
        #expect(
            set.restingLead(below: .seconds(9), from: .zero, ahead: .zero, rules: rules) == nil)
    }

    @Test func `a track that is ready to its end does not limit the readiness`() {
        var set = TrackBench.set(audio: audio([1, 1, 1, 1]), resolved: 4)
        set.resolve(.main, 1)
        #expect(set.resolvedEnd == .seconds(5))
        set.resolve(.main, 5)
        let readiness = set.takeReadiness()
        #expect(readiness?.isReadyToEnd == true && readiness?.readyEnd == .seconds(10))
    }

    @Test func `playback starts once every track has media, except subtitles`() {
        var set = TrackBench.set(audio: audio(), subtitles: text())
        set.resolve(.main, 1)
        #expect(set.takeReadiness()?.hasStart == false)
        set.resolve(.audio, 1)
        let readiness = set.takeReadiness()
        #expect(readiness?.hasStart == true && readiness?.hasSubtitles == false)
        #expect(!set.readsSubtitles)
        set.resolve(.subtitles, 1)
        #expect(set.takeReadiness()?.hasSubtitles == true && set.readsSubtitles)
        #expect(set.takeReadiness() == nil)
    }

    @Test func `subtitles affect neither the readiness nor the end`() {
        var set = TrackBench.set(subtitles: text(), resolved: 1)
        #expect(set.presentationEnd == .seconds(10) && set.resolvedEnd == .seconds(1))
        set.resolve(.main, 9)
        #expect(set.takeReadiness()?.isReadyToEnd == true)
        #expect(set.promisedDuration == .seconds(10))
    }

    @Test func `the end is measured once the last segments of video and audio are measured`() {
        let main = TrackBench.media(durations: [1])
        let sound = audio([1])
        var set = TrackBench.set(main: main, audio: sound, subtitles: text())
        main.measure(SegmentNumber(0), as: MediaTime.zero..<MediaTime.seconds(1))
        set.resolve(.main, 1)
        #expect(set.takeReadiness()?.isEndMeasured == false)
        sound.measure(SegmentNumber(0), as: MediaTime.zero..<MediaTime.seconds(1))
        set.resolve(.audio, 1)
        #expect(set.takeReadiness()?.isEndMeasured == true)
    }

    @Test(arguments: [true, false])
    func `a failed segment is requested once more only if its media may come from elsewhere`(
        mayComeElsewhere: Bool
    ) {
        let lost = SessionError.transport(TransportError(url: "3.ts", cause: .timedOut))
        var set = TrackBench.set(
            audio: audio(), resolved: 3, mayComeElsewhere: mayComeElsewhere)
        let number = set.number(.audio)
        set.update(number) { $0.fail(lost) }
        let dead = set.takeReadiness()?.deadEnds
        #expect(dead?.map(\.track) == [1] && dead?.first?.position == .seconds(3))
        #expect(dead?.first?.error == lost)
        #expect(dead?.first?.mayBeAskedAgain == mayComeElsewhere)
        set.update(number) { $0.askAgain() }
        #expect(set.takeReadiness()?.deadEnds == [])
        set.update(number) { $0.fail(lost) }
        #expect(set.takeReadiness()?.deadEnds.first?.mayBeAskedAgain == false)
        set.update(number) { $0.askAgain() }
        set.update(number) { $0.resolveNext() }
        set.update(number) { $0.fail(.ended) }
        #expect(set.takeReadiness()?.deadEnds.first?.mayBeAskedAgain == false)
    }

    @Test func `an unavailable segment may be requested again after a seek elsewhere`() {
        let lost = SessionError.transport(TransportError(url: "3.ts", cause: .timedOut))
        var set = TrackBench.set(resolved: 3, mayComeElsewhere: true)
        let number = set.number(.main)
        set.update(number) { $0.fail(lost) }
        set.update(number) { $0.askAgain() }
        set.seek(to: .seconds(7))
        set.seek(to: .seconds(3))
        set.update(number) { $0.fail(lost) }
        #expect(set.takeReadiness()?.deadEnds.first?.mayBeAskedAgain == true)
    }

    // MARK: Changes

    @Test func `each change of readiness is returned once, in spite of other queries`() {
        var set = TrackBench.set(subtitles: text())
        var plan = WakePlan(position: .zero, goal: .zero, stop: .seconds(99))
        set.add(to: &plan)
        #expect(set.takeReadiness() != nil)
        set.add(to: &plan)
        #expect(set.takeReadiness() == nil)
        set.resolve(.main, 1)
        set.add(to: &plan)
        #expect(set.takeReadiness() != nil)
        set.retireSubtitles(.lost)
        #expect(set.takeReadiness() != nil)
        set.addSubtitles(text(), at: .zero)
        #expect(set.takeReadiness() != nil)
        _ = set.join(audio(), at: .zero)
        #expect(set.takeReadiness() != nil)
        set.cancelJoining()
        #expect(set.takeReadiness() != nil)
    }

    @Test func `removing all tracks drops audio that is about to take over`() {
        var set = TrackBench.set(audio: audio())
        _ = set.join(TrackBench.media("other.m3u8"), at: .zero)
        #expect(!set.isEmpty && set.update(99) { _ in true } == nil)
        set.removeAll()
        #expect(set.isEmpty && set.joining == nil && set.numbers == [])
    }

    @Test func `a track that goes back abandons its requests`() {
        let main = TrackBench.media()
        var set = TrackBench.set(main: main)
        set.seek(to: .seconds(4))
        _ = set.takeAbandoned()
        main.measure(SegmentNumber(4), as: MediaTime.seconds(5)..<MediaTime.seconds(6))
        let number = set.number(.main)
        #expect(set.update(number) { $0.goesBack(for: .seconds(4)) } == true)
        #expect(set.takeAbandoned() == [number])
    }

    @Test func `a new track has no requests to abandon`() {
        var set = TrackBench.set(resolved: 1)
        _ = set.takeAbandoned()
        set.addSubtitles(text(), at: .seconds(6))
        set.update(set.number(.subtitles)) { $0.begin() }
        #expect(set.takeAbandoned() == [])
        _ = set.adopt(
            TrackBench.media("next.m3u8"), audio: audio(), carriesAudio: true, audioStart: .zero,
            at: .zero)
        #expect(set.takeAbandoned() == [set.number(.main)])
        set.update(set.number(.audio)) { $0.begin() }
        #expect(set.takeAbandoned() == [])
    }

    @Test func `readiness is computed once for each change`() {
        var set = TrackBench.set()
        #expect(set.takeReadiness() != nil)
        #expect(set.takeReadiness() == nil)
        _ = set.next(below: .seconds(5), in: [.main])
        #expect(set.takeReadiness() == nil)
        set.resolve(.main, 1)
        _ = set.next(below: .seconds(5), in: [.main])
        #expect(set.takeReadiness()?.readyEnd == .seconds(1))
        set.addSubtitles(text(), at: .zero)
        #expect(set.takeReadiness() != nil)
        set.removeAll()
        #expect(set.takeReadiness()?.isLoaded == false)
        set.load(main: TrackBench.media(), audio: nil, subtitles: nil)
        #expect(set.takeReadiness()?.isLoaded == true)
    }

    @Test func `an unknown track number changes nothing`() {
        var set = TrackBench.set()
        #expect(set.update(99) { $0.next.sequence } == nil)
        #expect(set[99] == nil)
        #expect(set.update(set.number(.main)) { $0.next.sequence } == 0)
    }

    @Test func `requests are abandoned for tracks that are released, moved by a seek or removed`() {
        var set = TrackBench.set(audio: audio(), subtitles: text(), resolved: 1)
        let numbers = set.numbers
        #expect(set.takeAbandoned() == [])
        set.seek(to: .milliseconds(500))
        #expect(set.takeAbandoned() == [])
        set.seek(to: .seconds(7))
        #expect(set.takeAbandoned() == numbers)
        #expect(set.tracks.map(\.next.sequence) == [7, 7, 1])
        set.release()
        #expect(set.takeAbandoned() == numbers)
        set.retireSubtitles(.lost)
        #expect(set.takeAbandoned() == [numbers[2]] && set[numbers[2]] == nil)
        set.removeAll()
        #expect(set.takeAbandoned() == Array(numbers.prefix(2)))
        set.load(main: TrackBench.media(), audio: nil, subtitles: nil)
        #expect(!numbers.contains(set.number(.main)))
    }

    // MARK: Requests

    private let order: [Track.Role] = [.main, .audio, .subtitles]

    @Test func `tracks make requests in the order of the policy until they have enough`() {
        var set = TrackBench.set(audio: audio(), subtitles: text())
        let (main, sound, words) = (
            set.number(.main), set.number(.audio), set.number(.subtitles)
        )
        #expect(set.next(below: .seconds(2), in: order) == main)
        #expect(set.next(below: .seconds(2), in: [.audio, .main]) == sound)
        #expect(set.next(below: .seconds(2), in: order, besides: [main]) == sound)
        set.resolve(.main, 2)
        #expect(set.next(below: .seconds(2), in: order) == sound)
        set.update(sound) { $0.begin() }
        #expect(set.next(below: .seconds(2), in: order) == words)
        #expect(set.next(below: .seconds(2), in: [.main, .audio]) == nil)
        #expect(set.next(below: .zero, in: order) == nil)
    }

    @Test func `the track with the least media is first, even when other tracks have enough`() {
        var set = TrackBench.set(audio: audio(), resolved: 1)
        set.resolve(.main, 4)
        _ = set.takeReadiness()
        #expect(set.next(below: .seconds(3), in: order) == set.number(.audio))
        #expect(set.next(below: .seconds(1), in: order) == nil)
    }

    @Test func `audio that is about to take over makes its requests last`() {
        var set = TrackBench.set(audio: audio(), resolved: 1)
        _ = set.join(TrackBench.media("other.m3u8"), at: .zero)
        let joining = set.joining?.number
        #expect(set.next(below: .seconds(1), in: order) == joining)
        #expect(set.next(below: .seconds(2), in: order) == set.number(.main))
        #expect(set.next(below: .seconds(1), in: order, besides: [joining ?? -1]) == nil)
    }

    /// Returns the position at which the session must act next; `nil` when none is known.
    private func nextStop(
        _ set: inout TrackSet, from seconds: Int64, lead: Int64 = 3, plus ticks: Int64 = 0
    ) -> MediaTime? {
        let never = MediaTime.seconds(99)
        var plan = WakePlan(
            position: .seconds(seconds) + MediaTime(ticks: ticks), goal: .seconds(lead),
            stop: never)
        set.add(to: &plan)
        return plan.stop == never ? nil : plan.stop
    }

    @Test func `the next step is due where the lead of a track falls below the required lead`() {
        var set = TrackBench.set(audio: audio(), resolved: 5)
        set.resolve(.audio, 1)
        let tick = MediaTime(ticks: 1)
        #expect(nextStop(&set, from: 1) == .seconds(2) + tick)
        #expect(nextStop(&set, from: 2) == .seconds(2) + tick)
        // Audio that has more media than the main track waits for the main track.
        #expect(nextStop(&set, from: 2, plus: 1) == nil)
        #expect(nextStop(&set, from: 4) == nil)
        set.update(set.number(.main)) { $0.begin() }
        #expect(nextStop(&set, from: 1) == nil)
    }

    @Test func `audio with more media than the main track waits for the main track`() {
        var set = TrackBench.set(audio: audio(), resolved: 5)
        set.resolve(.audio, 1)
        #expect(set.next(below: .seconds(9), in: order) == set.number(.main))
        set.update(set.number(.main)) { $0.begin() }
        #expect(set.next(below: .seconds(9), in: order) == nil)
        set.update(set.number(.main)) { $0.receive() }
        set.resolve(.main, 1)
        set.update(set.number(.main)) { $0.begin() }
        #expect(set.next(below: .seconds(9), in: order) == set.number(.audio))
    }

    @Test func `the next stop can be an unavailable position`() {
        var set = TrackBench.set(audio: audio(), resolved: 5)
        set.resolve(.audio, 2)
        #expect(!set.isUnsettled)
        set.update(set.number(.audio)) { $0.fail(.ended) }
        #expect(set.isUnsettled)
        #expect(nextStop(&set, from: 4) == .seconds(7))
        #expect(nextStop(&set, from: 0) == .seconds(2) + MediaTime(ticks: 1))
        set.resolve(.main, 5)
        #expect(nextStop(&set, from: 0) == .seconds(7))
    }

    @Test func `tracks are unsettled while one audio track takes over from another`() {
        var set = TrackBench.set(audio: audio(), resolved: 1)
        _ = set.join(TrackBench.media("other.m3u8"), at: .zero)
        #expect(set.isUnsettled)
        #expect(nextStop(&set, from: 0, lead: 0) == MediaTime(ticks: 1))
        set.cancelJoining()
        #expect(!set.isUnsettled)
        _ = set.adopt(
            TrackBench.media("next.m3u8"), audio: nil, carriesAudio: true, audioStart: .zero,
            at: .zero)
        #expect(set.isUnsettled)
    }

    // MARK: Subtitles

    @Test func `new subtitles begin at the playhead, and earlier subtitles stay in the ledger`() {
        var set = TrackBench.set(subtitles: text())
        let old = set.number(.subtitles)
        set.retireSubtitles(.none)
        #expect(set.tracks.count == 1 && set.retiredSubtitles?.number == old)
        #expect(set.lasting.map(\.role) == [.main, .subtitles])
        #expect(set.takeAbandoned() == [old])
        set.addSubtitles(text(), at: .seconds(6))
        #expect(set.retiredSubtitles == nil)
        #expect(set.tracks.map(\.next.sequence) == [0, 1])
        #expect(set.takeAbandoned() == [])
        set.retireSubtitles(.lost)
        #expect(set.lasting.map(\.role) == [.main, .subtitles])
        #expect(set.readsSubtitles && set.takeReadiness()?.hasSubtitles == true)
        set.retireSubtitles(.none)
        #expect(!set.readsSubtitles && set.takeReadiness()?.hasSubtitles == false)
    }
}
