/// Tools for tests of apps and players, to import in addition to the testing framework.
@_exported public import AssetChecking
@_exported public import HeadlessPlayback
@_exported public import ResultReports
@_exported public import RunResults
@_exported public import ScenarioRunning
@_exported public import Scenarios
@_exported public import struct Sessions.Marker
@_exported public import struct Sessions.MarkerGroup

/// An expectation of a scenario, under a name that Swift Testing does not use.
public typealias ScenarioExpectation = Scenarios.Expectation
