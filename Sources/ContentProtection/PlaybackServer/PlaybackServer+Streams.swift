import Formats
import Playlists

/// The streams that a playback service counts.
struct StreamRegister: Sendable {
    /// The maximum number of stored streams of all viewers.
    private static let limit = 10_000

    /// The identity of a stream: its account, its viewer and its session.
    struct Key: Hashable, Sendable {
        let account: String
        let viewer: String
        let session: String
    }

    private var lastSeen: [Key: Int64] = [:]

    /// Removes an account's streams that had their last heartbeat before a given second.
    mutating func forget(_ account: String, before second: Int64) {
        lastSeen = lastSeen.filter { $0.key.account != account || $0.value >= second }
    }

    /// Records a heartbeat of a stream.
    ///
    /// A new stream replaces the stream with the oldest heartbeat when the register is full.
    mutating func record(_ key: Key, at second: Int64) {
        if lastSeen[key] == nil, lastSeen.count >= Self.limit,
            let oldest = lastSeen.min(by: {
                ($0.value, $0.key.account, $0.key.viewer, $0.key.session)
                    < ($1.value, $1.key.account, $1.key.viewer, $1.key.session)
            })
        {
            lastSeen[oldest.key] = nil
        }
        lastSeen[key] = second
    }

    /// Removes a stream, and returns whether the register contained the stream.
    mutating func remove(_ key: Key) -> Bool { lastSeen.removeValue(forKey: key) != nil }

    /// Returns the streams of a viewer in the order of their session identifiers.
    func streams(of viewer: String, _ account: String) -> [(session: String, second: Int64)] {
        lastSeen.filter { $0.key.viewer == viewer && $0.key.account == account }
            .map { ($0.key.session, $0.value) }.sorted { $0.session < $1.session }
    }
}

extension PlaybackServer {
    mutating func answerStream(
        _ request: KeyServerRequest, of account: Account, at now: Int64
    ) -> PlaybackServerAnswer {
        guard account.limitsStreams else { return PlaybackServerAnswer(status: 204) }
        guard let text = Self.token(of: request),
            let token = ViewerToken(text, keys: account.tokenKeys, account: account.id, at: now),
            let viewer = token.viewer, let limit = token.limit
        else { return .streamRefusal(401, "INVALID_TOKEN", "INVALID_TOKEN") }
        let interval = min(max(account.heartbeatInterval.components.seconds, 1), 86_400)
        // A stream may miss one heartbeat, so it stays counted until two intervals have passed
        // without a heartbeat.
        followOthers(of: account, interval: interval, until: now)
        streams.forget(account.id, before: now - 2 * interval)
        let session = token.session ?? Self.field("session-id", of: request) ?? ""
        let key = StreamRegister.Key(account: account.id, viewer: viewer, session: session)
        let known = streams.streams(of: viewer, account.id)
        switch request.method {
        case "POST":
            let others = known.filter { $0.session != session }.count
            guard others < limit else {
                return .streamRefusal(403, "ACCESS_DENIED", "MAX_CONCURRENCY")
            }
            streams.record(key, at: now)
            return PlaybackServerAnswer(
                .object([
                    "current": .integer(Int64(others + 1)), "max": .integer(limit),
                    "heartbeat_interval": .integer(interval * 1000),
                ]))
        case "GET":
            return PlaybackServerAnswer(
                .array(
                    known.map { stream in
                        .object([
                            "session_id": .string(stream.session),
                            "end_viewer_id": .string(viewer), "stopped": .bool(false),
                            "last_seen": .string(
                                "\(DateTime(millisecondsSince1970: stream.second * 1000))"),
                        ])
                    }))
        case "DELETE":
            return streams.remove(key)
                ? PlaybackServerAnswer(status: 204)
                : .streamRefusal(404, "NOT_FOUND", "SESSION_NOT_FOUND")
        default: return .streamRefusal(405, "METHOD_NOT_ALLOWED", "METHOD_NOT_ALLOWED")
        }
    }
}
