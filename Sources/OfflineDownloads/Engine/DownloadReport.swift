/// The stage and the progress of a download, as reported to observers.
///
/// A download reports each change of its stage or its progress, and each loss or return of a
/// permitted connection.
package struct DownloadReport: Equatable, Sendable {
    /// The stage.
    package let stage: DownloadStateMachine.Stage
    /// The progress, from 0 to 1.
    package let progress: Double
    /// Whether the download may use the network.
    package let isConnected: Bool

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - progress: The progress, from 0 to 1.
    ///   - isConnected: Whether the download may use the network.
    package init(
        _ stage: DownloadStateMachine.Stage, progress: Double = 0, isConnected: Bool = true
    ) {
        self.stage = stage
        self.progress = progress
        self.isConnected = isConnected
    }

    /// Whether the download could run if it had a permitted connection.
    package var lacksConnection: Bool { stage == .running && !isConnected }
}
