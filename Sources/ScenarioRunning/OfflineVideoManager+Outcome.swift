import OfflineDownloads
import Scenarios
import Sessions

extension OfflineVideoManager? {
    /// Returns the current outcome of a download; `absent` when there is no manager or no token.
    func outcome(of token: OfflineVideoToken?) -> DownloadOutcome {
        guard let self, let token, let status = self.offlineVideoStatus(for: token) else {
            return .absent
        }
        switch status.downloadState {
        case .completed:
            return self.videoObject(from: token)?.playableOffline == true ? .playable : .incomplete
        case .error, .cancelled: return .failed
        case .requested, .downloading, .suspended, .licensePreloaded: return .incomplete
        }
    }
}
