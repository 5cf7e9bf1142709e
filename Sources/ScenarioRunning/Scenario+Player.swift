package import ContentProtection
package import HeadlessPlayback
package import Scenarios
import Sessions

// Only this extension configures players for scenarios, so that sweeps and runs use the same
// players.
extension Scenario {
    /// The playback options of the world in which the scenario is played.
    package var worldOptions: PlaybackOptions {
        var options = player.options
        let network = surroundings.network
        options.network = NetworkConditions(
            steps: network.steps, latency: network.latency,
            lossPerMillion: network.lossPerMillion, seed: network.seed ^ seed)
        options.network.headByteCount = network.headByteCount
        options.faults = allFaults
        // Reloads in virtual time would flood a real server, whose broadcast advances in real time.
        // Broadcasts from servers are therefore refused, unless recordings replace the servers.
        options.live.treatment = assets.contains { $0.recording != nil } ? .follow : .refuse
        return options
    }

    /// Makes the key server of the scenario's world; `nil` when the world has none.
    package func keyServer() -> InProcessKeyServer? {
        player.keys.policies.flatMap { policies in
            ServerIdentity.ofScenarios().map {
                InProcessKeyServer(
                    KeyServer(identity: $0, policies: policies), start: surroundings.start,
                    latency: player.keys.serverLatency)
            }
        }
    }

    /// Returns the key systems in order.
    ///
    /// - Parameters:
    ///   - server: The key server of the world.
    ///   - others: Further key systems.
    /// - Returns: The key systems of the scenario, then the further ones.
    package func keySystems(
        _ server: (any AuthorizationProxy)?, beside others: [any KeySystem]
    ) -> [any KeySystem] {
        let keys = player.keys
        var systems: [any KeySystem] = []
        if !keys.given.isEmpty { systems.append(GivenKeySystem(byLocation: keys.given)) }
        if let single = keys.single { systems.append(SingleKeySystem(single)) }
        // The key system of the simulated key server comes before the further key systems.
        let fairPlay = server.map { FairPlayKeySystem(authorizationProxy: $0) }
        return systems + (fairPlay.map { [$0] } ?? []) + others
    }
}

extension PlayerSetup {
    /// Configures a new controller for the scenario.
    package func prepare(_ controller: PlaybackController) {
        controller.autoPlay = autoPlay
        controller.autoAdvance = autoAdvance
        controller.enableCaptionPersistence = enableCaptionPersistence
        controller.streamConcurrencyEnabled = limitsStreams
        device.prepare(controller)
        if rate != 1 { controller.playbackRate = rate }
    }
}
