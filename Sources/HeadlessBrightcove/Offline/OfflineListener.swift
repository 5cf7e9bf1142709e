import Foundation
import HeadlessPlayback
import OfflineDownloads
import Sessions

/// Passes the events of downloads to a delegate of the SDK.
final class OfflineListener: OfflineVideoManagerDelegate {
    private(set) weak var delegate: (any BCOVOfflineVideoManagerDelegate)?

    init(_ delegate: any BCOVOfflineVideoManagerDelegate) { self.delegate = delegate }

    func didCreateSharedBackgroundSessionConfiguration(_ configuration: inout DownloadOptions) {
        let object = BCOVBackgroundSessionConfiguration(configuration)
        delegate?.didCreateSharedBackgroundSesssionConfiguration(object)
        configuration = object.downloads
    }

    func offlineVideoToken(
        _ token: OfflineVideoToken, downloadTask: OfflineDownloadTask,
        didProgressTo percent: Double
    ) {
        delegate?.offlineVideoToken(
            token.rawValue, downloadTask: downloadTask, didProgressTo: percent)
    }

    func offlineVideoToken(
        _ token: OfflineVideoToken, aggregateDownloadTask: OfflineDownloadTask,
        didProgressTo percent: Double, for mediaSelection: OfflineMediaSelection
    ) {
        delegate?.offlineVideoToken(
            token.rawValue, aggregateDownloadTask: aggregateDownloadTask, didProgressTo: percent,
            for: mediaSelection)
    }

    func offlineVideoToken(
        _ token: OfflineVideoToken, assetDownloadTask: OfflineDownloadTask,
        didProgressTo percent: Double
    ) {
        delegate?.offlineVideoToken(
            token.rawValue, assetDownloadTask: assetDownloadTask, didProgressTo: percent)
    }

    func offlineVideoToken(
        _ token: OfflineVideoToken, assetDownloadTask: OfflineDownloadTask,
        willDownloadVariants bandwidths: [Int64]
    ) {
        delegate?.offlineVideoToken(
            token.rawValue, assetDownloadTask: assetDownloadTask, willDownloadVariants: bandwidths)
    }

    func offlineVideoToken(
        _ token: OfflineVideoToken,
        didFinishMediaSelectionDownload mediaSelection: OfflineMediaSelection
    ) {
        delegate?.offlineVideoToken(
            token.rawValue, didFinishMediaSelectionDownload: mediaSelection)
    }

    func offlineVideoToken(
        _ token: OfflineVideoToken, didFinishDownloadWithError error: OfflineError?
    ) {
        delegate?.offlineVideoToken(
            token.rawValue, didFinishDownloadWithError: error.map { NSError($0) })
    }

    func offlineVideoToken(
        _ token: OfflineVideoToken, didFinishAggregateDownloadWithError error: OfflineError?
    ) {
        delegate?.offlineVideoToken(
            token.rawValue, didFinishAggregateDownloadWithError: error.map { NSError($0) })
    }

    func downloadWasPaused(forOfflineVideoToken token: OfflineVideoToken) {
        delegate?.downloadWasPaused(forOfflineVideoToken: token.rawValue)
    }

    func didDownloadStaticImages(withOfflineVideoToken token: OfflineVideoToken) {
        delegate?.didDownloadStaticImages(withOfflineVideoToken: token.rawValue)
    }

    func shouldDeleteVideoPackage(_ path: String) -> Bool {
        delegate?.shouldDeleteVideoPackage(path) ?? true
    }

    func offlineVideoStorageDidChange() { delegate?.offlineVideoStorageDidChange() }

    func playbackServiceForManifestURLTTLUpdate(forVideo video: Video) -> PlaybackService? {
        delegate?.playbackServiceForManifestURLTTLUpdate(for: BCOVVideo(video))?.service
    }
}
