import PlaybackControl

/// The switches for the lock screen and the small window, which follow the device of the world.
extension JWPlayerController {
    /// Whether the lock screen shows controls.
    public var displayLockScreenControls: Bool {
        get { playback.systemControls.lockScreen.displaysControls }
        set { playback.systemControls.lockScreen.displaysControls = newValue }
    }
    /// Whether the video is never shown in a small window.
    public var pictureInPictureDisabled: Bool {
        get { playback.systemControls.pictureInPictureDisabled }
        set { playback.systemControls.pictureInPictureDisabled = newValue }
    }
}
