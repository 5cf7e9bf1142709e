import HeadlessPlayback
import TestSupport
import Testing
import VirtualTime

/// Playback of complete sample assets with random commands at any time, over any network.
@Suite struct AnyCommandTests {
    private static let cuePoints: CuePointCollection = [
        .before(), .at(.milliseconds(500)), .at(.seconds(3)), .at(.seconds(7)), .after(),
    ]

    /// The number of events after which a run counts as stuck; a correct run has fewer events.
    private static let patience = 20_000

    private struct Outcome: Equatable {
        var trace: String
        var ledgers: [ClosedLedger]
        var completions: [String]
    }

    private func run(
        _ seed: UInt64, broken: Bool = false, workers: Workers = .shared
    ) -> Outcome {
        var random = SeededRandom(seed: seed)
        let networks: [NetworkConditions] = [
            .unlimited, NetworkConditions(bitsPerSecond: 600_000),
            NetworkConditions(bitsPerSecond: 150_000, latency: .milliseconds(120)),
        ]
        let network = networks.randomElement(using: &random) ?? .unlimited
        let buffer = Int64.random(in: 1...30, using: &random)
        let sample = SampleMedia.allCases.randomElement(using: &random) ?? .single
        let loader = broken ? Self.brokenLoader(&random) : ScriptedLoader()
        let goesOn = broken && Bool.random(using: &random)
        let playback = Playback(loader: loader, workers: workers) {
            $0.network = network
            $0.recovery.missingSegment = goesOn ? .skip : .fail
            $0.recovery.damagedSegment = goesOn ? .skip : .fail
            $0.bufferOptimizer = BufferOptimizer(
                minimumDuration: .seconds(buffer), maximumDuration: .seconds(buffer))
            $0.mediaPreferences.subtitles = .language("en")
        }
        let controller = playback.controller
        let video = sample.video(cuePoints: Self.cuePoints)
        var completions: [String] = []
        controller.autoAdvance = Bool.random(using: &random)
        controller.autoPlay = Bool.random(using: &random)
        controller.setVideos([video, video])
        for number in 0..<12 {
            let pause = Double(Int.random(in: 0...3000, using: &random)) / 1000
            advance(playback, by: .random(in: 0...3, using: &random) == 0 ? 0 : pause)
            let place = Double(Int.random(in: 0...22_000, using: &random)) / 1000
            switch Int.random(in: 0...14, using: &random) {
            case 0...2:
                controller.seek(to: place) { completions.append("\(number) \($0)") }
            case 3: controller.seek(to: place, toleranceBefore: 0, toleranceAfter: 0)
            case 4...5: controller.play()
            case 6: controller.pause()
            case 7: controller.playbackRate = [0.5, 1, 2, 7].randomElement(using: &random) ?? 1
            case 8:
                controller.setPreferredPeakBitRate(
                    [1, 250_000, 0].randomElement(using: &random) ?? 0)
            case 9: controller.advanceToNext()
            case 10: controller.resumeVideo(at: place, autoPlay: Bool.random(using: &random))
            case 11: controller.insertVideo(video, after: 0)
            case 12:
                let session = controller.currentSession
                session?.selectedAudibleMediaOption =
                    session?.audibleMediaSelectionGroup?.options.randomElement(using: &random)
            case 13:
                let session = controller.currentSession
                session?.selectedLegibleMediaOption =
                    session?.legibleMediaSelectionGroup?.options.randomElement(using: &random)
            default: if number % 4 == 0 { controller.setVideos([video, video]) }
            }
        }
        controller.setPreferredPeakBitRate(0)
        advance(playback, by: 100)
        controller.play()
        #expect(finishes(playback), "seed \(seed) makes no headway")
        return Outcome(
            trace: playback.recorder.trace, ledgers: controller.ledgers, completions: completions)
    }

    /// Returns a loader with resources that are permanently missing or damaged.
    private static func brokenLoader(_ random: inout SeededRandom) -> ScriptedLoader {
        let names =
            (0...4).map { "-\($0).ts" } + ["540p/index.m3u8", "fr/index.m3u8", ".m4s", ".vtt"]
        let answers: [ScriptedLoader.Answer] = [
            .failure(.notFound, times: .max), .failure(.status(503), times: .max),
            .changed { Array($0.prefix($0.count / 2)) }, .bytes([]),
            .changed { $0.map { $0 == 0x41 ? 0x42 : $0 } },
        ]
        let script = (0..<2).map { _ in
            (names.randomElement(using: &random) ?? "", answers.randomElement(using: &random))
        }
        return ScriptedLoader(script.compactMap { name, answer in answer.map { (name, $0) } })
    }

    private func advance(_ playback: Playback, by seconds: Double) {
        let limit = playback.controller.world.loop.now.advanced(by: .seconds(seconds))
        for _ in 0..<Self.patience where !playback.controller.world.loop.runNext(until: limit) {
            return playback.controller.world.loop.run(until: limit)
        }
        Issue.record("no headway")
    }

    private func finishes(_ playback: Playback) -> Bool {
        for _ in 0..<Self.patience where !playback.controller.world.loop.runNext() { return true }
        return false
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `random commands break no rule of callbacks`(seed: UInt64) {
        let outcome = run(seed)
        for closed in outcome.ledgers {
            #expect(closed.ledger.imbalances == [])
            // Subtitles that are selected during playback cannot be complete, so their track is
            // left out.
            let tracks = closed.ledger.tracks.filter { $0.name != "subtitles" }
            #expect(tracks.filter { !$0.isSound } == [])
        }
        var keeper = PromiseKeeper()
        for line in outcome.trace.split(separator: "\n") { keeper.read(line) }
        #expect(keeper.broken == [])
        #expect(Set(outcome.completions).count == outcome.completions.count)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `random commands with broken resources break no rule of callbacks`(seed: UInt64) {
        let outcome = run(seed, broken: true)
        for closed in outcome.ledgers { #expect(closed.ledger.imbalances == []) }
        var keeper = PromiseKeeper(toleratesFailure: true)
        for line in outcome.trace.split(separator: "\n") { keeper.read(line) }
        #expect(keeper.broken == [])
    }

    @Test(arguments: 0..<40 as Range<UInt64>, [false, true])
    func `random commands give the same trace on one thread and on several`(
        seed: UInt64, broken: Bool
    ) {
        let one = run(seed, broken: broken, workers: Workers(count: 1))
        #expect(one == run(seed, broken: broken, workers: Workers(count: 5)))
    }
}

/// A reader of traces that collects the broken guarantees.
private struct PromiseKeeper {
    private let toleratesFailure: Bool
    private(set) var broken: [String] = []
    private var terminated: Set<Substring> = []
    private var isReady = false
    private var isEmpty = false
    private var isStalled = false
    private var isResuming = false
    private var duration = 0.0

    init(toleratesFailure: Bool = false) {
        self.toleratesFailure = toleratesFailure
    }

    mutating func read(_ line: Substring) {
        let words = line.split(separator: " ")
        let (session, name) = (words[1], words[2])
        if terminated.contains(session) { broken.append("after Terminate: \(line)") }
        switch name {
        case "didAdvanceToPlaybackSession":
            (isReady, isEmpty, isStalled, isResuming, duration) = (false, false, false, false, 0)
        case "didChangeDuration": duration = Double(words[3]) ?? 0
        case "didProgressTo":
            if let place = Double(words[3]), place.isFinite, place > duration {
                broken.append("beyond the duration of \(duration): \(line)")
            }
        case "didReceiveLifecycleEvent": hear(words[3], line)
        default: break
        }
        if words.last == "Terminate" { terminated.insert(session) }
    }

    private mutating func hear(_ type: Substring, _ line: Substring) {
        switch type {
        case "PlaybackBufferEmpty": isEmpty = true
        case "PlaybackLikelyToKeepUp":
            if !isEmpty { broken.append("was not empty: \(line)") }
            isEmpty = false
        case "PlaybackStalled":
            if isStalled { broken.append("stalled already: \(line)") }
            isStalled = true
        case "PlaybackRecovered":
            if !isStalled { broken.append("was not stalled: \(line)") }
            isStalled = false
        case "ResumeBegin":
            if isResuming { broken.append("resumes already: \(line)") }
            (isResuming, isStalled, isEmpty) = (true, false, true)
        case "ResumeComplete", "ResumeFail":
            if !isResuming { broken.append("does not resume: \(line)") }
            isResuming = false
        case "Fail", "FailedToPlayToEndTime", "Error":
            if !toleratesFailure { broken.append("fails: \(line)") }
        case "Ready":
            if isReady { broken.append("ready already: \(line)") }
            isReady = true
        case "End":
            if isStalled { broken.append("never recovered: \(line)") }
        default: break
        }
    }
}
