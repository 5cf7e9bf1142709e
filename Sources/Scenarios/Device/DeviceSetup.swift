public import HeadlessPlayback

/// The settings of the device at the start of a scenario, except for its network connection.
public struct DeviceSetup: Sendable {
    /// The preferred languages, in descending order of preference.
    public var languages: [String] = []
    /// The capabilities of the device and of the app.
    public var capabilities = Device.Capabilities()
    /// The name of the app.
    public var appName = Device().appName
    /// The audio session of the app.
    public var audioSession = Device.AudioSession()
    /// The audio route.
    public var audioRoute = Device.AudioRoute.builtIn
    /// Whether an external screen is connected.
    public var hasExternalScreen = false
    /// The number of bytes left for downloads; `nil` means the free space of the store's disk.
    public var freeSpace: Int64?

    /// Creates a device with the default settings of an app.
    public init() {}

    /// Returns the device.
    ///
    /// - Parameter connection: The network connection.
    /// - Returns: The device, with the app in the foreground.
    package func device(_ connection: Device.Connection) -> Device {
        let device = Device(connection: connection)
        device.languages = languages
        device.capabilities = capabilities
        device.appName = appName
        device.setAudioRoute(audioRoute)
        device.hasExternalScreen = hasExternalScreen
        device.freeSpace = freeSpace
        return device
    }

    /// Sets the audio session of an app that is launched.
    package func prepareAudio(of device: Device) {
        device.setAudioCategory(audioSession.category, options: audioSession.options)
        // During an interruption, the call fails, and the audio session stays inactive.
        try? device.setAudioSessionActive(audioSession.isActive)
    }
}

/// The settings of a scenario's player that concern the device.
public struct DeviceFollowing: Sendable {
    /// Whether sound continues in the background.
    public var allowsBackgroundAudio = false
    /// Whether video may be shown on another device.
    public var allowsExternalPlayback = true
    /// Whether video is shown on a connected external screen.
    public var usesExternalScreen = false
    /// Whether the app has disabled picture in picture.
    public var isPictureInPictureDisabled = false
    /// The configuration of the lock screen.
    public var lockScreen = SystemControls.LockScreenOptions()

    /// Creates settings with the defaults of the controller.
    public init() {}

    /// Applies the settings to a new controller.
    package func prepare(_ controller: PlaybackController) {
        controller.allowsBackgroundAudioPlayback = allowsBackgroundAudio
        controller.allowsExternalPlayback = allowsExternalPlayback
        controller.usesExternalPlaybackWhileExternalScreenIsActive = usesExternalScreen
        controller.systemControls.pictureInPictureDisabled = isPictureInPictureDisabled
        controller.systemControls.lockScreen = lockScreen
    }
}
