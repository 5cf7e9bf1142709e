import Devices
import Sessions
import VirtualTime

/// The effects of the simulated device on playback; see `Documentation/Device.md`.
extension PlaybackController {
    /// Whether sound continues while the app is in the background; `false` by default.
    ///
    /// Sound in the background also requires the app's background mode `audio`, and an active audio
    /// session of the category `playback`. Without them, playback pauses when the app moves to the
    /// background, and does not resume when the app returns to the foreground.
    public var allowsBackgroundAudioPlayback: Bool {
        get { systemControls.rules.allowsBackgroundAudio }
        set {
            systemControls.rules.allowsBackgroundAudio = newValue
            systemControls.followPermissions()
        }
    }

    /// Whether video may be shown on another device, as with AirPlay; `true` by default.
    public var allowsExternalPlayback: Bool {
        get { systemControls.rules.allowsExternalPlayback }
        set {
            systemControls.rules.allowsExternalPlayback = newValue
            systemControls.followPermissions()
        }
    }

    /// Whether video is shown on a connected screen; `false` by default.
    ///
    /// It has no effect if ``allowsExternalPlayback`` is `false`.
    public var usesExternalPlaybackWhileExternalScreenIsActive: Bool {
        get { systemControls.rules.usesExternalScreen }
        set {
            systemControls.rules.usesExternalScreen = newValue
            systemControls.followPermissions()
        }
    }

    /// Whether the app has announced that picture in picture is shown; `false` by default.
    ///
    /// If ``allowsBackgroundAudioPlayback`` is `true`, picture in picture ends when the app moves
    /// to the background, unless this property is `true` too.
    public var pictureInPictureActive: Bool {
        get { systemControls.rules.picture.isAnnounced }
        set { systemControls.rules.picture.isAnnounced = newValue }
    }

    /// Moves playback to another device or back, by changing the audio route of the device.
    ///
    /// - Parameter isActive: Whether playback is shown on another device.
    public func setExternalPlaybackActive(_ isActive: Bool) {
        guard isActive != isExternalPlaybackActive else { return }
        world.device.setAudioRoute(isActive ? .airPlay(video: true) : .builtIn)
    }

    /// Records and reports that the session is shown on another device or on this device again.
    func showExternally(_ isActive: Bool) {
        isExternalPlaybackActive = isActive
        guard let currentSession else { return }
        tell(.didChangeExternalPlaybackActive(isActive), currentSession)
        currentSession.isExternal = isActive
    }

    /// Plays the first playable item among the items at the given indices.
    ///
    /// - Parameter places: The indices of the items in the queue, in the order in which they are
    ///   tried.
    /// - Returns: Whether one of them is playable.
    func selectItem(firstOf places: [Int]) -> Bool {
        guard let place = places.first(where: { !queue.videos[$0].hasError }) else { return false }
        note(.selectItem(at: place))
        return world.loop.turn {
            let former = queue.currentIndex
            queue.place(before: place)
            if goOn() { return true }
            queue.goBack(to: former)
            return false
        }
    }
}
