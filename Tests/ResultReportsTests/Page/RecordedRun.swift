import HeadlessPlaybackTesting
import SidecarSubtitles
import TestSupport

/// A recorded run over real media: twenty seconds with a seek on an unsteady network.
struct RecordedRun {
    private let playback: Playback
    private let network: NetworkConditions
    private var history: SessionHistory

    /// Plays the sample and records the events.
    init(title: String = "Twenty seconds") {
        let collector = StillCollector()
        let network = NetworkConditions(
            steps: [(0, 900_000), (1, 120_000), (13, 1_400_000), (16, 300_000)].map {
                NetworkConditions.Step(
                    start: Instant(sinceStart: .seconds($0)), bitsPerSecond: $1)
            }, latency: .milliseconds(80))
        playback = Playback(provider: collector.around(Self.provider)) {
            $0.network = network
            $0.mediaPreferences.subtitles = .language("en")
        }
        self.network = network
        history = SessionHistory(number: 1, title: title)
        play()
        addOccurrences()
        addMarks()
        history.stills = collector.stills(ofSession: 1)
    }

    static var provider: any SessionProvider {
        BasicSessionProvider(subtitleReader: WebVTTReader())
    }

    static let cuePoints: [(Double, String)] = [
        (0, "pre-roll"), (2.5, "logo off"), (5, "ad break 1"), (7.25, "recommendation"),
        (10, "ad break 2"), (13.04, "credits skip"), (17.5, "next episode"),
    ]

    private mutating func play() {
        let points = Self.cuePoints.map { seconds, name in
            var point = CuePoint(
                position: .time(MediaTime(seconds: seconds) ?? .zero), type: CuePoint.adSlot)
            point.name = name
            return point
        }
        let controller = playback.controller
        controller.setVideos([
            SampleMedia.transportStream.video(cuePoints: CuePointCollection(points))
        ])
        var seek = SessionHistory.Occurrence(
            .seek, "to 00:14", at: .start, position: .seconds(8))
        controller.whenPlayheadReaches(8) {
            seek.instant = controller.world.loop.now
            controller.seek(to: 14) { _ in
                seek.length = seek.instant.duration(to: controller.world.loop.now)
            }
        }
        for tenth in 0..<600 where controller.currentSession?.hasEnded != true {
            playback.run(until: Double(tenth) / 10)
            guard let session = controller.currentSession else { continue }
            let now = controller.world.loop.now
            history.samples.append(
                SessionHistory.Sample(
                    instant: now, position: session.position, bufferedLead: session.bufferedLead,
                    bitrate: session.indicatedBitRate,
                    bandwidth: network.steps.last { $0.start <= now }?.bitsPerSecond ?? 0))
            history.duration = session.duration ?? history.duration
        }
        controller.run()
        history.occurrences.append(seek)
    }

    private mutating func addOccurrences() {
        var stalled: Instant?
        for event in playback.recorder.events {
            let position = position(at: event.instant)
            switch event.kind {
            case .didReceiveLifecycleEvent(let lifecycle):
                history.occurrences.append(
                    SessionHistory.Occurrence(
                        .lifecycle, lifecycle.type.rawValue, event: lifecycle.type,
                        at: event.instant, position: position))
                if lifecycle.type == .playbackStalled { stalled = event.instant }
                if lifecycle.type == .playbackRecovered, let start = stalled {
                    history.occurrences.append(
                        SessionHistory.Occurrence(
                            .stall, "stall", at: start, for: start.duration(to: event.instant),
                            position: position))
                    stalled = nil
                }
            case .didPassCuePoints(let passage):
                for point in passage.cuePoints {
                    history.occurrences.append(
                        SessionHistory.Occurrence(
                            .cuePoint, point.name ?? "cue point", at: event.instant,
                            position: position))
                }
            default: break
            }
        }
        history.occurrences.sort { $0.instant < $1.instant }
    }

    private func position(at instant: Instant) -> MediaTime {
        history.samples.last { $0.instant <= instant }?.position ?? .zero
    }

    private mutating func addMarks() {
        let passed = Set(playback.recorder.cuePoints.compactMap(\.name))
        for (index, (seconds, name)) in Self.cuePoints.enumerated() {
            history.marks.append(
                SessionHistory.Mark(
                    .cuePoint, name, from: MediaTime(seconds: seconds) ?? .zero,
                    isRight: index == 5 ? false : passed.contains(name) ? true : nil))
        }
        for number in 0..<5 {
            history.marks.append(
                SessionHistory.Mark(
                    .segment, "segment-\(number).ts", from: .seconds(Int64(number) * 4),
                    to: .seconds(Int64(number) * 4 + 4)))
        }
        history.marks.append(
            SessionHistory.Mark(
                .marker, "SCTE-35 splice_insert 0x2F", from: .seconds(5), to: .seconds(8)))
        history.marks.append(
            SessionHistory.Mark(.marker, "EXT-X-DATERANGE ad-2", from: .seconds(10), isRight: true))
        history.marks.append(
            SessionHistory.Mark(.discontinuity, "EXT-X-DISCONTINUITY", from: .seconds(12)))
        history.marks.append(
            SessionHistory.Mark(
                .finding, "cue point 13.040 lies 40 ms after a keyframe",
                from: .milliseconds(13_040), isRight: false))
        for event in playback.recorder.events {
            guard case .didShowCue(let cue, _) = event.kind else { continue }
            history.marks.append(
                SessionHistory.Mark(
                    .subtitle, cue.plainText, from: cue.start, to: cue.end, isRight: nil))
        }
        history.marks.sort { $0.start < $1.start }
        history.ledger = playback.ledger.map { "\($0.passed) passed\n" } ?? ""
    }

    /// The trace, line by line.
    var trace: [String] {
        playback.recorder.trace.split(separator: "\n").map(String.init)
    }

    /// Returns the run as a result that failed.
    func result(named name: String) -> ScenarioResult {
        var result = ScenarioResult(
            name: name, file: "scenarios/falters.play.yaml", seed: 7,
            command: "playctl run scenarios/falters.play.yaml --seed 7")
        result.trace = trace
        result.histories = [history]
        result.worldTime = history.samples.last?.instant.sinceStart ?? .zero
        let place = trace.firstIndex { $0.contains("credits skip") } ?? trace.count / 2
        let context = (max(0, place - 4)..<min(trace.count, place + 4)).map {
            TraceExcerptLine(number: $0 + 1, text: trace[$0], isMarked: $0 == place)
        }
        result.checks = [
            Check("ledger.balance", "The ledger balances", .passed),
            Check("expect.end", "The end is reached", .passed),
            Check(
                "cue-point.keyframe", "Cue point “credits skip” lies on a keyframe",
                .failed(
                    Failure(
                        expected: "a keyframe within 20 ms of 00:13.040",
                        found: "the nearest keyframe is at 00:12.000, 1.040 s before it",
                        instant: Instant(sinceStart: .milliseconds(22_080)), line: 31,
                        context: context))),
            Check(
                "threshold.rebuffering-time", "rebuffering-time < 2",
                .broken(Failure(expected: "less than 2 s", found: "4.62 s"))),
            Check(
                "issue.audio-switch", "Audio switches without a gap",
                .known(
                    Failure(expected: "no gap", found: "a gap of 12 ms at 00:08.000"),
                    bug: "https://example.com/issues/1234")),
            Check("expect.licence", "One licence is asked for", .skipped("the asset is clear")),
        ]
        result.metrics = [
            .startupTime: 0.734, .rebufferingCount: 1, .rebufferingTime: 4.62,
            .rebufferingRatio: 0.1877, .switches: 3, .downSwitches: 1, .meanBitrate: 231_400,
            .wastedBytes: 48_128, .seekTime: 1.22,
        ]
        return result
    }
}
