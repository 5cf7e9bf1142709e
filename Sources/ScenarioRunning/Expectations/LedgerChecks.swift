import Formats
import HeadlessPlayback
import Presentation
import RunResults
import Scenarios

/// Checks the ledgers of a run's sessions against the requirements of every scenario.
///
/// These checks cannot be turned off. An expectation may permit some losses
/// (``Expectation/allowed(_:upTo:)``), or state that some videos are not played to their end.
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
                for account in TrackAccount.Account.allCases where account.isUnsound {
                    let limit = allowed(in: account)
                    guard track.time(in: account) > limit else { continue }
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

    private func allowed(in account: TrackAccount.Account) -> MediaTime {
        expectations.compactMap { expectation -> MediaTime? in
            guard case .allowed(account, let limit) = expectation else { return nil }
            return limit
        }.max() ?? .zero
    }

    /// Whether an expectation permits a video that is not played to its end.
    private var isEndOpen: Bool {
        expectations.contains { if case .end(false) = $0 { true } else { false } }
    }

    /// Whether errors are expected.
    ///
    /// Expected errors excuse the sessions that failed and the videos without a session, but not
    /// sessions that ended early for another reason.
    private var areErrorsExpected: Bool {
        expectations.contains { if case .errors(let all) = $0 { !all.isEmpty } else { false } }
    }

    private var incompleteness: [Failure] {
        guard !isEndOpen else { return [] }
        let open = record.sessions.filter { session in
            !session.ledger.hasEnded && !session.wasTakenAway && !isPlayedUpToStop(session)
                && !(areErrorsExpected && session.ledger.failure != nil)
        }
        return open.map { failure($0, "played to its end", reason(of: $0)) }
            + (areErrorsExpected ? [] : [absence].compactMap(\.self))
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

    /// The failure for videos that should have been played but have no session.
    ///
    /// It is `nil` if there are no such videos.
    private var absence: Failure? {
        let scenario = record.scenario
        let playsAssets = !scenario.steps.contains { $0.action.saysWhatIsPlayed }
        guard playsAssets, scenario.player.autoAdvance || record.sessions.isEmpty,
            !scenario.steps.contains(where: { $0.action.endsSession })
        else { return nil }
        let count = record.sessions.count
        let expected = scenario.assets.indices.reduce(0) { $0 + (record.foundVideos[$1] ?? 1) }
        guard count < expected else { return nil }
        return record.failure(
            expected: "\(expected) videos are played", found: "\(count)",
            line: record.chronicle.lineCount)
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

extension BroadcastAccount {
    /// The account of the session's ledger that corresponds to this account.
    fileprivate var inLedger: LiveLedger.Account {
        switch self {
        case .expired: .expired
        case .neverListed: .neverListed
        case .gap: .gap
        }
    }
}
