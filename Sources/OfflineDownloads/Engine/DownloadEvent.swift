/// An event of a download.
package enum DownloadEvent: Equatable, Sendable {
    /// Its stage or progress changed.
    case announcement(DownloadStateMachine.Announcement)
    /// The files to download are known.
    case planned(PackagePlan)
    /// The progress of a track in percent.
    case trackProgress(track: Int, percent: Double)
    /// A track is complete.
    case trackFinished(track: Int)
}
