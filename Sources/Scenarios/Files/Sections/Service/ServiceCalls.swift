import HeadlessPlayback
import Sessions
import Transport

/// The syntax of the calls to a playback service in assets, faults and expectations.
enum ServiceCalls {
    /// The syntax of a request for the videos of an asset.
    static let find = Shape<FindDraft>.mapping(
        "A request to the playback service of the scenario, whose answer is played.",
        from: { FindDraft() }, oneOf: ["video", "ref", "playlist", "playlist-ref", "search"],
        exclusive: [("viewer", "policy-key")],
        fields: [
            Field("video", .name, "The id of a video.") { $0.subject = .video(id: $1) },
            Field("ref", .name, "The reference id of a video.") {
                $0.subject = .videoReference($1)
            },
            Field("playlist", .name, "The id of a playlist.") { $0.subject = .playlist(id: $1) },
            Field("playlist-ref", .name, "The reference id of a playlist.") {
                $0.subject = .playlistReference($1)
            },
            Field("search", .name, "A text in the name or the tags of videos.") {
                $0.subject = .search($1)
            },
            Field(
                "viewer", .name, "The viewer whose token is sent; the policy key if not given."
            ) { $0.viewer = $1 },
            Field("policy-key", .name, "A policy key other than the account's.") {
                $0.policyKey = $1
            },
            Field("limit", .count(1...100), "The maximum number of videos in a list; 20.") {
                $0.parameters["limit"] = "\($1)"
            },
            Field("offset", .count(0...1_000_000), "The number of videos to skip; 0.") {
                $0.parameters["offset"] = "\($1)"
            },
        ]
    ).located.map { draft in
        var find = ServiceFind(draft.value.subject)
        find.viewer = draft.value.viewer
        find.policyKey = draft.value.policyKey
        find.parameters = draft.value.parameters
        find.line = draft.line
        return find
    }.named("find")

    /// The parts of a request that have been read so far.
    struct FindDraft: Sendable {
        var subject = PlaybackServiceRequest.Subject.video(id: "")
        var viewer: String?
        var policyKey: String?
        var parameters: [String: String] = [:]
    }

    /// The syntax of a fault that applies to calls to a playback service.
    static let fault = Shape<FaultDraft>.mapping(
        "A fault of calls to the service.", from: { FaultDraft() },
        fields: callFields {
            $0.call = $1
        } id: {
            $0.id = $1
        } + [
            Field(
                "occurrences", .times(from: 1),
                "The calls that fail, counted from 1: 2, 1..3 or 2..; all by default."
            ) { $0.rule.occurrences = $1.lowerBound - 1..<$1.upperBound },
            Field("during", .period, "The time in which calls fail.") {
                $0.rule.period = $1.start..<$1.definiteEnd
            },
            Field("do", .effect, "The fault.", isRequired: true) { $0.rule.fault = $1 },
        ]
    ).narrowed { draft, value throws(ScenarioFileError) in
        try check(draft.call, draft.id, value)
        var rule = draft.rule
        rule.pattern = draft.call.pattern(id: draft.id)
        return rule
    }

    /// A fault that is not completely read yet.
    struct FaultDraft: Sendable {
        var call = ServiceCall.video
        var id: String?
        var rule = FaultRule(RequestPattern(), fault: .hang)
    }

    /// The syntax of an expected number of calls.
    static let expectation = Shape<CountDraft>.mapping(
        "Calls to the playback service, and their number.", from: { CountDraft() },
        fields: callFields {
            $0.call = $1
        } id: {
            $0.id = $1
        } + [
            Field("times", .times(from: 0), "The count: 3, 1..3 or 2...", isRequired: true) {
                $0.times = $1
            }
        ]
    ).narrowed { draft, value throws(ScenarioFileError) in
        try check(draft.call, draft.id, value)
        return Expectation.requests(draft.call.pattern(id: draft.id), draft.times)
    }

    /// An expected number of calls that is not completely read yet.
    struct CountDraft: Sendable {
        var call = ServiceCall.video
        var id: String?
        var times = 1...1
    }

    /// Throws an error if an id is given for a kind of call that has no id.
    private static func check(
        _ call: ServiceCall, _ id: String?, _ value: FileValue
    ) throws(ScenarioFileError) {
        guard id != nil, call != .video, call != .playlist else { return }
        throw value.unexpected("no id with the call \(call.rawValue)")
    }

    /// Returns the fields that select service calls in a scenario file: the kind and the id.
    private static func callFields<Draft>(
        _ setCall: @escaping @Sendable (inout Draft, ServiceCall) -> Void,
        id setID: @escaping @Sendable (inout Draft, String) -> Void
    ) -> [Field<Draft>] {
        [
            Field("call", .choice, "The kind of the calls.", isRequired: true, set: setCall),
            Field(
                "id", .name,
                "The id of the video or playlist, or ref: and its reference id; any if not given.",
                set: setID),
        ]
    }
}
