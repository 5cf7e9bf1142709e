/// A request of a scenario to the offline manager; the raw value is its name in the trace.
package enum OfflineRequest: String, CaseIterable {
    case requestVideoDownload, preloadFairPlayLicense, renewFairPlayLicense
}
