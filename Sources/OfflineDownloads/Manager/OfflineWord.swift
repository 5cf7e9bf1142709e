/// The name of a delegate call, which follows the time in an ``OfflineRecorder`` line.
///
/// Code that searches the lines takes the names from this list, so that it knows all of them.
package enum OfflineWord: String, CaseIterable, Sendable {
    case didProgressTo, assetDownloadTask, willDownloadVariants, didFinishMediaSelectionDownload
    case didFinishDownload, downloadWasPaused, didDownloadStaticImages, shouldDeleteVideoPackage
    case offlineVideoStorageDidChange, manifestURLTTLUpdate
}
