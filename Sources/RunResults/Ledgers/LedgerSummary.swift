import Formats
package import HeadlessPlayback
import Presentation

/// The contents of a session's ledger as text, for a page.
package enum LedgerSummary {
    /// Returns the contents of a ledger as lines of text.
    ///
    /// There is one line for each track, one for the requests, and one with the time that the
    /// session spent in each activity. Lines for the played variants, the notes, the remarks and
    /// the failure follow.
    package static func text(of closed: ClosedLedger) -> String {
        let ledger = closed.ledger
        var lines = ledger.tracks.map { track in
            let times = TrackAccount.Account.allCases.compactMap { account -> String? in
                let time = track.time(in: account)
                return time == .zero ? nil : "\(account.rawValue) \(time)"
            }
            return "\(track.name) \(track.length): \(times.joined(separator: ", "))"
        }
        let requests = ledger.requests
        lines.append(
            "requests \(requests.issued): used \(requests.used.requests)"
                + " (\(requests.used.bytes) bytes), wasted \(requests.wasted.requests)"
                + " (\(requests.wasted.bytes) bytes), retried \(requests.retried.requests),"
                + " failed \(requests.failed.requests)")
        let spent = ActivityClock.Activity.allCases.compactMap { activity -> String? in
            let time = ledger.clock.time(in: activity)
            return time == .zero ? nil : "\(activity.rawValue) \(Instant(sinceStart: time))"
        }
        lines.append(
            "clock \(Instant(sinceStart: ledger.clock.total)): " + spent.joined(separator: ", "))
        lines += ledger.variants.map {
            "variant \($0.bandwidth): \($0.length) from \($0.start)"
        }
        lines += ledger.notes.map { "note \($0.rawValue)" }
        lines += ledger.remarks.map { "remark \($0.kind.rawValue): \(PlaceText.cut($0.text))" }
        if let failure = closed.failure {
            lines.append(
                "failure \(failure.domain) \(failure.code): \(PlaceText.cut("\(failure)"))")
        }
        return lines.joined(separator: "\n")
    }
}
