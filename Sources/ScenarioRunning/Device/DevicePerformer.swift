import Devices
import Formats
import HeadlessPlayback
import OfflineDownloads
import PlaybackControl
import Scenarios

/// Performs the actions of the device in a scenario.
struct DevicePerformer {
    let device: Device
    let controller: PlaybackController
    /// Whether the app runs.
    let isRunning: Bool
    /// The tokens of downloads, by the indices of their assets.
    let tokens: [Int: OfflineVideoToken]
    /// The folder of the download store; `nil` if the scenario has no downloads.
    var storePath: String?

    private var controls: SystemControls { controller.systemControls }

    /// Performs an action.
    ///
    /// - Parameter action: The action; commands from outside the app are performed elsewhere.
    /// - Returns: The reason why the action is not possible; `nil` when it was performed.
    mutating func perform(_ action: DeviceAction) -> String? {
        switch action {
        case .setAudioSession(let change): return changeAudioSession(change)
        case .setAudioRoute(let route, let reason): device.setAudioRoute(route, reason: reason)
        case .interrupt(.began(let reason)):
            guard !device.isInterrupted else { return "the audio is interrupted" }
            device.beginInterruption(reason)
        case .interrupt(.ended(let shouldResume)):
            return endInterruption(shouldResume: shouldResume)
        case .endInterruptionUnreported: return endInterruption(isReported: false)
        case .resetMediaServices: device.resetMediaServices()
        case .warnAboutMemory: device.warnAboutMemory()
        case .setThermalState(let state): device.thermalState = state
        case .setExternalScreen(let isConnected): device.hasExternalScreen = isConnected
        case .setLanguages(let languages): device.languages = languages
        case .pictureInPicture(let action): perform(action)
        case .setAdShown(true): return controls.beginAd() ? nil : "no ad can begin"
        case .setAdShown(false): return controls.endAd() ? nil : "there is no ad"
        case .allowBackgroundAudio(let isAllowed):
            controller.allowsBackgroundAudioPlayback = isAllowed
        case .allowExternalPlayback(let isAllowed): controller.allowsExternalPlayback = isAllowed
        case .showLockScreenControls(let isShown): controls.lockScreen.displaysControls = isShown
        case .deleteInSettings(let asset), .evict(let asset): return removePackage(of: asset)
        case .setFreeSpace(let bytes): device.freeSpace = bytes
        case .moveContainer: return moveContainer()
        case .command: break
        }
        return nil
    }

    private func endInterruption(shouldResume: Bool = false, isReported: Bool = true) -> String? {
        guard device.isInterrupted else { return "nothing interrupts the audio" }
        device.endInterruption(shouldResume: shouldResume, isReported: isReported)
        return nil
    }

    private func changeAudioSession(_ change: AudioSessionChange) -> String? {
        let session = change.applied(to: device.audioSession)
        device.setAudioCategory(session.category, options: session.options)
        do throws(Device.AudioSessionError) {
            try device.setAudioSessionActive(session.isActive)
        } catch {
            return error.description
        }
        return nil
    }

    private func perform(_ action: PictureInPictureAction) {
        switch action {
        case .start: controls.startPictureInPicture()
        case .stop: controls.stopPictureInPicture(restoresInterface: false)
        case .restore: controls.stopPictureInPicture(restoresInterface: true)
        case .announce: controller.pictureInPictureActive = true
        }
    }

    /// Removes the files of a download without notifying the app, which detects the loss later.
    ///
    /// - Returns: The reason why this is not possible; `nil` when the files were removed.
    private func removePackage(of asset: Int) -> String? {
        guard let token = tokens[asset], let storePath else {
            return "that asset was never downloaded"
        }
        // On a virtual clock, a player that has already requested a file receives it.
        controller.world.loop.finishWork()
        do throws(StoreError) {
            try StoreFolder(path: storePath).removePackage(token)
        } catch {
            return PlaceText.cut(error.description)
        }
        return nil
    }

    private mutating func moveContainer() -> String? {
        guard !isRunning else { return "the app runs" }
        guard let path = storePath else { return "there is no store" }
        do throws(StoreError) {
            try device.moveStore(from: path, to: path + "-moved")
        } catch {
            return PlaceText.cut(error.description)
        }
        storePath = path + "-moved"
        return nil
    }
}
