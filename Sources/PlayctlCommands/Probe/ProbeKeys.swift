import HeadlessPlayback
import Playlists
import Sessions
import Transport

/// Gets the keys of an asset that is looked at, as a session would.
final class ProbeKeys {
    private let world: PlaybackWorld
    private let protection: any SessionProtection

    /// Prepares to obtain keys, without a request yet.
    ///
    /// - Parameters:
    ///   - options: The sources of keys.
    ///   - asset: The location of the asset.
    ///   - loader: The source of bytes.
    /// - Throws: ``SessionError`` when there can be no protection.
    init(
        _ options: KeyOptions, asset: String, loader: any ResourceLoader
    ) throws(SessionError) {
        let world = PlaybackWorld(loader: loader, cancellation: Interruption.flag)
        let video = Video(url: asset)
        let provider = ProtectedSessionProvider(keySystems: options.keySystems())
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
            } tell: { _ in
            })
    }

    /// The decryptor of media for which no playlist lists a key.
    var unlistedTransform: (any SegmentTransform)? { protection.unlistedTransform }

    /// Returns the transform that decrypts bytes with some keys in effect.
    ///
    /// - Throws: ``SessionError`` when there is no such key.
    func transform(
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
