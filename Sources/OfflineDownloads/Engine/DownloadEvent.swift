/// An event of a download.
package enum DownloadEvent: Equatable, Sendable {
    /// Its stage, its progress or its connection changed.
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
