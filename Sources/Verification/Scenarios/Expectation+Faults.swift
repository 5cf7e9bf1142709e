import HeadlessPlayback

extension Expectation {
    /// What makes the expectation one that nothing could break, or that nothing could meet; empty when
    /// it makes sense.
    var faults: [Failure] {
        switch self {
        case .order(let patterns):
            patterns.isEmpty
                ? [Failure(expected: "events in an expected order", found: "none")]
                : patterns.flatMap(\.faults)
        case .count(let pattern, let times): pattern.faults + times.faults
        case .never(let pattern): pattern.faults
        case .requests(_, let times): times.faults
        case .subtitles(let cues, _):
            cues.isEmpty ? [Failure(expected: "cues that are to be shown", found: "none")] : []
        default: []
        }
    }
}

extension EventPattern {
    /// What makes the pattern one that nothing could fit; empty when it makes sense.
    ///
    /// A name that is misspelt is never told, which `never` would praise.
    var faults: [Failure] {
        var result: [Failure] = []
        let isOfTrace = [">>", "<<", "!!"].contains { name.hasPrefix($0) }
        if !isOfTrace, !EventNames.all.contains(name) {
            let nearest = nearestWord(to: name, in: EventNames.all).map { ", such as \($0)" } ?? ""
            result.append(Failure(expected: "the name of an event\(nearest)", found: name))
        }
        if let session, session < 1 {
            result.append(
                Failure(expected: "a session counted from 1 for \(name)", found: "\(session)"))
        }
        return result
    }
}

extension ClosedRange<Int> {
    fileprivate var faults: [Failure] {
        guard isEverything else { return [] }
        return [
            Failure(
                expected: "a range that not every number lies in",
                found: "\(lowerBound) times or more")
        ]
    }
}
