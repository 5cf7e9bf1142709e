/// A part of a scenario: a step, an expectation, or a setting such as the network.
public struct ScenarioPart: Sendable {
    let apply: @Sendable (inout Scenario) -> Void

    /// Creates a part.
    ///
    /// - Parameter apply: Adds the part to a scenario.
    public init(_ apply: @escaping @Sendable (inout Scenario) -> Void) {
        self.apply = apply
    }
}

/// Builds scenarios from their parts, in written order.
@resultBuilder public enum ScenarioBuilder {
    /// Adds a part.
    public static func buildExpression(_ part: ScenarioPart) -> [ScenarioPart] { [part] }
    /// Adds several parts.
    public static func buildExpression(_ parts: [ScenarioPart]) -> [ScenarioPart] { parts }
    /// Concatenates parts.
    public static func buildBlock(_ parts: [ScenarioPart]...) -> [ScenarioPart] {
        parts.flatMap(\.self)
    }
    /// Adds the parts of a loop.
    public static func buildArray(_ parts: [[ScenarioPart]]) -> [ScenarioPart] {
        parts.flatMap(\.self)
    }
    /// Adds parts that may be absent.
    public static func buildOptional(_ parts: [ScenarioPart]?) -> [ScenarioPart] { parts ?? [] }
    /// Adds the parts of an `if` branch.
    public static func buildEither(first parts: [ScenarioPart]) -> [ScenarioPart] { parts }
    /// Adds the parts of an `else` branch.
    public static func buildEither(second parts: [ScenarioPart]) -> [ScenarioPart] { parts }
}

extension Scenario {
    /// Creates a scenario from its parts.
    ///
    /// ```swift
    /// let scenario = Scenario("mid-roll", playing: "movie/index.m3u8") {
    ///     cuePoint(at: 30, "mid-roll")
    ///     seek(to: 25, at: .position(10))
    ///     expect(.everyCuePointOnce, .end(true))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the scenario.
    ///   - assets: The locations of the assets to play, in order.
    ///   - parts: The steps, the settings and the expectations.
    public init(
        _ name: String, playing assets: String..., @ScenarioBuilder parts: () -> [ScenarioPart]
    ) {
        self.init(name, assets: assets.map { ScenarioAsset($0) })
        for part in parts() { part.apply(&self) }
    }

    /// Runs the scenario and ends the test if an expectation fails.
    ///
    /// - Parameter runner: The runner of the scenario.
    /// - Returns: The result, in which no expectation has failed.
    /// - Throws: ``ScenarioFailure`` with all failures.
    @discardableResult
    public func check(
        with runner: ScenarioRunner = ScenarioRunner()
    ) throws(ScenarioFailure) -> ScenarioResult {
        let result = runner.run(self)
        try result.check()
        return result
    }
}
