/// The name of a delegate call, which is the first word of a line of an ``OfflineRecorder``.
///
/// Code that searches the lines takes the names from this list, so that it knows all of them.
package enum OfflineWord: String, CaseIterable, Sendable {
    case didProgressTo, assetDownloadTask, willDownloadVariants, didFinishMediaSelectionDownload
    case didFinishDownload, downloadWasPaused, didDownloadStaticImages, shouldDeleteVideoPackage
    case offlineVideoStorageDidChange, manifestURLTTLUpdate
}
