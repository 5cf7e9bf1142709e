import HeadlessPlayback
import Scenarios

extension Expectation {
    /// Checks a run against the expectation.
    ///
    /// - Parameters:
    ///   - record: The run.
    ///   - cuePoints: The counts of the run's cue points.
    ///   - line: The line of the expectation in the scenario's file.
    /// - Returns: The check with all defects; `nil` for an expectation that only restricts other
    ///   checks.
    func inspection(
        _ record: RunRecord, _ cuePoints: CuePointCounting, line: Int? = nil
    ) -> Inspection? {
        guard let (code, name, defects) = outcome(record, cuePoints) else { return nil }
        return Inspection(code, name, defects, line: line)
    }

    private func outcome(
        _ record: RunRecord, _ cuePoints: CuePointCounting
    ) -> (code: String, name: String, defects: [Defect])? {
        switch self {
        case .everyCuePointOnce:
            ("expect.cue-points", "every cue point once", cuePoints.every(record) { _ in 1 })
        case .everyCuePointPassed:
            (
                "expect.cue-points", "every cue point each time that it is passed",
                cuePoints.every(record, times: \.expected)
            )
        case .cuePoints(let expected, let tolerance):
            (
                "expect.cue-points", expected.count.counted("cue point"),
                cuePoints.exactly(expected, tolerance, record)
            )
        case .noCuePoints: ("expect.cue-points", "no cue point", cuePoints.none(record))
        case .order(let patterns):
            (
                "expect.order", patterns.map(\.description).joined(separator: ", "),
                record.order(patterns)
            )
        case .count(let pattern, let range):
            (
                "expect.count", "\(pattern) \(range.words)",
                record.count(pattern, range)
            )
        case .never(let pattern): ("expect.never", "never \(pattern)", record.never(pattern))
        case .duration(let duration, let tolerance):
            ("expect.duration", "duration \(duration)", record.duration(duration, tolerance))
        case .durationAt(let instant, let duration, let tolerance):
            (
                "expect.duration", "duration \(duration) at \(instant)",
                record.duration(at: instant, duration, tolerance)
            )
        case .seekable(let instant, let range, let tolerance):
            (
                "expect.seekable", "seekable at \(instant)",
                record.seekable(at: instant, range, tolerance)
            )
        case .latency(let period, let bound):
            (
                "expect.latency", "latency below \(bound)",
                record.latency(during: period, below: bound)
            )
        case .rate(let period, let least, let most, let reached):
            (
                "expect.rate", "the rate of playback",
                record.rate(during: period, atLeast: least, atMost: most, reaches: reached)
            )
        case .jumps(let range): ("expect.jumps", "jumps \(range.words)", record.jumps(range))
        case .alteredPlaylists(let range):
            (
                "expect.altered-playlists", "altered playlists \(range.words)",
                record.alteredPlaylists(range)
            )
        case .requestsAt(let instants, let pattern, let tolerance, let period):
            (
                "expect.requests", "requests for \(pattern.words) at \(instants.count) instants",
                record.requests(pattern, at: instants, within: tolerance, during: period)
            )
        case .end(let isExpected):
            (
                "expect.end", isExpected ? "every video ends" : "not every video ends",
                record.end(isExpected)
            )
        case .variants(let bandwidths):
            ("expect.variants", "variants \(bandwidths)", record.variants(bandwidths))
        case .subtitles(let cues, let tolerance):
            ("expect.subtitles", cues.count.counted("cue"), record.subtitles(cues, tolerance))
        case .requests(let pattern, let range):
            (
                "expect.requests", "requests for \(pattern.words) \(range.words)",
                record.requests(pattern, range)
            )
        case .noNetwork: ("expect.no-network", "no network", record.noNetwork)
        case .licences(let statuses):
            ("expect.licences", "licences \(statuses)", record.licences(statuses))
        case .errors(let errors):
            (
                "expect.errors",
                errors.isEmpty
                    ? "no errors" : "errors \(errors.map(\.words).joined(separator: ", "))",
                errors.differences(in: record)
            )
        case .download(let place, let outcome):
            (
                "expect.download",
                "the download of \(record.scenario.assets.name(of: place)) is \(outcome.rawValue)",
                record.download(place, outcome)
            )
        case .allowed, .allowedBroadcast: nil
        }
    }
}

extension ClosedRange<Int> {
    /// The range in words.
    var words: String {
        if lowerBound == upperBound { return lowerBound == 1 ? "once" : "\(lowerBound) times" }
        return upperBound >= MostTimes.unlimited
            ? "\(lowerBound) times or more" : "\(lowerBound) to \(upperBound) times"
    }
}

extension ExpectedError {
    /// The error as traces write it.
    var words: String {
        "\(domain ?? "*") \(code)" + (text.map { " with \"\($0)\"" } ?? "")
    }
}

extension RequestPattern {
    /// The pattern in a few words.
    var words: String {
        var words = methods.map(\.rawValue).sorted() + kinds.map { "\($0)" }.sorted()
        if let location { words.append(location) }
        if let sequences {
            words.append("number \(sequences.lowerBound) to \(sequences.upperBound)")
        }
        if let part { words.append("part \(part)") }
        if let fromEdge { words.append("\(fromEdge) from the live edge") }
        if let rangeStart { words.append("from byte \(rangeStart)") }
        return words.isEmpty ? "anything" : words.joined(separator: " ")
    }
}
