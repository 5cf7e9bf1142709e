import HeadlessPlayback
import Playlists
import RunResults
import Scenarios
import Transport
import VirtualTime

/// Plays a scenario once for each pair of a request and a fault, and checks the outcomes.
///
/// The scenario must first play successfully without the faults of the sweep. A sweep is
/// deterministic: the same sweep of the same asset has the same outcome on every machine, and each
/// run can be repeated separately.
package struct FaultSweep: Sendable {
    /// One run of a sweep: a request and the fault that is injected into it.
    package struct Case: Sendable {
        let request: SweptRequest
        let fault: SweptFault
        let rule: FaultRule

        /// The name of the run, such as `video/segment-3.ts:404`.
        package var name: String { "\(request.name):\(fault.rawValue)" }
    }

    private let plan: SweepPlan

    /// Prepares a sweep.
    ///
    /// - Parameter plan: The scenario and the runs to make.
    package init(_ plan: SweepPlan) { self.plan = plan }

    /// Performs all runs.
    ///
    /// - Parameter progress: Called with the number of completed runs and the total number of
    ///   runs.
    /// - Returns: The results.
    package func run(progress: (Int, Int) -> Void = { _, _ in }) -> SweepReport {
        let play = plan.plainRun()
        let sound = play.observe()
        var baseline = plan.baseline(of: sound, play)
        if plan.cancellation.isCancelled { return .ended }
        guard baseline.verdict == .passed else {
            return SweepReport(results: [baseline], left: 0)
        }
        let all = cases(of: sound)
        baseline.swept = .plain(
            untried: SweptFault.allCases.filter { fault in !all.contains { $0.fault == fault } })
        let cases = all.filter { plan.picks($0.name) }
        let judged = ParallelRuns.map(
            cases.count, jobs: plan.jobs, cancellation: plan.cancellation,
            finished: { progress($0, cases.count) }
        ) { number in
            judge(cases[number], play, against: sound)
        }
        return SweepReport(
            results: [baseline] + judged.compactMap(\.self),
            left: judged.count { $0 == nil }, strangers: plan.strangers(among: all.map(\.name)))
    }

    /// Returns all runs that the sweep can make, in the order of the requests.
    func cases(of sound: RunObservation) -> [Case] {
        let assets = plan.scenario.assets.map { asset in
            let url = LocalPath.url(asset.url)
            // The location is converted to the form that requests have, without dot segments.
            return URIReference.resolve(url, against: url)
        }
        // Requests to the scenario's own service are left out, because playback correctly stops
        // when the service refuses.
        let records = sound.requests.filter { !$0.url.hasPrefix(ServiceSetup.location + "/") }
        let requests = SweptRequest.all(records, of: assets) + SweptRequest.all(sound.questions)
        return requests.flatMap { request in
            SweptFault.allCases.compactMap { fault in
                fault.fault(of: request).map {
                    Case(request: request, fault: fault, rule: request.meets($0))
                }
            }
        }
    }

    private func judge(
        _ swept: Case, _ play: PlainRun, against sound: RunObservation
    ) -> ScenarioResult {
        var recovery = plan.scenario.player.options.recovery
        // The time limit of a request to the key server is `keyTimeout`, not `requestTimeout`.
        if swept.request.isQuestion { recovery.requestTimeout = recovery.keyTimeout }
        var limits = RunLimits()
        limits.requests = FaultVerdict.mostRequests(after: sound)
        let troubles = plan.scenario.surroundings.troubles
        limits.worldTime = FaultVerdict.longestTime(
            after: sound, swept.fault, recovery, troubles)
        return plan.result(of: swept.name) { result in
            let run = play.observe(faults: [swept.rule], limits: limits)
            let verdict = FaultVerdict(
                run, against: sound, fault: swept.fault, recovery: recovery, troubles: troubles)
            result.checks = verdict.checks
            result.swept = .fault(
                swept.fault, resource: swept.request.kind, verdict.survival)
            result.worldTime = run.worldTime
            result.metrics[.retries] = Double(run.requests.count { $0.attempt > 1 })
            guard verdict.survival == .violation else { return }
            // Runs do not keep traces, which use memory and are rarely needed. The run is therefore
            // repeated to obtain its complete trace.
            result.trace =
                play.observe(faults: [swept.rule], limits: limits, keepsTrace: true).trace
        }
    }
}
