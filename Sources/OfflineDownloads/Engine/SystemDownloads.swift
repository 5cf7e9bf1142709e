import Devices
import Sessions
import VirtualTime

/// The downloads that the system continues after it has terminated an app, or after a crash.
///
/// The system loads only media files, for downloads whose playlists and licences are stored.
/// Downloads that need the app for playlists, licences or new locations remain unchanged until the
/// app runs again. The app's next manager reports the downloads that ended meanwhile. When no
/// download is left, the system wakes the app after a delay, in the background.
///
/// Source: `Documentation/BrightcoveOffline.md#restoration`,
/// `Documentation/BrightcoveOffline.md#background`.
final class SystemDownloads {
    private let engine: DownloadEngine
    private let wakeDelay: Duration
    private let wake: (() -> Void)?
    private var notices: [OfflineNotice] = []
    private var wakeTime: EventToken?

    /// Continues the downloads of an app.
    ///
    /// - Parameters:
    ///   - engine: The engine of the app.
    ///   - wakeDelay: The delay between the end of the last download and waking the app.
    ///   - wake: Launches the app; `nil` leaves the launch to the user.
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
            guard let selection = engine.selection(track, of: token) else { return }
            notices.append(.trackFinished(token, selection))
        case .report(let report):
            if report.stage == .completed { end(token, nil) }
            if case .failed(let error) = report.stage { end(token, error) }
        case .keyLoaded, .planned, .trackProgress: return
        }
    }

    private func end(_ token: OfflineVideoToken, _ error: OfflineError?) {
        notices.append(.finished(token, error))
        wakeIfIdle()
    }

    /// Leaves a download unchanged, until the app supplies the new location of the video.
    private func leave(_ token: OfflineVideoToken) {
        engine.services.book.write()
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

    /// Cancels the planned launch of the app after the device has rebooted.
    func wakeNobody() { wakeTime = nil }

    /// Ends the work, so that an app can continue it.
    ///
    /// - Returns: The notices for the app about the tracks and downloads that ended in the
    ///   meantime.
    func handOver() -> [OfflineNotice] {
        wakeTime = nil
        engine.observer = nil
        engine.refresh = nil
        engine.close()
        return notices
    }
}
