/// The name of a delegate call, which follows the time in an ``OfflineRecorder`` line.
///
/// Code that searches the lines uses the names in this list, so that it misses none of them.
package enum OfflineWord: String, CaseIterable, Sendable {
    case didProgressTo, assetDownloadTask, willDownloadVariants, didFinishMediaSelectionDownload
    case didFinishDownload, downloadWasPaused, didDownloadStaticImages, shouldDeleteVideoPackage
    case offlineVideoStorageDidChange, manifestURLTTLUpdate
}
