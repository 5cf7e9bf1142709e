import Sessions
import VirtualTime

/// What the system goes on with while an app is dead that it ended, or that crashed.
///
/// It fetches what is known by then. Playlists, licences and new locations take the app, which finds
/// such downloads where they were. What ended meanwhile is told by the app's next manager. When
/// nothing is under way any more, the system wakes the app some time later, in the background.
///
/// Source: `Documentation/BrightcoveOffline.md#restoration`,
/// `Documentation/BrightcoveOffline.md#background`.
final class SystemDownloads {
    private let engine: DownloadEngine
    private let wakeDelay: Duration
    private let wake: (() -> Void)?
    private var notices: [OfflineNotice] = []
    private var wakeTime: EventToken?

    /// Goes on with the downloads of an app.
    ///
    /// - Parameters:
    ///   - engine: What the app downloaded with.
    ///   - wakeDelay: How long after the last download the app is woken.
    ///   - wake: Launches the app; `nil` leaves that to people.
    init(_ engine: DownloadEngine, wakeDelay: Duration, wake: (() -> Void)?) {
        self.engine = engine
        self.wakeDelay = wakeDelay
        self.wake = wake
        engine.observer = { [weak self] token, event in self?.hear(token, event) }
        engine.refresh = { [weak self] record, _ in self?.leave(record.token) }
    }

    private func hear(_ token: OfflineVideoToken, _ event: DownloadEvent) {
        switch event {
        case .trackFinished(let track):
            guard let track = engine.track(track, of: token) else { return }
            notices.append(.trackFinished(token, OfflineMediaSelection(track)))
        case .announcement(.completed): end(token, nil)
        case .announcement(.failed(let error)): end(token, error)
        case .announcement, .planned, .trackProgress: return
        }
    }

    private func end(_ token: OfflineVideoToken, _ error: OfflineError?) {
        notices.append(.finished(token, error))
        wakeIfIdle()
    }

    /// Leaves a download where it is, for the app to say where the video is now.
    private func leave(_ token: OfflineVideoToken) {
        engine.writeRows()
        engine.release(token)
        wakeIfIdle()
    }

    private func wakeIfIdle() {
        guard !engine.isBusy, let wake else { return }
        wakeTime = engine.world.loop.schedule(after: wakeDelay) { [device = engine.device] in
            device.appState = .background
            wake()
        }
    }

    /// Forgets to wake the app: the system itself has started anew.
    func wakeNobody() { wakeTime = nil }

    /// Ends the work, so that an app may go on with it.
    ///
    /// - Returns: What has ended meanwhile, to be told to the app.
    func handOver() -> [OfflineNotice] {
        wakeTime = nil
        engine.observer = nil
        engine.refresh = nil
        engine.close()
        return notices
    }
}
