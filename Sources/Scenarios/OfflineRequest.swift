/// A request of a scenario to the offline manager, by its name in the trace.
package enum OfflineRequest: String, CaseIterable {
    case requestVideoDownload, preloadFairPlayLicense, renewFairPlayLicense
}
