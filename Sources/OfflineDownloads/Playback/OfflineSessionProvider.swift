public import Sessions
import Transport

/// Plays offline videos from a store, and leaves all other videos to its upstream provider.
///
/// ```swift
/// let provider = ProtectedSessionProvider(
///     upstream: OfflineSessionProvider(upstream: BasicSessionProvider(), library: library),
///     keySystems: [IdentityKeySystem(), fairPlay])
/// ```
///
/// Session providers wrap each other in a chain. This provider is the innermost one around the
/// basic provider. The providers around it add text tracks to the stored asset, and content
/// protection uses the stored licences.
///
/// A video is an offline video when it has `Video.PropertyKey.offlineVideoToken`, or when it is the
/// asset of a `VidLoader` that uses this store. It is played from the disk. During a session, an
/// incomplete download pauses, and the session loads missing media over the network, if this is
/// permitted. Licences are checked only at each load, so a licence that expires during playback
/// does not stop the playback.
///
/// Source: `Documentation/BrightcoveOffline.md#playback`,
/// `Documentation/BrightcoveOffline.md#licences`.
public struct OfflineSessionProvider<Upstream: SessionProvider>: SessionProvider {
    private let upstream: Upstream
    private let library: OfflineLibrary

    /// Creates a provider that wraps an upstream provider.
    ///
    /// - Parameters:
    ///   - upstream: The provider of plans for all videos; its plans for offline videos are
    ///     changed.
    ///   - library: The store of the offline videos.
    public init(upstream: Upstream, library: OfflineLibrary) {
        self.upstream = upstream
        self.library = library
    }

    /// Returns the upstream's plan, changed so that an offline video plays from the store.
    ///
    /// - Parameter video: The video.
    /// - Returns: The plan; `nil` when the upstream has none.
    /// - Throws: The ``SessionError`` of the upstream, or an error when the providers are in the
    ///   wrong order or the store has no such video.
    public func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        guard var plan = try upstream.plan(for: video) else { return nil }
        try plan.wrap(in: .offlineVideos)
        guard let token = video.offlineVideoToken ?? storedToken(of: plan.source) else {
            return plan
        }
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
        // The location of the package is derived from the token, because full paths change with
        // every launch of an app and the token does not.
        plan.source.url =
            isPlanned
            ? OfflineVideoObject.location(of: token, in: library.folder)
            : LocalPath.url(record.request.sourceURL)
        // The package is local, but missing files are loaded from the server of the download. The
        // options of the download therefore apply, and the location of the download determines the
        // asset's own host.
        plan.source.assetOptions = plan.assetOptions.merged(over: record.request.assetOptions)
        plan.source.assetOptions.changeReaches { reach in
            reach.ownLocation = reach.ownLocation ?? record.request.sourceURL
        }
        plan.video.assetOptions = AssetOptions()
        // The app may have added the token to a video from a playback service. An offline video
        // does not need this service.
        plan.video.provenance = nil
        let session = OfflineSession(token, of: library)
        plan.loaderSource = session
        plan.keptLicences = session
        plan.companions.append(session)
        plan.sidebandLanguages = record.request.sidebandLanguages
        if video.offline {
            plan.externalPlaybackRefusal = SessionRefusal(
                OfflineError(.unsupported, "an offline video cannot be shown on another device"))
        }
        return plan
    }

    /// Returns the token of the complete package in this store that a source plays; `nil` for
    /// other sources.
    private func storedToken(of source: Source) -> OfflineVideoToken? {
        guard let token = source.packageToken.map(OfflineVideoToken.init(rawValue:)),
            let record = try? library.catalogue.record(of: token), record.isWhole
        else { return nil }
        return token
    }
}

extension OfflineSessionProvider where Upstream == BasicSessionProvider {
    /// Creates a provider that wraps the basic provider.
    ///
    /// - Parameter library: The store of the offline videos.
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
    /// Returns the session error that refuses playback because of an error of offline videos.
    static func refused(_ error: OfflineError) -> SessionError { .refused(SessionRefusal(error)) }
}
