/// The words with which an ``OfflineRecorder`` begins its lines: the calls of the manager's delegate.
///
/// Whoever looks for a line knows them from here, so that none is missing where they are listed.
package enum OfflineWord: String, CaseIterable, Sendable {
    case didProgressTo, assetDownloadTask, willDownloadVariants, didFinishMediaSelectionDownload
    case didFinishDownload, downloadWasPaused, didDownloadStaticImages, shouldDeleteVideoPackage
    case offlineVideoStorageDidChange, manifestURLTTLUpdate
}
