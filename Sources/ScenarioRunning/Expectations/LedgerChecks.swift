import Formats
import HeadlessPlayback
import Presentation
import RunResults
import Scenarios

/// Checks the ledgers of a run's sessions against the requirements of every scenario.
///
/// These checks always apply. Expectations can only state exceptions:
///
/// - ``Expectation/allowed(_:upTo:)`` and ``Expectation/allowedBroadcast(_:upTo:)`` permit losses
///   of media.
/// - ``Expectation/end(_:)`` with `false` permits videos that are not played to their end.
/// - ``Expectation/errors(_:)`` permits failures of sessions, because the expectation itself
///   compares all errors.
/// - ``Expectation/order(_:)`` and ``Expectation/count(_:_:)`` permit the failures whose events
///   they match, if their patterns name the failure, and the empty answers of the playback
///   service that they state.
/// - ``Expectation/never(_:)`` and ``Expectation/count(_:_:)`` permit requested subtitles to be
///   missing if the expectation states that no cue is shown.
struct LedgerChecks {
    /// The trace lines of the expected events that report an error or an unplayable list.
    ///
    /// An expected order matches one event for each of its patterns. An expected number of events,
    /// if it is not zero, matches each event that it counts. An event counts as expected only if
    /// its pattern names the error.
    let requiredLines: Set<Int>
    private let record: RunRecord
    private let expectations: [Expectation]
    /// The trace line of the last failure of each session, by session number.
    private let lastFailures: [Int: Int]

    init(_ record: RunRecord) {
        self.record = record
        requiredLines = Self.requiredLines(in: record)
        expectations = record.scenario.expectations
        lastFailures = record.exemplars.reduce(into: [:]) { lines, happening in
            if happening.isFailure, let number = happening.session {
                lines[number] = happening.line
            }
        }
    }

    private static func requiredLines(in record: RunRecord) -> Set<Int> {
        let events = record.exemplars.filter { $0.error != nil || !$0.unplayableVideos.isEmpty }
        guard !events.isEmpty else { return [] }
        var lines: Set<Int> = []
        for expectation in record.scenario.expectations {
            switch expectation {
            case .order(let patterns):
                let matches = record.happenings.matches(inOrder: patterns)
                for case (let pattern, let match?) in zip(patterns, matches)
                where pattern.namesError(of: match) {
                    lines.insert(match.line)
                }
            case .count(let pattern, let range) where range.lowerBound > 0:
                let matches = events.filter { pattern.fits($0) && pattern.namesError(of: $0) }
                lines.formUnion(matches.map(\.line))
            default: break
            }
        }
        return lines
    }

    var all: [Inspection] {
        [
            Inspection("ledger.balance", "the ledger balances", imbalances),
            soundness,
            Inspection("ledger.completed", "everything is played to its end", incompleteness),
            Inspection("ledger.loss", "every loss has a reason", namelessLosses),
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

    private var soundness: Inspection {
        let (code, name) = ("ledger.sound", "the media is sound")
        let failures = unsoundness
        let readsNoMedia = record.sessions.contains {
            $0.ledger.ledger.notes.contains(.playlistsOnly)
        }
        let reason =
            readsNoMedia ? Verdict.reasonForUnreadMedia : UnseenExpiry(in: record).reasonForUnknown
        if failures.isEmpty, let reason { return Inspection(Check(code, name, .skipped(reason))) }
        return Inspection(code, name, failures)
    }

    private var unsoundness: [Failure] {
        var failures: [Failure] = []
        for session in record.sessions {
            failures += lostMedia(session)
            failures += lostBroadcast(session)
            for remark in session.ledger.ledger.remarks where remark.kind.isUnsound {
                if remark.kind == .alteredPlaylist, areAlterationsExpected { continue }
                failures.append(
                    failure(session, "all that is announced", PlaceText.cut(remark.text)))
            }
            failures += unmetRequests(session)
        }
        return failures
    }

    /// Returns a failure for each remark about requested audio or subtitles that are not played.
    ///
    /// Media is requested if the scenario names it in the settings of the player or in a step.
    private func unmetRequests(_ session: SessionOutcome) -> [Failure] {
        session.ledger.ledger.remarks.compactMap { remark in
            let requested: String
            switch remark.kind {
            case .unmetAudio where record.scenario.requestsAudio: requested = "audio"
            case .unmetSubtitles where record.scenario.requestsSubtitles:
                if expectations.includeNoCues(ofSession: session.number) { return nil }
                requested = "subtitles"
            default: return nil
            }
            return failure(session, "the requested \(requested)", PlaceText.cut(remark.text))
        }
    }

    /// Returns a failure for each kind of loss that exceeds the permitted amount in a track.
    private func lostMedia(_ session: SessionOutcome) -> [Failure] {
        session.ledger.ledger.tracks.flatMap { track in
            TrackAccount.Account.allCases.compactMap { account in
                guard let limit = allowed(in: account) ?? (account.isUnsound ? .zero : nil),
                    track.time(in: account) > limit
                else { return nil }
                return failure(session, track, account, limit)
            }
        }
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

    /// Returns a failure for each kind of loss that exceeds the permitted amount in a broadcast.
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
            if account == .expired { found += UnseenExpiry(in: record).duration(in: session) }
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

    /// Returns the largest duration that expectations permit in a category of media time.
    ///
    /// The result is `nil` if no expectation is about the category.
    private func allowed(in account: TrackAccount.Account) -> MediaTime? {
        expectations.compactMap { expectation -> MediaTime? in
            guard case .allowed(account, let limit) = expectation else { return nil }
            return limit
        }.max()
    }

    /// The failures for sessions and videos that were not played to their end.
    ///
    /// A failed session is permitted only if expectations state its failure. Any other unfinished
    /// session is permitted if an expectation states that a video is not played to its end, unless
    /// the run ended at a limit that is not part of the scenario. A broadcast may also play until
    /// the scenario ends the run.
    private var incompleteness: [Failure] {
        let open = record.sessions.filter { session in
            let wasTakenAway = session.wasTakenAway && !session.wasLost
            guard !session.ledger.hasEnded, !wasTakenAway else { return false }
            if session.ledger.failure != nil { return !isFailureExpected(session) }
            let isOpen = expectations.includeOpenEnd && !record.isCutShort
            return !isOpen && !isPlayedUpToStop(session)
        }
        return open.map { failure($0, "played to its end", reason(of: $0)) } + failedInsertions
            + absences
    }

    /// Returns whether a session played a broadcast until the scenario ended the run.
    ///
    /// A session that has played nothing, or that waits for media at the end, has failed.
    private func isPlayedUpToStop(_ session: SessionOutcome) -> Bool {
        guard record.isStopped, session.ledger.failure == nil,
            let live = session.ledger.ledger.live, live.time(in: .played) > .zero
        else { return false }
        return [.playing, .paused].contains(session.ledger.ledger.clock.activity)
    }

    /// Returns whether a session has failed, and an expectation is about its last failure.
    private func isFailureExpected(_ session: SessionOutcome) -> Bool {
        guard session.ledger.failure != nil else { return false }
        return expectations.includeErrors
            || lastFailures[session.number].map(requiredLines.contains) ?? false
    }

    /// Returns the reason why a session was not played to its end.
    private func reason(of session: SessionOutcome) -> String {
        let place = record.lastHappening(of: session.number)?.position ?? .zero
        if let failure = session.ledger.failure {
            return "failed at \(place) with \(failure.domain) \(failure.code):"
                + " \(PlaceText.cut("\(failure)"))"
        }
        if session.wasLost { return "the app died before it had loaded anything" }
        let playhead = "the playhead is at \(place)"
        if session.wasReplaced { return "\(playhead), and the app set or chose other videos" }
        if record.isStopped {
            let activity = session.ledger.ledger.clock.activity
            return "\(playhead), the session is \(activity.rawValue), and the run was stopped"
        }
        return record.isIdle
            ? "\(playhead), and nothing is left to happen" : "\(playhead), and time is up"
    }

    private var namelessLosses: [Failure] {
        record.sessions.compactMap { session in
            guard !session.ledger.hasEnded, !session.wasTakenAway, session.ledger.failure == nil
            else { return nil }
            let types = record.exemplars.compactMap { happening in
                happening.session == session.number ? happening.lifecycle?.type : nil
            }
            let hasFailed = types.contains { [.fail, .failedToPlayToEndTime].contains($0) }
            guard hasFailed, !types.contains(.resumeComplete) else { return nil }
            return failure(session, "a failure with a reason", "no reason")
        }
    }
}

extension LedgerChecks {
    /// The failures for videos that should have been played but have no session.
    ///
    /// The list is empty if the run has a session and an expectation states that a video is not
    /// played to its end.
    private var absences: [Failure] {
        if expectations.includeOpenEnd, !record.sessions.isEmpty { return [] }
        let failures =
            skippedVideos + droppedVideos + waitingVideos + unselectedAssets + unfoundAssets
        let isEmpty = failures.isEmpty && record.sessions.isEmpty
        return isEmpty && !isEmptinessExpected ? [absence("a video", "none")] : failures
    }

    private func absence(_ name: String, _ found: String) -> Failure {
        record.failure(
            expected: "\(name) is played", found: found, line: record.chronicle.lineCount)
    }

    /// Whether the run may be without sessions, because of expectations or of download steps.
    private var isEmptinessExpected: Bool {
        expectations.includeErrors || record.scenario.steps.contains { $0.action.isOffline }
            || !expectedUnplayableVideos.isEmpty
    }

    /// The videos of the expected events that report a list without a playable video.
    private var expectedUnplayableVideos: [Video] {
        record.exemplars.filter { requiredLines.contains($0.line) && $0.uninsertedVideo == nil }
            .flatMap(\.unplayableVideos)
    }

    /// Whether an expectation compares the errors with which the playback service refuses videos.
    private var areRefusalsCompared: Bool {
        record.scenario.service != nil && expectations.includeErrors
    }

    /// The failures for the videos that could not be inserted, although no expectation states this.
    ///
    /// Videos that the playback service refused are omitted as in ``skippedVideos``.
    private var failedInsertions: [Failure] {
        record.exemplars.compactMap { happening in
            guard let video = happening.uninsertedVideo, !requiredLines.contains(happening.line),
                !(areRefusalsCompared && video.hasError)
            else { return nil }
            return record.failure(
                expected: "\(video.words) is inserted", found: happening.name, at: happening)
        }
    }

    /// The failures for the videos that the controller has skipped.
    ///
    /// Videos that the playback service refused are omitted if expectations state the errors,
    /// because the scenario reports each refusal as an error.
    private var skippedVideos: [Failure] {
        var expected = expectedUnplayableVideos
        return record.skippedVideos.compactMap { video in
            if areRefusalsCompared, video.hasError { return nil }
            if let place = expected.firstIndex(of: video) {
                expected.remove(at: place)
                return nil
            }
            return absence(
                video.words, video.causeOfNoSession ?? "it has no source of a supported type")
        }
    }

    /// The failures for the videos that wait in the queue of the controller.
    ///
    /// If the last session failed as expected, the list is empty, because a controller does not
    /// advance after a failure.
    private var waitingVideos: [Failure] {
        if let last = record.sessions.last, isFailureExpected(last) { return [] }
        return record.waitingVideos.map { absence($0.words, "it is still in the queue") }
    }

    /// The failures for the videos that the app lost from its queue when it died.
    ///
    /// Videos after a session that failed as expected are omitted, as in ``waitingVideos``.
    private var droppedVideos: [Failure] {
        record.droppedVideos.compactMap { dropped in
            let last = record.sessions.first { $0.number == dropped.session }
            if let last, isFailureExpected(last) { return nil }
            return absence(dropped.video.words, "it was in the queue when the app died")
        }
    }

    /// The failures for the assets for which the playback service found no video.
    ///
    /// An asset is omitted if an expected order or number of events states the empty answer.
    private var unfoundAssets: [Failure] {
        record.unfoundAssets.compactMap { place in
            guard let find = record.scenario.assets[place].find else { return nil }
            let answer = record.exemplars.last { find.isEmptyAnswer($0) }
            if let answer, expectations.state(emptinessOf: answer, to: find) { return nil }
            return record.failure(
                expected: "a video for \(record.scenario.assets.name(of: place))",
                found: "the playback service has none", at: answer)
        }
    }

    /// The failures for the assets that neither a step nor a command with a location selected.
    ///
    /// An asset counts as selected if a video with its location was played, skipped or enqueued.
    private var unselectedAssets: [Failure] {
        let scenario = record.scenario
        guard scenario.steps.contains(where: { $0.action.location != nil }) else { return [] }
        let videos =
            record.sessions.map(\.ledger.video) + record.skippedVideos
            + record.droppedVideos.map(\.video) + record.waitingVideos
        let locations = Set(videos.flatMap { $0.sources.map(\.url) })
        return scenario.unreferencedAssets.compactMap { place in
            let asset = scenario.assets[place]
            guard asset.find == nil, !locations.contains(asset.url) else { return nil }
            return absence(scenario.assets.name(of: place), "no step and no command selects it")
        }
    }
}

extension LedgerChecks {
    /// Returns the trace lines of the session errors that other checks already report or permit.
    ///
    /// An error needs no report if another check reports the failure or the lost media of its
    /// session. An error after which playback continues also needs no report if it is the cause of
    /// an expected failure or of a permitted loss. Only the domain and the code of such causes are
    /// compared, because the ledger names one cause for several adjacent segments.
    ///
    /// - Parameter errors: All errors of the run.
    /// - Returns: The numbers of the lines.
    func coveredLines(of errors: [RunRecord.ErrorEvent]) -> Set<Int> {
        let bySession = Dictionary(grouping: errors) { $0.happening.session }
        let covered = record.sessions.flatMap { session in
            bySession[session.number].map { self.covered($0, session) } ?? []
        }
        return Set(covered.map(\.happening.line))
    }

    private func covered(
        _ errors: [RunRecord.ErrorEvent], _ session: SessionOutcome
    ) -> [RunRecord.ErrorEvent] {
        let isFailed = session.ledger.failure != nil && !session.ledger.hasEnded
        if isFailed && !isFailureExpected(session) || !lostMedia(session).isEmpty { return errors }
        var causes = Set(session.ledger.ledger.tracks.flatMap { $0.findings.map(\.cause) })
        if let failure = session.ledger.failure { causes.insert(failure.description) }
        let kinds = Set(errors.filter { causes.contains($0.error.text) }.map(\.error.kind))
        return errors.filter { !$0.happening.isFailure && kinds.contains($0.error.kind) }
    }
}

extension [Expectation] {
    /// Whether an expectation states at least one error.
    var includeErrors: Bool {
        contains { if case .errors(let all) = $0 { !all.isEmpty } else { false } }
    }

    /// Returns whether an expectation states that an answer of the playback service has no video.
    fileprivate func state(emptinessOf answer: Happening, to find: ServiceFind) -> Bool {
        contains { expectation in
            switch expectation {
            case .order(let patterns):
                patterns.contains { find.isEmptiness(of: answer, statedBy: $0) }
            case .count(let pattern, let range):
                range.lowerBound > 0 && find.isEmptiness(of: answer, statedBy: pattern)
            default: false
            }
        }
    }

    /// Whether an expectation states that a video is not played to its end.
    var includeOpenEnd: Bool {
        contains { if case .end(false) = $0 { true } else { false } }
    }

    /// Returns whether an expectation states that a session shows no cue at all.
    fileprivate func includeNoCues(ofSession number: Int) -> Bool {
        contains { expectation in
            let pattern: EventPattern
            switch expectation {
            case .never(let event), .count(let event, 0...0): pattern = event
            default: return false
            }
            return pattern.name == PlaybackEvent.Kind.Name.didShowCue.rawValue
                && pattern.text == nil && pattern.period == nil
                && [nil, number].contains(pattern.session)
        }
    }
}

extension Scenario {
    /// Whether the player's settings or a step name the audio to play.
    fileprivate var requestsAudio: Bool {
        !player.options.mediaPreferences.audioLanguages.isEmpty
            || steps.contains { step in
                switch step.action {
                case .selectAudio, .device(.command(.audio, _)): true
                default: false
                }
            }
    }

    /// Whether the player's settings or a step name the subtitles to show.
    fileprivate var requestsSubtitles: Bool {
        if case .language = player.options.mediaPreferences.subtitles { return true }
        return steps.contains { step in
            switch step.action {
            case .selectSubtitles(.some), .device(.command(.subtitles(.some), _)): true
            default: false
            }
        }
    }
}

extension BroadcastAccount {
    /// The account for this kind of loss in the ledger of a session.
    fileprivate var inLedger: LiveLedger.Account {
        switch self {
        case .expired: .expired
        case .neverListed: .neverListed
        case .gap: .gap
        }
    }
}

extension Video {
    /// The name of the video in failure messages; `a video` if it has no name.
    var words: String { name.map { PlaceText.cut($0) } ?? "a video" }
}
