import HeadlessPlayback
import Linting
import LiveOrigin
import Playlists
package import Presentation
package import RunResults
import Scenarios
package import VirtualTime

/// Checks the requests for broadcasts in a run, and the responses of their origins.
///
/// The requests are compared with the actual content of each origin. These checks apply to every
/// run with a broadcast.
package struct BroadcastLints {
    private static let unlisted = "lint.live-unlisted"
    private static let order = "lint.live-order"
    private static let storm = "lint.live-storm"
    private static let directives = "lint.live-directives"
    private static let delta = "lint.live-delta"
    private static let pace = "lint.live-pace"
    private static let afterEnd = "lint.live-after-end"
    private static let dates = "lint.live-dates"
    private static let ledger = "lint.live-ledger"
    private static let synchrony = "lint.live-synchrony"

    /// The largest permitted difference between the media in a ledger and the published media.
    ///
    /// The durations in playlists are rounded, which can cause such a difference.
    private static let ledgerTolerance = MediaTime.milliseconds(500)

    private let record: RunRecord
    private let result: BroadcastInspector.Result
    /// The checks of all origins, including the origins of recordings.
    private let origins: [OriginChecks]

    /// Creates the checks of a run whose requests were checked during the run.
    ///
    /// - Parameters:
    ///   - record: The run.
    ///   - result: The results of the checks of the run's requests.
    init(_ record: RunRecord, _ result: BroadcastInspector.Result) {
        self.record = record
        self.result = result
        origins = result.origins + record.recordedOrigins
    }

    /// Checks the requests of a run against broadcasts.
    ///
    /// - Parameters:
    ///   - record: The run.
    ///   - broadcasts: The broadcasts, which may differ from the broadcasts of the run's world.
    ///   - declared: The broadcasts whose declarations explain why any of the origins breaks rules;
    ///     `nil` means that the declarations of each broadcast explain only its own origin.
    package init(
        _ record: RunRecord, _ broadcasts: [ScenarioBroadcasts.Broadcast],
        declaredBy declared: [ScenarioBroadcasts.Broadcast]? = nil
    ) {
        let inspector = BroadcastInspector(
            broadcasts, record.scenario.worldOptions, repeats: true,
            reasons: { broadcast in (declared ?? [broadcast]).flatMap(\.declaredReasons) })
        for happening in record.exemplars { inspector.note(happening) }
        for request in record.requests { inspector.take(request) }
        self.init(record, inspector.finish(at: record.end))
    }

    /// The checks, with their outcomes before the comparison with known issues.
    package var checks: [Check] { all.map(\.settled) }

    /// The checks before the comparison with known issues; empty if the run had no broadcasts.
    var all: [Inspection] {
        guard !origins.isEmpty else { return [] }
        return requestInspections + OriginChecks.rules.map(inspection)
    }

    /// The checks that compare requests with the broadcasts whose origin is known.
    private var requestInspections: [Inspection] {
        guard !result.ends.isEmpty else { return [] }
        let requests = result.requests
        return [
            inspection(Self.unlisted, requests.unlisted),
            inspection(Self.order, requests.order),
            inspection(Self.storm, requests.storms),
            inspection(Self.directives, requests.directives),
            inspection(Self.delta, requests.deltas),
            inspection(Self.pace, requests.paces),
            inspection(Self.afterEnd, requests.afterEnd),
            inspection(Self.dates, record.truth.misdated.map(Self.found)),
            ledgerInspection,
            inspection(Self.synchrony, record.truth.desynchronized.map(Self.found)),
        ]
    }

    /// Returns the check of a rule for origins.
    ///
    /// A breach that the scenario declares does not fail the check, but the check mentions it.
    private func inspection(_ rule: LintRule) -> Inspection {
        let name = CheckCode.claim(of: rule.code)
        let breaches = origins.flatMap(\.breaches).filter { $0.finding.rule == rule }
        var open = breaches.filter { $0.reason == nil }.map { breach in
            record.defect(
                expected: "\(breach.finding.playlist): \(breach.finding.expected)",
                found: breach.finding.found, by: breach.finding.instant)
        }
        let counts = origins.map { $0.count(of: rule) }
        let more = counts.reduce(0) { $0 + $1.open } - open.count
        if more > 0 {
            open.append(
                record.defect(expected: "no further breaches of \(rule.code)", found: "\(more)"))
        }
        guard open.isEmpty else { return Inspection(rule.code, name, open) }
        if let first = breaches.first, let reason = first.reason {
            let finding = first.finding
            let explained = counts.reduce(0) { $0 + $1.explained }
            let others = explained > 1 ? ", and \(explained - 1) more" : ""
            return Inspection(
                Check(
                    rule.code, name,
                    .skipped(
                        "broken by \(reason): \(finding.playlist): expected \(finding.expected),"
                            + " found \(finding.found) at \(finding.instant)\(others)")))
        }
        let isExamined = origins.contains { $0.examined.contains(rule) }
        return Inspection(
            Check(rule.code, name, isExamined ? .passed : .skipped(rule.lackOfEvidence)))
    }

    private static func found(_ deviation: ProgrammeTruth.Found) -> RequestDefects.Found {
        RequestDefects.Found(
            expected: deviation.expected, found: deviation.found, instant: deviation.instant)
    }

    /// The check of the ledgers of the sessions.
    ///
    /// The last ledger cannot be checked completely if its session plays no known broadcast.
    private var ledgerInspection: Inspection {
        let defects = ledgerDefects
        if defects.isEmpty, let last = record.sessions.last, last.ledger.failure == nil,
            let reason = BroadcastOfSession(last, in: record).reasonForUnknown
        {
            return Inspection(
                Check(Self.ledger, CheckCode.claim(of: Self.ledger), .skipped(reason)))
        }
        return inspection(Self.ledger, defects)
    }

    /// The defects of the ledgers of the sessions.
    ///
    /// The accounts of a ledger (played, skipped, expired and others) must together contain all
    /// published media. The last ledger must end where the newest playlist of its broadcast ends.
    private var ledgerDefects: [RequestDefects.Found] {
        record.sessions.compactMap { session in
            guard let live = session.ledger.ledger.live else { return nil }
            if let (expected, found) = Self.imbalance(of: live.accounts, live.published) {
                return RequestDefects.Found(
                    expected: expected, found: found, instant: record.end)
            }
            guard session.number == record.sessions.last?.number, session.ledger.failure == nil,
                let broadcast = BroadcastOfSession(session, in: record).broadcast,
                let offset = record.truth.lastOffset(of: session.number),
                let newest = result.ends[broadcast.prefix]?.max(by: { $0.received < $1.received })
            else { return nil }
            let edge = live.start + live.published
            let truth = newest.time + offset
            // For an incomplete segment, the ledger contains only the parts up to the playhead.
            let deviation = max(edge - truth - newest.open, truth - edge)
            guard deviation > Self.ledgerTolerance else { return nil }
            return RequestDefects.Found(
                expected: "accounts up to \(truth), the end of the newest playlist",
                found: "accounts up to \(edge)", instant: record.end)
        }
    }

    /// Compares the sum of a ledger's accounts with the duration of the published media.
    ///
    /// - Parameters:
    ///   - accounts: The duration of the media in each account of the ledger, such as the played
    ///     media.
    ///   - published: The duration of the media from the position of the join to the live edge.
    /// - Returns: The expected and the actual sum; `nil` when they are equal.
    package static func imbalance(
        of accounts: [LiveLedger.Account: MediaTime], _ published: MediaTime
    ) -> (expected: String, found: String)? {
        let sum = accounts.values.reduce(MediaTime.zero) { $0 + $1 }
        guard sum != published else { return nil }
        return ("accounts of \(published) s, which were published", "accounts of \(sum) s")
    }

    private func inspection(_ code: String, _ found: [RequestDefects.Found]) -> Inspection {
        Inspection(
            code, CheckCode.claim(of: code),
            found.map { record.defect(expected: $0.expected, found: $0.found, by: $0.instant) })
    }
}

/// The defects that were found in requests for broadcasts.
struct RequestDefects {
    /// A defect of a request.
    struct Found {
        let expected: String
        let found: String
        let instant: Instant
    }

    /// The requests for segments that the player's newest playlist does not list.
    var unlisted: [Found] = []
    /// The requests for a segment that is earlier than the previously requested segment.
    var order: [Found] = []
    /// The playlist requests that follow earlier playlist requests too closely.
    var storms: [Found] = []
    /// The requests with directives that a playlist does not permit.
    var directives: [Found] = []
    /// The playlist requests that are earlier or later than the player's reload rule permits.
    var paces: [Found] = []
    /// The playlist requests after EXT-X-ENDLIST.
    var afterEnd: [Found] = []
    /// The delta updates that, once merged, differ from the full playlist.
    var deltas: [Found] = []
}
