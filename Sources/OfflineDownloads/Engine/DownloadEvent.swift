/// An event of a download.
package enum DownloadEvent: Equatable, Sendable {
    /// The stage, the progress or the connection of the download changed.
    case report(DownloadReport)
    /// A licence has arrived.
    case keyLoaded
    /// The files to download are known.
    case planned(PackagePlan)
    /// The progress of a track in percent.
    case trackProgress(track: Int, percent: Double)
    /// A track is complete.
    case trackFinished(track: Int)
}
