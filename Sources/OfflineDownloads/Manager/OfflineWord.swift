/// The first word of a line of an ``OfflineRecorder``: a call of the manager's delegate.
///
/// Code that searches lines uses this list, so that no call is missing.
package enum OfflineWord: String, CaseIterable, Sendable {
    case didProgressTo, assetDownloadTask, willDownloadVariants, didFinishMediaSelectionDownload
    case didFinishDownload, downloadWasPaused, didDownloadStaticImages, shouldDeleteVideoPackage
    case offlineVideoStorageDidChange, manifestURLTTLUpdate
}
