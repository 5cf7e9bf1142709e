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
            let given = try hosts.requests.assetOptions(of: assets[index].url, mustReach: false)
            assets[index].assetOptions = given.merged(over: assets[index].assetOptions)
        }
    }
}
