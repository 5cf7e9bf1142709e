public import Foundation
public import HeadlessPlayback

extension BCOVOfflineVideoManagerDelegate {
    /// Does nothing.
    public func didCreateSharedBackgroundSesssionConfiguration(
        _ backgroundSessionConfiguration: BCOVBackgroundSessionConfiguration!
    ) {}
    /// Does nothing.
    public func offlineVideoToken(
        _ offlineVideoToken: String!, downloadTask: AVAssetDownloadTask!,
        didProgressTo progressPercent: TimeInterval
    ) {}
    /// Does nothing.
    public func offlineVideoToken(
        _ offlineVideoToken: String!, aggregateDownloadTask: AVAggregateAssetDownloadTask!,
        didProgressTo progressPercent: TimeInterval, for mediaSelection: AVMediaSelection!
    ) {}
    /// Does nothing.
    public func offlineVideoToken(
        _ offlineVideoToken: String!, assetDownloadTask: AVAssetDownloadTask!,
        didProgressTo progressPercent: TimeInterval
    ) {}
    /// Does nothing.
    public func offlineVideoToken(
        _ offlineVideoToken: String!, assetDownloadTask: AVAssetDownloadTask!,
        willDownloadVariants variants: [Int64]!
    ) {}
    /// Does nothing.
    public func offlineVideoToken(
        _ offlineVideoToken: String!,
        didFinishMediaSelectionDownload mediaSelection: AVMediaSelection!
    ) {}
    /// Does nothing.
    public func offlineVideoToken(
        _ offlineVideoToken: String!, didFinishDownloadWithError error: (any Error)!
    ) {}
    /// Does nothing.
    public func offlineVideoToken(
        _ offlineVideoToken: String!, didFinishAggregateDownloadWithError error: (any Error)!
    ) {}
    /// Does nothing.
    public func downloadWasPaused(forOfflineVideoToken offlineVideoToken: String!) {}
    /// Does nothing.
    public func didDownloadStaticImages(withOfflineVideoToken offlineVideoToken: String!) {}
    /// Returns `true`, which deletes the package.
    public func shouldDeleteVideoPackage(_ videoPackagePath: String!) -> Bool { true }
    /// Does nothing.
    public func offlineVideoStorageDidChange() {}
    /// Returns `nil`, which selects the service of the account that supplied the video.
    public func playbackServiceForManifestURLTTLUpdate(for video: BCOVVideo!)
        -> BCOVPlaybackService!
    { nil }
}
