extension OfflineVideoStatus {
    /// The state of a download, as apps receive it and as the store records it.
    ///
    /// The catalogue of the store contains the raw values.
    public enum DownloadState: Int, Sendable {
        /// Requested, without progress.
        case requested = 0
        /// In progress.
        case downloading = 1
        /// Paused.
        case suspended = 2
        /// Cancelled by the app.
        case cancelled = 3
        /// Complete.
        case completed = 4
        /// Failed.
        case error = 5
        /// The licence is stored, and the download has not been requested.
        case licensePreloaded = 6
    }
}
