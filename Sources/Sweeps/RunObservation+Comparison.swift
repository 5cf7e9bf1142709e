import HeadlessPlayback

// Measurements of a run relative to the run without a fault.
extension RunObservation {
    /// Returns whether the ledgers report a loss of media that another run does not have.
    func namesNewLoss(_ other: RunObservation) -> Bool {
        namesLoss && sessions.map(\.ledger.lossCounts) != other.sessions.map(\.ledger.lossCounts)
    }

    /// Returns whether a request failed, or the run requested other locations than another run.
    func hasNoticed(unlike other: RunObservation) -> Bool {
        let hasFailed = requests.contains { record in
            if case .failed = record.outcome { true } else { false }
        }
        return hasFailed || requests.map(\.url) != other.requests.map(\.url)
    }

    /// Returns descriptions of the requests that were repeated more often than permitted.
    ///
    /// Every attempt counts, except for playlist requests that were answered, because playlists may
    /// be reloaded. The attempts that also occur without the fault are permitted in addition.
    ///
    /// - Parameters:
    ///   - other: The run without the fault.
    ///   - most: The maximum number of retries.
    /// - Returns: The requests, each with its number of attempts.
    func persistence(beside other: RunObservation, _ most: Int) -> [String] {
        let usual = other.tries
        return tries.filter { $0.value > max(usual[$0.key] ?? 0, 1) + most }
            .map { "\($0.value) for \($0.key)" }.sorted()
    }

    private var tries: [String: Int] {
        var counts: [String: Int] = [:]
        for record in requests {
            counts[record.subject, default: 0] += record.isTry ? 1 : 0
        }
        return counts
    }

    /// Returns the exit code that the events and ledgers of the run require.
    func exitCodeByEvents(beside other: RunObservation) -> Int32 {
        let ends: Set<LifecycleEvent.EventType> = [.end, .fail, .failedToPlayToEndTime]
        if sessions.contains(where: { !$0.ledger.imbalances.isEmpty }) { return 3 }
        let isWhole = sessions.indices.allSatisfy { place in
            // If a session reloads its video after a failure, the session's last outcome counts.
            let outcome = lifecycle.last { $0.session == place + 1 && ends.contains($0.type) }
            if let outcome { return outcome.type == .end }
            let wasReady = lifecycle.contains { $0.session == place + 1 && $0.type == .ready }
            return takenAway.contains(place) || isOpen(place) && wasReady
        }
        let isSound = sessions.allSatisfy { session in
            session.ledger.tracks.allSatisfy(\.isSound)
                && !session.ledger.remarks.contains { $0.kind.isUnsound }
                && session.ledger.lostBroadcast == nil
        }
        return isWhole && isSound && undoneSteps == 0 && sessions.count >= other.sessions.count
            ? 0 : 1
    }

    /// Returns whether the fault of a rule had a visible effect on a request.
    ///
    /// - Parameters:
    ///   - rule: The rule that injects the fault.
    ///   - recovery: The player's policy, with its time limits.
    /// - Returns: Whether at least one request received the fault and shows its effect.
    func hasMet(_ rule: FaultRule, _ recovery: RecoveryPolicy) -> Bool {
        let isAsked = questions.contains { question in
            rule.pattern.fits(url: question.url, kind: .key, byteRange: nil)
                && question.fault == rule.fault
        }
        return isAsked
            || requests.contains { record in
                guard record.fits(rule.pattern), record.fault == rule.fault else { return false }
                // A request that is in progress or was abandoned cannot show more effects, so it
                // counts as affected by the fault.
                guard let end = record.end, record.outcome != .abandoned else { return true }
                let time = record.start.duration(to: end)
                return switch rule.fault {
                case .hang: time >= recovery.requestTimeout
                case .slowBody: time > .zero
                default: true
                }
            }
    }

    /// Returns the number of events of a type in a session.
    func count(_ type: LifecycleEvent.EventType, in session: Int) -> Int {
        lifecycle.count { $0.type == type && $0.session == session }
    }
}

extension Ledger {
    /// The number of remarks about lost metadata or lost cues.
    var lossRemarkCount: Int { remarks.count { [.lostMetadata, .lostCues].contains($0.kind) } }

    /// The numbers of findings, one for each track, then the numbers of notes and loss remarks.
    fileprivate var lossCounts: [Int] {
        tracks.map(\.findings.count) + [notes.count, lossRemarkCount]
    }
}

extension RequestRecord {
    /// The location and the start of the byte range, which identify the requested bytes.
    fileprivate var subject: String {
        url + (byteRange.map { "@\($0.lowerBound)" } ?? "")
    }

    fileprivate var isTry: Bool {
        if [.multivariantPlaylist, .mediaPlaylist].contains(kind), case .received = outcome {
            return false
        }
        return true
    }
}

extension RecoveryPolicy {
    /// The largest number of retries that a single refusal can cause, for any kind of request.
    var mostRetries: Int {
        let isRepeated = persistence != .none && persistence != .gap
        return max(playlistRetries, segmentRetries, keyRetries, isRepeated ? 1 : 0)
    }
}
