package import HeadlessPlayback
import Scenarios

/// A cue point, and how often the playhead passed it and the player reported it.
package struct CuePointCount: Equatable, Sendable {
    /// The cue point.
    package var point: CuePoint
    /// The number of times that the playhead passed the cue point.
    package var expected: Int
    /// The number of times that the player reported the cue point.
    package var found: Int
    /// Whether the cue point is after the end of its video.
    ///
    /// Such a cue point is reported when the video ends, and the playhead never passes it.
    package var isAfterEnd = false

    /// Whether the point was reported as often as the playhead passed it.
    package var isRight: Bool { expected == found }
}

/// Counts the passages and the reports of each cue point in each session.
///
/// The simulated SDK reports a cue point each time the playhead passes it
/// (`Documentation/Brightcove.md#cue-points`): by playing, or by seeking in either direction. The
/// event of a seek contains all points between its start and its target. Playback and forward seeks
/// pass the points p with previous < p ≤ current, and backward seeks pass the points with current ≤
/// p < previous. So a video played from start to end without a backward seek reports each point
/// exactly once, including points skipped by a seek. A point crossed by a backward seek is reported
/// three times: when it is first passed, by the seek, and when it is played again.
///
/// The path of the playhead is derived from progress and from the starts of seeks, not from the
/// cue-point events under test. Resuming moves the playhead without passing points, and so does
/// restarting after the end. A cue point from a playlist of a broadcast counts as if it had been
/// known from the start. If the playhead passes such a cue point before the playlist lists it, the
/// point therefore counts as passed but not reported. The computing time grows with the number of
/// points plus the number of events, not with their product.
struct CuePointCounting {
    /// The counts for each session's cue points, by session number, in the order of positions.
    private(set) var counts: [Int: [CuePointCount]] = [:]
    /// The reported points that are not cue points of the session's video.
    private(set) var strangers: [(happening: Happening, point: CuePoint)] = []
    /// All cue points that the player reported, in the order of the reports.
    private(set) var passed: [(happening: Happening, point: CuePoint)] = []

    init(_ record: RunRecord) {
        var ways: [Int: Way] = [:]
        let window = record.longestLook
        let listed = record.listedCuePoints
        for session in record.sessions {
            var points = session.ledger.video.cuePoints
            if let more = listed[session.number] {
                let all = CuePointCollection(Array(points) + more)
                points = points.ignoreCuePoints ? points : all
            }
            ways[session.number] = Way(points, window: window)
        }
        let hasPoints = record.sessions.contains { !$0.ledger.video.cuePoints.isEmpty }
        if hasPoints || !listed.isEmpty {
            for happening in record.happenings { take(happening, &ways) }
        } else {
            for happening in record.exemplars { take(happening, &ways) }
        }
        let ends = record.durations
        for (number, way) in ways {
            counts[number] = way.counts.map { count in
                var count = count
                if case .time(let time) = count.point.position, let end = ends[number] {
                    count.isAfterEnd = time > end
                }
                return count
            }
        }
    }

    private mutating func take(_ happening: Happening, _ ways: inout [Int: Way]) {
        guard let number = happening.session, ways[number] != nil else { return }
        ways[number]?.take(happening)
        guard case .event(.didPassCuePoints(let passage)) = happening.kind else { return }
        for point in passage.cuePoints { passed.append((happening, point)) }
        for stranger in ways[number]?.count(passage.cuePoints) ?? [] {
            strangers.append((happening, stranger))
        }
    }
}

extension RunRecord {
    /// The latest reported duration of each session; live videos have none.
    fileprivate var durations: [Int: MediaTime] {
        var durations: [Int: MediaTime] = [:]
        for happening in exemplars {
            guard case .event(.didChangeDuration(let duration)) = happening.kind,
                let number = happening.session
            else { continue }
            durations[number] = duration
        }
        return durations
    }

    /// The cue points that the playlists of broadcasts have listed, by session.
    fileprivate var listedCuePoints: [Int: [CuePoint]] {
        guard !scenario.player.options.live.cuePointSources.isEmpty else { return [:] }
        var points: [Int: [CuePoint]] = [:]
        for happening in exemplars {
            guard case .marker(let marker) = happening.kind, let point = marker.cuePoint,
                let number = happening.session
            else { continue }
            points[number, default: []].append(point)
        }
        return points
    }

    /// The longest time between two evaluations of cue points during playback.
    ///
    /// The player evaluates cue points at the first progress event after each cue-point interval.
    /// At a slow rate, progress events are less frequent, so the time is longer.
    fileprivate var longestLook: Duration {
        let rates = exemplars.compactMap { happening -> Double? in
            guard case .command(.setRate(let rate)) = happening.kind, rate > 0 else { return nil }
            return rate
        }
        let player = scenario.player
        let slowness = 1 / max(rates.reduce(min(player.rate, 1), min), 0.01)
        return player.options.cuePointInterval
            + .seconds(player.options.progressInterval.seconds * slowness)
    }
}

/// The path of a session's playhead, with the number of times that it passed each cue point.
private struct Way {
    private let points: CuePointCollection
    /// For each cue point, its crossings minus the crossings of the previous cue point.
    ///
    /// The sum of the values up to a cue point is the number of crossings of this cue point.
    private var changes: [Int]
    private var found: [Int]
    /// The latest position of the playhead.
    private var place = CuePoint.Position.time(.zero)
    private var hasPlayed = false
    /// Whether cue points of the session can no longer be reported.
    private var isOver = false
    /// The points passed so recently that the player may not have evaluated them yet.
    private var recent: [(instant: Instant, range: Range<Int>)] = []
    /// The instant of the latest progress event.
    ///
    /// While the playhead does not move, the player does not evaluate cue points. Points passed
    /// shortly before this instant may therefore remain unreported, even if the run continues for a
    /// long time.
    private var lastProgress = Instant.start
    private let window: Duration

    init(_ points: CuePointCollection, window: Duration) {
        self.points = points.ignoreCuePoints ? .empty : points
        self.window = window
        changes = [Int](repeating: 0, count: self.points.count + 1)
        found = [Int](repeating: 0, count: self.points.count)
    }

    /// The counts of the cue points, once the run is over.
    var counts: [CuePointCount] {
        var crossings = 0
        var result = points.indices.map { index in
            crossings += changes[index]
            return CuePointCount(point: points[index], expected: crossings, found: found[index])
        }
        guard !isOver, place != .after else { return result }
        let open = recent.filter { $0.instant.duration(to: lastProgress) <= window }
        for index in open.flatMap(\.range) where result[index].found < result[index].expected {
            result[index].expected -= 1
        }
        return result
    }

    mutating func take(_ happening: Happening) {
        let instant = happening.instant
        if happening.progress != nil { lastProgress = instant }
        switch happening.kind {
        // The playhead may have moved past the position of the latest progress event. The points up
        // to the current position are therefore passed before the seek.
        case .command(.seek): move(to: .time(happening.position), at: instant)
        case .event(.didProgressTo(.at(let time))): move(to: .time(time), at: instant)
        case .event(.didProgressTo(.ended)): move(to: .after, at: instant)
        case .event(.didReceiveLifecycleEvent(let event)): follow(event, happening)
        default: break
        }
    }

    private mutating func follow(_ event: LifecycleEvent, _ happening: Happening) {
        switch event.type {
        case .play where !hasPlayed:
            hasPlayed = true
            cross(0..<points.firstPlace { $0.position > .time(.zero) }, at: happening.instant)
        case .play where place == .after:
            place = .time(.zero)
        case .failedToPlayToEndTime, .terminate:
            if hasPlayed { move(to: .time(happening.position), at: happening.instant) }
            isOver = true
        case .resumeComplete:
            place = .time(happening.position)
            isOver = false
        default: break
        }
    }

    private mutating func move(to destination: CuePoint.Position, at instant: Instant) {
        defer { place = destination }
        // After the end of the video, the first movement only sets the position of the playhead. It
        // passes no points.
        if place == .after { return }
        let (from, to) = (place, destination)
        if from <= to {
            cross(
                points.firstPlace { $0.position > from }..<points.firstPlace { $0.position > to },
                at: instant)
        } else {
            cross(
                points.firstPlace { $0.position >= to }..<points.firstPlace { $0.position >= from },
                at: instant)
        }
    }

    private mutating func cross(_ range: Range<Int>, at instant: Instant) {
        guard !range.isEmpty else { return }
        changes[range.lowerBound] += 1
        changes[range.upperBound] -= 1
        recent.removeAll { $0.instant.duration(to: instant) > window }
        recent.append((instant, range))
    }

    /// Records the points that the player reported.
    ///
    /// - Returns: The reported points that are not cue points of the video.
    mutating func count(_ reported: CuePointCollection) -> [CuePoint] {
        guard let first = reported.first else { return [] }
        var index = points.firstPlace { $0.position >= first.position }
        var strangers: [CuePoint] = []
        for point in reported {
            var candidate = index
            while candidate < points.count, points[candidate] != point,
                points[candidate].position <= point.position
            {
                candidate += 1
            }
            if candidate < points.count, points[candidate] == point {
                found[candidate] += 1
                index = candidate + 1
            } else {
                strangers.append(point)
            }
        }
        return strangers
    }
}
