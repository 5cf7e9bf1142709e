import Formats
import HeadlessPlayback
import Presentation
import RunResults
import Scenarios

/// Checks the ledgers of a run's sessions against the requirements of every scenario.
///
/// These checks cannot be turned off. An expectation may permit some losses
/// (``Expectation/allowed(_:upTo:)``), or state that some videos are not played to their end. Only
/// an expectation of errors excuses a failure.
struct LedgerChecks {
    private let record: RunRecord
    private let expectations: [Expectation]

    init(_ record: RunRecord) {
        self.record = record
        expectations = record.scenario.expectations
    }

    var all: [Inspection] {
        [
            Inspection("ledger.balance", "the ledger balances", imbalances),
            Inspection("ledger.sound", "the media is sound", unsoundness),
            Inspection("ledger.completed", "everything is played to its end", incompleteness),
            Inspection("ledger.loss", "what is lost has a name", namelessLosses),
        ]
    }

    private func failure(_ session: SessionOutcome, _ expected: String, _ found: String) -> Failure
    {
        record.failure(
            expected: "session \(session.number): \(expected)", found: found,
            at: record.lastHappening(of: session.number))
    }

    private var imbalances: [Failure] {
        record.sessions.flatMap { session in
            session.ledger.ledger.imbalances.map { entry in
                failure(session, "\(entry.entry) is \(entry.expected)", entry.found)
            }
        }
    }

    private var unsoundness: [Failure] {
        var failures: [Failure] = []
        for session in record.sessions {
            for track in session.ledger.ledger.tracks {
                for account in TrackAccount.Account.allCases {
                    guard let limit = allowed(in: account) ?? (account.isUnsound ? .zero : nil),
                        track.time(in: account) > limit
                    else { continue }
                    failures.append(failure(session, track, account, limit))
                }
            }
            failures += lostBroadcast(session)
            for remark in session.ledger.ledger.remarks where remark.kind.isUnsound {
                if remark.kind == .alteredPlaylist, areAlterationsExpected { continue }
                failures.append(
                    failure(session, "all that is announced", PlaceText.cut(remark.text)))
            }
        }
        return failures
    }

    private func failure(
        _ session: SessionOutcome, _ track: TrackAccount, _ account: TrackAccount.Account,
        _ limit: MediaTime
    ) -> Failure {
        var found = "\(track.time(in: account)) s"
        let findings = track.findings.filter { $0.account == account }
        if let first = findings.first {
            found += ", first at \(first.interval.lowerBound)-\(first.interval.upperBound)"
            if !first.cause.isEmpty { found += " (\(PlaceText.cut(first.cause)))" }
        }
        let expected =
            limit == .zero
            ? "no \(track.name) \(account.rawValue)"
            : "\(track.name) \(account.rawValue) up to \(limit) s"
        let place = findings.first?.interval.lowerBound ?? .zero
        let happening = record.firstProgress(of: session.number, from: place)
        return record.failure(
            expected: "session \(session.number): \(expected)", found: found,
            at: happening ?? record.lastHappening(of: session.number))
    }

    /// Returns the failures for a broadcast's media that was lost beyond the permitted amounts.
    ///
    /// Media that was announced as missing counts only if an expectation limits its amount.
    private func lostBroadcast(_ session: SessionOutcome) -> [Failure] {
        guard let live = session.ledger.ledger.live else { return [] }
        return BroadcastAccount.allCases.compactMap { account in
            let limits = expectations.compactMap { expectation -> MediaTime? in
                guard case .allowedBroadcast(account, let limit) = expectation else { return nil }
                return limit
            }
            guard let limit = limits.max() ?? (account == .gap ? nil : .zero) else { return nil }
            var found = live.time(in: account.inLedger)
            if account == .expired { found += record.expiredUnseen(in: session) }
            guard found > limit else { return nil }
            let words = "of the broadcast \(account.inLedger.words)"
            return failure(
                session, limit == .zero ? "nothing \(words)" : "up to \(limit) s \(words)",
                "\(found) s")
        }
    }

    /// Whether an expectation states the number of playlists that faults change.
    private var areAlterationsExpected: Bool {
        expectations.contains { if case .alteredPlaylists = $0 { true } else { false } }
    }

    /// Returns the largest duration that expectations permit in an account.
    ///
    /// The result is `nil` if no expectation is about the account.
    private func allowed(in account: TrackAccount.Account) -> MediaTime? {
        expectations.compactMap { expectation -> MediaTime? in
            guard case .allowed(account, let limit) = expectation else { return nil }
            return limit
        }.max()
    }

    /// The failures for sessions that were not played to their end, and for videos without a
    /// session.
    ///
    /// The expectation that a video is not played to its end excuses both, but neither a session
    /// that failed, nor a run without any session, nor a run at a limit that the scenario lacks. Expected errors excuse the sessions that failed
    /// and the videos after them, but not sessions that ended early for another reason.
    private var incompleteness: [Failure] {
        let open = record.sessions.filter { session in
            guard !session.ledger.hasEnded, !session.wasTakenAway else { return false }
            if session.ledger.failure != nil { return !isFailureExpected(session) }
            let isOpen = expectations.includeOpenEnd && !isCutShort
            return !isOpen && !isPlayedUpToStop(session)
        }
        return open.map { failure($0, "played to its end", reason(of: $0)) }
            + (isAbsenceExcused ? [] : absences)
    }

    /// Whether a session played a broadcast until the scenario ended the run.
    ///
    /// A session that has played nothing, or that waits for media at the end, has failed.
    private func isPlayedUpToStop(_ session: SessionOutcome) -> Bool {
        guard record.isStopped, session.ledger.failure == nil,
            let live = session.ledger.ledger.live, live.time(in: .played) > .zero
        else { return false }
        return [.playing, .paused].contains(session.ledger.ledger.clock.activity)
    }

    /// Returns whether an expectation is about the failure of a session.
    private func isFailureExpected(_ session: SessionOutcome) -> Bool {
        expectations.includeErrors
            || record.exemplars.contains {
                $0.session == session.number && $0.error != nil && expectations.mention($0)
            }
    }

    /// Whether the run was ended by a limit that the scenario does not set.
    private var isCutShort: Bool {
        !record.isIdle && !record.isStopped && record.scenario.timeLimit == nil
            && !record.scenario.assets.isEmpty
    }

    /// Returns the reason why a session was not played to its end.
    private func reason(of session: SessionOutcome) -> String {
        let place = record.lastHappening(of: session.number)?.position ?? .zero
        if let failure = session.ledger.failure {
            return "failed at \(place) with \(failure.domain) \(failure.code):"
                + " \(PlaceText.cut("\(failure)"))"
        }
        let playhead = "the playhead is at \(place)"
        if record.isStopped {
            let activity = session.ledger.ledger.clock.activity
            return "\(playhead), the session is \(activity.rawValue), and the run was stopped"
        }
        return record.isIdle
            ? "\(playhead), and nothing is left to happen" : "\(playhead), and time is up"
    }

    /// Whether expectations excuse videos without a session.
    private var isAbsenceExcused: Bool {
        guard let last = record.sessions.last else { return expectations.includeErrors }
        return expectations.includeOpenEnd
            || expectations.includeErrors
                && (last.ledger.failure != nil || record.scenario.service != nil)
    }

    /// The failures for videos that should have been played but have no session.
    private var absences: [Failure] {
        let skipped = record.skippedVideos.map { video in
            record.failure(
                expected: "\(video.name.map { PlaceText.cut($0) } ?? "a video") is played",
                found: video.causeOfNoSession ?? "it has no source of a supported type",
                line: record.chronicle.lineCount)
        }
        guard skipped.isEmpty else { return skipped }
        let count = record.sessions.count
        let least = record.scenario.leastSessionCount(record.foundVideos)
        guard count < least else { return [] }
        let words = least == 1 ? "a video is" : "\(least) videos are"
        return [
            record.failure(
                expected: "\(words) played", found: count == 0 ? "none" : "\(count)",
                line: record.chronicle.lineCount)
        ]
    }

    private var namelessLosses: [Failure] {
        record.sessions.compactMap { session in
            guard !session.ledger.hasEnded, !session.wasTakenAway else { return nil }
            let types = record.exemplars.compactMap { happening in
                happening.session == session.number ? happening.lifecycle?.type : nil
            }
            let hasFailed = types.contains { [.fail, .failedToPlayToEndTime].contains($0) }
            guard hasFailed, session.ledger.failure == nil, !types.contains(.resumeComplete)
            else { return nil }
            return failure(session, "a failure says why", "no reason")
        }
    }
}

extension [Expectation] {
    /// Whether the expectations include errors.
    var includeErrors: Bool {
        contains { if case .errors(let all) = $0 { !all.isEmpty } else { false } }
    }

    /// Returns whether an expectation requires an event that a happening matches.
    func mention(_ happening: Happening) -> Bool {
        contains { expectation in
            switch expectation {
            case .order(let patterns): patterns.contains { $0.fits(happening) }
            case .count(let pattern, let range):
                range.lowerBound > 0 && pattern.fits(happening)
            default: false
            }
        }
    }

    /// Whether the expectations include a video that is not played to its end.
    var includeOpenEnd: Bool {
        contains { if case .end(false) = $0 { true } else { false } }
    }
}

extension BroadcastAccount {
    /// The account of the session's ledger for the media that was not played for this reason.
    fileprivate var inLedger: LiveLedger.Account {
        switch self {
        case .expired: .expired
        case .neverListed: .neverListed
        case .gap: .gap
        }
    }
}
