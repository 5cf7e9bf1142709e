import HeadlessPlayback
import Transport

extension Shape<FaultRule> {
    /// The syntax of a rule that injects a fault into some requests.
    static let fault = Shape<RuleDraft>.mapping(
        "Faults of requests; of several rules that fit a request, the first applies.",
        from: { RuleDraft() },
        fields: [
            Field(
                "match", Shape<RequestPattern>.requests.narrowed(RequestFields.possible),
                "The affected requests; all by default."
            ) { $0.rule.pattern = $1 },
            Field(
                "occurrences", .times(from: 1),
                "The affected requests among them, counted from 1: 2, 1..3 or 2..; all by default."
            ) { $0.rule.occurrences = $1.lowerBound - 1..<$1.upperBound },
            Field("during", .period, "The time in which the fault applies to requests.") {
                $0.rule.period = $1.start..<$1.definiteEnd
            },
            Field("do", .effect, "The fault.", isRequired: true) { $0.rule.fault = $1 },
        ] + RuleDraft.tokenFields
    ).map(\.complete)
}

/// The fields that select requests.
enum RequestFields {
    static let all: [Field<RequestPattern>] = [
        Field(
            "location", .name,
            "The pattern of the location: * stands for any text and ? for any character;"
                + " without a slash it is compared with the last part of the path."
        ) { $0.location = $1 },
        Field("kind", Shape<ResourceKind>.kind.oneOrMore, "The kinds of resources.") {
            $0.kinds = Set($1)
        },
        Field("method", Shape<RequestMethod>.method.oneOrMore, "The methods; any by default.") {
            $0.methods = Set($1)
        },
        Field(
            "msn", .times(from: 0),
            "The media sequence numbers of the segments of a broadcast: 40, 40..44 or 40.."
        ) { $0.sequences = $1 },
        Field("part", .count(0...9999), "The part of a segment of a broadcast, counted from 0.") {
            $0.part = $1
        },
        Field(
            "edge", .count(0...9999),
            "The distance of a segment from the live edge: 0 for the newest that the player knows."
        ) { $0.fromEdge = $1 },
        Field("range-start", .byteCount, "The first byte of the requested range.") {
            $0.rangeStart = $1
        },
    ]

    /// Returns a request pattern after checking that at least one request can match it.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - value: The value of the pattern in the file.
    /// - Returns: The pattern, unchanged.
    /// - Throws: An error if the pattern addresses segments of broadcasts, but cannot match any
    ///   request for such a segment.
    static func possible(
        _ pattern: RequestPattern, _ value: FileValue
    ) throws(ScenarioFileError) -> RequestPattern {
        guard pattern.sequences != nil || pattern.part != nil || pattern.fromEdge != nil else {
            return pattern
        }
        guard pattern.kinds.isEmpty || !pattern.kinds.isDisjoint(with: [.segment, .subtitle])
        else {
            throw value.unexpected(
                "the kind segment or subtitle, since msn, part and edge are addresses of segments")
        }
        guard pattern.methods.isEmpty || pattern.methods.contains(.get) else {
            throw value.unexpected("the method GET, with which segments are requested")
        }
        let broadcasts = value.surroundings.broadcasts
        guard broadcasts != .none else {
            throw value.unexpected("a broadcast among the assets, whose segments have msn and edge")
        }
        guard pattern.part == nil || broadcasts != .ofWholeSegments else {
            throw value.unexpected("a broadcast with parts among the assets")
        }
        return pattern
    }
}

extension Shape<RequestPattern> {
    /// The syntax of a request pattern: a pattern for the location, or a mapping.
    static let requests = Shape.either(
        scalar: Shape<String>.name.map { RequestPattern($0) },
        mapping: .mapping(
            "Picks requests.", from: { RequestPattern() }, fields: RequestFields.all)
    ).named("requests")
}

extension Shape<RequestMethod> {
    /// The syntax of the method of a request.
    fileprivate static let method = Shape.words(
        RequestMethod.allCases.map { ($0.rawValue, $0) })
}

extension Shape<ResourceKind> {
    /// The syntax of the kind of a resource.
    fileprivate static let kind = Shape.words([
        ("multivariant-playlist", .multivariantPlaylist), ("media-playlist", .mediaPlaylist),
        ("initialization-section", .initializationSection), ("segment", .segment),
        ("key", .key), ("subtitle", .subtitle), ("other", .other),
    ]).named("resource-kind")
}

extension Shape<ResourceFault> {
    /// The syntax of a fault: a word, or a mapping with a key for the kind and keys for details.
    static let effect = Shape.either(
        scalar: .words([
            ("hang", .hang), ("reset", .reset()), ("stale", .stale), ("wrong-key", .wrongKey),
            ("zeroed", .zeroedBytes(nil)),
        ]),
        mapping: Shape<FaultDraft>.mapping(
            "The fault.", from: { FaultDraft() },
            oneOf: [
                "status", "reset-after", "truncate", "zeroed", "slow", "delay",
            ],
            fields: [
                Field("status", .count(100...599), "The status with which a server refuses.") {
                    $0.fault = .status($1)
                },
                Field(
                    "retry-after", .duration, "The delay that the server requests before a retry.",
                    needs: ["status"]
                ) { $0.retryAfter = $1 },
                Field(
                    "reset-after", .byteCount,
                    "The bytes of the body after which the connection breaks."
                ) { $0.fault = .reset(afterBytes: $1) },
                Field(
                    "truncate", .truncation,
                    "The part of the body that arrives as if complete: a size or a percentage."
                ) { $0.fault = $1 },
                Field("zeroed", .zeroed, "The bytes that are zero: all, or from one to another.") {
                    $0.fault = .zeroedBytes($1)
                },
                Field("slow", .positiveRate, "The rate that the body does not exceed.") {
                    $0.fault = .slowBody(bitsPerSecond: $1)
                },
                Field("delay", .duration, "The delay of the first byte.") { $0.fault = .delay($1) },
            ]
        ).map(\.complete)
    ).named("fault-effect")

    private static let truncation = Shape.either(
        scalar: Shape(.any(of: [Shape<Int64>.byteCount.schema, Shape<Int>.millionths.schema])) {
            value throws(ScenarioFileError) in
            if value.word?.hasSuffix("%") == true {
                return .truncation(toMillionths: try Shape<Int>.millionths.read(value))
            }
            return .truncation(toBytes: try Shape<Int64>.byteCount.read(value))
        })
}

extension Shape<Int64> {
    fileprivate static let positiveRate = rate.narrowed { rate, value throws(ScenarioFileError) in
        guard rate > 0 else { throw value.unexpected("a rate above zero") }
        return rate
    }
}

extension Shape<Range<Int64>?> {
    /// The syntax of the bytes that a fault sets to zero: all of them (`nil`), or a range.
    fileprivate static let zeroed = Shape.either(
        scalar: Shape<Int>.words([("all", 0)]).map { _ in nil },
        mapping: Shape<(from: Int64, to: Int64)>.mapping(
            "Bytes from one, and up to but not including another.", from: { (0, 0) },
            fields: [
                Field("from", .byteCount, "The first byte; 0 by default.") { $0.from = $1 },
                Field("to", .byteCount, "The byte after the last one.", isRequired: true) {
                    $0.to = $1
                },
            ]
        ).narrowed { bytes, value throws(ScenarioFileError) in
            guard bytes.from < bytes.to else {
                throw value.unexpected("bytes whose end is after their start")
            }
            return bytes.from..<bytes.to
        })
}

/// A rule that is not completely read yet.
private struct RuleDraft: Sendable {
    var rule = FaultRule(RequestPattern(), fault: .hang)
    var cookie: String?

    /// The keys of a rule by which an origin accepts each token only for a limited time.
    static let tokenFields: [Field<RuleDraft>] = [
        Field(
            "expires-after", .duration,
            "The time after which the origin refuses a token, counted from its first use: the query"
                + " of the location, or a cookie. Each token has its own time."
        ) { $0.rule.expiry = TokenExpiry(after: $1) },
        Field(
            "cookie", .name, "The cookie that expires, instead of the query.",
            needs: ["expires-after"]
        ) { $0.cookie = $1 },
    ]

    var complete: FaultRule {
        var rule = rule
        rule.expiry?.cookie = cookie
        return rule
    }
}

/// A fault that is not completely read yet.
private struct FaultDraft: Sendable {
    var fault = ResourceFault.hang
    var retryAfter: Duration?

    var complete: ResourceFault {
        if case .status(let status, _) = fault { return .status(status, retryAfter: retryAfter) }
        return fault
    }
}
