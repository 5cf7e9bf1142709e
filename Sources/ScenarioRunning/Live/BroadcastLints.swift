import HeadlessPlayback
import LiveOrigin
import Playlists
package import RunResults
import Scenarios

/// Checks of the requests of every run with a broadcast, against the truth of its origin.
package struct BroadcastLints {
    private static let unlisted = "lint.live-unlisted"
    private static let storm = "lint.live-storm"
    private static let directives = "lint.live-directives"
    private static let delta = "lint.live-delta"

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
        for broadcast in broadcasts {
            var folders: [Substring: BroadcastFolder] = [:]
            for request in record.requests where !request.isStored {
                guard request.url.hasPrefix(broadcast.asset.root + "/") else { continue }
                let path = request.url.prefix { $0 != "?" && $0 != "#" }
                guard let slash = path.lastIndex(of: "/") else { continue }
                let location = String(request.url.dropFirst(broadcast.asset.root.count + 1))
                let name = path[path.index(after: slash)...]
                folders[path[..<slash], default: BroadcastFolder(broadcast.origin, tuning)].take(
                    request, location: location, name: name, &requests)
            }
        }
        return [
            inspection(Self.unlisted, requests.unlisted),
            inspection(Self.storm, requests.storms),
            inspection(Self.directives, requests.directives),
            inspection(Self.delta, requests.deltas),
        ]
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
    /// The requests for playlists that follow others too closely.
    var storms: [Found] = []
    /// The requests with directives that a playlist does not permit.
    var directives: [Found] = []
    /// The delta updates that do not make the full playlist.
    var deltas: [Found] = []
}
