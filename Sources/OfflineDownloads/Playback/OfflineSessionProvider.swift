public import Sessions
import Transport

/// Plays offline videos out of a store, and leaves all other videos to the provider inside of it.
///
/// ```swift
/// let provider = ProtectedSessionProvider(
///     upstream: OfflineSessionProvider(upstream: BasicSessionProvider(), library: library),
///     keySystems: [IdentityKeySystem(), fairPlay])
/// ```
///
/// It is the innermost of the links whose order matters: text tracks may be added to what is stored,
/// and content protection around it finds the licences that were kept.
///
/// A video is an offline video when it has `Video.PropertyKey.offlineVideoToken`. It is
/// played from the disk; while its download is in progress, what is missing comes over the network
/// as far as that may be used. The download waits as long as the session lives. Licences are looked
/// at with each load: one that runs out during playback does not stop it.
///
/// Source: `Documentation/BrightcoveOffline.md#playback`, `Documentation/BrightcoveOffline.md#licences`.
public struct OfflineSessionProvider<Upstream: SessionProvider>: SessionProvider {
    private let upstream: Upstream
    private let library: OfflineLibrary

    /// Creates the link.
    ///
    /// - Parameters:
    ///   - upstream: The link inside.
    ///   - library: The store.
    public init(upstream: Upstream, library: OfflineLibrary) {
        self.upstream = upstream
        self.library = library
    }

    /// Plans as the upstream does; an offline video to be played out of the store.
    ///
    /// - Parameter video: The video.
    /// - Returns: The plan; `nil` when the upstream has none.
    /// - Throws: ``SessionError`` of the upstream, when the chain is in the wrong order, or when the
    ///   store has no such video.
    public func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        guard var plan = try upstream.plan(for: video) else { return nil }
        try plan.wrap(in: .offlineVideos)
        guard let token = video.offlineToken else { return plan }
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
            : LocalPath.url(record.sourceURL)
        let session = OfflineSession(token, of: library)
        plan.loaderSource = session
        plan.keptLicences = session
        plan.companions.append(session)
        plan.sidebandLanguages = record.sidebandLanguages
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
        self.init(domain: OfflineError.domain, code: error.code.rawValue, reason: error.reason)
    }
}

extension SessionError {
    /// Wraps an error of offline videos.
    static func refused(_ error: OfflineError) -> SessionError { .refused(SessionRefusal(error)) }
}
