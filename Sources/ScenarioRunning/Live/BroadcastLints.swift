import HeadlessPlayback
import LiveOrigin
import Playlists
import RunResults
import Scenarios

/// Checks of every run with a broadcast, against the truth of its origin.
struct BroadcastLints {
    private static let unlisted = "lint.live-unlisted"
    private static let storm = "lint.live-storm"
    private static let backwards = "lint.live-backwards"

    private let record: RunRecord
    private let broadcasts: [ScenarioBroadcasts.Broadcast]

    init(_ record: RunRecord, _ broadcasts: [ScenarioBroadcasts.Broadcast]) {
        self.record = record
        self.broadcasts = broadcasts
    }

    /// The checks; none for a run without broadcasts.
    var all: [Inspection] {
        guard !broadcasts.isEmpty else { return [] }
        var requests = RequestDefects()
        for broadcast in broadcasts {
            var folders: [Substring: BroadcastFolder] = [:]
            for request in record.requests where !request.isStored {
                guard request.url.hasPrefix(broadcast.asset.root + "/") else { continue }
                let path = request.url.prefix { $0 != "?" && $0 != "#" }
                guard let slash = path.lastIndex(of: "/") else { continue }
                let location = String(request.url.dropFirst(broadcast.asset.root.count + 1))
                let name = path[path.index(after: slash)...]
                folders[path[..<slash], default: BroadcastFolder(broadcast.origin)].take(
                    request, location: location, name: name, &requests)
            }
        }
        return [
            inspection(Self.unlisted, requests.unlisted),
            inspection(Self.storm, requests.storms),
            Inspection(Self.backwards, CheckCode.claim(of: Self.backwards), movesBackwards),
        ]
    }

    private func inspection(_ code: String, _ found: [RequestDefects.Found]) -> Inspection {
        Inspection(
            code, CheckCode.claim(of: code),
            found.map { record.defect(expected: $0.expected, found: $0.found, by: $0.instant) })
    }

    /// The changes of seekable ranges that move an end backwards.
    private var movesBackwards: [Defect] {
        var known: [Int: Range<MediaTime>] = [:]
        var defects: [Defect] = []
        let live = Set(
            record.sessions.filter { $0.ledger.ledger.live != nil }.map(\.number))
        for happening in record.happenings {
            guard let session = happening.session, live.contains(session) else { continue }
            if happening.lifecycle?.type == .resumeBegin { known[session] = nil }
            guard case .event(.didChangeSeekableRanges(let ranges)) = happening.kind,
                let range = ranges.first
            else { continue }
            if let last = known[session],
                range.lowerBound < last.lowerBound || range.upperBound < last.upperBound
            {
                defects.append(
                    record.defect(
                        expected:
                            "seekable from \(last.lowerBound) to \(last.upperBound), or later",
                        found: "from \(range.lowerBound) to \(range.upperBound)", at: happening))
            }
            known[session] = range
        }
        return defects
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
}
