/// The name of a delegate call, which follows the time in an ``OfflineRecorder`` line.
///
/// Code that searches the lines refers to these cases, so that it does not misspell a name.
package enum OfflineWord: String, CaseIterable, Sendable {
    case didProgressTo, assetDownloadTask, willDownloadVariants, didFinishMediaSelectionDownload
    case didFinishDownload, downloadWasPaused, didDownloadStaticImages, shouldDeleteVideoPackage
    case offlineVideoStorageDidChange, manifestURLTTLUpdate
}
