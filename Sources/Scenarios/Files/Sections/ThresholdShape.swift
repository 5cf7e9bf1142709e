import Formats
import HeadlessPlayback
import RunResults
import Sessions

extension Shape<[(value: Threshold, line: Int)]> {
    /// The syntax of thresholds: bounds such as `"< 1.5s"`, grouped by metric.
    ///
    /// A metric has one bound or a list of bounds. The thresholds are one group, or a list of
    /// groups; each group applies to every player, or to the players that it names.
    static let thresholds = either(
        list: group.list().map { $0.flatMap(\.self) }, mapping: group)

    /// The syntax of one group of bounds, for every player or for the players that it names.
    private static let group = Shape(ThresholdGroup.schema, read: ThresholdGroup.read)
}

/// The schema and the reader of a group of bounds that apply to the same players.
private enum ThresholdGroup {
    /// The key that names the players.
    private static let profileKey = "profile"

    /// Reads the bounds of a group, each with its line.
    static func read(
        _ value: FileValue
    ) throws(ScenarioFileError) -> [(value: Threshold, line: Int)] {
        guard case .mapping(let members) = value.node.content else {
            throw value.unexpected("a mapping of metrics to bounds")
        }
        let known = [profileKey] + Threshold.Metric.allCases.map(\.rawValue)
        var profiles: [String] = []
        var thresholds: [(value: Threshold, line: Int)] = []
        for member in members {
            if member.key == profileKey {
                profiles = try Shape<[String]>.players.read(value.member(member))
                continue
            }
            guard let metric = Threshold.Metric(rawValue: member.key) else {
                throw value.error(
                    .unknownKey(
                        member.key, nearest: nearestWord(to: member.key, in: known), known: known),
                    at: member.place)
            }
            let bounds = Shape<Threshold>.bound(of: metric).located.oneOrMore
            thresholds += try bounds.read(value.member(member))
        }
        // A group without bounds is an error: the scenario would run without comparing any measured
        // value, and would seem to show that the players meet a bound.
        if thresholds.isEmpty {
            let place = profiles.isEmpty ? "" : " with 'profile'"
            throw value.unexpected("a bound\(place), such as 'startup-time'")
        }
        for place in thresholds.indices { thresholds[place].value.profiles = profiles }
        return thresholds
    }

    static var schema: SchemaNode {
        let bounds = Threshold.Metric.allCases.map { metric in
            (
                metric.rawValue,
                Shape<Threshold>.bound(of: metric).oneOrMore.schema.described("\(metric.name).")
            )
        }
        let profile = Shape<[String]>.players.schema.described(
            "The players to which these bounds apply: each of them plays the whole scenario.")
        return .object([
            ("type", .text("object")), ("properties", .object([(profileKey, profile)] + bounds)),
            ("minProperties", .number(1)),
            ("dependentSchemas", .object([(profileKey, .object([("minProperties", .number(2))]))])),
            ("additionalProperties", .truth(false)),
        ])
    }
}

extension Shape<[String]> {
    /// The syntax of distinct names of players: a single name, a list, or `all`.
    fileprivate static let players: Shape = {
        let names = PlayerProfile.all.map(\.name)
        let name = Shape<String>.words(names.map { ($0, $0) })
        let list = name.list().narrowed { chosen, value throws(ScenarioFileError) in
            guard Set(chosen).count == chosen.count else {
                throw value.unexpected("players, each once")
            }
            return chosen
        }.described(
            by: .object([
                ("type", .text("array")), ("items", name.schema), ("minItems", .number(1)),
                ("uniqueItems", .truth(true)),
            ]))
        return .either(scalar: name.map { [$0] }.or("all", names), list: list)
    }()
}

extension Shape<Threshold> {
    /// Returns the shape of a comparison and a bound, such as `< 1.5s`.
    ///
    /// The text is in quotes where YAML requires them.
    fileprivate static func bound(of metric: Threshold.Metric) -> Shape {
        let unit = metric.unit
        return Shape(
            .definition(
                "bound-in-\(unit.rawValue)",
                .text(pattern: "^(<=|>=|==|<|>) *(\(unit.pattern))$", examples: [unit.example]))
        ) { value throws(ScenarioFileError) in
            let expectation = "a comparison and a bound, such as '\(unit.example)'"
            guard let word = value.word else { throw value.unexpected(expectation) }
            let sign = word.prefix { "<>=".contains($0) }
            let rest = word[sign.endIndex...].drop { $0 == " " }
            guard let comparison = Threshold.Comparison(rawValue: String(sign)),
                let bound = unit.number(String(rest))
            else { throw value.unexpected(expectation) }
            return Threshold(metric, comparison, bound)
        }
    }
}

/// The unit of a bound.
private enum BoundUnit: String {
    case time, percent, rate, size, number

    var example: String {
        switch self {
        case .time: "< 1.5s"
        case .percent: "< 0.5%"
        case .rate: ">= 2Mbps"
        case .size: "< 10MB"
        case .number: "<= 3"
        }
    }

    var pattern: String {
        switch self {
        case .time: "[0-9]+(\\.[0-9]+)?(ms|s|m|h)"
        case .percent: "[0-9]+(\\.[0-9]+)?%"
        case .rate: "[0-9]+(\\.[0-9]+)?(bps|k|kbps|M|Mbps|G|Gbps)?"
        case .size: "[0-9]+(\\.[0-9]+)?(B|kB|MB|GB|KiB|MiB|GiB)?"
        case .number: "[0-9]+"
        }
    }

    func number(_ text: String) -> Double? {
        switch self {
        case .time:
            return Shape<Int64>.quantity(
                text,
                units: [
                    ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
                    ("h", 3_600_000_000_000),
                ]
            ).map { Double($0) / 1e9 }
        case .percent:
            return Shape<Int64>.quantity(text, units: [("%", 1_000_000)]).map { Double($0) / 1e8 }
        case .rate:
            return Shape<Int64>.quantity(text, units: Shape<Int64>.rateUnits).map(Double.init)
        case .size:
            return Shape<Int64>.quantity(text, units: Shape<Int64>.sizeUnits).map(Double.init)
        case .number:
            return text.utf8.allSatisfy { (0x30...0x39).contains($0) } && text.utf8.count <= 15
                ? Double(text) : nil
        }
    }
}

extension Threshold.Metric {
    fileprivate var unit: BoundUnit {
        switch self {
        case .startupTime, .rebufferingTime, .seekTime: .time
        case .rebufferingRatio: .percent
        case .meanBitrate: .rate
        case .wastedBytes: .size
        case .rebufferingCount, .switches, .downSwitches, .retries: .number
        }
    }
}

extension Shape<KnownIssue> {
    /// The syntax of a known issue.
    static let knownIssue = Shape.mapping(
        "A known issue: its failures do not fail the run, but their absence does. It covers one failure,"
            + " or as many as 'times' states; other failures with its code count.",
        from: { KnownIssue("", text: "") },
        fields: [
            Field("code", .name, "The code of the check that fails.", isRequired: true) {
                $0.code = $1
            },
            Field(
                "text", .name, "A part of the failure's text: of the expected or the found value.",
                isRequired: true
            ) { $0.text = $1 },
            Field(
                "times", .count(1...1_000_000),
                "The number of failures that it covers; 1. With 'sometimes' the highest number."
            ) { $0.times = $1 },
            Field("sometimes", .truth, "Whether it occurs only in some runs.", needs: ["bug"]) {
                $0.isSometimes = $1
            },
            Field("bug", .name, "The location of the bug report.") { $0.bug = $1 },
        ])
}
