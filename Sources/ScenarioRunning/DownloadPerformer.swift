import Formats
import OfflineDownloads
import Scenarios

/// Performs the commands of a scenario for one download of the store.
struct DownloadPerformer {
    let manager: OfflineVideoManager
    /// The token of the download.
    let token: OfflineVideoToken

    /// Performs a command: pausing, resuming, cancelling or deleting the download.
    ///
    /// A command that has no effect in the state of the download is not performed, since a scenario
    /// with such a step tests less than it seems to.
    ///
    /// - Parameter action: The command; other actions are performed elsewhere.
    /// - Returns: The reason why the command is not possible; `nil` when it was performed.
    func perform(_ action: ScenarioStep.Action) -> String? {
        switch action {
        case .pauseDownload:
            if let reason = reasonAgainst("paused", in: [.requested, .downloading]) {
                return reason
            }
            manager.pauseVideoDownload(token)
        case .resumeDownload:
            if let reason = reasonAgainst("resumed", in: [.suspended, .error]) { return reason }
            manager.resumeVideoDownload(token)
        case .cancelDownload:
            let states: [OfflineVideoStatus.DownloadState] = [
                .requested, .downloading, .suspended, .licensePreloaded,
            ]
            if let reason = reasonAgainst("cancelled", in: states) { return reason }
            manager.cancelVideoDownload(token)
        case .deleteDownload:
            do throws(OfflineError) {
                try manager.deleteOfflineVideo(token)
            } catch {
                return PlaceText.cut(error.description)
            }
        default: break
        }
        return nil
    }

    /// Returns the reason why a command would have no effect.
    ///
    /// - Parameters:
    ///   - participle: The effect of the command, such as "paused".
    ///   - states: The states in which the command has an effect.
    /// - Returns: The reason; `nil` if the command has an effect.
    private func reasonAgainst(
        _ participle: String, in states: [OfflineVideoStatus.DownloadState]
    ) -> String? {
        guard let state = manager.offlineVideoStatus(for: token)?.downloadState else {
            return "the download was deleted"
        }
        return states.contains(state)
            ? nil : "the download is \(state.words), so it cannot be \(participle)"
    }
}

extension OfflineVideoStatus.DownloadState {
    /// The state in words.
    fileprivate var words: String {
        switch self {
        case .requested: "requested"
        case .downloading: "in progress"
        case .suspended: "paused"
        case .cancelled: "cancelled"
        case .completed: "complete"
        case .error: "failed"
        case .licensePreloaded: "not requested"
        }
    }
}
