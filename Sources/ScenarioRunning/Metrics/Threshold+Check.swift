import HeadlessPlayback
import RunResults

extension Threshold {
    /// Compares a measured value with the bound.
    ///
    /// - Parameters:
    ///   - values: The measured values.
    ///   - profile: The name of the player that was modelled.
    /// - Returns: The check; it is broken if the value does not meet the bound or could not be
    ///   measured, and skipped if the bound is for other players.
    func check(_ values: [Metric: Double], of profile: String) -> Check {
        let players = profiles.isEmpty ? "" : " for \(profiles.joined(separator: ", "))"
        let expected = "\(metric.rawValue) \(comparison.rawValue) \(Self.text(bound))\(players)"
        guard profiles.isEmpty || profiles.contains(profile) else {
            return Check(metric.code, expected, .skipped("the player of this run is \(profile)"))
        }
        guard let value = values[metric] else {
            return Check(
                metric.code, expected,
                .broken(Failure(expected: expected, found: "nothing to measure")))
        }
        let failure = Failure(expected: expected, found: Self.text(value))
        return Check(metric.code, expected, holds(for: value) ? .passed : .broken(failure))
    }

    private func holds(for value: Double) -> Bool {
        switch comparison {
        case .less: value < bound
        case .atMost: value <= bound
        case .greater: value > bound
        case .atLeast: value >= bound
        case .equal: value == bound
        }
    }

    /// Returns a number as text, with at most six decimals.
    static func text(_ value: Double) -> String {
        guard let whole = Int64(exactly: value) else {
            return "\((value * 1_000_000).rounded() / 1_000_000)"
        }
        return "\(whole)"
    }
}
