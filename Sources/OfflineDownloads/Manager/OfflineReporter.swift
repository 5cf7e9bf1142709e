import Devices
import VirtualTime

/// Reports notices to a manager's delegate; holds them while the app is in the background.
final class OfflineReporter {
    weak var delegate: (any OfflineVideoManagerDelegate)?
    /// The tokens of the downloads that were requested with an explicit ``DownloadSelection``.
    var configured: Set<OfflineVideoToken> = []
    private let device: Device
    private let loop: EventLoop
    /// The delay between the end of a download in the background and waking the app.
    let wakeDelay: Duration
    private var held = HeldNotices()
    private var wake: EventToken?

    /// Creates a reporter.
    ///
    /// - Parameters:
    ///   - delegate: Receives the reports; held weakly.
    ///   - device: The device of the app.
    ///   - loop: The event loop of the manager.
    ///   - wakeDelay: The delay between the end of a download in the background and waking the app.
    init(
        _ delegate: (any OfflineVideoManagerDelegate)?, device: Device, loop: EventLoop,
        wakeDelay: Duration
    ) {
        self.delegate = delegate
        self.device = device
        self.loop = loop
        self.wakeDelay = wakeDelay
    }

    /// Reports a notice at once or, if the app is in the background, when the app runs again.
    func post(_ notice: OfflineNotice) {
        guard device.appState == .background else { return report(notice) }
        held.append(notice)
        guard notice.wakes, wake == nil else { return }
        wake = loop.schedule(after: wakeDelay) { [weak self] in self?.reportHeld() }
    }

    /// Reports the notices that were held while the app was in the background.
    func reportHeld() {
        wake = nil
        for notice in held.take() { report(notice) }
    }

    /// Discards the notices that wait for the app to run again, because the app was terminated.
    func dropHeld() {
        held = HeldNotices()
        wake = nil
    }

    /// Reports a notice now.
    func report(_ notice: OfflineNotice) {
        guard let delegate else { return }
        switch notice {
        case .progress(let token, let percent):
            let task = OfflineDownloadTask(offlineVideoToken: token)
            if configured.contains(token) {
                delegate.offlineVideoToken(token, assetDownloadTask: task, didProgressTo: percent)
            } else {
                delegate.offlineVideoToken(token, downloadTask: task, didProgressTo: percent)
            }
        case .trackProgress(let token, let selection, let percent):
            guard !configured.contains(token) else { return }
            let task = OfflineDownloadTask(offlineVideoToken: token)
            delegate.offlineVideoToken(
                token, aggregateDownloadTask: task, didProgressTo: percent, for: selection)
        case .willDownload(let token, let bandwidths):
            let task = OfflineDownloadTask(offlineVideoToken: token)
            delegate.offlineVideoToken(
                token, assetDownloadTask: task, willDownloadVariants: bandwidths)
        case .trackFinished(let token, let selection):
            delegate.offlineVideoToken(token, didFinishMediaSelectionDownload: selection)
        case .finished(let token, let error):
            delegate.offlineVideoToken(token, didFinishDownloadWithError: error)
            delegate.offlineVideoToken(token, didFinishAggregateDownloadWithError: error)
        case .paused(let token): delegate.downloadWasPaused(forOfflineVideoToken: token)
        case .images(let token): delegate.didDownloadStaticImages(withOfflineVideoToken: token)
        }
    }
}
