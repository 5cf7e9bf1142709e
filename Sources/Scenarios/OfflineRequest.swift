/// A request of a scenario to the offline manager, with its name in the trace as the raw value.
package enum OfflineRequest: String, CaseIterable {
    case requestVideoDownload, preloadFairPlayLicense, renewFairPlayLicense
}
