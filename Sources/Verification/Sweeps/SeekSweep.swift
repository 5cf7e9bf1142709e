package import HeadlessPlayback

/// Seeks to every keyframe, segment boundary and discontinuity of a video, and to the frames beside
/// them, and looks where the playhead lands.
package struct SeekSweep: Sendable {
    /// How often each seek is made: what is right must be so every time.
    private static let repetitions = 5
    /// How long a picture is shown where there are none to tell.
    private static let frame = MediaTime.milliseconds(40)
    /// The most places of one video: three days of keyframes every ten seconds.
    private static let mostTargets = 200_000

    /// What is played, and in what surroundings.
    package let scenario: Scenario
    /// The names of the seeks to make, where `*` stands for any text; empty means all.
    package let only: [String]
    /// How many runs are made at a time.
    package let jobs: Int
    /// The command without which names of seeks repeats the sweep.
    package let command: String
    private let keySystems: @Sendable () -> [any KeySystem]
    private let stopwatch: (@Sendable () -> Duration)?

    /// Plans a sweep.
    ///
    /// - Parameters:
    ///   - scenario: What is played, and in what surroundings.
    ///   - only: The names of the seeks to make, where `*` stands for any text; empty means all.
    ///   - jobs: How many runs are made at a time.
    ///   - command: The command that repeats the sweep.
    ///   - keySystems: Makes those who are asked for keys.
    ///   - stopwatch: Reads a clock of the machine, for the wall time of results.
    package init(
        _ scenario: Scenario, only: [String] = [], jobs: Int = 1, command: String = "",
        keySystems: @escaping @Sendable () -> [any KeySystem] = { [IdentityKeySystem()] },
        stopwatch: (@Sendable () -> Duration)? = nil
    ) {
        self.scenario = scenario
        self.only = only
        self.jobs = jobs
        self.command = command
        self.keySystems = keySystems
        self.stopwatch = stopwatch
    }

    /// Makes all seeks.
    ///
    /// - Parameters:
    ///   - cancellation: Raised to leave out the seeks that have not begun.
    ///   - progress: Told how many seeks are made, and of how many.
    /// - Returns: What was looked at for each place, after what was looked at without a seek.
    package func run(
        cancellation: CancellationFlag = CancellationFlag(),
        progress: (Int, Int) -> Void = { _, _ in }
    ) -> [ScenarioResult] {
        var scenario = scenario
        scenario.player.autoPlay = true
        let play = PlainRun(
            scenario, index: SegmentIndex(holdsRemoteResources: true), keySystems: keySystems)
        let collector = TimelineCollector()
        let sound = play.observe { collector.follow($0) }
        let baseline = FaultSweep.baseline(of: sound, scenario, command)
        guard baseline.verdict == .passed else { return [baseline] }
        let targets = self.targets(collector)
        let interval = scenario.player.options.progressInterval
        let results = ParallelRuns.map(
            targets.count, jobs: jobs, cancellation: cancellation,
            finished: { progress($0, targets.count) }
        ) { result(of: targets[$0], play, interval) }
        return [baseline] + results.compactMap { $0 }
    }

    private func targets(_ collector: TimelineCollector) -> [SeekTarget] {
        guard let timeline = collector.timeline else { return [] }
        let all = SeekTarget.all(
            of: timeline, keyframes: collector.keyframes.sorted(),
            frame: collector.frameDuration ?? Self.frame)
        return all.prefix(Self.mostTargets).filter { target in
            only.isEmpty || only.contains { Wildcard.matches($0, target.name) }
        }
    }

    private func result(
        of target: SeekTarget, _ play: PlainRun, _ interval: MediaTime
    ) -> ScenarioResult {
        let start = stopwatch?() ?? .zero
        var landings: [SeekProbe.Landing] = []
        var imbalances: [String] = []
        var worldTime = Duration.zero
        for _ in 0..<Self.repetitions {
            var probe: SeekProbe?
            let run = play.observe(
                prepare: {
                    probe = SeekProbe(target, in: $0)
                    return probe
                }, until: { probe?.isDone ?? true })
            imbalances += run.sessions.flatMap(\.ledger.imbalances).map(\.entry)
            worldTime = run.worldTime
            landings.append(probe?.landing ?? SeekProbe.Landing())
        }
        var result = ScenarioResult(
            name: "\(scenario.name).\(target.name)", file: scenario.file, seed: scenario.seed,
            command: "\(command) --only \(ShellWord.quoted(target.name))")
        result.checks =
            SeekVerdict(
                target: target, landings: landings, imbalances: imbalances,
                progressInterval: interval
            ).checks
        result.worldTime = worldTime
        result.wallTime = (stopwatch?() ?? .zero) - start
        return result
    }
}

/// Takes note of what demuxing shows of the first video of a run while it is played.
private final class TimelineCollector {
    private(set) var timeline: TrackTimeline?
    private(set) var keyframes: Set<MediaTime> = []
    private(set) var frameDuration: MediaTime?

    /// Listens to a controller.
    ///
    /// - Returns: The hold on listening.
    func follow(_ controller: PlaybackController) -> AnyObject {
        controller.observe { [weak self] event in
            guard let session = event.session, session.number == 1 else { return }
            self?.look(at: session)
        }
    }

    private func look(at session: PlaybackSession) {
        timeline = session.mainTimeline ?? timeline
        frameDuration = session.frameDuration ?? frameDuration
        keyframes.formUnion(session.knownKeyframes)
    }
}
