import HeadlessPlayback
import LiveOrigin
import Playlists

/// The fields that describe a broadcast in a scenario file.
///
/// Times are counted from the start of the simulation. A field that the simulation cannot implement
/// causes an error that names the field.
enum LiveSection {
    /// The syntax of a broadcast.
    static let broadcast = Shape<LiveAsset>.mapping(
        "A simulated broadcast: an asset that an origin lists over time, with its faults. Times"
            + " are simulated times, from the start of the run. The responses are checked with"
            + " the rules of playctl watch. A breach that a fault, an edge or another field here"
            + " declares is stated in a skipped check; every other breach fails the run.",
        from: { LiveAsset() }, fields: programme + form + deviations + refused
    ).located.map { asset in
        var result = asset.value
        result.line = asset.line
        return result
    }.named("live")

    private static let programme: [Field<LiveAsset>] = [
        Field(
            "source", Shape<String>.place.oneOrMore,
            "The asset that is broadcast, or several in turn.", isRequired: true
        ) { $0.sources = $1 },
        Field(
            "id", LiveWords.identifier, "The name; the location is live://NAME/index.m3u8.",
            isRequired: true
        ) { $0.id = $1 },
        Field(
            "on-air", LiveWords.date,
            "The date of the start of the broadcast; by default the start date of the run (app:"
                + " date) less ran-for."
        ) { $0.onAir = $1 },
        Field("ran-for", LiveWords.time, "The length of the broadcast before the run; 0s.") {
            $0.ranFor = $1
        },
        Field("ends", ending, "The end of the broadcast; none if not given.") { $0.ending = $1 },
        Field(
            "loop",
            .words([("discontinuity", Programme.Loop.discontinuity), ("continuous", .continuous)]),
            "The transition to the next source and back to the first: discontinuity, or continuous,"
                + " where timestamps continue; discontinuity."
        ) { $0.loop = $1 },
        Field("timestamps", timestamps, "The timestamps of the media.") {
            $0.timestampStart = $1.timestampStart
            $0.decodeTimeBits = $1.decodeTimeBits
        },
        Field("breaks", LiveBreaks.adBreak.list(), "The breaks for advertisements.") {
            $0.breaks = $1
        },
    ]

    private static let form: [Field<LiveAsset>] = [
        Field("window", window, "The segments that a playlist lists; 60s.") {
            $0.packager.window = $1
        },
        Field(
            "target-duration", LiveWords.day,
            "The declared target duration; the longest segment if not given."
        ) { $0.packager.targetDuration = $1 },
        Field("parts", parts, "The parts of segments; none if not given.") {
            $0.packager.parts = $1
        },
        Field("server-control", serverControl, "The declared delivery features.") {
            $0.packager.serverControl = $1
        },
        Field(
            "rendition-reports", .truth,
            "Whether playlists report the progress of the other renditions; false."
        ) { $0.packager.hasReports = $1 },
        Field("date-time", LiveClock.dates, "The dates of segments, and the clock of the origin.") {
            $0.packager.dates = $1.dates
            $0.encoder.clock = $1.clock
        },
        Field("keys", LiveKeys.rotation, "The encryption with keys that change; none.") {
            $0.packager.keys = $1.rotation
            $0.keyContents = $1.contents
        },
        Field("renditions", LiveRenditions.rule.list(), "The renditions that differ from others.") {
            $0.renditions = $1
        },
    ]

    private static let deviations: [Field<LiveAsset>] = [
        Field("encoder", encoder, "The delays of the encoder.") {
            $0.encoder.delay = $1.delay
            $0.encoder.jitter = $1.jitter
            $0.encoder.seed = $1.seed
            $0.encoder.firstSequence = $1.firstSequence
        },
        Field(
            "faults", LiveFaults.fault.list(), "The faults of the encoder, for every player."
        ) { $0.encoder.faults = $1 },
        Field(
            "broken-blocking", Shape<Packager.Blocking>.choice,
            "The treatment of requests that wait: none (correct), immediate-unchanged, never or"
                + " ignores-part; none."
        ) { $0.packager.blocking = $1 },
        Field("edges", LiveEdges.edges, "The servers between the origin and the player.") {
            $0.edges = $1
        },
    ]

    private static let refused: [Field<LiveAsset>] = [
        .refused("segment", "the segments of a broadcast have the boundaries of the source")
    ]

    private static let parts = Shape<PartListing>.mapping(
        "The parts of segments.", from: { PartListing(target: .seconds(1)) },
        fields: [
            Field(
                "target", LiveWords.day, "The target duration of parts.", isRequired: true
            ) { $0.target = $1 },
            Field(
                "independent", Shape<PartListing.Independence>.choice,
                "The parts that are marked as independent: keyframes (parts with a keyframe), all"
                    + " or none; keyframes."
            ) { $0.independence = $1 },
            Field("hints", .truth, "Whether playlists announce the next part; true.") {
                $0.hasHints = $1
            },
        ])

    private static let timestamps = Shape<LiveAsset>.mapping(
        "The timestamps of the media.", from: { LiveAsset() },
        fields: [
            Field(
                "start", LiveWords.time, "The addition to the timestamps of the source; 0s."
            ) { $0.timestampStart = $1 },
            Field(
                "tfdt-bits", decodeTimeBits,
                "The width of decode times in fragmented MP4; as in the source."
            ) { $0.decodeTimeBits = $1 },
        ])

    private static let decodeTimeBits = Shape<Int>(
        .object([("enum", .list([.number(32), .number(64)]))])
    ) { value throws(ScenarioFileError) in
        let bits = try Shape<Int>.count(0...64).read(value)
        guard bits == 32 || bits == 64 else { throw value.unexpected("32 or 64") }
        return bits
    }

    private static let ending = Shape<Ending>.mapping(
        "The end of the broadcast.", from: { Ending(after: .zero, as: .vod) },
        fields: [
            Field(
                "after", LiveWords.positiveTime, "The time of the world of the end.",
                isRequired: true
            ) { $0.length = $1 },
            Field(
                "as",
                .words([("vod", Ending.Sign.vod), ("removed", .removed), ("silence", .silence)]),
                "The sign: vod (EXT-X-ENDLIST), removed (status 404) or silence; vod."
            ) { $0.sign = $1 },
        ])

    private static let window = Shape<WindowDraft>.mapping(
        "The segments that a playlist lists.", from: { WindowDraft() },
        exclusive: [("length", "segments")],
        fields: [
            Field(
                "type",
                .words([
                    ("sliding", WindowDraft.Kind.sliding), ("event", .event),
                    ("unlimited", .unlimited),
                ]), "Whether old segments leave the list: sliding, event or unlimited; sliding."
            ) { $0.kind = $1 },
            Field("length", LiveWords.positiveTime, "The length of a sliding window; 60s.") {
                $0.size = .length($1)
            },
            Field(
                "segments", Shape<Int>.count(1...100_000), "The segments of a sliding window."
            ) { $0.size = .count($1) },
        ]
    ).narrowed { draft, value throws(ScenarioFileError) in
        switch (draft.kind, draft.size) {
        case (.sliding, let size): return size ?? .length(.seconds(60))
        case (.event, nil): return .event
        case (.unlimited, nil): return .unlimited
        default: throw value.unexpected("no length or number of segments in this type of window")
        }
    }

    private static let serverControl = Shape<ServerControl>.mapping(
        "The declared delivery features.", from: { ServerControl() },
        fields: [
            Field("hold-back", LiveWords.day, "The distance from the live edge.") {
                $0.holdBack = $1
            },
            Field("block", .truth, "Whether playlist requests may wait; false.") {
                $0.canBlockReload = $1
            },
            Field(
                "part-hold-back", LiveWords.day,
                "The distance from the live edge of a player that loads parts."
            ) { $0.partHoldBack = $1 },
            Field(
                "can-skip-until", LiveWords.day,
                "The distance from the end before which delta updates leave out segments."
            ) { $0.canSkipUntil = $1 },
            Field(
                "skip-dateranges", .truth, "Whether delta updates leave out date ranges; false."
            ) { $0.canSkipDateRanges = $1 },
        ])

    private static let encoder = Shape<Encoder>.mapping(
        "The delays of the encoder.", from: { Encoder() },
        fields: [
            Field("delay", LiveWords.day, "The time from a segment's end to its listing; 0s.") {
                $0.delay = $1
            },
            Field("jitter", LiveWords.day, "The largest additional delay; 0s.") { $0.jitter = $1 },
            Field(
                "seed", Shape<Int64>.integer(0...Int64.max), "The seed of the delays; 0."
            ) { $0.seed = UInt64($1) },
            Field(
                "first-sequence", Shape<Int64>.integer(0...1 << 53),
                "The media sequence number at the start of the broadcast; 0."
            ) { $0.firstSequence = Int($1) },
        ])
}

/// The fields of a live window that have been read from a scenario file so far.
private struct WindowDraft: Sendable {
    enum Kind: Sendable { case sliding, event, unlimited }

    var kind = Kind.sliding
    var size: Packager.Window?
}

extension Field {
    /// Returns a field for a key that the simulation cannot implement; reading it throws an error.
    static func refused(_ key: String, _ reason: String) -> Field {
        Field(
            key, isRequired: false, needs: [],
            schema: SchemaNode.object([("not", .object([]))])
                .described("Not available: \(reason).")
        ) { _, value throws(ScenarioFileError) in
            throw value.error(.unreadable("'\(key)' is not available: \(reason)"))
        }
    }
}
