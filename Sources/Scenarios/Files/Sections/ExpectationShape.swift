import HeadlessPlayback

extension Shape<Expectation> {
    /// The syntax of an expectation of a scenario: a word, or a mapping with one key.
    static let expectation = Shape.either(
        scalar: .words([("no-network", .noNetwork), ("end", .end(true))]),
        mapping: Shape<Expectation?>.mapping(
            "An expectation of the scenario.", from: { nil }, oneOf: fields.map(\.key),
            fields: fields
        ).narrowed { expectation, value throws(ScenarioFileError) in
            guard let expectation else { throw value.unexpected("an expectation") }
            return expectation
        }
    ).named("expectation")

    private static func field<Argument>(
        _ key: String, _ shape: Shape<Argument>, _ summary: String,
        _ expectation: @escaping @Sendable (Argument) -> Expectation
    ) -> Field<Expectation?> {
        Field(key, shape, summary) { $0 = expectation($1) }
    }

    private static let fields: [Field<Expectation?>] = [
        field(
            "cue-points", .passedCuePoints,
            "The cue points that are passed: once (every one exactly once), passed (every one as"
                + " often as the playhead passes it), none, or a list."
        ) { $0 },
        field(
            "order", Shape<EventPattern>.event.list(),
            "Events that are reported in this order; others may come between them."
        ) { .order($0) },
        field("count", .counted, "The number of reports of an event.") { $0 },
        field("never", .event, "An event that is not reported.") { .never($0) },
        field("duration", LiveExpectations.duration, "The duration that is reported last.") { $0 },
        field("seekable", LiveExpectations.seekable, "The range that can be sought.") { $0 },
        field("latency", LiveExpectations.latency, "The distance from the live edge.") { $0 },
        field("rate", LiveExpectations.rate, "The rate at which the playhead moves.") { $0 },
        field(
            "jumps", Shape<ClosedRange<Int>>.times(from: 0),
            "The jumps of a playhead that has fallen behind a broadcast."
        ) { .jumps($0) },
        field("end", .truth, "Whether every video is played to its end.") { .end($0) },
        field(
            "variants", Shape<Int64>.rate.list(),
            "The variants that are played, by their bandwidths, in this order."
        ) { .variants($0) },
        field("subtitles", .shownCues, "Cues that are shown, in this order.") { $0 },
        field(
            "requests", LiveExpectations.requests,
            "The number or the instants of requests that no store answers."
        ) { $0 },
        field("calls", ServiceCalls.expectation, "The calls to the playback service.") { $0 },
        field("no-network", .nothing, "No byte is received from the network.") { .noNetwork },
        field(
            "licences", Shape<Int>.count(100...599).list(isEmptyAllowed: true),
            "The statuses of the key server's answers, in this order, and no others; [] for none."
        ) { .licences($0) },
        field(
            "errors", ErrorExpectation.error.list(isEmptyAllowed: true),
            "The errors that are reported, in this order, and no others; [] for none."
        ) { .errors($0) },
        field(
            "altered-playlists", Shape<ClosedRange<Int>>.times(from: 0),
            "The playlists that faults change unseen by the player; 0."
        ) { .alteredPlaylists($0) },
        field(
            "allow", LiveExpectations.allowance,
            "The amount of media that an account of the ledger, such as missing or damaged, may"
                + " have."
        ) { $0 },
        field("download", DownloadExpectation.end, "The end of the download of an asset.") { $0 },
    ]

    private static let passedCuePoints = Shape.either(
        scalar: .words([
            ("once", .everyCuePointOnce), ("passed", .everyCuePointPassed), ("none", .noCuePoints),
        ]),
        list: Shape<ExpectedCuePoint>.expectedCuePoint.list()
            .map { .cuePoints($0, tolerance: .zero) },
        mapping: Shape<(points: [ExpectedCuePoint], tolerance: MediaTime)>.mapping(
            "The cue points that are passed, and their tolerance.", from: { ([], .zero) },
            fields: [
                Field(
                    "passed", Shape<ExpectedCuePoint>.expectedCuePoint.list(),
                    "The cue points, in order.", isRequired: true
                ) { $0.points = $1 },
                Field("tolerance", .mediaTime, "The largest distance of each from its place; 0s.") {
                    $0.tolerance = $1
                },
            ]
        ).map { .cuePoints($0.points, tolerance: $0.tolerance) })

    private static let counted = Shape<(pattern: EventPattern, times: ClosedRange<Int>)>.mapping(
        "An event, and the number of its reports.", from: { (EventPattern(""), 1...1) },
        fields: Shape<EventPattern>.eventFields.map { field in
            Field(field.key, isRequired: field.isRequired, needs: field.needs, schema: field.schema)
            { draft, value throws(ScenarioFileError) in try field.read(&draft.pattern, value) }
        } + [
            Field("times", .times(from: 0), "The count: 3, 1..3 or 2...", isRequired: true) {
                $0.times = $1
            }
        ]
    ).map { Expectation.count($0.pattern, $0.times) }

    private static let shownCues = Shape.either(
        list: Shape<ExpectedCue>.expectedCue.list().map { .subtitles($0, tolerance: .zero) },
        mapping: Shape<(cues: [ExpectedCue], tolerance: MediaTime)>.mapping(
            "The cues that are shown, and their tolerance.", from: { ([], .zero) },
            fields: [
                Field(
                    "shown", Shape<ExpectedCue>.expectedCue.list(), "The cues, in order.",
                    isRequired: true
                ) { $0.cues = $1 },
                Field("tolerance", .mediaTime, "The largest difference of their times; 0s.") {
                    $0.tolerance = $1
                },
            ]
        ).map { .subtitles($0.cues, tolerance: $0.tolerance) })
}

extension Shape<ExpectedCuePoint> {
    /// The syntax of a cue point that must be passed.
    fileprivate static let expectedCuePoint = Shape.either(
        scalar: Shape<CuePoint.Position>.position.map { ExpectedCuePoint($0) },
        mapping: .mapping(
            "A cue point that has to be passed.", from: { ExpectedCuePoint(.before) },
            fields: [
                Field("time", .position, "The position.", isRequired: true) { $0.position = $1 },
                Field("name", .text, "Its name; any by default.") { $0.name = $1 },
                Field("type", .text, "The purpose; any if not given.") { $0.type = $1 },
            ])
    ).named("expected-cue-point")
}

extension Shape<ExpectedCue> {
    /// The syntax of a subtitle cue that must be shown.
    fileprivate static let expectedCue = Shape.either(
        scalar: Shape<String>.text.map { ExpectedCue($0) },
        mapping: .mapping(
            "A cue of subtitles that has to be shown.", from: { ExpectedCue("") },
            fields: [
                Field("text", .text, "Its text, without markup.", isRequired: true) {
                    $0.text = $1
                },
                Field("from", .mediaTime, "The time at which it is shown.") { $0.start = $1 },
                Field("to", .mediaTime, "The time at which it is hidden.") { $0.end = $1 },
            ])
    ).named("expected-cue")
}

/// The syntax of expectations about errors.
enum ErrorExpectation {
    /// The syntax of an expected error.
    static let error = Shape<ExpectedError>.either(
        scalar: Shape<Int>.count(-999_999...999_999).map { ExpectedError(code: $0) },
        mapping: .mapping(
            "An error that has to be reported.", from: { ExpectedError(code: 0) },
            fields: [
                Field("domain", .name, "Its domain; any by default.") { $0.domain = $1 },
                Field(
                    "code", .count(-999_999...999_999), "The code within the domain.",
                    isRequired: true
                ) { $0.code = $1 },
                Field("text", .name, "A part of its message, such as CLIENT_GEO.") {
                    $0.text = $1
                },
            ])
    ).named("expected-error")
}

/// The syntax of expectations about downloads.
enum DownloadExpectation {
    /// The syntax of an asset and the expected outcome of its download.
    static let end = Shape<(asset: Int, outcome: DownloadOutcome)>.mapping(
        "An asset, and the end of its download.", from: { (0, .playable) },
        fields: [
            Field("asset", .assetPlace, "Its place from 1 on, or its name.", isRequired: true) {
                $0.asset = $1
            },
            Field(
                "ends", .choice,
                "The end of the download: incomplete also for a preloaded licence, failed also if it"
                    + " is cancelled, and absent if the app has no token or it is deleted.",
                isRequired: true
            ) { $0.outcome = $1 },
        ]
    ).map { Expectation.download($0.asset, $0.outcome) }
}
