import Formats
import HeadlessPlayback
import RunResults

extension ResultFile {
    /// Returns the file in UTF-8.
    public func json() -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("format", Self.format)
            json.member("version", Self.version)
            if let shard {
                json.key("shard")
                json.object { json in
                    json.member("index", shard.index)
                    json.member("count", shard.count)
                    if let run = shard.run { json.member("run", run) }
                    guard let suite = shard.suite else { return }
                    json.key("suite")
                    json.object { json in
                        json.member("count", suite.count)
                        json.member("digest", suite.digest)
                    }
                }
            }
            if let planned { json.member("planned", planned) }
            json.key("counts")
            json.value(ResultCounts(results))
            json.list("results", results) { json, result in json.value(result) }
        }
        json.endLine()
        return json.bytes
    }
}

extension JSONText {
    fileprivate mutating func list<Element>(
        _ key: String, _ elements: [Element], _ write: (inout JSONText, Element) -> Void
    ) {
        self.key(key)
        array { json in for element in elements { write(&json, element) } }
    }

    fileprivate mutating func value(_ counts: ResultCounts) {
        object { json in
            json.member("passed", counts.passed)
            json.member("failed", counts.failed)
            json.member("overThreshold", counts.overThreshold)
            json.member("knownIssues", counts.knownIssues)
            json.member("skippedChecks", counts.skippedChecks)
        }
    }

    fileprivate mutating func value(_ result: ScenarioResult) {
        object { json in
            json.member("name", result.name)
            if let file = result.file { json.member("file", file) }
            json.member("verdict", result.verdict.word)
            json.member("seed", String(result.seed))
            json.member("command", result.command)
            if !result.assets.isEmpty {
                json.list("assets", result.assets) { json, asset in json.value(asset) }
            }
            if let swept = result.swept {
                json.key("swept")
                json.value(swept)
            }
            json.member("worldTime", exactly: result.worldTime)
            json.member("wallTime", exactly: result.wallTime)
            json.list("checks", result.checks) { json, check in json.value(check) }
            json.key("metrics")
            json.object { json in
                for metric in Threshold.Metric.allCases {
                    guard let value = result.metrics[metric] else { continue }
                    json.key(metric.rawValue)
                    json.value(value)
                }
            }
            json.list("trace", result.trace) { json, line in json.value(line) }
            json.list("histories", result.histories) { json, history in json.value(history) }
        }
    }

    private mutating func value(_ swept: SweptRun) {
        object { json in
            switch swept {
            case .plain(let untried):
                json.member("run", "plain")
                json.list("untried", untried) { json, fault in json.value(fault.rawValue) }
            case .fault(let fault, let resource, let survival):
                json.member("run", "fault")
                json.member("resource", "\(resource)")
                json.member("fault", fault.rawValue)
                json.member("survival", survival.rawValue)
            case .seek(let seek):
                json.member("run", "seek")
                json.member("place", seek.place)
                json.list("kinds", seek.kinds) { json, kind in json.value(kind.rawValue) }
                json.member("precision", seek.precision.rawValue)
                json.member("stream", seek.stream)
                if let distance = seek.distance { json.member("distance", distance.ticks) }
            }
        }
    }

    private mutating func value(_ check: Check) {
        object { json in
            json.member("code", check.code)
            json.member("name", check.name)
            switch check.outcome {
            case .passed: json.member("outcome", "passed")
            case .failed(let failure): json.outcome("failed", failure)
            case .broken(let failure): json.outcome("broken", failure)
            case .known(let failure, let bug):
                json.outcome("known", failure)
                if let bug { json.member("bug", bug) }
            case .skipped(let reason):
                json.member("outcome", "skipped")
                json.member("reason", reason)
            }
        }
    }

    private mutating func outcome(_ word: String, _ failure: Failure) {
        member("outcome", word)
        key("failure")
        object { json in
            if let problem = failure.problem { json.member("problem", problem) }
            json.member("expected", failure.expected)
            json.member("found", failure.found)
            if let instant = failure.instant {
                json.member("instant", exactly: instant.sinceStart)
            }
            if let line = failure.line { json.member("line", line) }
            if failure.context.isEmpty { return }
            json.list("context", failure.context) { json, line in
                json.object { json in
                    json.member("number", line.number)
                    json.member("text", line.text)
                    if line.isMarked { json.member("isMarked", true) }
                }
            }
        }
    }

    fileprivate mutating func member(_ key: String, exactly duration: Duration) {
        member(key, duration.exactSeconds)
    }
}

// MARK: Histories

extension JSONText {
    fileprivate mutating func value(_ history: SessionHistory) {
        object { json in
            json.member("number", history.number)
            json.member("title", history.title)
            json.member("duration", history.duration.ticks)
            json.list("samples", history.samples) { json, sample in json.value(sample) }
            if !history.windows.isEmpty {
                json.list("windows", history.windows) { json, window in window.write(to: &json) }
            }
            json.list("occurrences", history.occurrences) { json, event in json.value(event) }
            json.list("marks", history.marks) { json, mark in mark.write(to: &json) }
            json.list("stills", history.stills) { json, still in
                json.object { json in
                    json.member("position", still.position.ticks)
                    json.member("text", still.text)
                    json.member(
                        "image", String(decoding: Base64.encode(still.image), as: UTF8.self))
                }
            }
            json.member("ledger", history.ledger)
        }
    }

    private mutating func value(_ sample: SessionHistory.Sample) {
        object { json in
            json.member("instant", exactly: sample.instant.sinceStart)
            json.member("position", sample.position.ticks)
            json.member("bufferedLead", sample.bufferedLead.ticks)
            json.member("bitrate", sample.bitrate)
            if sample.bandwidth != 0 { json.member("bandwidth", sample.bandwidth) }
        }
    }

    private mutating func value(_ occurrence: SessionHistory.Occurrence) {
        object { json in
            json.member("kind", occurrence.kind.rawValue)
            if let event = occurrence.event { json.member("event", event.rawValue) }
            json.member("text", occurrence.text)
            json.member("instant", exactly: occurrence.instant.sinceStart)
            if occurrence.length != .zero { json.member("length", exactly: occurrence.length) }
            json.member("position", occurrence.position.ticks)
        }
    }
}

extension ScenarioResult.Verdict {
    /// The verdict in one word, for files.
    var word: String {
        switch self {
        case .passed: "passed"
        case .thresholdBroken: "thresholdBroken"
        case .failed: "failed"
        }
    }
}

extension SessionHistory.Window {
    fileprivate func write(to json: inout JSONText) {
        json.object { json in
            json.member("instant", exactly: instant.sinceStart)
            json.member("length", length.ticks)
            json.member("latency", latency.ticks)
        }
    }
}

extension SessionHistory.Mark {
    fileprivate func write(to json: inout JSONText) {
        json.object { json in
            json.member("kind", kind.rawValue)
            json.member("text", text)
            json.member("start", start.ticks)
            json.member("end", end.ticks)
            if let isRight { json.member("isRight", isRight) }
            guard let surroundings else { return }
            json.member("keyframe", surroundings.keyframe)
            json.member("boundary", surroundings.boundary)
            json.member("markers", surroundings.markers)
        }
    }
}
