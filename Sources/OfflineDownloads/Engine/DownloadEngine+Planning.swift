import Sessions
package import VirtualTime

extension DownloadEngine {
    /// Plans a download of another selection, with the same requests as for a new download.
    ///
    /// The existing download of the asset does not change.
    ///
    /// - Parameters:
    ///   - selection: The tracks to plan.
    ///   - token: The token of the existing download.
    ///   - completion: Receives the plan, or the reason why the selection cannot be downloaded.
    /// - Returns: A hold; releasing it cancels the requests.
    /// - Throws: When there is no such download, or its row cannot be read.
    package func plan(
        _ selection: DownloadSelection, of token: OfflineVideoToken,
        completion: @escaping (Result<PackagePlan, OfflineError>) -> Void
    ) throws(StoreError) -> Hold {
        let request = try record(of: token).request
        let walk = PlanningWalk(
            PackagePlanner(sourceURL: request.sourceURL, selection: selection),
            services: services, access: request.access(in: world), headers: request.headers,
            completion: completion)
        world.loop.turn { walk.goOn() }
        return walk
    }
}
