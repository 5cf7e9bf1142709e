public import Foundation

/// The settings of a controller for a view and for ads.
///
/// They are stored for apps that set them, and have no effect yet.
struct ViewSwitches {
    var thumbnailSeekingEnabled = true
    var adsDisabled = false
    var shutter = false
    var shutterFadeTime: TimeInterval = 0
}

extension BCOVPlaybackController {
    /// Whether thumbnails are shown during a seek; has no effect, because there is no screen.
    public var thumbnailSeekingEnabled: Bool {
        get { switches.thumbnailSeekingEnabled }
        set { switches.thumbnailSeekingEnabled = newValue }
    }
    /// Whether ads are disabled; has no effect yet.
    public var adsDisabled: Bool {
        get { switches.adsDisabled }
        set { switches.adsDisabled = newValue }
    }
    /// Whether a cover hides the view; has no effect, because there is no screen.
    public var shutter: Bool {
        get { switches.shutter }
        set { switches.shutter = newValue }
    }
    /// The duration of the cover's fade in seconds; has no effect, because there is no screen.
    public var shutterFadeTime: TimeInterval {
        get { switches.shutterFadeTime }
        set { switches.shutterFadeTime = newValue }
    }
}
