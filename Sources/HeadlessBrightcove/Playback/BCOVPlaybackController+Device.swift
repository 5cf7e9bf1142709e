import PlaybackControl

/// The settings for background playback, external screens and picture in picture.
///
/// Each property gets and sets the same setting of the wrapped `PlaybackController`. The effect of
/// a setting depends on the state of the device.
extension BCOVPlaybackController {
    /// Whether audio continues in the background.
    ///
    /// Background audio needs the background mode `audio` of the app, and an active audio session
    /// of the category `playback`.
    public var allowsBackgroundAudioPlayback: Bool {
        get { playback.allowsBackgroundAudioPlayback }
        set { playback.allowsBackgroundAudioPlayback = newValue }
    }
    /// Whether another device may show the video.
    public var allowsExternalPlayback: Bool {
        get { playback.allowsExternalPlayback }
        set { playback.allowsExternalPlayback = newValue }
    }
    /// Whether to show the video on an external screen while such a screen is connected.
    public var usesExternalPlaybackWhileExternalScreenIsActive: Bool {
        get { playback.usesExternalPlaybackWhileExternalScreenIsActive }
        set { playback.usesExternalPlaybackWhileExternalScreenIsActive = newValue }
    }
    /// Whether the app states that it shows the video in picture in picture.
    public var isPictureInPictureActive: Bool {
        get { playback.pictureInPictureActive }
        set { playback.pictureInPictureActive = newValue }
    }
}
