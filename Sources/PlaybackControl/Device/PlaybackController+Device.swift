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
        get { systemControls.rules.allowsBackgroundAudio }
        set {
            systemControls.rules.allowsBackgroundAudio = newValue
            systemControls.followPermissions()
        }
    }

    /// Whether pictures may be shown on another device, as with AirPlay; `true` by default.
    public var allowsExternalPlayback: Bool {
        get { systemControls.rules.allowsExternalPlayback }
        set {
            systemControls.rules.allowsExternalPlayback = newValue
            systemControls.followPermissions()
        }
    }

    /// Whether pictures are shown on a connected screen; `false` by default.
    ///
    /// It has no effect without ``allowsExternalPlayback``.
    public var usesExternalPlaybackWhileExternalScreenIsActive: Bool {
        get { systemControls.rules.usesExternalScreen }
        set {
            systemControls.rules.usesExternalScreen = newValue
            systemControls.followPermissions()
        }
    }

    /// Whether the app has announced that picture in picture is shown; `false` by default.
    ///
    /// With ``allowsBackgroundAudioPlayback``, picture in picture ends in the background unless
    /// this is `true`.
    public var pictureInPictureActive: Bool {
        get { systemControls.rules.picture.isAnnounced }
        set { systemControls.rules.picture.isAnnounced = newValue }
    }

    /// Moves playback to another device or back, by changing the device's route.
    ///
    /// - Parameter isActive: Whether it is shown on another device.
    public func setExternalPlaybackActive(_ isActive: Bool) {
        guard isActive != isExternalPlaybackActive else { return }
        world.device.setAudioRoute(isActive ? .airPlay(video: true) : .builtIn)
    }

    /// Shows the session on another device, or here again.
    func showExternally(_ isActive: Bool) {
        isExternalPlaybackActive = isActive
        guard let currentSession else { return }
        tell(.didChangeExternalPlaybackActive(isActive), currentSession)
        currentSession.isExternal = isActive
    }

    /// Plays the first playable of some items.
    ///
    /// - Parameter places: The indices of the items in the queue.
    /// - Returns: Whether one is playable.
    func selectItem(firstOf places: [Int]) -> Bool {
        guard let place = places.first(where: { !queue.videos[$0].hasError }) else { return false }
        note(.selectItem(at: place))
        return world.loop.turn {
            let former = queue
            queue.place(before: place)
            if goOn() { return true }
            queue = former
            return false
        }
    }
}
