import HeadlessPlayback
import Presentation
import RunResults
package import Scenarios
import VirtualTime

/// Seeks to all notable positions of a video, and checks the position at which playback lands.
///
/// The positions are every keyframe, segment boundary and discontinuity, and the adjacent frames.
package struct SeekSweep: Sendable {
    /// The number of repetitions of each seek, which must all succeed.
    private static let repetitions = 5
    /// The assumed frame duration of media without video frames.
    private static let frame = MediaTime.milliseconds(40)
    /// The maximum number of seeks in a sweep; more seeks would take days.
    var mostSeeks = 200_000

    private let plan: SweepPlan

    /// Prepares a sweep.
    ///
    /// - Parameter plan: The scenario and the seeks to make.
    package init(_ plan: SweepPlan) {
        var plan = plan
        plan.scenario.player.autoPlay = true
        self.plan = plan
    }

    /// Returns the reason why a scenario cannot be swept; `nil` when it can.
    ///
    /// The result of a seek must depend only on the asset. The steps of a scenario would interfere
    /// with the seeks, and a scenario without its steps would be another scenario.
    ///
    /// - Parameter scenario: The scenario.
    /// - Returns: The reason why it cannot be swept.
    package static func refusal(of scenario: Scenario) -> String? {
        if scenario.service != nil {
            return "its videos come from a playback service; name the asset instead"
        }
        if scenario.assets.contains(where: { $0.live != nil }) {
            return "a broadcast has no positions that last"
        }
        guard !scenario.steps.isEmpty else { return nil }
        let count = Set(scenario.steps.indices.map(scenario.lines.number(ofStep:))).count
        return "it has \(count) step\(count == 1 ? "" : "s") of its own, and a sweep of"
            + " seeks adds its own steps; remove the steps, or name the asset instead"
    }

    /// Returns the failure of a sweep with too many seeks; `nil` when the number is permitted.
    ///
    /// A sweep with too many seeks makes none, because a report on only some seeks would look
    /// complete.
    private func excess(of count: Int) -> Failure? {
        guard count > mostSeeks else { return nil }
        return Failure(
            expected: "at most \(mostSeeks) seeks",
            found: "\(count); name some of them with --only, or sweep a shorter asset")
    }

    /// Performs all seeks.
    ///
    /// - Parameter progress: Called with the number of completed seeks and the total number of
    ///   seeks.
    /// - Returns: The result of the run without a seek, followed by the results of the seeks.
    package func run(progress: (Int, Int) -> Void = { _, _ in }) -> SweepReport {
        let play = plan.plainRun()
        if let reason = Self.refusal(of: plan.scenario) {
            var refused = plan.baseline(of: RunObservation(), play)
            let failure = Failure(expected: "a scenario without steps and service", found: reason)
            refused.checks = [Check("sweep.baseline", "it can be swept", .failed(failure))]
            return SweepReport(results: [refused], left: 0)
        }
        let collectors = plan.scenario.assets.map { _ in TimelineCollector() }
        let sound = play.observe { controller in
            let holds = collectors.enumerated().map { $1.follow($0 + 1, of: controller) }
            return Holds(holds)
        }
        let baseline = plan.baseline(of: sound, play)
        if plan.cancellation.isCancelled { return .ended }
        guard baseline.verdict == .passed else {
            return SweepReport(results: [baseline], left: 0)
        }
        let all = collectors.enumerated().flatMap { place, collector in
            let prefix = collectors.count > 1 ? "\(place + 1)/" : ""
            return targets(collector).map {
                Seek(asset: place, name: prefix + $0.name, target: $0, stream: collector.stream)
            }
        }
        let seeks = all.filter { plan.picks($0.name) }
        if let failure = excess(of: seeks.count) {
            var refused = baseline
            refused.checks.append(Check("sweep.baseline", "it can be swept", .failed(failure)))
            return SweepReport(results: [refused], left: 0)
        }
        let results = ParallelRuns.map(
            seeks.count, jobs: plan.jobs, cancellation: plan.cancellation,
            finished: { progress($0, seeks.count) }
        ) { result(of: seeks[$0], play) }
        return SweepReport(
            results: [baseline] + results.compactMap(\.self),
            left: results.count { $0 == nil }, strangers: plan.strangers(among: all.map(\.name)))
    }

    /// One seek of the sweep.
    private struct Seek: Sendable {
        /// The index of the asset in the scenario.
        let asset: Int
        /// The name of the seek.
        let name: String
        let target: SeekTarget
        /// The description of the stream whose media determines the expected position.
        let stream: String
    }

    private func targets(_ collector: TimelineCollector) -> [SeekTarget] {
        guard let timeline = collector.timeline else { return [] }
        return SeekTarget.all(
            of: timeline, keyframes: collector.keyframes.sorted(),
            frame: collector.frameDuration ?? Self.frame)
    }

    private func result(of seek: Seek, _ play: PlainRun) -> ScenarioResult {
        plan.result(of: seek.name) { result in
            var landings: [SeekProbe.Landing] = []
            var imbalances: [String] = []
            for _ in 0..<Self.repetitions {
                var probe: SeekProbe?
                let run = play.observe(
                    assets: [seek.asset],
                    prepare: {
                        probe = SeekProbe(seek.target, in: $0)
                        return probe
                    }, until: { probe?.isDone ?? true })
                imbalances += run.sessions.flatMap(\.ledger.imbalances).map(\.entry)
                result.worldTime = run.worldTime
                landings.append(probe?.landing ?? SeekProbe.Landing())
            }
            result.checks =
                SeekVerdict(
                    target: seek.target, landings: landings, imbalances: imbalances,
                    progressInterval: plan.scenario.player.options.progressInterval
                ).checks
            let place = landings.first?.place
            result.swept = .seek(
                SweptSeek(
                    place: seek.target.place, kinds: seek.target.kinds,
                    precision: seek.target.precision, stream: seek.stream,
                    distance: place.map {
                        max($0, seek.target.time) - min($0, seek.target.time)
                    }))
        }
    }
}

/// A hold that retains several other holds.
private final class Holds: Hold {
    private let holds: [Hold]

    init(_ holds: [Hold]) {
        self.holds = holds
        super.init()
    }
}

/// Records the demuxed media of one video while a run plays it.
private final class TimelineCollector {
    private(set) var timeline: TrackTimeline?
    private(set) var keyframes: Set<MediaTime> = []
    private(set) var frameDuration: MediaTime?

    /// A description of the played stream: the number and the properties of its variant.
    private(set) var stream = "the stream"

    /// Observes one session of a controller.
    ///
    /// - Parameters:
    ///   - number: The number of the session.
    ///   - controller: The controller.
    /// - Returns: A hold; releasing it ends the observation.
    func follow(_ number: Int, of controller: PlaybackController) -> Hold {
        controller.observe { [weak self] event in
            guard let session = event.session, session.number == number else { return }
            self?.look(at: session)
        }
    }

    private func look(at session: PlaybackSession) {
        timeline = session.mainTimeline ?? timeline
        frameDuration = session.frameDuration ?? frameDuration
        keyframes.formUnion(session.knownKeyframes)
        guard let (variant, place, count) = session.mainVariant else { return }
        stream = "variant \(place + 1) of \(count) (\(variant.words))"
    }
}
