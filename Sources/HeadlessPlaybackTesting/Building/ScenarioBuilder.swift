/// Something that a scenario consists of: a step, an expectation, a piece of its surroundings.
public struct ScenarioPart: Sendable {
    let apply: @Sendable (inout Scenario) -> Void

    /// Creates a part.
    ///
    /// - Parameter apply: Adds it to a scenario.
    public init(_ apply: @escaping @Sendable (inout Scenario) -> Void) {
        self.apply = apply
    }
}

/// Puts scenarios together out of their parts, in the order in which they are written.
@resultBuilder public enum ScenarioBuilder {
    /// Takes a part.
    public static func buildExpression(_ part: ScenarioPart) -> [ScenarioPart] { [part] }
    /// Takes several parts.
    public static func buildExpression(_ parts: [ScenarioPart]) -> [ScenarioPart] { parts }
    /// Puts parts behind each other.
    public static func buildBlock(_ parts: [ScenarioPart]...) -> [ScenarioPart] {
        parts.flatMap(\.self)
    }
    /// Takes the parts of a loop.
    public static func buildArray(_ parts: [[ScenarioPart]]) -> [ScenarioPart] {
        parts.flatMap(\.self)
    }
    /// Takes parts that may be absent.
    public static func buildOptional(_ parts: [ScenarioPart]?) -> [ScenarioPart] { parts ?? [] }
    /// Takes the parts of a condition that holds.
    public static func buildEither(first parts: [ScenarioPart]) -> [ScenarioPart] { parts }
    /// Takes the parts of a condition that does not hold.
    public static func buildEither(second parts: [ScenarioPart]) -> [ScenarioPart] { parts }
}

extension Scenario {
    /// Creates a scenario out of its parts.
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
    ///   - name: What people call it.
    ///   - assets: Where the assets are that are played, in order.
    ///   - parts: What is done, what surrounds the player, and what has to come of it.
    public init(
        _ name: String, playing assets: String..., @ScenarioBuilder parts: () -> [ScenarioPart]
    ) {
        self.init(name, assets: assets.map { ScenarioAsset($0) })
        for part in parts() { part.apply(&self) }
    }

    /// Runs the scenario and ends a test unless everything holds.
    ///
    /// - Parameter runner: What runs it.
    /// - Returns: What came of it.
    /// - Throws: ``ScenarioFailure`` with everything that does not hold.
    @discardableResult
    public func check(
        with runner: ScenarioRunner = ScenarioRunner()
    ) throws(ScenarioFailure) -> ScenarioResult {
        let result = runner.run(self)
        try result.check()
        return result
    }
}
