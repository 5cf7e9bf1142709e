import Transport

/// The state that a ``VidLoader`` keeps for a download.
struct VidItem {
    /// The token of the download in the store; `nil` if the download could not be recorded.
    var token: OfflineVideoToken?
    var information: ItemInformation
    /// Whether `keyLoaded` must be reported when the download next runs.
    var owesKeyNews = false
    /// Whether the stored keys have been reported, or ``owesKeyNews`` is set for them.
    ///
    /// This is also `true` for a restored download on which an earlier process made progress. The
    /// keys are then assumed to have been reported by that process.
    var isKeyTold = false
    /// Whether the loss of the connection was left unreported.
    ///
    /// The restored connection is then not reported either.
    var isSilent = false

    init(_ values: DownloadValues) {
        information = ItemInformation(
            identifier: values.identifier, url: values.url,
            title: DownloadTitle.cleaned(values.title), state: .prefetching, downloadedBytes: 0,
            progress: 0, minRequiredBitrate: values.minRequiredBitrate, headers: values.headers,
            artworkData: values.artworkData)
    }

    /// Creates the state of a download that an earlier process started.
    init(_ record: DownloadRecord, identifier: String, artwork: [UInt8]?) {
        token = record.token
        let progress = record.percent / 100
        let state: DownloadState =
            switch record.state {
            case .suspended: .paused(progress)
            case .downloading: .waiting
            default: .prefetching
            }
        var bitrate: Int?
        if case .atLeast(let limit) = record.request.selection.bitrate {
            bitrate = Int(clamping: limit)
        }
        var headers: [String: String]?
        for field in record.request.headers { headers = (headers ?? [:]).adding(field) }
        information = ItemInformation(
            identifier: identifier, url: record.request.sourceURL, title: record.displayName,
            state: state, downloadedBytes: record.receivedBytes, progress: progress,
            minRequiredBitrate: bitrate, headers: headers, artworkData: artwork)
        isKeyTold = record.percent > 0
    }
}

extension [String: String] {
    fileprivate func adding(_ field: HeaderField) -> [String: String] {
        merging([field.name: field.value]) { _, new in new }
    }
}
