package import HeadlessPlayback
package import RunResults
import Scenarios

/// Compares a run in which one request has a fault with the run without the fault.
package struct FaultVerdict: Sendable {
    /// The greatest difference in the amount of played media that may result from rounding.
    private static let tolerance = MediaTime.milliseconds(100)
    /// The additional time that a run may take or wait, beyond the time of the fault itself.
    ///
    /// It is needed, for example, to fill a buffer or to load other playlists.
    private static let slack = Duration.seconds(10)

    /// The outcome of the run.
    package let survival: Survival
    /// The checks, in order.
    package let checks: [Check]

    /// Judges a run.
    ///
    /// - Parameters:
    ///   - run: The observations of the run.
    ///   - sound: The observations of the run without a fault.
    ///   - fault: The fault.
    ///   - recovery: The player's policy for failures.
    ///   - troubles: The total duration of the problems that the scenario itself plans. If a fault
    ///     delays playback, playback may encounter these problems, too.
    package init(
        _ run: RunObservation, against sound: RunObservation, fault: SweptFault,
        recovery: RecoveryPolicy, troubles: Duration = .zero
    ) {
        let hasFailed = run.sessions.contains { $0.failure != nil }
        let waited = run.waiting - sound.waiting
        // In two cases, a run may play less media and is still not considered short. If a step of
        // the scenario ends a session at a fixed time, the amount of media played until then
        // depends on the progress of playback. A run with a broadcast stops at a fixed instant, so
        // a longer wait leaves less time to play media.
        let missed =
            run.wasStopped ? MediaTime(elapsed: max(.zero, waited), rate: .normal) : .zero
        let isShort =
            run.takenAway.isEmpty && run.extent + Self.tolerance + missed < sound.extent
        var checks: [Check] = []
        func check(
            _ code: String, _ name: String, _ holds: Bool, _ expected: String, _ found: String
        ) {
            let failure = Failure(expected: expected, found: found)
            checks.append(Check(code, name, holds ? .passed : .failed(failure)))
        }
        check(
            "sweep.met", "the fault applies to its request", run.unmet.isEmpty,
            "a request that the fault applies to",
            run.unmet.map { "none for \($0.fault)" }.joined(separator: "; "))
        let imbalances = run.sessions.flatMap(\.ledger.imbalances)
        check(
            "sweep.ledger", "the ledger balances", imbalances.isEmpty, "accounts that balance",
            imbalances.map { "\($0.entry) is \($0.found) and should be \($0.expected)" }
                .joined(separator: "; "))
        let mostRequests = Self.mostRequests(after: sound)
        check(
            "sweep.requests", "requests end", run.requests.count <= mostRequests,
            "at most \(mostRequests) requests", "\(run.requests.count)")
        let mostRetries = recovery.mostRetries * (troubles > .zero ? 2 : 1)
        let persistent = run.persistence(beside: sound, mostRetries)
        check(
            "sweep.retries", "no request is made again without end", persistent.isEmpty,
            "at most \(mostRetries) retries of each request",
            persistent.joined(separator: "; "))
        let longest = Self.longestTime(after: sound, fault, recovery, troubles)
        check(
            "sweep.time", "the run ends", !run.wasCutOff && run.worldTime <= longest,
            "an end within \(Instant(sinceStart: longest)) s",
            run.wasCutOff ? "none" : "\(Instant(sinceStart: run.worldTime)) s")
        let patience = fault.cost(recovery) + recovery.firstDelay + Self.slack + troubles
        check(
            "sweep.recovery", "recovery takes no longer than it must", waited <= patience,
            "at most \(Instant(sinceStart: patience)) s more of waiting",
            "\(Instant(sinceStart: waited)) s")
        checks.append(Self.outcomes(of: run))
        checks.append(Self.stalls(of: run, sound))
        let isNamed = !isShort || hasFailed || run.namesLoss || run.count(.error) > 0
        check(
            "sweep.loss", "every loss is stated", isNamed,
            "\(sound.extent) s of media, or a report of the missing media",
            "\(run.extent) s and no report")
        let isWhole = !hasFailed && !run.namesNewLoss(sound) && !isShort
        let expectedCode = run.exitCodeByEvents(beside: sound)
        check(
            "sweep.exit-code", "the exit code agrees with the events",
            run.exitCode == expectedCode, "\(expectedCode)", "\(run.exitCode)")
        self.checks = checks
        if checks.contains(where: \.hasFailed) {
            survival = .violation
        } else if hasFailed {
            survival = .failed
        } else if !isWhole || run.endedInStartup || run.count(.error) > sound.count(.error) {
            survival = .lost
        } else if fault.changesBytes, !run.hasNoticed(unlike: sound) {
            survival = .unnoticed
        } else {
            survival = waited > .zero ? .recovered : .survived
        }
    }

    /// Returns the maximum number of requests of a run with a fault.
    static func mostRequests(after sound: RunObservation) -> Int {
        sound.requests.count * 2 + 16
    }

    /// Returns the time limit of a run with a fault, in virtual time.
    static func longestTime(
        after sound: RunObservation, _ fault: SweptFault, _ recovery: RecoveryPolicy,
        _ troubles: Duration
    ) -> Duration {
        sound.worldTime + fault.cost(recovery) + recovery.keyTimeout + slack + troubles
    }

    /// Checks that each session ends once, and with an error if it ends early.
    private static func outcomes(of run: RunObservation) -> Check {
        let ends: Set<LifecycleEvent.EventType> = [.end, .fail, .failedToPlayToEndTime]
        var found: [String] = []
        for (place, session) in run.sessions.enumerated() {
            let events = run.lifecycle.filter { $0.session == place + 1 }
            let outcomes = events.filter { ends.contains($0.type) }
            if outcomes.isEmpty, run.takenAway.contains(place) || run.isOpen(place) { continue }
            // A session that loads its video again may report a second end.
            if outcomes.count > 1, events.contains(where: { $0.type == .resumeBegin }) { continue }
            let wasReady = events.contains { $0.type == .ready }
            let expected: LifecycleEvent.EventType =
                session.failure == nil ? .end : wasReady ? .failedToPlayToEndTime : .fail
            guard outcomes.count == 1, outcomes[0].type == expected,
                outcomes[0].hasError == (session.failure != nil)
            else {
                let names = outcomes.map(\.type.rawValue).joined(separator: ", ")
                found.append(
                    "session \(place + 1): \(names.isEmpty ? "none" : names)"
                        + " instead of \(expected.rawValue)")
                continue
            }
        }
        let failure = Failure(
            expected: "one outcome for each session, reported with its error",
            found: found.joined(separator: "; "))
        return Check(
            "sweep.outcome", "each session has one outcome",
            found.isEmpty ? .passed : .failed(failure))
    }

    /// Checks that a session reports a stall if it waits longer than without the fault.
    private static func stalls(of run: RunObservation, _ sound: RunObservation) -> Check {
        var found: [String] = []
        for (place, session) in run.sessions.enumerated() {
            let usual =
                place < sound.sessions.count
                ? sound.sessions[place].ledger.clock.time(in: .rebuffering) : .zero
            let more = session.ledger.clock.time(in: .rebuffering) - usual
            let stallCount = run.count(.playbackStalled, in: place + 1)
            // One reported stall is enough: an existing stall may become longer and thereby replace
            // several later stalls.
            guard more > .zero, stallCount == 0 else { continue }
            found.append(
                "session \(place + 1): \(Instant(sinceStart: more)) s more and no such event")
        }
        let failure = Failure(
            expected: "PlaybackStalled in each session that waits longer",
            found: found.joined(separator: "; "))
        return Check(
            "sweep.stall", "stalls are reported", found.isEmpty ? .passed : .failed(failure))
    }
}

extension Surroundings {
    /// The total duration of the planned faults and network outages at known times.
    var troubles: Duration {
        let periods = faults.compactMap(\.period).map { $0.lowerBound.duration(to: $0.upperBound) }
        let outages = zip(network.steps, network.steps.dropFirst()).filter {
            $0.0.bitsPerSecond == 0
        }.map { $0.0.start.duration(to: $0.1.start) }
        // A duration of a day or more means a permanent problem, which the run without a fault has
        // too.
        return (periods + outages).filter { $0 < .seconds(86_400) }.reduce(.zero, +)
    }
}

extension Check {
    /// Whether the check failed.
    package var hasFailed: Bool {
        if case .failed = outcome { true } else { false }
    }
}
