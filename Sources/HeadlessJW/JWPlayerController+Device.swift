import PlaybackControl

/// The settings of the lock screen controls and of picture in picture, on the simulated device.
extension JWPlayerController {
    /// Whether the lock screen shows controls.
    public var displayLockScreenControls: Bool {
        get { playback.systemControls.lockScreen.displaysControls }
        set { playback.systemControls.lockScreen.displaysControls = newValue }
    }
    /// Whether picture in picture is disabled for the video.
    public var pictureInPictureDisabled: Bool {
        get { playback.systemControls.pictureInPictureDisabled }
        set { playback.systemControls.pictureInPictureDisabled = newValue }
    }
}
