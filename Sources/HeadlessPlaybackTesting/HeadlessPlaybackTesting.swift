/// Tools for tests of apps and players: one import beside the testing framework.
@_exported public import HeadlessPlayback
@_exported public import Verification

/// An expectation of a scenario, under a name that Swift Testing does not use.
public typealias ScenarioExpectation = Verification.Expectation
