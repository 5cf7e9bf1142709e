public import ContentProtection
public import OfflineDownloads
public import Sessions
import SidecarSubtitles

/// The standard chain of session providers, for all videos that an app may play.
///
/// A controller that is created without a provider uses this chain. If a `PlaybackWorld` has
/// several offline stores, an app can create the chain with the store to play from:
///
/// ```swift
/// let chain = SessionChain.make(
///     library: manager.library, keySystems: [FairPlayKeySystem(authorizationProxy: proxy)])
/// let controller = PlaybackController(world: world, provider: chain)
/// ```
///
/// From the innermost provider outwards, the chain plays offline videos from their store, offers
/// the text tracks of the video as subtitles, and decrypts the media. A custom chain without the
/// innermost provider refuses offline videos. If a custom chain lacks one of the other providers,
/// playback ignores the text tracks or the keys, and the ledger records the omission.
public enum SessionChain {
    /// Creates the chain.
    ///
    /// - Parameters:
    ///   - library: The store of offline videos; `nil` refuses offline videos.
    ///   - keySystems: The key systems, in the order in which they are tried for a key.
    /// - Returns: The chain.
    public static func make(
        library: OfflineLibrary? = nil, keySystems: [any KeySystem] = [IdentityKeySystem()]
    ) -> any SessionProvider {
        guard let library else {
            return make(around: BasicSessionProvider(), keySystems: keySystems)
        }
        return make(around: OfflineSessionProvider(library: library), keySystems: keySystems)
    }

    /// Creates the chain around its innermost session provider.
    static func make(
        around innermost: some SessionProvider, keySystems: [any KeySystem]
    ) -> any SessionProvider {
        ProtectedSessionProvider(
            upstream: SidecarSubtitleProvider(upstream: innermost), keySystems: keySystems)
    }
}
