import Devices
import Formats
import HeadlessPlayback
import OfflineDownloads
import PlaybackControl
import Scenarios

extension ScenarioStage {
    /// Performs an action of the device.
    func perform(_ action: DeviceAction, _ place: Int) {
        switch action {
        case .setAudioSession(let change): changeAudioSession(change, place)
        case .setAudioRoute(let route, let reason): device.setAudioRoute(route, reason: reason)
        case .interrupt(.began(let reason)):
            guard !device.isInterrupted else { return fail(place, "the audio is interrupted") }
            device.beginInterruption(reason)
        case .interrupt(.ended(let shouldResume)):
            guard device.isInterrupted else { return fail(place, "nothing interrupts the audio") }
            device.endInterruption(shouldResume: shouldResume)
        case .endInterruptionUnreported:
            guard device.isInterrupted else { return fail(place, "nothing interrupts the audio") }
            device.endInterruption(isReported: false)
        case .resetMediaServices: device.resetMediaServices()
        case .warnAboutMemory: device.warnAboutMemory()
        case .setThermalState(let state): device.thermalState = state
        case .setExternalScreen(let isConnected): device.hasExternalScreen = isConnected
        case .setLanguages(let languages): device.languages = languages
        case .pictureInPicture(let action): perform(action)
        case .setAdShown(true):
            if !controller.beginAd() { fail(place, "no ad can begin") }
        case .setAdShown(false):
            if !controller.endAd() { fail(place, "there is no ad") }
        case .allowBackgroundAudio(let isAllowed):
            controller.allowsBackgroundAudioPlayback = isAllowed
        case .allowExternalPlayback(let isAllowed): controller.allowsExternalPlayback = isAllowed
        case .showLockScreenControls(let isShown):
            controller.lockScreen.displaysControls = isShown
        case .deleteInSettings(let asset), .evict(let asset): removePackage(of: asset, place)
        case .moveContainer: moveContainer(place)
        case .command(let command, let source): perform(command, from: source)
        }
    }

    /// Removes the files of a download; the app is not asked, and notices it later.
    private func removePackage(of asset: Int, _ place: Int) {
        guard let token = tokens[asset], let storePath else {
            return fail(place, "that asset was never downloaded")
        }
        do throws(StoreError) {
            try StoreFolder(path: storePath).removePackage(token)
        } catch {
            fail(place, PlaceText.cut("\(error)"))
        }
    }

    private func moveContainer(_ place: Int) {
        guard !isRunning else { return fail(place, "the app runs") }
        guard let storePath else { return fail(place, "there is no store") }
        do throws(StoreError) {
            try device.moveStore(from: storePath, to: storePath + "-moved")
            self.storePath = storePath + "-moved"
        } catch {
            fail(place, PlaceText.cut("\(error)"))
        }
    }

    private func changeAudioSession(_ change: AudioSessionChange, _ place: Int) {
        let session = change.applied(to: device.audioSession)
        device.setAudioCategory(session.category, options: session.options)
        do throws(AudioSessionError) {
            try device.setAudioSessionActive(session.isActive)
        } catch {
            fail(place, error.description)
        }
    }

    private func perform(_ action: PictureInPictureAction) {
        switch action {
        case .start: controller.startPictureInPicture()
        case .stop: controller.stopPictureInPicture(restoresInterface: false)
        case .restore: controller.stopPictureInPicture(restoresInterface: true)
        case .announce: controller.pictureInPictureActive = true
        }
    }

    private func perform(_ command: OutsideCommand, from source: OutsideCommandSource) {
        let session = currentNumber
        let answer = controller.perform(command, from: source)
        guard answer == .success else {
            let line = "<< \(source.rawValue) \(answer)"
            chronicle.write(
                Happening(
                    .outsideAnswer(answer), at: world.loop.now, session: session, name: line))
            return
        }
        if let session, DeviceAction.command(command, from: source).endsSession {
            takenAway.insert(session)
        }
        if command == .quit { endRun() }
    }
}
