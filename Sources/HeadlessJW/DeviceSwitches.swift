/// The switches of a player for the lock screen and the small window.
///
/// They are stored for apps that set them, and have no effect yet.
struct DeviceSwitches {
    var displayLockScreenControls = true
    var pictureInPictureDisabled = false
}

extension JWPlayerController {
    /// Whether the lock screen shows controls; has no effect yet.
    public var displayLockScreenControls: Bool {
        get { switches.displayLockScreenControls }
        set { switches.displayLockScreenControls = newValue }
    }
    /// Whether the video is never shown in a small window; has no effect yet.
    public var pictureInPictureDisabled: Bool {
        get { switches.pictureInPictureDisabled }
        set { switches.pictureInPictureDisabled = newValue }
    }
}
