import ContentProtection
package import HeadlessPlayback
import PlaybackControl
import RunResults
import ScenarioRunning
package import Scenarios
package import Sessions
import Transport
package import VirtualTime

/// Plays a scenario's assets to the end; each run takes place in a new simulated world.
///
/// A run records only the data that sweeps need. The steps of a scenario are performed as in a run
/// outside of a sweep.
package struct PlainRun: Sendable {
    /// The scenario to play, with its network, faults and device.
    package let scenario: Scenario
    private let index: SegmentIndex?
    private let keySystems: @Sendable () -> [any KeySystem]
    private let loader: any ResourceLoader
    private let cancellation: CancellationFlag

    /// Prepares to play a scenario.
    ///
    /// - Parameters:
    ///   - scenario: The scenario to play, with its network, faults and device.
    ///   - index: The index of the segments that earlier runs have read; `nil` reads everything
    ///     each time.
    ///   - keySystems: Creates further key systems for the scenario.
    ///   - loader: The source of bytes.
    ///   - cancellation: The flag that, when raised, ends the run in progress.
    package init(
        _ scenario: Scenario, index: SegmentIndex?,
        keySystems: @escaping @Sendable () -> [any KeySystem] = { [IdentityKeySystem()] },
        loader: any ResourceLoader = StandardLoader(),
        cancellation: CancellationFlag = CancellationFlag()
    ) {
        self.scenario = scenario
        self.index = index
        self.keySystems = keySystems
        self.loader = loader
        self.cancellation = cancellation
    }

    /// Plays once.
    ///
    /// - Parameters:
    ///   - faults: Further fault rules, which take precedence over the scenario's own rules.
    ///   - assets: The indices of the assets to play; `nil` means all.
    ///   - limits: The maximum virtual time and number of requests of the run.
    ///   - keepsTrace: Whether to keep the trace.
    ///   - prepare: Called with the controller before the first event; its result is retained until
    ///     the run ends.
    ///   - isDone: Called before each event; returns whether to end the run.
    /// - Returns: The observations that sweeps compare.
    package func observe(
        faults: [FaultRule] = [], assets: [Int]? = nil, limits: RunLimits = RunLimits(),
        keepsTrace: Bool = false,
        prepare: (PlaybackController) -> Hold? = { _ in nil },
        until isDone: () -> Bool = { false }
    ) -> RunObservation {
        var seen = play(faults, assets, limits, keepsTrace, prepare, until: isDone)
        let recovery = scenario.player.options.recovery
        seen.unmet = faults.filter { !seen.hasMet($0, recovery) }
        return seen
    }

    /// Runs a scenario with its steps and returns the results of its checks.
    ///
    /// - Parameter scenario: The scenario of the sweep, possibly with another player.
    /// - Returns: All checks that `playctl run` performs, including the rule checks of the assets.
    func checks(of scenario: Scenario) -> [Check] {
        let rules = AssetRules(scenario, loader: loader, cancellation: cancellation).checks
        return stage(scenario, limits: RunLimits()).run().checks(rules: rules)
    }

    private func play(
        _ faults: [FaultRule], _ assets: [Int]?, _ limits: RunLimits, _ keepsTrace: Bool,
        _ prepare: (PlaybackController) -> Hold?, until isDone: () -> Bool
    ) -> RunObservation {
        var scenario = scenario
        if let assets { scenario.assets = assets.map { scenario.assets[$0] } }
        scenario.surroundings.faults = faults + scenario.surroundings.faults
        scenario.timeLimit = [limits.worldTime, scenario.timeLimit].compactMap(\.self).min()
        let isLive = scenario.assets.contains { $0.live != nil }
        if !scenario.steps.isEmpty || scenario.service != nil || isLive {
            var server: SweptKeyServer?
            let stage = stage(scenario, limits: limits) {
                let face = SweptKeyServer($0, faults: faults)
                server = face
                return face
            }
            var seen = seen(of: stage.run(), keepsTrace)
            seen.questions = server?.questions ?? []
            return seen
        }
        var options = scenario.worldOptions
        // The runs of a sweep are compared, so all of them play the same snapshot of a broadcast.
        options.live.treatment = .snapshot
        let world = PlaybackWorld(
            options: options, loader: loader, cancellation: cancellation, index: index)
        let log = RequestLog()
        world.requestLog = log
        let server = scenario.keyServer().map { SweptKeyServer($0, faults: faults) }
        let controller = PlaybackController(
            world: world,
            provider: SessionChain.make(
                keySystems: scenario.keySystems(server, beside: keySystems())))
        scenario.player.prepare(controller)
        var seen = RunObservation()
        let observer = controller.observe { [weak controller] event in
            if keepsTrace { seen.trace.append(event.traceLine) }
            Self.note(event.kind, of: event.session?.number ?? 0, in: &seen)
            guard case .didReceiveLifecycleEvent(let lifecycle) = event.kind,
                lifecycle.type == .fail || lifecycle.type == .failedToPlayToEndTime
            else { return }
            // The next video is played even if one fails.
            controller?.advanceToNext()
        }
        let companion = prepare(controller)
        let videos = scenario.assets.map(\.video)
        controller.setVideos(videos)
        let keeper = TimeKeeper(controller, scenario.timeBound)
        while log.count <= limits.requests, !isDone(), keeper.runNext() {}
        seen.wasCutOff = !world.loop.isIdle
        // Removing the videos closes the sessions in progress, so that these have ledgers too.
        if seen.wasCutOff { controller.setVideos([]) }
        seen.worldTime = world.loop.now.sinceStart
        seen.requests = log.records
        seen.questions = server?.questions ?? []
        seen.videoCount = videos.count
        seen.sessions = controller.ledgers
        withExtendedLifetime((observer, companion)) {}
        return seen
    }

    /// Returns a `ScenarioStage` that plays a scenario with all of its steps.
    private func stage(
        _ scenario: Scenario, limits: RunLimits,
        keyServerFace: (InProcessKeyServer) -> any AuthorizationProxy = { $0 }
    ) -> ScenarioStage {
        let stage = ScenarioStage(
            scenario, loader: loader, workers: .shared,
            cancellation: cancellation, storeFolder: nil, index: index, keepsHistory: false,
            keySystems: keySystems(), keyServerFace: keyServerFace)
        stage.mostRequests = limits.requests
        return stage
    }

    private func seen(of record: RunRecord, _ keepsTrace: Bool) -> RunObservation {
        var seen = RunObservation()
        seen.requests = Array(record.requests)
        seen.sessions = record.sessions.map(\.ledger)
        seen.takenAway = Set(record.sessions.indices.filter { record.sessions[$0].wasTakenAway })
        let places = record.sessions.enumerated().map { ($0.element.number, $0.offset + 1) }
        let numbers = Dictionary(places) { first, _ in first }
        for happening in record.happenings {
            guard case .event(let event) = happening.kind else { continue }
            let session = happening.session.flatMap { numbers[$0] } ?? 0
            Self.note(event, of: session, in: &seen)
        }
        seen.worldTime = record.end.sinceStart
        seen.wasStopped = record.isStopped
        seen.wasCutOff = !record.isIdle && !record.isStopped
        seen.undoneSteps = record.undone.count
        if keepsTrace { seen.trace = record.chronicle.lines() }
        return seen
    }

    private static func note(
        _ event: PlaybackEvent.Kind, of session: Int, in seen: inout RunObservation
    ) {
        switch event {
        case .didShowCue: seen.cueCount += 1
        case .didReceiveLifecycleEvent(let lifecycle):
            seen.lifecycle.append(
                RunObservation.ReportedEvent(
                    session: session, type: lifecycle.type, hasError: lifecycle.error != nil))
        default: break
        }
    }
}
