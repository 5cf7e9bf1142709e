/// What a scenario asks of the offline manager, by the words with which the answer stands in the trace.
enum OfflineRequest: String, CaseIterable {
    case requestVideoDownload, preloadFairPlayLicense, renewFairPlayLicense
}
