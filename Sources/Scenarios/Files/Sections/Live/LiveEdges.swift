import HeadlessPlayback
import LiveOrigin

/// The syntax of the edge servers of a broadcast.
enum LiveEdges {
    /// The syntax of the edge servers and of the rule that chooses the server of a player.
    static let edges = Shape<Edges>.mapping(
        "The servers between the origin and the player.", from: { Edges() },
        fields: [
            Field(
                "pick",
                .words([
                    ("sticky", Edges.Pick.sticky), ("alternate", .alternate), ("seeded", .seeded),
                ]),
                "The server of a request: always the same (sticky), in turn for the playlists and"
                    + " for the media of a rendition (alternate), or by chance (seeded); sticky."
            ) { $0.pick = $1 },
            Field("seed", Shape<Int64>.integer(0...Int64.max), "The seed of the choice; 0.") {
                $0.seed = UInt64($1)
            },
            Field("list", server.list(), "The servers.", isRequired: true) { $0.list = $1 },
        ])

    private static let server = Shape<EdgeServer>.mapping(
        "A server; without lag and lifetime it changes nothing.", from: { EdgeServer() },
        fields: [
            Field("lag", delay, "The age of the playlists that it shows; 0s.") { $0.lag = $1 },
            Field("segments-lag", delay, "The age of its segments; as for its playlists.") {
                $0.segmentLag = $1
            },
            Field("ttl", delay, "The time for which a playlist is kept; 0s.") { $0.lifetime = $1 },
            .refused("age", "players do not see the Age of answers yet"),
            Field("outage", outage.list(), "The times in which it refuses everything.") {
                $0.outages = $1
            },
        ])

    private static let delay = Shape<Duration>.duration.narrowed {
        time, value throws(ScenarioFileError) in
        guard time <= .seconds(86_400) else { throw value.unexpected("a time of at most a day") }
        return time
    }

    private static let outage = Shape<(span: LiveWords.Span, status: Int)>.mapping(
        "A time in which a server refuses everything.", from: { (LiveWords.Span(), 503) },
        fields: [
            Field("from", LiveWords.time, "Its start.", isRequired: true) { $0.span.start = $1 },
            Field("to", LiveWords.time, "Its end.", isRequired: true) { $0.span.end = $1 },
            Field("status", Shape<Int>.count(400...599), "The status; 503.") { $0.status = $1 },
        ]
    ).narrowed { draft, value throws(ScenarioFileError) in
        let range = try draft.span.range(value)
        return EdgeServer.Outage(
            Duration(
                playing: range.lowerBound, at: .normal)..<Duration(
                    playing: range.upperBound, at: .normal),
            status: draft.status)
    }
}
