public import Foundation

/// The switches of a controller for screens, other devices and the background.
///
/// They are stored for apps that set them, and have no effect yet.
struct DeviceSwitches {
    var allowsBackgroundAudioPlayback = false
    var allowsExternalPlayback = true
    var usesExternalPlaybackWhileExternalScreenIsActive = false
    var isPictureInPictureActive = false
    var thumbnailSeekingEnabled = true
    var adsDisabled = false
    var shutter = false
    var shutterFadeTime: TimeInterval = 0
}

extension BCOVPlaybackController {
    /// Whether audio continues in the background; has no effect yet.
    public var allowsBackgroundAudioPlayback: Bool {
        get { switches.allowsBackgroundAudioPlayback }
        set { switches.allowsBackgroundAudioPlayback = newValue }
    }
    /// Whether another device may show the video; has no effect yet.
    public var allowsExternalPlayback: Bool {
        get { switches.allowsExternalPlayback }
        set { switches.allowsExternalPlayback = newValue }
    }
    /// Whether an external screen shows the video; has no effect yet.
    public var usesExternalPlaybackWhileExternalScreenIsActive: Bool {
        get { switches.usesExternalPlaybackWhileExternalScreenIsActive }
        set { switches.usesExternalPlaybackWhileExternalScreenIsActive = newValue }
    }
    /// Whether the app shows the video in a small window; has no effect yet.
    public var isPictureInPictureActive: Bool {
        get { switches.isPictureInPictureActive }
        set { switches.isPictureInPictureActive = newValue }
    }
    /// Whether pictures are shown while the viewer seeks; has no effect, without a screen.
    public var thumbnailSeekingEnabled: Bool {
        get { switches.thumbnailSeekingEnabled }
        set { switches.thumbnailSeekingEnabled = newValue }
    }
    /// Whether ads are left out; has no effect yet.
    public var adsDisabled: Bool {
        get { switches.adsDisabled }
        set { switches.adsDisabled = newValue }
    }
    /// Whether the view is covered; has no effect, without a screen.
    public var shutter: Bool {
        get { switches.shutter }
        set { switches.shutter = newValue }
    }
    /// The seconds in which the cover fades; has no effect, without a screen.
    public var shutterFadeTime: TimeInterval {
        get { switches.shutterFadeTime }
        set { switches.shutterFadeTime = newValue }
    }
}
