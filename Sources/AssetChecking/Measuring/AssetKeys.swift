package import ContentProtection
import HeadlessPlayback
package import Playlists
package import Sessions
package import Transport
package import VirtualTime

/// Obtains the keys of an inspected asset, as a session does.
package final class AssetKeys {
    private let world: PlaybackWorld
    private let protection: any SessionProtection

    /// Prepares to obtain keys, but makes no request yet.
    ///
    /// - Parameters:
    ///   - keySystems: The sources of keys.
    ///   - licences: The stored licences, which take precedence over all sources; `nil` if there
    ///     are none.
    ///   - asset: The location of the asset.
    ///   - loader: The source of bytes.
    ///   - cancellation: The flag that cancels requests when it is raised.
    /// - Throws: ``SessionError`` when no protection can be set up.
    package init(
        _ keySystems: [any KeySystem], licences: (any KeptLicences)? = nil, asset: String,
        loader: any ResourceLoader, cancellation: CancellationFlag
    ) throws(SessionError) {
        let world = PlaybackWorld(loader: loader, cancellation: cancellation)
        let video = Video(url: asset)
        let provider = ProtectedSessionProvider(
            upstream: LicensedProvider(licences: licences), keySystems: keySystems)
        guard let plan = try provider.plan(for: video), let protection = plan.protection else {
            throw .noPlayableSource
        }
        self.world = world
        self.protection = protection(
            ProtectionHost(
                loop: world.loop, source: plan.source,
                keyTimeout: world.options.recovery.keyTimeout
            ) { request, completion in
                world.loop.perform {
                    KeyJob(request).run(with: loader).result
                } deliver: {
                    completion($0)
                }
            } report: { _ in
            })
    }

    /// The transform that decrypts media for which no playlist lists a key; `nil` if there is none.
    package var unlistedTransform: (any SegmentTransform)? { protection.unlistedTransform }

    /// Returns the transform that decrypts bytes with the keys in effect.
    ///
    /// - Throws: ``SessionError`` when the keys cannot be obtained.
    package func transform(
        for keys: [EncryptionKey], playlistURL: String
    ) throws(SessionError) -> (any SegmentTransform)? {
        guard !keys.isEmpty else { return nil }
        var failure: SessionError?
        protection.unlock(keys, playlistURL: playlistURL) { failure = $0 }
        world.loop.runUntilIdle()
        if let failure { throw failure }
        return protection.transform(for: keys, playlistURL: playlistURL)
    }
}

/// A basic session provider that adds stored licences to its plans.
private struct LicensedProvider: SessionProvider {
    let licences: (any KeptLicences)?

    func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        var plan = try BasicSessionProvider().plan(for: video)
        plan?.keptLicences = licences
        return plan
    }
}
