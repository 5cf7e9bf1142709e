package import HeadlessPlayback

/// A cue point, how often it was passed, and how often it should have been.
package struct CuePointCount: Equatable, Sendable {
    /// The cue point.
    package var point: CuePoint
    /// How often the playhead came over it.
    package var expected: Int
    /// How often it was told.
    package var found: Int
    /// Whether it lies behind the end, where it is told with the end and never passed.
    package var isBehindEnd = false

    /// Whether it was told as often as it should have been.
    package var isRight: Bool { expected == found }
}

/// Counts for every cue point of every session how often it was told, and how often the playhead came
/// over it.
///
/// The simulated SDK tells a cue point each time that the playhead comes over it
/// (`Documentation/Brightcove.md#cue-points`): by playing, and by seeking in either direction, when
/// all that lie in between are told at once. Playing and seeking forward, previous < p ≤ current;
/// seeking backward, current ≤ p < previous. So a video that is played from its start to its end
/// without a backward seek tells each point exactly once, those that a seek jumped over included,
/// and a point that is sought back over is told once for the way there, once for the way back, and
/// once more when it is played again.
///
/// The way of the playhead is taken from progress and from where seeks began, not from the cue-point
/// events that are held against it. A resumption puts the playhead elsewhere without passing what lies
/// between, and so does starting over after the end. The time taken grows with the number of points and
/// of events, not with their product.
struct CuePointCounting {
    /// The counts by session, in the order of positions.
    private(set) var counts: [Int: [CuePointCount]] = [:]
    /// What was told that is no cue point of its video.
    private(set) var strangers: [(happening: Happening, point: CuePoint)] = []
    /// All that was told, in order.
    private(set) var passed: [(happening: Happening, point: CuePoint)] = []

    init(_ record: RunRecord) {
        var ways: [Int: Way] = [:]
        let window = record.longestLook
        for session in record.sessions {
            ways[session.number] = Way(session.ledger.video.cuePoints, window: window)
        }
        for happening in record.happenings {
            guard let number = happening.session, ways[number] != nil else { continue }
            ways[number]?.take(happening)
            guard case .event(.didPassCuePoints(let passage)) = happening.kind else { continue }
            for point in passage.cuePoints { passed.append((happening, point)) }
            for stranger in ways[number]?.tell(passage.cuePoints) ?? [] {
                strangers.append((happening, stranger))
            }
        }
        let ends = record.durations
        for (number, way) in ways {
            counts[number] = way.counts.map { count in
                var count = count
                if case .time(let time) = count.point.position, let end = ends[number] {
                    count.isBehindEnd = time > end
                }
                return count
            }
        }
    }
}

extension RunRecord {
    /// The duration of each session that was told last; of live video, which has none, there is none.
    fileprivate var durations: [Int: MediaTime] {
        var durations: [Int: MediaTime] = [:]
        for happening in happenings {
            guard case .event(.didChangeDuration(let seconds)) = happening.kind,
                let number = happening.session
            else { continue }
            durations[number] = seconds.isFinite ? MediaTime(seconds: seconds) : nil
        }
        return durations
    }

    /// How long it takes at most, while something plays, until the cue points are looked at again: at the
    /// first progress after their interval, which comes late where media plays slowly.
    fileprivate var longestLook: Duration {
        let rates = happenings.compactMap { happening -> Double? in
            guard case .command(.setRate(let rate)) = happening.kind, rate > 0 else { return nil }
            return rate
        }
        let player = scenario.player
        let slowness = 1 / max(rates.reduce(min(player.rate, 1), min), 0.01)
        return player.options.cuePointInterval
            + .seconds(player.options.progressInterval.seconds * slowness)
    }
}

/// The way of the playhead of one session over its cue points.
private struct Way {
    private let points: CuePointCollection
    /// By how much the number of crossings changes at each point; sums of it are the numbers.
    private var changes: [Int]
    private var found: [Int]
    /// Where the playhead was last.
    private var place = CuePoint.Position.time(.zero)
    private var hasPlayed = false
    /// Whether nothing more is to be told of what was passed.
    private var isOver = false
    /// What was passed last, and may be told yet: cue points are looked at only now and then.
    private var recent: [(instant: Instant, range: Range<Int>)] = []
    /// When progress was told last.
    ///
    /// While the playhead rests nobody looks, however long the run goes on.
    private var lastProgress = Instant.start
    private let window: Duration

    init(_ points: CuePointCollection, window: Duration) {
        self.points = points.ignoreCuePoints ? .empty : points
        self.window = window
        changes = [Int](repeating: 0, count: self.points.count + 1)
        found = [Int](repeating: 0, count: self.points.count)
    }

    /// The counts when the run is over.
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
        // What lies behind the last progress is caught up with before a seek.
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
        // After the end the playhead is put somewhere before it moves again.
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

    /// Takes note of points that were told.
    ///
    /// - Returns: Those that are none of the video.
    mutating func tell(_ told: CuePointCollection) -> [CuePoint] {
        guard let first = told.first else { return [] }
        var index = points.firstPlace { $0.position >= first.position }
        var strangers: [CuePoint] = []
        for point in told {
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

extension CuePoint {
    /// The cue point in a few words.
    var words: String {
        let place =
            switch position {
            case .before: "before"
            case .time(let time): time.description
            case .after: "after"
            }
        let label = name ?? type
        return label.isEmpty ? place : "\(place) \(label)"
    }
}
