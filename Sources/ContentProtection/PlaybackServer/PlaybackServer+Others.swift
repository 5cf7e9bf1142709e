/// A simulated stream of a viewer on another device, with heartbeats during a period.
///
/// While the service refuses the stream, the stream tries again at each heartbeat.
package struct OtherStream: Hashable, Sendable {
    /// The identifier of the viewer, from the claim `uid`.
    package var viewer: String
    /// The identifier of the viewer's session, from the claim `sid`.
    package var session: String
    /// The largest number of concurrent streams, from the claim `climit`.
    package var limit: Int64
    /// The period in which the stream sends heartbeats, in seconds since 1970.
    package var seconds: Range<Int64>

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - viewer: The identifier of the viewer.
    ///   - session: The identifier of the viewer's session.
    ///   - limit: The largest number of concurrent streams.
    ///   - seconds: The period in which the stream sends heartbeats, in seconds since 1970.
    package init(viewer: String, session: String, limit: Int64, seconds: Range<Int64>) {
        self.viewer = viewer
        self.session = session
        self.limit = limit
        self.seconds = seconds
    }
}

extension PlaybackServer {
    /// The maximum number of due heartbeats of one stream that are simulated individually.
    ///
    /// If more heartbeats are due, the earliest ones are skipped, because a heartbeat affects the
    /// count of streams for only two intervals.
    private static let mostBeats: Int64 = 1000

    /// Simulates the heartbeats of streams on other devices up to and including `now`.
    ///
    /// The time `now` is in seconds since 1970.
    mutating func followOthers(of account: Account, interval: Int64, until now: Int64) {
        let others = account.otherStreams
        var beats: [Int64?] =
            otherBeats[account.id] ?? others.map { .some($0.seconds.lowerBound) }
        for place in others.indices {
            guard let next = beats[place], (now - next) / interval > Self.mostBeats else {
                continue
            }
            let skipped = ((now - next) / interval - Self.mostBeats) * interval
            beats[place] = min(next + skipped, others[place].seconds.upperBound)
        }
        while let (place, second) = Self.earliest(of: beats, until: now) {
            beats[place] = beat(others[place], at: second, of: account, interval)
        }
        otherBeats[account.id] = beats
    }

    /// Returns the index and the time of the earliest heartbeat that is not later than `now`.
    ///
    /// The result is `nil` when all heartbeats are later. If several heartbeats have the same time,
    /// the first one in the list is returned.
    private static func earliest(
        of beats: [Int64?], until now: Int64
    ) -> (place: Int, second: Int64)? {
        var earliest: (place: Int, second: Int64)?
        for (place, second) in beats.enumerated() {
            guard let second, second <= now, second < earliest?.second ?? .max else { continue }
            earliest = (place, second)
        }
        return earliest
    }

    /// Simulates one heartbeat of a stream, or the end of the stream.
    ///
    /// - Returns: The time of the next heartbeat in seconds since 1970; `nil` after the end.
    private mutating func beat(
        _ other: OtherStream, at second: Int64, of account: Account, _ interval: Int64
    ) -> Int64? {
        let key = StreamRegister.Key(
            account: account.id, viewer: other.viewer, session: other.session)
        guard second < other.seconds.upperBound else {
            _ = streams.remove(key)
            return nil
        }
        streams.forget(account.id, before: second - 2 * interval)
        let streamsBeside = streams.streams(of: other.viewer, account.id)
            .filter { $0.session != other.session }.count
        if streamsBeside < other.limit { streams.record(key, at: second) }
        return min(second + interval, other.seconds.upperBound)
    }
}
