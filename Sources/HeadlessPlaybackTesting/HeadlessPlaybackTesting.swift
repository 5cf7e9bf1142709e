/// What tests of apps and of players are written with: one import beside the testing framework.
@_exported public import HeadlessPlayback
@_exported public import Verification

/// What has to come of a scenario, under a name that Swift Testing does not have, too.
public typealias ScenarioExpectation = Verification.Expectation
