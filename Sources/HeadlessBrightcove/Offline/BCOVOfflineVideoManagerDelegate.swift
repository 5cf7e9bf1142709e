public import Foundation
public import HeadlessPlayback

/// Receives the events of downloads, with the Swift signatures of the SDK.
///
/// Xcode imports the same signatures from the SDK. Every method has a default implementation.
///
/// Source: `Documentation/BrightcoveOffline.md#delegate`.
public protocol BCOVOfflineVideoManagerDelegate: AnyObject {
    /// Configures the background session of all downloads, before the first download.
    ///
    /// - Parameter backgroundSessionConfiguration: The configuration to change.
    func didCreateSharedBackgroundSesssionConfiguration(
        _ backgroundSessionConfiguration: BCOVBackgroundSessionConfiguration!)

    /// Notifies the delegate that a download has made progress.
    ///
    /// - Parameters:
    ///   - offlineVideoToken: The token of the download.
    ///   - downloadTask: The task of the download.
    ///   - progressPercent: The progress, 0 to 100.
    func offlineVideoToken(
        _ offlineVideoToken: String!, downloadTask: AVAssetDownloadTask!,
        didProgressTo progressPercent: TimeInterval)

    /// Notifies the delegate that a track of a download has made progress.
    ///
    /// - Parameters:
    ///   - offlineVideoToken: The token of the download.
    ///   - aggregateDownloadTask: The task of the download.
    ///   - progressPercent: The progress of the track, 0 to 100.
    ///   - mediaSelection: The track.
    func offlineVideoToken(
        _ offlineVideoToken: String!, aggregateDownloadTask: AVAggregateAssetDownloadTask!,
        didProgressTo progressPercent: TimeInterval, for mediaSelection: AVMediaSelection!)

    /// Notifies the delegate that a download with an explicit selection has made progress.
    ///
    /// In this package, a `DownloadSelection` is an explicit selection of variants and renditions.
    ///
    /// - Parameters:
    ///   - offlineVideoToken: The token of the download.
    ///   - assetDownloadTask: The task of the download.
    ///   - progressPercent: The progress, 0 to 100.
    func offlineVideoToken(
        _ offlineVideoToken: String!, assetDownloadTask: AVAssetDownloadTask!,
        didProgressTo progressPercent: TimeInterval)

    /// Notifies the delegate that the manager has chosen the variants of a download.
    ///
    /// The method is called only for a download with an explicit `DownloadSelection`.
    ///
    /// - Parameters:
    ///   - offlineVideoToken: The token of the download.
    ///   - assetDownloadTask: The task of the download.
    ///   - variants: The bandwidths of the variants, in bits per second.
    func offlineVideoToken(
        _ offlineVideoToken: String!, assetDownloadTask: AVAssetDownloadTask!,
        willDownloadVariants variants: [Int64]!)

    /// Notifies the delegate that the download of a track is complete.
    ///
    /// - Parameters:
    ///   - offlineVideoToken: The token of the download.
    ///   - mediaSelection: The track.
    func offlineVideoToken(
        _ offlineVideoToken: String!,
        didFinishMediaSelectionDownload mediaSelection: AVMediaSelection!)

    /// Notifies the delegate that a download has ended.
    ///
    /// - Parameters:
    ///   - offlineVideoToken: The token of the download.
    ///   - error: The reason why the download is incomplete; `nil` when it is complete.
    func offlineVideoToken(
        _ offlineVideoToken: String!, didFinishDownloadWithError error: (any Error)!)

    /// Notifies the delegate again that a download has ended.
    ///
    /// The method is called just after `offlineVideoToken(_:didFinishDownloadWithError:)`.
    ///
    /// - Parameters:
    ///   - offlineVideoToken: The token of the download.
    ///   - error: The reason why the download is incomplete; `nil` when it is complete.
    func offlineVideoToken(
        _ offlineVideoToken: String!, didFinishAggregateDownloadWithError error: (any Error)!)

    /// Notifies the delegate that a download was paused.
    ///
    /// - Parameter offlineVideoToken: The token of the download.
    func downloadWasPaused(forOfflineVideoToken offlineVideoToken: String!)

    /// Notifies the delegate that the poster and the thumbnail were loaded, or failed to load.
    ///
    /// - Parameter offlineVideoToken: The token of the download.
    func didDownloadStaticImages(withOfflineVideoToken offlineVideoToken: String!)

    /// Returns whether to delete a package of video files that does not belong to any download.
    ///
    /// - Parameter videoPackagePath: The path of the package.
    /// - Returns: Whether to delete the package; `true` by default.
    func shouldDeleteVideoPackage(_ videoPackagePath: String!) -> Bool

    /// Notifies the delegate that downloaded videos are missing from the store.
    ///
    /// The manager checks the store when the app enters the foreground.
    func offlineVideoStorageDidChange()

    /// Returns the service that renews the location of a video's playlist.
    ///
    /// - Parameter video: The video.
    /// - Returns: The service; `nil` uses the service of the account that supplied the video.
    func playbackServiceForManifestURLTTLUpdate(for video: BCOVVideo!) -> BCOVPlaybackService!
}

/// The configuration of the background session that all downloads share.
public final class BCOVBackgroundSessionConfiguration {
    /// The options of downloads.
    public var downloads: DownloadOptions

    /// Wraps the options of downloads.
    init(_ downloads: DownloadOptions) { self.downloads = downloads }

    /// The maximum number of connections of a download.
    public var httpMaximumConnectionsPerHost: Int {
        get { downloads.connections }
        set { downloads.connections = newValue }
    }

    /// Whether the system chooses the time of downloads; has no effect.
    public var isDiscretionary = false
}
