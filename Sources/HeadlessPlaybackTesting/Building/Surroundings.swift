/// Adds a cue point to every asset of the scenario.
///
/// - Parameters:
///   - seconds: Where it lies.
///   - name: Its name.
///   - type: What it is for.
/// - Returns: The part of a scenario.
public func cuePoint(at seconds: Double, _ name: String, type: String = "") -> ScenarioPart {
    ScenarioPart { scenario in
        var point = CuePoint.at(media(seconds), type: type)
        point.name = name
        for index in scenario.assets.indices {
            let points = scenario.assets[index].cuePoints
            scenario.assets[index].cuePoints = CuePointCollection(points + [point])
        }
    }
}

/// Sets the player up.
///
/// - Parameter change: Changes its setup.
/// - Returns: The part of a scenario.
public func player(_ change: @escaping @Sendable (inout PlayerSetup) -> Void) -> ScenarioPart {
    ScenarioPart { change(&$0.player) }
}

/// Simulates a network.
///
/// - Parameter conditions: What it lets through.
/// - Returns: The part of a scenario.
public func network(_ conditions: NetworkConditions) -> ScenarioPart {
    ScenarioPart { $0.surroundings.network = conditions }
}

/// Lets something go wrong with requests.
///
/// - Parameters:
///   - fault: What goes wrong.
///   - location: What the location of the requests looks like; `nil` fits all.
///   - kinds: What the resources are to the player; none fits all.
///   - occurrences: Which of the requests meet the fault, counted from 0; `nil` means all.
/// - Returns: The part of a scenario.
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

/// Expects something of the run.
///
/// - Parameter expectations: What has to come of it.
/// - Returns: The part of a scenario.
public func expect(_ expectations: Expectation...) -> ScenarioPart {
    ScenarioPart { $0.expectations += expectations }
}

/// Holds a measured value within a bound.
///
/// - Parameters:
///   - metric: What is measured.
///   - comparison: How it is compared.
///   - bound: The bound.
/// - Returns: The part of a scenario.
public func threshold(
    _ metric: Threshold.Metric, _ comparison: Threshold.Comparison, _ bound: Double
) -> ScenarioPart {
    ScenarioPart { $0.thresholds.append(Threshold(metric, comparison, bound)) }
}

/// Says what is known to be wrong: it does not make the scenario fail, but its absence does.
///
/// - Parameters:
///   - code: The code of the check that fails.
///   - text: A part of what the failure says.
///   - times: How many failures it stands for.
///   - bug: Where the bug is written down.
///   - isSometimes: Whether it occurs only now and then; then `bug` is required.
/// - Returns: The part of a scenario.
public func knownIssue(
    _ code: String, text: String, times: Int = 1, bug: String? = nil, isSometimes: Bool = false
) -> ScenarioPart {
    ScenarioPart {
        $0.knownIssues.append(
            KnownIssue(code, text: text, times: times, isSometimes: isSometimes, bug: bug))
    }
}
