public import Sessions

/// Hears what becomes of downloads; every method may be left out.
///
/// It is called at the end of the turn in which something happened, and while the app is in the
/// background not at all: what happens then is told when the app comes to the foreground, or is
/// woken some time after a download has ended.
///
/// Source: `Documentation/BrightcoveOffline.md#delegate`, in its order.
public protocol OfflineVideoManagerDelegate: AnyObject {
    /// Lets the session be changed that all downloads are made in, before the first.
    ///
    /// - Parameter configuration: How it is going to be.
    func didCreateSharedBackgroundSessionConfiguration(_ configuration: inout DownloadOptions)

    /// A download has come further.
    ///
    /// - Parameters:
    ///   - token: The download.
    ///   - downloadTask: What does it.
    ///   - percent: How much of all its tracks is there, 0 to 100.
    func offlineVideoToken(
        _ token: OfflineVideoToken, downloadTask: OfflineDownloadTask,
        didProgressTo percent: Double)

    /// A track of a download has come further.
    ///
    /// - Parameters:
    ///   - token: The download.
    ///   - aggregateDownloadTask: What does it.
    ///   - percent: How much of the track is there, 0 to 100.
    ///   - mediaSelection: The track.
    func offlineVideoToken(
        _ token: OfflineVideoToken, aggregateDownloadTask: OfflineDownloadTask,
        didProgressTo percent: Double, for mediaSelection: OfflineMediaSelection)

    /// A download that was asked for with a ``DownloadSelection`` of its own has come further.
    ///
    /// - Parameters:
    ///   - token: The download.
    ///   - assetDownloadTask: What does it.
    ///   - percent: How much of all its tracks is there, 0 to 100.
    func offlineVideoToken(
        _ token: OfflineVideoToken, assetDownloadTask: OfflineDownloadTask,
        didProgressTo percent: Double)

    /// It is known which variants such a download takes.
    ///
    /// - Parameters:
    ///   - token: The download.
    ///   - assetDownloadTask: What does it.
    ///   - bandwidths: The bandwidths of the variants, in bits a second.
    func offlineVideoToken(
        _ token: OfflineVideoToken, assetDownloadTask: OfflineDownloadTask,
        willDownloadVariants bandwidths: [Int64])

    /// All of a track is there.
    ///
    /// - Parameters:
    ///   - token: The download.
    ///   - mediaSelection: The track.
    func offlineVideoToken(
        _ token: OfflineVideoToken,
        didFinishMediaSelectionDownload mediaSelection: OfflineMediaSelection)

    /// A download is over.
    ///
    /// - Parameters:
    ///   - token: The download.
    ///   - error: Why it is not complete; `nil` when it is. A download that the app cancelled ends
    ///     with an error too.
    func offlineVideoToken(
        _ token: OfflineVideoToken, didFinishDownloadWithError error: OfflineError?)

    /// A download is over; told right after the method without “aggregate”, for code that has only
    /// this one.
    ///
    /// - Parameters:
    ///   - token: The download.
    ///   - error: Why it is not complete; `nil` when it is.
    func offlineVideoToken(
        _ token: OfflineVideoToken, didFinishAggregateDownloadWithError error: OfflineError?)

    /// A download is held now.
    ///
    /// - Parameter token: The download.
    func downloadWasPaused(forOfflineVideoToken token: OfflineVideoToken)

    /// Poster and thumbnail have been fetched, or cannot be.
    ///
    /// - Parameter token: The download.
    func didDownloadStaticImages(withOfflineVideoToken token: OfflineVideoToken)

    /// A package was found that belongs to no download.
    ///
    /// - Parameter path: Where it is.
    /// - Returns: Whether it is to be deleted; without this method it is.
    func shouldDeleteVideoPackage(_ path: String) -> Bool

    /// The app came to the foreground, and videos are gone from the store that were there before.
    func offlineVideoStorageDidChange()

    /// The location of a video has expired, and a new one is needed to go on.
    ///
    /// - Parameters:
    ///   - video: The video as it was asked for.
    ///   - token: The download.
    ///   - completion: Gets the new location of the playlist; `nil` ends the download with the
    ///     error that came of the old one. At once or later; only the first call counts.
    func manifestURLTTLUpdate(
        for video: Video, token: OfflineVideoToken, completion: @escaping (String?) -> Void)
}

extension OfflineVideoManagerDelegate {
    /// Leaves the session as it is.
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
    /// Lets the package be deleted.
    public func shouldDeleteVideoPackage(_ path: String) -> Bool { true }
    /// Does nothing.
    public func offlineVideoStorageDidChange() {}
    /// Knows no new location.
    public func manifestURLTTLUpdate(
        for video: Video, token: OfflineVideoToken, completion: @escaping (String?) -> Void
    ) {
        completion(nil)
    }
}
