package import AssetChecking
import CommandTree
import Formats
import HeadlessPlayback
package import Linting
import PlaybackCommands
import Sessions
import VirtualTime

extension LintCommand {
    /// Watches a broadcast for a given time, and adds the findings about versions and changes.
    ///
    /// - Parameters:
    ///   - length: The time to watch.
    ///   - place: The address of the asset.
    ///   - result: The result of the asset's inspection, which receives the findings.
    /// - Returns: Whether a playlist was followed, or would have been without an interruption.
    /// - Throws: ``CommandFailure`` when no loader can be made.
    func watch(
        for length: Duration, _ place: String, into result: inout InspectedAsset
    ) throws(CommandFailure) -> Bool {
        if result.wasInterrupted { return true }
        let playlists = result.asset?.mediaPlaylists.compactMap(\.media) ?? []
        // A playlist that has ended never changes.
        guard playlists.contains(where: { !$0.hasEndList }) else {
            let reason =
                switch playlists.count {
                case 0: "no media playlist could be read"
                case 1: "the playlist has ended"
                default: "the playlists have ended"
                }
            errors.write("playctl: \(SafeText.url(place)): --watch followed nothing: \(reason)\n")
            return false
        }
        let texts = WatchedTexts(after: result, behind: try options.hosts.loader(of: place))
        let world = PlaybackWorld(
            options: PlaybackOptions(), loader: texts, cancellation: Interruption.flag)
        let watcher = BroadcastWatcher(world) { _ in }
        watcher.followsRemovals = true
        let run = WatchRun(watcher, in: world, length: length) { _ in }
        run.start(place)
        Pacer(clock: ContinuousClock()).runLive(world.loop) {
            run.isOver || Interruption.hasHappened
        }
        // After an interruption, the result keeps the findings up to that point.
        if Interruption.hasHappened { result.wasInterrupted = true }
        watcher.finish()
        result.breaches += texts.breaches.filter { options.isChosen($0.rule) }
        result.adopt(watcher, rules: options.isChosen)
        options.grade(&result)
        if let failure = watcher.failure, !result.wasInterrupted {
            result.fail(toWatch: "\(failure)")
        }
        return true
    }
}

extension InspectedAsset {
    /// Adds the findings of a watcher.
    package mutating func adopt(_ watcher: BroadcastWatcher, rules chosen: (LintRule) -> Bool) {
        adopt(
            watcher.findings, examined: watcher.examinedRules, where: chosen,
            unchanged: watcher.unchanged.compactMap { watcher.location(of: $0) },
            locations: { watcher.location(of: $0) })
        coverage.omit(watcher, of: asset?.main.url ?? place)
    }
}

extension LintCoverage {
    /// Records the playlists and segments that a watcher omitted, if there are any.
    fileprivate mutating func omit(_ watcher: BroadcastWatcher, of place: String) {
        let others = [
            ("I-frame playlist", watcher.iFramePlaylists),
            ("image playlist", watcher.imagePlaylists),
        ]
        for (noun, playlists) in others where !playlists.isEmpty {
            omit(place, "not followed: \(playlists.count.counted(noun))", of: WatchedRules.all)
        }
        if watcher.unfollowedRemovals > 0 {
            omit(
                place, "\(watcher.unfollowedRemovals) removed segments were not requested again",
                of: [WatchedRules.removals])
        }
    }
}
