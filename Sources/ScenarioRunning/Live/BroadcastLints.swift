import HeadlessPlayback
import LiveOrigin
import Playlists
package import Presentation
package import RunResults
import Scenarios
package import VirtualTime

/// Checks of the requests of every run with a broadcast, against the truth of its origin.
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

    /// The deviation of accounts from the programme that rounded durations explain.
    private static let ledgerTolerance = MediaTime.milliseconds(500)

    private let record: RunRecord
    private let broadcasts: [ScenarioBroadcasts.Broadcast]

    /// Creates the checks of a run.
    ///
    /// - Parameters:
    ///   - record: The run.
    ///   - broadcasts: The broadcasts of its world.
    package init(_ record: RunRecord, _ broadcasts: [ScenarioBroadcasts.Broadcast]) {
        self.record = record
        self.broadcasts = broadcasts
    }

    /// The checks without known issues.
    package var checks: [Check] { all.map(\.settled) }

    /// The checks; none for a run without broadcasts.
    var all: [Inspection] {
        guard !broadcasts.isEmpty else { return [] }
        var requests = RequestDefects()
        let tuning = record.scenario.worldOptions.live.tuning
        var ledgers: [RequestDefects.Found] = []
        let leeway = PaceLeeway(record)
        for broadcast in broadcasts {
            // The folders relative to the origin, with a slash at their ends.
            var folders: [String: BroadcastFolder] = [:]
            var uses = FolderUses()
            var deaths = 0
            for request in record.requests where !request.isStored {
                guard let location = broadcast.location(of: request.url) else { continue }
                let path = URIReference.withoutQuery(location)
                let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
                let start = slash.map(path.utf8.index(after:)) ?? path.startIndex
                let name = path[start...]
                if leeway.deaths(by: request.start) != deaths {
                    deaths = leeway.deaths(by: request.start)
                    for key in folders.keys { folders[key]?.relaunch() }
                    uses = FolderUses()
                }
                let relative = String(path[..<start])
                folders[
                    relative, default: BroadcastFolder(broadcast.origin, relative, tuning)
                ].take(
                    request, location: location, name: name,
                    isFree: { instant in
                        leeway.isFree(from: instant, to: request.start)
                            || uses.isFree(relative, since: instant)
                    },
                    isMoved: { instant in
                        leeway.isMoved(from: instant, to: request.start)
                            || uses.isSwitched(relative, since: instant)
                    }, &requests)
                uses.take(request, relative)
            }
            let end = leeway.end(of: record)
            for relative in folders.keys.sorted() {
                folders[relative]?.end(
                    at: end,
                    isFree: { instant in
                        leeway.isFree(from: instant, to: end)
                            || uses.isFree(relative, since: instant)
                    }, &requests)
            }
            // The accounts follow the variant stream.
            let streams = folders.filter { !Self.isBesideVideo($0.key) }
            ledgers += ledgerDefects(streams.values.compactMap(\.programmeEnd))
        }
        return [
            inspection(Self.unlisted, requests.unlisted),
            inspection(Self.order, requests.order),
            inspection(Self.storm, requests.storms),
            inspection(Self.directives, requests.directives),
            inspection(Self.delta, requests.deltas),
            inspection(Self.pace, requests.paces),
            inspection(Self.afterEnd, requests.afterEnd),
            inspection(Self.dates, record.truth.misdated.map(Self.found)),
            inspection(Self.ledger, ledgers),
            inspection(Self.synchrony, record.truth.desynchronized.map(Self.found)),
        ]
    }

    /// Returns whether a folder of a broadcast, relative to its root, has audio or subtitles.
    private static func isBesideVideo(_ folder: String) -> Bool {
        folder.first == "a" || folder.first == "s"
    }

    private static func found(_ deviation: ProgrammeTruth.Found) -> RequestDefects.Found {
        RequestDefects.Found(
            expected: deviation.expected, found: deviation.found, instant: deviation.instant)
    }

    /// Returns the defects of ledgers, whose accounts must contain all published media.
    ///
    /// - Parameter ends: The ends of the newest playlists of variant streams in the programme.
    /// - Returns: The defects.
    private func ledgerDefects(
        _ ends: [(time: MediaTime, open: MediaTime, received: Instant)]
    ) -> [RequestDefects.Found] {
        record.sessions.compactMap { session in
            guard let live = session.ledger.ledger.live else { return nil }
            if let (expected, found) = Self.imbalance(of: live.accounts, live.published) {
                return RequestDefects.Found(
                    expected: expected, found: found, instant: record.end)
            }
            guard session.number == record.sessions.last?.number, session.ledger.failure == nil,
                broadcasts.count == 1, let offset = record.truth.lastOffset(of: session.number),
                let newest = ends.max(by: { $0.received < $1.received })
            else { return nil }
            let edge = live.start + live.published
            let truth = newest.time + offset
            // The accounts contain the parts of an open segment up to the playhead.
            let deviation = max(edge - truth - newest.open, truth - edge)
            guard deviation > Self.ledgerTolerance else { return nil }
            return RequestDefects.Found(
                expected: "accounts up to \(truth), the end of the newest playlist",
                found: "accounts up to \(edge)", instant: record.end)
        }
    }

    /// Compares the accounts of a broadcast with the media published while it was played.
    ///
    /// - Parameters:
    ///   - accounts: The accounts.
    ///   - published: The media from the join to the live edge.
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

/// The defects of requests for broadcasts.
struct RequestDefects {
    /// A defect.
    struct Found {
        let expected: String
        let found: String
        let instant: Instant
    }

    /// The requests for segments that no playlist lists any more, or not yet.
    var unlisted: [Found] = []
    /// The requests for segments before the segment that was requested last.
    var order: [Found] = []
    /// The requests for playlists that follow others too closely.
    var storms: [Found] = []
    /// The requests with directives that a playlist does not permit.
    var directives: [Found] = []
    /// The loads of playlists that are earlier or later than the player's rule.
    var paces: [Found] = []
    /// The loads of playlists after their end.
    var afterEnd: [Found] = []
    /// The delta updates that do not make the full playlist.
    var deltas: [Found] = []
}
