import Transport

/// The sources of one session's bytes: the loader of its plan with the layers around it.
struct SessionLoaders {
    private let source: (any LoaderSource)?
    private let layers: [@Sendable (any ResourceLoader) -> any ResourceLoader]
    /// The loader for all requests, unless there is a source.
    private let base: any ResourceLoader
    private let alteredFiles: AlteredFiles
    /// The asset that requests belong to unless they state one.
    let access: AssetAccess

    init(_ plan: SessionPlan, in world: PlaybackWorld) {
        source = plan.loaderSource
        layers = plan.loaderLayers
        base = plan.loader ?? world.loader
        alteredFiles = world.alteredFiles
        access = AssetAccess(
            plan.assetOptions, location: LocalPath.url(plan.source.url), jar: world.cookies)
    }

    /// Creates the loaders of a world without a plan.
    init(_ world: PlaybackWorld) {
        source = nil
        layers = []
        base = world.loader
        alteredFiles = world.alteredFiles
        access = AssetAccess(AssetOptions(), location: "", jar: world.cookies)
    }

    /// The loader for a request that is made now.
    var current: any ResourceLoader { layers.reduce(innermost) { $1($0) } }

    /// The loader beneath all layers, for a request that is made now.
    private var innermost: any ResourceLoader {
        alteredFiles.loader(around: source?.loader() ?? base)
    }

    /// Returns the loader for an attempt.
    ///
    /// - Parameter fate: The fault beneath all layers, which process its result as the player
    ///   would; `nil` for an ordinary attempt.
    /// - Returns: The loader.
    func current(meeting fate: AttemptFate?) -> any ResourceLoader {
        guard let fate else { return current }
        return layers.reduce(fate.loader(around: innermost)) { $1($0) }
    }

    /// Whether a request is answered out of a store of this machine.
    func isStored(_ url: String) -> Bool { source?.isStored(url) ?? false }

    /// Returns whether a segment can be read before it is requested, unnoticed by any server.
    func canReadAhead(
        _ url: @autoclosure () -> String, listedIn playlistURL: String
    ) -> Bool {
        source?.isStored(url()) ?? ResourceScheme(of: playlistURL).isLocal
    }

    /// Returns whether a rendition must be fetched although other renditions are stored.
    func isElsewhere(_ url: String) -> Bool {
        source.map { !$0.isStored(url) } ?? false
    }
}
