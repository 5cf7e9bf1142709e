public import Sessions

/// Receives the events of downloads; every method is optional.
///
/// The methods are called at the end of the event-loop turn in which the event occurs, but never
/// while the app is in the background. Events that occur in the background are reported when the
/// app enters the foreground, or when it is woken after the end of a download.
///
/// Source: `Documentation/BrightcoveOffline.md#delegate`, in the order of that section.
public protocol OfflineVideoManagerDelegate: AnyObject {
    /// Configures the session of all downloads, before the first download starts.
    ///
    /// - Parameter configuration: The configuration to change.
    func didCreateSharedBackgroundSessionConfiguration(_ configuration: inout DownloadOptions)

    /// Notifies the delegate that a download has made progress.
    ///
    /// - Parameters:
    ///   - token: The token of the download.
    ///   - downloadTask: The task of the download.
    ///   - percent: The overall progress of all tracks, 0 to 100.
    func offlineVideoToken(
        _ token: OfflineVideoToken, downloadTask: OfflineDownloadTask,
        didProgressTo percent: Double)

    /// Notifies the delegate that a track of a download has made progress.
    ///
    /// - Parameters:
    ///   - token: The token of the download.
    ///   - aggregateDownloadTask: The task of the download.
    ///   - percent: The progress of the track, 0 to 100.
    ///   - mediaSelection: The track.
    func offlineVideoToken(
        _ token: OfflineVideoToken, aggregateDownloadTask: OfflineDownloadTask,
        didProgressTo percent: Double, for mediaSelection: OfflineMediaSelection)

    /// Notifies the delegate that a download with an explicit selection has made progress.
    ///
    /// A ``DownloadSelection`` is an explicit selection of variants and renditions.
    ///
    /// - Parameters:
    ///   - token: The token of the download.
    ///   - assetDownloadTask: The task of the download.
    ///   - percent: The overall progress of all tracks, 0 to 100.
    func offlineVideoToken(
        _ token: OfflineVideoToken, assetDownloadTask: OfflineDownloadTask,
        didProgressTo percent: Double)

    /// Notifies the delegate that the manager has chosen the variants of a download.
    ///
    /// The method is called only for a download with an explicit ``DownloadSelection``.
    ///
    /// - Parameters:
    ///   - token: The token of the download.
    ///   - assetDownloadTask: The task of the download.
    ///   - bandwidths: The bandwidths of the variants, in bits per second.
    func offlineVideoToken(
        _ token: OfflineVideoToken, assetDownloadTask: OfflineDownloadTask,
        willDownloadVariants bandwidths: [Int64])

    /// Notifies the delegate that the download of a track is complete.
    ///
    /// - Parameters:
    ///   - token: The token of the download.
    ///   - mediaSelection: The track.
    func offlineVideoToken(
        _ token: OfflineVideoToken,
        didFinishMediaSelectionDownload mediaSelection: OfflineMediaSelection)

    /// Notifies the delegate that a download has ended.
    ///
    /// - Parameters:
    ///   - token: The token of the download.
    ///   - error: The reason why the download is not complete; `nil` when it is complete. A
    ///     cancelled download also ends with an error.
    func offlineVideoToken(
        _ token: OfflineVideoToken, didFinishDownloadWithError error: OfflineError?)

    /// Notifies the delegate again that a download has ended.
    ///
    /// This method is called just after `offlineVideoToken(_:didFinishDownloadWithError:)`, for
    /// apps that implement only the method with “aggregate” in its name.
    ///
    /// - Parameters:
    ///   - token: The token of the download.
    ///   - error: The reason why the download is not complete; `nil` when it is complete.
    func offlineVideoToken(
        _ token: OfflineVideoToken, didFinishAggregateDownloadWithError error: OfflineError?)

    /// Notifies the delegate that a download was paused.
    ///
    /// - Parameter token: The token of the download.
    func downloadWasPaused(forOfflineVideoToken token: OfflineVideoToken)

    /// Notifies the delegate that the poster and the thumbnail were loaded, or failed to load.
    ///
    /// - Parameter token: The token of the download.
    func didDownloadStaticImages(withOfflineVideoToken token: OfflineVideoToken)

    /// Asks the delegate whether to delete a package for which the store has no download.
    ///
    /// - Parameter path: The path of the package.
    /// - Returns: Whether to delete the package; `true` by default.
    func shouldDeleteVideoPackage(_ path: String) -> Bool

    /// Notifies the delegate that downloaded videos are missing from the store.
    ///
    /// The manager checks the store when the app enters the foreground.
    func offlineVideoStorageDidChange()

    /// Requests a new location of a video because the known location has expired.
    ///
    /// The download needs a valid location to continue.
    ///
    /// - Parameters:
    ///   - video: The video that was requested.
    ///   - token: The token of the download.
    ///   - completion: Receives the new location of the playlist; `nil` leaves the renewal to the
    ///     playback service. The delegate may call it at once or later; only the first call counts.
    func manifestURLTTLUpdate(
        for video: Video, token: OfflineVideoToken, completion: @escaping (String?) -> Void)

    /// Returns the service that renews the location of a video's playlist.
    ///
    /// The manager calls this method when ``manifestURLTTLUpdate(for:token:completion:)`` has
    /// supplied no location. If there is no new location, the download ends with the error that the
    /// expired location caused.
    ///
    /// - Parameter video: The video that was requested.
    /// - Returns: The service. With `nil`, the manager uses the service of the account from which
    ///   the video was loaded. The account is not stored, so it is unknown after a restart.
    func playbackServiceForManifestURLTTLUpdate(forVideo video: Video) -> PlaybackService?
}

extension OfflineVideoManagerDelegate {
    /// Leaves the configuration unchanged.
    public func didCreateSharedBackgroundSessionConfiguration(
        _ configuration: inout DownloadOptions
    ) {}
    /// Does nothing.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, downloadTask: OfflineDownloadTask,
        didProgressTo percent: Double
    ) {}
    /// Does nothing.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, aggregateDownloadTask: OfflineDownloadTask,
        didProgressTo percent: Double, for mediaSelection: OfflineMediaSelection
    ) {}
    /// Does nothing.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, assetDownloadTask: OfflineDownloadTask,
        didProgressTo percent: Double
    ) {}
    /// Does nothing.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, assetDownloadTask: OfflineDownloadTask,
        willDownloadVariants bandwidths: [Int64]
    ) {}
    /// Does nothing.
    public func offlineVideoToken(
        _ token: OfflineVideoToken,
        didFinishMediaSelectionDownload mediaSelection: OfflineMediaSelection
    ) {}
    /// Does nothing.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, didFinishDownloadWithError error: OfflineError?
    ) {}
    /// Does nothing.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, didFinishAggregateDownloadWithError error: OfflineError?
    ) {}
    /// Does nothing.
    public func downloadWasPaused(forOfflineVideoToken token: OfflineVideoToken) {}
    /// Does nothing.
    public func didDownloadStaticImages(withOfflineVideoToken token: OfflineVideoToken) {}
    /// Returns `true`, which deletes the package.
    public func shouldDeleteVideoPackage(_ path: String) -> Bool { true }
    /// Does nothing.
    public func offlineVideoStorageDidChange() {}
    /// Supplies no new location.
    public func manifestURLTTLUpdate(
        for video: Video, token: OfflineVideoToken, completion: @escaping (String?) -> Void
    ) {
        completion(nil)
    }
    /// Returns `nil`, which selects the service of the account that supplied the video.
    public func playbackServiceForManifestURLTTLUpdate(
        forVideo video: Video
    ) -> PlaybackService? { nil }
}
