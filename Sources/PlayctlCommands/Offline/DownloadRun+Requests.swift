import CommandTree
import HeadlessPlayback
import OfflineDownloads
import PlaybackCommands
import Transport

extension DownloadRun {
    /// Stores the request options and permitted hosts of the command line in records of downloads.
    ///
    /// The options of the command line take precedence over the options that a record already
    /// contains.
    ///
    /// - Parameters:
    ///   - hosts: The options of the command line.
    ///   - records: The downloads, before they continue.
    /// - Throws: ``CommandFailure`` for wrong usage, or when the store cannot be written.
    func use(_ hosts: HostOptions, for records: [DownloadRecord]) throws(CommandFailure) {
        guard hosts.requests.areGiven || !hosts.allowed.isEmpty else { return }
        for var record in records {
            if hosts.requests.areGiven {
                record.request.assetOptions = try hosts.requests.assetOptions(
                    of: record.request.sourceURL, over: record.request.assetOptions)
            }
            record.request.assetOptions = hosts.restricting(record.request.assetOptions)
            try attempt { () throws(StoreError) in try engine.catalogue.update(record) }
        }
    }
}
