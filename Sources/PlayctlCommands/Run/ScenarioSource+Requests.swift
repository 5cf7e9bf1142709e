import CommandTree
import PlaybackCommands
import Scenarios
import Transport

extension Scenario {
    /// Adds the request options of the command line to the scenario.
    ///
    /// They take precedence over the options in the scenario file.
    ///
    /// - Parameter hosts: The options of the command line.
    /// - Throws: ``CommandFailure`` for wrong usage.
    mutating func add(_ hosts: HostOptions) throws(CommandFailure) {
        for index in assets.indices {
            assets[index].assetOptions = try hosts.requests.assetOptions(
                of: assets[index].url, over: assets[index].assetOptions, mustReach: false)
        }
    }
}
