import AssetChecking
import ContentProtection
import Formats
import HeadlessPlayback
import Linting
package import RunResults
package import Scenarios
package import Transport
package import VirtualTime

/// Checks the assets of a scenario with the rules of `playctl lint`, if the scenario requires it.
package struct AssetRules {
    private let scenario: Scenario
    private let loader: any ResourceLoader
    private let cancellation: CancellationFlag

    /// Prepares the checks of a scenario's assets.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - loader: The loader of all resources.
    ///   - cancellation: The flag that ends the checks when it is raised.
    package init(_ scenario: Scenario, loader: any ResourceLoader, cancellation: CancellationFlag) {
        self.scenario = scenario
        self.loader = loader
        self.cancellation = cancellation
    }

    /// The checks of each asset; empty if the scenario does not have the key `lint`.
    package var checks: [Check] {
        guard let profile = scenario.lint else { return [] }
        return scenario.assets.flatMap { asset -> [Check] in
            let reason: String? =
                if asset.live != nil {
                    "a broadcast"
                } else if asset.recording != nil {
                    "a recording"
                } else if asset.find != nil {
                    "found at the playback service"
                } else {
                    nil
                }
            if let reason {
                let name = "\(SafeText.url(asset.url)) is checked against rules"
                return [Check("lint.asset", name, .skipped("not checked: the asset is \(reason)"))]
            }
            var inspector = AssetInspector(profile)
            inspector.cancellation = cancellation
            inspector.hasKeys = scenario.player.keys.areGiven
            inspector.makeKeySystems = { [scenario] in
                scenario.keySystems(scenario.keyServer(), beside: [IdentityKeySystem()])
            }
            let access = AssetAccess(
                asset.assetOptions, location: LocalPath.url(asset.url), jar: CookieJar())
            let result = inspector.inspectInTurn(
                asset.url, loader: AssetLoader(loader, for: access))
            return result.fewChecks()
        }
    }
}
