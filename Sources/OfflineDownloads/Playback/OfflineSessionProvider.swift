public import Sessions
import Transport

/// Plays offline videos from a store, and leaves all other videos to its upstream.
///
/// ```swift
/// let provider = ProtectedSessionProvider(
///     upstream: OfflineSessionProvider(upstream: BasicSessionProvider(), library: library),
///     keySystems: [IdentityKeySystem(), fairPlay])
/// ```
///
/// It is the innermost link of a chain: the links around it add text tracks to the stored asset,
/// and content protection uses the stored licences.
///
/// A video is an offline video when it has `Video.PropertyKey.offlineVideoToken`. It is played from
/// the disk; during its download, missing media is loaded over the network if permitted. The
/// download waits as long as the session exists. Licences are checked with each load: expiry during
/// playback does not stop it.
///
/// Source: `Documentation/BrightcoveOffline.md#playback`,
/// `Documentation/BrightcoveOffline.md#licences`.
public struct OfflineSessionProvider<Upstream: SessionProvider>: SessionProvider {
    private let upstream: Upstream
    private let library: OfflineLibrary

    /// Creates the link.
    ///
    /// - Parameters:
    ///   - upstream: The upstream provider.
    ///   - library: The store.
    public init(upstream: Upstream, library: OfflineLibrary) {
        self.upstream = upstream
        self.library = library
    }

    /// Returns the upstream's plan, which plays an offline video from the store.
    ///
    /// - Parameter video: The video.
    /// - Returns: The plan; `nil` when the upstream has none.
    /// - Throws: ``SessionError`` of the upstream, when the chain is in the wrong order, or when
    ///   the store has no such video.
    public func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        guard var plan = try upstream.plan(for: video) else { return nil }
        try plan.wrap(in: .offlineVideos)
        guard let token = video.offlineVideoToken else { return plan }
        let record: DownloadRecord
        let isPlanned: Bool
        do throws(StoreError) {
            guard let found = try library.catalogue.record(of: token) else {
                throw StoreError.unknownToken(token)
            }
            record = found
            isPlanned = try library.catalogue.hasPlan(of: token)
        } catch {
            throw .refused(OfflineError(error))
        }
        // Full paths change with every launch of an app; the token does not.
        plan.source.url =
            isPlanned
            ? OfflineVideoObject.location(of: token, in: library.folder)
            : LocalPath.url(record.request.sourceURL)
        // The package is local; missing files come from the host of the download.
        plan.source.assetOptions = plan.assetOptions.merged(over: record.request.assetOptions)
        plan.source.assetOptions.ownLocation =
            plan.source.assetOptions.ownLocation ?? record.request.sourceURL
        plan.video.assetOptions = AssetOptions()
        // The app may have added the token to the video of a playback service.
        plan.video.provenance = nil
        let session = OfflineSession(token, of: library)
        plan.loaderSource = session
        plan.keptLicences = session
        plan.companions.append(session)
        plan.sidebandLanguages = record.request.sidebandLanguages
        plan.externalPlaybackRefusal = SessionRefusal(
            OfflineError(.unsupported, "an offline video cannot be shown on another device"))
        return plan
    }
}

extension OfflineSessionProvider where Upstream == BasicSessionProvider {
    /// Creates the link around the basic provider.
    ///
    /// - Parameter library: The store.
    public init(library: OfflineLibrary) {
        self.init(upstream: BasicSessionProvider(), library: library)
    }
}

extension SessionRefusal {
    init(_ error: OfflineError) {
        self.init(
            domain: OfflineError.domain, code: error.code.rawValue, reason: error.reason,
            underlying: error)
    }
}

extension SessionError {
    /// Wraps an error of offline videos.
    static func refused(_ error: OfflineError) -> SessionError { .refused(SessionRefusal(error)) }
}
