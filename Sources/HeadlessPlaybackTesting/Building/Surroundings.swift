/// Adds a cue point to every asset of the scenario.
///
/// - Parameters:
///   - seconds: The position.
///   - name: The name.
///   - type: The type.
/// - Returns: A part that adds the cue point to the assets of a scenario.
public func cuePoint(at seconds: Double, _ name: String, type: String = "") -> ScenarioPart {
    ScenarioPart { scenario in
        var point = CuePoint.at(MediaTime.seconds(seconds), type: type)
        point.name = name
        for index in scenario.assets.indices {
            let points = scenario.assets[index].cuePoints
            scenario.assets[index].cuePoints = CuePointCollection(points + [point])
        }
    }
}

/// Configures the player.
///
/// - Parameter change: Changes the configuration.
/// - Returns: A part that changes the player of a scenario.
public func player(_ change: @escaping @Sendable (inout PlayerSetup) -> Void) -> ScenarioPart {
    ScenarioPart { change(&$0.player) }
}

/// Simulates a network.
///
/// - Parameter conditions: The conditions of the network.
/// - Returns: A part that sets the network of a scenario.
public func network(_ conditions: NetworkConditions) -> ScenarioPart {
    ScenarioPart { $0.surroundings.network = conditions }
}

/// Injects a fault into requests.
///
/// - Parameters:
///   - fault: The fault.
///   - location: A wildcard pattern for the location of the requests; `nil` matches all.
///   - kinds: The kinds of resources; an empty set matches all.
///   - occurrences: The matching requests that fail, counted from 0; `nil` means all.
/// - Returns: A part that adds the fault to a scenario.
public func fault(
    _ fault: ResourceFault, at location: String? = nil, kinds: Set<ResourceKind> = [],
    occurrences: Range<Int>? = nil
) -> ScenarioPart {
    ScenarioPart { scenario in
        let pattern = RequestPattern(location, kinds: kinds)
        scenario.surroundings.faults.append(
            FaultRule(pattern, occurrences: occurrences, fault: fault))
    }
}

/// Adds expectations.
///
/// - Parameter expectations: The expectations of the run.
/// - Returns: A part that adds the expectations to a scenario.
public func expect(_ expectations: Expectation...) -> ScenarioPart {
    ScenarioPart { $0.expectations += expectations }
}

/// Requires that a measured value meets a bound.
///
/// - Parameters:
///   - metric: The measured value.
///   - comparison: The comparison with the bound.
///   - bound: The bound.
/// - Returns: A part that adds the requirement to a scenario.
public func threshold(
    _ metric: Threshold.Metric, _ comparison: Threshold.Comparison, _ bound: Double
) -> ScenarioPart {
    ScenarioPart { $0.thresholds.append(Threshold(metric, comparison, bound)) }
}

/// Declares a known issue: its failures are accepted, and the scenario fails if they are absent.
///
/// - Parameters:
///   - code: The code of the failing check.
///   - text: A part of the failure's text.
///   - times: The number of failures that the issue covers.
///   - bug: The location of the bug report.
///   - isSometimes: Whether the issue occurs only in some runs; `bug` is then required.
///
/// - Returns: A part that adds the known issue to a scenario.
public func knownIssue(
    _ code: String, text: String, times: Int = 1, bug: String? = nil, isSometimes: Bool = false
) -> ScenarioPart {
    ScenarioPart {
        $0.knownIssues.append(
            KnownIssue(code, text: text, times: times, isSometimes: isSometimes, bug: bug))
    }
}
