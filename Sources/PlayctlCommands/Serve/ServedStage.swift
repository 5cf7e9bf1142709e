import CommandTree
import Formats
import HeadlessPlayback
import ScenarioRunning
import Scenarios
import Transport
import VirtualTime

/// The clock of a served scenario, and its broadcasts.
struct ServedStage: Sendable {
    private var scenario: Scenario
    private let loader: any ResourceLoader
    private var broadcasts: [String: ScenarioBroadcasts.Broadcast]
    private var began: ContinuousClock.Instant?

    /// Creates the clock and the broadcasts of a scenario, and surveys the broadcasts' sources.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - loader: The loader of the sources.
    /// - Throws: ``CommandFailure`` for a broadcast that cannot be made from its sources.
    init(_ scenario: Scenario, behind loader: any ResourceLoader) throws(CommandFailure) {
        self.scenario = scenario
        self.loader = loader
        let all = ScenarioBroadcasts(scenario, behind: loader, measuresVariants: true)
        if let trouble = all.troubles.first { throw CommandFailure(.failed, trouble) }
        broadcasts = Self.byName(all)
    }

    private static func byName(
        _ broadcasts: ScenarioBroadcasts
    ) -> [String: ScenarioBroadcasts.Broadcast] {
        Dictionary(broadcasts.all.map { ($0.asset.id, $0) }, uniquingKeysWith: { $1 })
    }

    /// The network and the faults that the scenario simulates.
    var surroundings: Surroundings { scenario.surroundings }

    /// The time of the scenario; zero before its start.
    var now: Instant { began.map { Instant(sinceStart: .now - $0) } ?? .start }

    /// Starts the scenario's time, unless it has started.
    ///
    /// A scenario without a date starts at the current date.
    mutating func start() {
        guard began == nil else { return }
        if scenario.surroundings.start == DateTime.simulationStart {
            scenario.surroundings.start = WallClock.now
            let all = ScenarioBroadcasts(scenario, behind: loader, measuresVariants: true)
            // If a source has just become unavailable, the earlier broadcasts remain, and a request
            // for the media of the source reports the problem.
            if all.troubles.isEmpty { broadcasts = Self.byName(all) }
        }
        began = .now
    }

    /// Returns the loader of an asset for a client; `nil` for an asset that is not a broadcast.
    func loader(of asset: ServedAsset, for client: String) -> (any ResourceLoader)? {
        broadcasts[asset.name]?.loader(for: client)
    }
}
