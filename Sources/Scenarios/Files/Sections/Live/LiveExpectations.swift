import HeadlessPlayback
import Transport

/// The syntax of expectations with instants, periods, request counts or permitted durations.
enum LiveExpectations {
    /// The syntax of an expected duration: the duration at the end of the run, or at an instant.
    static let duration = Shape<Expectation>.either(
        scalar: time.map { Expectation.duration($0, tolerance: .zero) },
        mapping: Shape<(at: Instant?, time: MediaTime, tolerance: MediaTime)>.mapping(
            "A duration, its tolerance and its time.", from: { (nil, .zero, .zero) },
            fields: [
                Field("is", time, "The time, or indefinite.", isRequired: true) { $0.time = $1 },
                Field("tolerance", .mediaTime, "The largest difference; 0s.") { $0.tolerance = $1 },
                Field("at", .time, "The time of the world; by default, the end of the run.") {
                    $0.at = $1.instant
                },
            ]
        ).map { draft -> Expectation in
            if let at = draft.at {
                return .durationAt(at, draft.time, tolerance: draft.tolerance)
            }
            return .duration(draft.time, tolerance: draft.tolerance)
        })

    /// The syntax of the seekable range that is expected at an instant.
    static let seekable = Shape<
        (at: Instant, from: MediaTime, to: MediaTime, tolerance: MediaTime)
    >.mapping(
        "The range that can be sought at a time of the world.",
        from: { (.start, .zero, .zero, .zero) },
        fields: [
            Field("at", .time, "The time of the world.", isRequired: true) { $0.at = $1.instant },
            Field("from", .mediaTime, "Its start.", isRequired: true) { $0.from = $1 },
            Field("to", .mediaTime, "Its end.", isRequired: true) { $0.to = $1 },
            Field("tolerance", .mediaTime, "The largest difference of each end; 0s.") {
                $0.tolerance = $1
            },
        ]
    ).narrowed { draft, value throws(ScenarioFileError) in
        guard draft.from <= draft.to else {
            throw value.unexpected("a range that ends after it begins")
        }
        return Expectation.seekable(
            at: draft.at, draft.from..<draft.to, tolerance: draft.tolerance)
    }

    /// The syntax of a period, and of the bound on the latency during this period.
    static let latency = Shape<(period: Period, bound: MediaTime)>.mapping(
        "The distance of the playhead from the live edge, while the player should play.",
        from: { (Period(), .zero) },
        fields: [
            Field("from", .time, "The start of the period; by default, the start of the world.") {
                $0.period.start = $1.instant
            },
            Field("to", .time, "The end of the period; by default, the end of the run.") {
                $0.period.end = $1.instant
            },
            Field("below", LiveWords.positiveTime, "The bound.", isRequired: true) {
                $0.bound = $1
            },
        ]
    ).narrowed { draft, value throws(ScenarioFileError) in
        guard draft.period.start < draft.period.definiteEnd else {
            throw value.unexpected("a period that ends after it begins")
        }
        return Expectation.latency(
            during: draft.period.start..<draft.period.definiteEnd, below: draft.bound)
    }

    /// The syntax of the bounds on the playback rate.
    static let rate = Shape<RateDraft>.mapping(
        "The rate at which the playhead moves: the app's rate, or a rate that follows the latency"
            + " of a broadcast.",
        from: { RateDraft() },
        fields: [
            Field("from", .time, "The start of the period; by default, the start of the world.") {
                $0.period.start = $1.instant
            },
            Field("to", .time, "The end of the period; by default, the end of the run.") {
                $0.period.end = $1.instant
            },
            Field("at-least", .playbackRate, "The lowest rate permitted.") { $0.least = $1 },
            Field("at-most", .playbackRate, "The highest rate permitted.") { $0.most = $1 },
            Field(
                "reaches", .playbackRate,
                "A rate that is reached or exceeded; below 1, a rate that is reached or undercut."
            ) { $0.reached = $1 },
        ]
    ).narrowed { draft, value throws(ScenarioFileError) in
        guard draft.period.start < draft.period.definiteEnd else {
            throw value.unexpected("a period that ends after it begins")
        }
        guard draft.least != nil || draft.most != nil || draft.reached != nil else {
            throw value.unexpected("at-least, at-most or reaches")
        }
        return Expectation.rate(
            during: draft.period.start..<draft.period.definiteEnd, atLeast: draft.least,
            atMost: draft.most, reaches: draft.reached)
    }

    /// The parts of an expectation about the playback rate that have been read so far.
    struct RateDraft: Sendable {
        var period = Period()
        var least: Double?
        var most: Double?
        var reached: Double?
    }

    /// The syntax of expected requests: how many of them occur, or at which instants.
    static let requests = Shape<RequestsDraft>.mapping(
        "Requests, and their number or their instants.", from: { RequestsDraft() },
        oneOf: ["times", "at"],
        fields: RequestFields.all.map { field in
            Field(field.key, isRequired: field.isRequired, needs: field.needs, schema: field.schema)
            { draft, value throws(ScenarioFileError) in try field.read(&draft.pattern, value) }
        } + [
            Field("times", .times(from: 0), "The count: 3, 1..3 or 2...") { $0.times = $1 },
            Field(
                "at", Shape<TimeText>.time.list(),
                "The instants of all of them, as times of the world."
            ) { $0.instants = $1.map(\.instant) },
            Field("within", .duration, "The largest difference of each; 0s.", needs: ["at"]) {
                $0.tolerance = $1
            },
            Field(
                "during", .period, "The period outside of which requests do not count.",
                needs: ["at"]
            ) { $0.period = $1 },
        ]
    ).narrowed { draft, value throws(ScenarioFileError) in
        var draft = draft
        draft.pattern = try RequestFields.possible(draft.pattern, value)
        return draft
    }.map(\.expectation)

    /// The syntax of a ledger account and the duration of media that is permitted in it.
    ///
    /// A ledger assigns the media of a track or of a broadcast to accounts, such as the account of
    /// missing media.
    static let allowance = Shape<(account: Allowed, limit: MediaTime)>.mapping(
        "An account, and the permitted amount in it.",
        from: { (.track(.missing), .zero) },
        fields: [
            Field(
                "account",
                .words(
                    [
                        ("missing", .track(.missing)), ("damaged", .track(.damaged)),
                        ("overlapped", .track(.overlapped)),
                        ("stalled-through", .track(.stalledThrough)),
                    ] + BroadcastAccount.allCases.map { ($0.rawValue, .broadcast($0)) }),
                "The account.", isRequired: true
            ) {
                $0.account = $1
            },
            Field("up-to", .mediaTime, "The permitted maximum.", isRequired: true) {
                $0.limit = $1
            },
        ]
    ).map { draft -> Expectation in
        switch draft.account {
        case .track(let account): .allowed(account, upTo: draft.limit)
        case .broadcast(let account): .allowedBroadcast(account, upTo: draft.limit)
        }
    }

    /// An account in the ledger of a track or of a broadcast, such as the account of missing media.
    private enum Allowed: Sendable {
        case track(TrackAccount.Account), broadcast(BroadcastAccount)
    }

    private static let time = Shape<MediaTime>.mediaTime.or("indefinite", .indefinite)

    /// An expectation about requests that has not been read completely yet.
    struct RequestsDraft: Sendable {
        var pattern = RequestPattern()
        var times = 1...1
        var instants: [Instant] = []
        var tolerance = Duration.zero
        var period = Period()

        var expectation: Expectation {
            if instants.isEmpty { return .requests(pattern, times) }
            return .requestsAt(
                instants, pattern, within: tolerance, during: period.start..<period.definiteEnd)
        }
    }
}
