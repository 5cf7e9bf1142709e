/// What a download tells of itself.
package enum DownloadEvent: Equatable, Sendable {
    /// It stands elsewhere now, or has come further.
    case announcement(DownloadStateMachine.Announcement)
    /// It is known what will be fetched.
    case planned(PackagePlan)
    /// More of a track is there, in percent of it.
    case trackProgress(track: Int, percent: Double)
    /// All of a track is there.
    case trackFinished(track: Int)
}
