import Formats
import HeadlessPlayback
import Presentation

/// The ledger of a session as human-readable text.
///
/// The ledger states the outcome of each part of the session's media.
struct LedgerText {
    private let closed: ClosedLedger

    init(_ closed: ClosedLedger) {
        self.closed = closed
    }

    /// The lines of the text, each with its line break.
    var text: String {
        let ledger = closed.ledger
        var lines = ["ledger  session \(closed.sessionNumber)  \(closed.title)"]
        lines += ledger.tracks.map(line)
        lines += ledger.tracks.flatMap { track in track.findings.map { line($0, of: track) } }
        if let live = ledger.live { lines.append(line(live)) }
        lines.append(line(ledger.requests))
        lines.append(line(ledger.clock))
        if let failure = closed.failure { lines.append("  failure    \(failure)") }
        lines += ledger.notes.map { "  note       \($0.text)" }
        lines += ledger.remarks.map { "  remark     \($0.text)" }
        lines += ledger.imbalances.map {
            "  IMBALANCE  \($0.entry): expected \($0.expected), found \($0.found)"
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func line(_ track: TrackAccount) -> String {
        let accounts = zip(TrackAccount.Account.allCases, track.times)
            .filter { $0.1 != .zero || $0.0 == .played }
            .map { "\($0.0.words) \($0.1)" }
        return
            "  \(track.name.padded(to: 9))  \(accounts.joined(separator: "  "))  of"
            + " \(track.length) s"
    }

    private func line(_ finding: TrackAccount.Finding, of track: TrackAccount) -> String {
        let place = "\(finding.interval.lowerBound)-\(finding.interval.upperBound)"
        let cause = finding.cause.isEmpty ? "" : "  \(finding.cause)"
        return "    \(finding.account.words) \(track.name) \(place)\(cause)"
    }

    private func line(_ live: LiveLedger) -> String {
        let accounts = LiveLedger.Account.allCases
            .filter { live.time(in: $0) != .zero || $0 == .played }
            .map { "\($0.words) \(live.time(in: $0))" }
        return "  broadcast  \(accounts.joined(separator: "  "))  of \(live.published) s"
    }

    private func line(_ requests: RequestAccount) -> String {
        var parts = ["used \(requests.used.requests) (\(requests.used.bytes) bytes)"]
        if requests.wasted.requests > 0 {
            parts.append("wasted \(requests.wasted.requests) (\(requests.wasted.bytes) bytes)")
        }
        if requests.retried.requests > 0 { parts.append("retried \(requests.retried.requests)") }
        if requests.failed.requests > 0 { parts.append("failed \(requests.failed.requests)") }
        return "  requests   \(parts.joined(separator: "  "))  of \(requests.issued)"
    }

    private func line(_ clock: ActivityClock) -> String {
        let parts = ActivityClock.Activity.allCases
            .filter { clock.time(in: $0) != .zero || $0 == .playing }
            .map { "\($0.rawValue) \(Instant(sinceStart: clock.time(in: $0)))" }
        return "  clock      \(parts.joined(separator: "  ")) s"
    }
}

extension Ledger.Note {
    /// A human-readable description of the note.
    package var text: String {
        switch self {
        case .noEndList:
            "the playlist has no EXT-X-ENDLIST; its listed segments were played as the whole asset"
        case .playlistsOnly: "no media was read; the accounts rest only on playlists"
        case .ignoredTextTracks: "no provider adds the text tracks of the video"
        case .ignoredKeys: "no provider obtains the keys that are announced"
        case .damagedPlaylist: "the playlist contains control characters; a part of it may be lost"
        case .misnamedMedia: "segments have another container format than their names indicate"
        case .unreadStreams: "the media announces streams that are not read; probe names them"
        case .undeclaredDiscontinuity: "timestamps jump where no EXT-X-DISCONTINUITY is declared"
        }
    }
}

extension ClosedLedger {
    /// The title of the session: the name of the video, or else the location of its source.
    package var title: String { video.name ?? SafeText.url(source.url) }
}
