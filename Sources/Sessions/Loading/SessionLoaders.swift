import Transport

/// The loaders of one session: the loader of its plan, and the layers around that loader.
struct SessionLoaders {
    private let source: (any LoaderSource)?
    private let layers: [@Sendable (any ResourceLoader) -> any ResourceLoader]
    /// The loader for all requests of a plan without a `loaderSource`.
    private let base: any ResourceLoader
    private let alteredFiles: AlteredFiles
    /// The access data of the asset, for requests that do not state access data of their own.
    let access: AssetAccess

    init(_ plan: SessionPlan, in world: PlaybackWorld) {
        source = plan.loaderSource
        layers = plan.loaderLayers
        base = plan.loader ?? world.loader
        alteredFiles = world.alteredFiles
        access = AssetAccess(
            plan.assetOptions, location: LocalPath.url(plan.source.url), jar: world.cookies)
    }

    /// Creates the loaders for requests of a ``PlaybackWorld`` that belong to no session plan.
    init(_ world: PlaybackWorld) {
        source = nil
        layers = []
        base = world.loader
        alteredFiles = world.alteredFiles
        access = AssetAccess(AssetOptions(), location: "", jar: world.cookies)
    }

    /// The loader for a request that is made now.
    var current: any ResourceLoader { layers.reduce(innermost) { $1($0) } }

    /// The loader that all layers enclose, for a request that is made now.
    private var innermost: any ResourceLoader {
        alteredFiles.loader(around: source?.loader() ?? base)
    }

    /// Returns the loader for an attempt.
    ///
    /// - Parameter fate: The planned outcome, with the fault to inject; `nil` for an ordinary
    ///   attempt. The fault is applied to the innermost loader, so that all layers receive its
    ///   result, as they would in the player.
    /// - Returns: The loader.
    func current(meeting fate: AttemptFate?) -> any ResourceLoader {
        guard let fate else { return current }
        return layers.reduce(fate.loader(around: innermost)) { $1($0) }
    }

    /// Returns whether the response to a request is read from a store on this machine.
    func isStored(_ url: String) -> Bool { source?.isStored(url) ?? false }

    /// Returns whether a segment may be read before it is requested.
    ///
    /// In a session with a store, a stored segment may be read early. In a session without a store,
    /// a segment may be read early if the segment and its playlist are local.
    func canReadAhead(
        _ url: @autoclosure () -> String, listedIn playlistURL: String
    ) -> Bool {
        if let source { return source.isStored(url()) }
        return ResourceScheme(of: playlistURL).isLocal && ResourceScheme(of: url()).isLocal
    }

    /// Returns whether a rendition is missing from the local store that the session plays from.
    ///
    /// Such a rendition is fetched from elsewhere. The result is `false` if the session has no
    /// store.
    func isElsewhere(_ url: String) -> Bool {
        source.map { !$0.isStored(url) } ?? false
    }
}
