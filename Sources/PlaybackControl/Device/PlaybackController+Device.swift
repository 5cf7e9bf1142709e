import Devices
import Sessions
import VirtualTime

/// Playback follows the device: `Documentation/Device.md`.
extension PlaybackController {
    /// Whether sound continues while the app is in the background; `false` by default.
    ///
    /// It needs the background mode `audio` of the app, and an active audio session of the category
    /// `playback`. Otherwise the background pauses playback, and the foreground does not resume it.
    public var allowsBackgroundAudioPlayback: Bool {
        get { rules.allowsBackgroundAudio }
        set {
            rules.allowsBackgroundAudio = newValue
            world.loop.turn { nowPlayingMayHaveChanged() }
        }
    }

    /// Whether pictures may be shown on another device, as with AirPlay; `true` by default.
    public var allowsExternalPlayback: Bool {
        get { rules.allowsExternalPlayback }
        set {
            rules.allowsExternalPlayback = newValue
            followExternalPlayback()
        }
    }

    /// Whether pictures are shown on a connected screen; `false` by default.
    ///
    /// It has no effect without ``allowsExternalPlayback``.
    public var usesExternalPlaybackWhileExternalScreenIsActive: Bool {
        get { rules.usesExternalScreen }
        set {
            rules.usesExternalScreen = newValue
            followExternalPlayback()
        }
    }

    /// Shows playback on another device, or on this one again, by changing the device's route.
    ///
    /// - Parameter isActive: Whether it is shown on another device.
    public func setExternalPlaybackActive(_ isActive: Bool) {
        guard isActive != isExternalPlaybackActive else { return }
        world.device.setAudioRoute(isActive ? .airPlay(video: true) : .builtIn)
    }

    var deviceNow: DeviceRules.Moment { DeviceRules.Moment(world.device) }

    /// Follows a change of the device, in a turn.
    func follow(_ change: Device.Change) {
        world.loop.turn {
            if change == .appState { setInBackground(world.device.appState == .background) }
            let actions = rules.follow(
                change, on: deviceNow, isPlaying: currentSession?.isPlaying == true,
                wasExternal: isExternalPlaybackActive,
                resumes: world.options.resumesAfterInterruption)
            for action in actions { perform(action) }
            nowPlayingMayHaveChanged()
        }
    }

    private func followExternalPlayback() {
        let isActive = rules.isExternal(on: deviceNow)
        guard isActive != isExternalPlaybackActive else { return }
        world.loop.turn { perform(.showExternally(isActive)) }
    }

    private func perform(_ action: DeviceRules.Action) {
        switch action {
        case .pause: currentSession?.pauseBySystem()
        case .resume: currentSession?.play()
        case .showExternally(let isActive):
            isExternalPlaybackActive = isActive
            guard let currentSession else { return }
            tell(.didChangeExternalPlaybackActive(isActive), currentSession)
            currentSession.isExternal = isActive
        case .fail: currentSession?.failBecauseOfReset()
        case .picture(let event): tell(.didChangePictureInPicture(event), currentSession)
        }
    }

    /// Pauses a session again that the system does not let play.
    func holdBack(_ session: PlaybackSession) {
        if !rules.mayPlay(on: deviceNow) { session.pauseBySystem() }
    }
}

/// Picture in picture: `Documentation/Device.md#picture-in-picture`.
extension PlaybackController {
    /// Whether the app has announced that picture in picture is shown; `false` by default.
    ///
    /// With ``allowsBackgroundAudioPlayback`` the background ends picture in picture without it.
    public var pictureInPictureActive: Bool {
        get { rules.picture.isAnnounced }
        set { rules.picture.isAnnounced = newValue }
    }

    /// Whether the app does without picture in picture; `false` by default.
    public var pictureInPictureDisabled: Bool {
        get { rules.picture.isDisabled }
        set { rules.picture.isDisabled = newValue }
    }

    /// Whether picture in picture is shown.
    public var isPictureInPictureShown: Bool { rules.picture.isShown }

    /// Starts picture in picture, as the user or the app does.
    ///
    /// Nothing is reported where the device or the app is not capable of it. It fails during an ad,
    /// and before the video is ready.
    public func startPictureInPicture() {
        world.loop.turn {
            let isPossible = !isAdShown && currentSession?.duration != nil
            let events = rules.picture.start(
                on: world.device.capabilities, isPossible: isPossible)
            for event in events { perform(.picture(event)) }
        }
    }

    /// Stops picture in picture.
    ///
    /// In the background this pauses playback, unless background audio continues it.
    ///
    /// - Parameter restoresInterface: Whether the user returns to the app; otherwise the window is
    ///   closed.
    public func stopPictureInPicture(restoresInterface: Bool) {
        world.loop.turn {
            for event in rules.picture.stop(restores: restoresInterface) {
                perform(.picture(event))
            }
            if let currentSession, currentSession.isPlaying { holdBack(currentSession) }
        }
    }
}
