import HeadlessPlayback
package import RunResults
package import Scenarios

extension Expectation {
    /// The reasons why the observation of a controller cannot evaluate the expectation.
    ///
    /// It is empty when the observation can.
    var partsBeyondController: [Failure] {
        switch self {
        case .download: [Self.refusal(found: "a download")]
        case .licences: [Self.refusal(found: "licences of a key server")]
        case .latency: [Self.refusal(found: "a latency")]
        case .rate(_, nil, nil, nil): []
        case .rate: [Self.refusal(found: "the rate of playback in a period")]
        case .order(let patterns): patterns.flatMap(\.partsBeyondController)
        case .count(let pattern, _), .never(let pattern): pattern.partsBeyondController
        default: []
        }
    }

    fileprivate static func refusal(found: String) -> Failure {
        Failure(
            expected: "something that a controller reports; only a scenario records the rest",
            found: found)
    }
}

extension EventPattern {
    /// The reasons why no event of a controller can match the pattern, although its name is known.
    package var partsBeyondController: [Failure] {
        let names = LifecycleEvent.EventType.allCases.map(\.rawValue) + EventNames.controller
        let isBeyond = EventNames.isKnown(name) && !names.contains(name)
        return isBeyond ? [Expectation.refusal(found: name)] : []
    }
}
