import HeadlessPlayback
package import RunResults
package import Scenarios

extension Expectation {
    /// The parts of the expectation that cannot be evaluated by observing a controller.
    ///
    /// The list is empty if the whole expectation can be evaluated.
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
    /// One failure if the name is known but no controller reports such events; otherwise empty.
    package var partsBeyondController: [Failure] {
        let names = LifecycleEvent.EventType.allCases.map(\.rawValue) + EventNames.controller
        let isBeyond = EventNames.isKnown(name) && !names.contains(name)
        return isBeyond ? [Expectation.refusal(found: name)] : []
    }
}
