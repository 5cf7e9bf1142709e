import Formats
public import HeadlessPlayback
import RunResults

extension ResultFile {
    /// Parses a file.
    ///
    /// - Parameter bytes: The file.
    /// - Throws: `JSONError` with the position of a mistake in the file.
    public init(json bytes: [UInt8]) throws(JSONError) {
        let value = try JSONReader.read(bytes)
        guard value["format"]?.string == Self.format else {
            throw JSONError(.unexpected(expected: "'\(Self.format)'"), at: "format")
        }
        guard value["version"]?.integer == Self.version else {
            let renewal = "\(Self.version), the version that is read; run again with --json FILE"
            throw JSONError(.unexpected(expected: renewal), at: "version")
        }
        if let shard = value["shard"] {
            let expected = "a part such as {\"index\": 1, \"count\": 4}"
            var suite: ResultSuite?
            if shard["suite"] != nil {
                suite = try shard.member("suite") { value throws(JSONError) in
                    ResultSuite(
                        count: Int(try value.integer("count")), digest: try value.text("digest"))
                }
            }
            guard let index = shard["index"]?.integer, let count = shard["count"]?.integer,
                let shard = ResultShard(
                    index: Int(index), count: Int(count), suite: suite,
                    run: try shard.optionalText("run"))
            else { throw JSONError(.unexpected(expected: expected), at: "shard") }
            self.shard = shard
        }
        if value["planned"] != nil {
            guard let count = value["planned"]?.integer, count >= 0, let count = Int(exactly: count)
            else { throw JSONError(.unexpected(expected: "a count"), at: "planned") }
            planned = count
        }
        results = try value.list("results", ScenarioResult.init(json:))
    }
}

extension ScenarioResult {
    fileprivate init(json value: PropertyValue) throws(JSONError) {
        self.init(
            name: try value.text("name"), file: try value.optionalText("file"),
            seed: try value.converted("seed", "a whole number as a text") { UInt64($0) },
            command: try value.text("command"))
        if value["swept"] != nil {
            swept = try value.member("swept") { value throws(JSONError) in
                try SweptRun(json: value)
            }
        }
        if value["assets"] != nil {
            assets = try value.list("assets") { asset throws(JSONError) in try asset.itself() }
        }
        worldTime = try value.duration("worldTime")
        wallTime = try value.duration("wallTime")
        checks = try value.list("checks", Check.init(json:))
        trace = try value.list("trace") { line throws(JSONError) in try line.itself() }
        histories = try value.list("histories", SessionHistory.init(json:))
        for (key, number) in try value.required("metrics").sortedMembers {
            guard let metric = Threshold.Metric(rawValue: key) else {
                throw JSONError(.unexpected(expected: "a metric"), at: "metrics.\(key)")
            }
            guard let number = number.number ?? Self.notFinite[number.string ?? ""] else {
                throw JSONError(.unexpected(expected: "a number"), at: "metrics.\(key)")
            }
            metrics[metric] = number
        }
    }

    private static let notFinite: [String: Double] = [
        "+inf": .infinity, "-inf": -.infinity, "nan": .nan,
    ]
}

extension SweptRun {
    fileprivate init(json value: PropertyValue) throws(JSONError) {
        switch try value.text("run") {
        case "plain":
            self = .plain(
                untried: try value.list("untried") { fault throws(JSONError) in
                    guard let fault = SweptFault(rawValue: try fault.itself()) else {
                        throw JSONError(.unexpected(expected: "a fault"))
                    }
                    return fault
                })
        case "fault":
            self = .fault(
                try value.converted("fault", "a fault") { SweptFault(rawValue: $0) },
                resource: try value.converted("resource", "a kind of resource") { word in
                    ResourceKind.allCases.first { "\($0)" == word }
                },
                try value.converted("survival", "how a run ended") { Survival(rawValue: $0) })
        case "seek":
            self = .seek(
                SweptSeek(
                    place: try value.text("place"),
                    kinds: try value.list("kinds") { kind throws(JSONError) in
                        guard let kind = SweptSeek.Kind(rawValue: try kind.itself()) else {
                            throw JSONError(.unexpected(expected: "a kind of place"))
                        }
                        return kind
                    },
                    precision: try value.converted("precision", "a precision") {
                        SweptSeek.Precision(rawValue: $0)
                    }, stream: try value.text("stream"),
                    distance: value["distance"] == nil ? nil : try value.mediaTime("distance")))
        default: throw JSONError(.unexpected(expected: "a run of a sweep"), at: "run")
        }
    }
}

extension Check {
    fileprivate init(json value: PropertyValue) throws(JSONError) {
        let outcome: Outcome
        switch try value.text("outcome") {
        case "passed": outcome = .passed
        case "failed": outcome = .failed(try Failure(of: value))
        case "broken": outcome = .broken(try Failure(of: value))
        case "known":
            outcome = .known(try Failure(of: value), bug: try value.optionalText("bug"))
        case "skipped": outcome = .skipped(try value.text("reason"))
        default: throw JSONError(.unexpected(expected: "an outcome"), at: "outcome")
        }
        self.init(try value.text("code"), try value.text("name"), outcome)
    }
}

extension Failure {
    fileprivate init(of check: PropertyValue) throws(JSONError) {
        self = try check.member("failure") { value throws(JSONError) in
            try Failure(json: value)
        }
    }

    private init(json value: PropertyValue) throws(JSONError) {
        self.init(
            problem: try value.optionalText("problem"), expected: try value.text("expected"),
            found: try value.text("found"))
        if value["instant"] != nil {
            instant = Instant(sinceStart: try value.duration("instant"))
        }
        if value["line"] != nil { line = Int(try value.integer("line")) }
        if value["context"] == nil { return }
        context = try value.list("context") { line throws(JSONError) in
            TraceExcerptLine(
                number: Int(try line.integer("number")), text: try line.text("text"),
                isMarked: line["isMarked"]?.bool ?? false)
        }
    }
}

// MARK: Histories

extension SessionHistory {
    fileprivate init(json value: PropertyValue) throws(JSONError) {
        self.init(number: Int(try value.integer("number")), title: try value.text("title"))
        duration = try value.mediaTime("duration")
        samples = try value.list("samples", Sample.init(json:))
        if value["windows"] != nil {
            windows = try value.list("windows") { window throws(JSONError) in
                Window(
                    instant: Instant(sinceStart: try window.duration("instant")),
                    length: try window.mediaTime("length"),
                    latency: try window.mediaTime("latency"))
            }
        }
        occurrences = try value.list("occurrences", Occurrence.init(json:))
        marks = try value.list("marks", Mark.init(json:))
        stills = try value.list("stills") { still throws(JSONError) in
            Still(
                try still.text("text"), at: try still.mediaTime("position"),
                image: try still.converted("image", "base64") { Base64.decode(Array($0.utf8)) })
        }
        ledger = try value.text("ledger")
    }
}

extension SessionHistory.Sample {
    fileprivate init(json value: PropertyValue) throws(JSONError) {
        self.init(
            instant: Instant(sinceStart: try value.duration("instant")),
            position: try value.mediaTime("position"),
            bufferedLead: try value.mediaTime("bufferedLead"),
            bitrate: try value.integer("bitrate"),
            bandwidth: value["bandwidth"] == nil ? 0 : try value.integer("bandwidth"))
    }
}

extension SessionHistory.Occurrence {
    fileprivate init(json value: PropertyValue) throws(JSONError) {
        self.init(
            try value.converted("kind", "a kind of occurrence") { Kind(rawValue: $0) },
            try value.text("text"),
            event: value["event"] == nil
                ? nil
                : try value.converted("event", "a lifecycle event") {
                    LifecycleEvent.EventType(rawValue: $0)
                },
            at: Instant(sinceStart: try value.duration("instant")),
            for: value["length"] == nil ? .zero : try value.duration("length"),
            position: try value.mediaTime("position"))
    }
}

extension SessionHistory.Mark {
    fileprivate init(json value: PropertyValue) throws(JSONError) {
        self.init(
            try value.converted("kind", "a kind of mark") { Kind(rawValue: $0) },
            try value.text("text"), from: try value.mediaTime("start"),
            to: try value.mediaTime("end"), isRight: value["isRight"]?.bool)
        if value["keyframe"] == nil { return }
        surroundings = SessionHistory.Surroundings(
            keyframe: try value.text("keyframe"), boundary: try value.text("boundary"),
            markers: try value.text("markers"))
    }
}

// MARK: Members

extension PropertyValue {
    fileprivate func required(_ key: String) throws(JSONError) -> PropertyValue {
        guard let value = self[key] else { throw JSONError(.missing, at: key) }
        return value
    }

    fileprivate func itself() throws(JSONError) -> String {
        guard let string else { throw JSONError(.unexpected(expected: "a text")) }
        return string
    }

    fileprivate func text(_ key: String) throws(JSONError) -> String {
        try member(key) { value throws(JSONError) in try value.itself() }
    }

    fileprivate func optionalText(_ key: String) throws(JSONError) -> String? {
        self[key] == nil ? nil : try text(key)
    }

    fileprivate func integer(_ key: String) throws(JSONError) -> Int64 {
        guard let integer = try required(key).integer else {
            throw JSONError(.unexpected(expected: "a whole number"), at: key)
        }
        return integer
    }

    fileprivate func mediaTime(_ key: String) throws(JSONError) -> MediaTime {
        MediaTime(ticks: try integer(key))
    }

    fileprivate func duration(_ key: String) throws(JSONError) -> Duration {
        try converted(key, "seconds as a text") { Duration(exactSeconds: $0) }
    }

    /// Returns the result of a closure that converts the text of a JSON object's member.
    fileprivate func converted<Value>(
        _ key: String, _ expected: String, _ convert: (String) -> Value?
    ) throws(JSONError) -> Value {
        guard let value = convert(try text(key)) else {
            throw JSONError(.unexpected(expected: expected), at: key)
        }
        return value
    }

    /// Returns the value that a closure reads from a member of a JSON object.
    ///
    /// The path of the member is prepended to the paths of errors.
    fileprivate func member<Value>(
        _ key: String, _ read: (PropertyValue) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        let value = try required(key)
        do {
            return try read(value)
        } catch {
            throw JSONError(
                error.reason, at: key + (error.path.isEmpty ? "" : ".\(error.path)"))
        }
    }

    fileprivate func list<Element>(
        _ key: String, _ read: (PropertyValue) throws(JSONError) -> Element
    ) throws(JSONError) -> [Element] {
        guard let values = try required(key).array else {
            throw JSONError(.unexpected(expected: "a list"), at: key)
        }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            do {
                elements.append(try read(value))
            } catch {
                let rest = error.path.isEmpty ? "" : ".\(error.path)"
                throw JSONError(error.reason, at: "\(key)[\(index)]\(rest)")
            }
        }
        return elements
    }
}
