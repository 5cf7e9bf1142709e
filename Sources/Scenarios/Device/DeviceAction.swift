public import HeadlessPlayback

/// An action of the device or of the app's surroundings.
public enum DeviceAction: Sendable, Equatable {
    /// Changes the audio session of the app; a property that is `nil` remains unchanged.
    case setAudioSession(AudioSessionChange)
    /// Changes the audio route; if the reason is `nil`, the usual reason is reported.
    case setAudioRoute(Device.AudioRoute, reason: Device.AudioRoute.ChangeReason?)
    /// Interrupts the audio, or ends its interruption.
    case interrupt(Device.Interruption)
    /// Ends the interruption of the audio without notifying the app.
    case endInterruptionUnreported
    /// Restarts the media services of the system.
    case resetMediaServices
    /// Warns the app that memory is scarce.
    case warnAboutMemory
    case setThermalState(Device.ThermalState)
    /// Connects (`true`) or disconnects an external screen.
    case setExternalScreen(Bool)
    /// Sets the preferred languages, in descending order of preference.
    case setLanguages([String])
    case pictureInPicture(PictureInPictureAction)
    /// Begins (`true`) or ends the display of an ad.
    case setAdShown(Bool)
    /// Sets whether sound continues in the background.
    case allowBackgroundAudio(Bool)
    /// Sets whether video may be shown on another device.
    case allowExternalPlayback(Bool)
    /// Shows or hides the controls on the lock screen.
    case showLockScreenControls(Bool)
    /// Deletes the download of the asset with this index, as a user does in the system's settings.
    case deleteInSettings(Int)
    /// Removes the download of the asset with this index, as the system does when space is scarce.
    case evict(Int)
    /// Sets the free space for downloads, in bytes.
    case setFreeSpace(Int64)
    /// Moves the container folder of the app while the app is not running.
    case moveContainer
    /// Gives a command from outside the app.
    case command(SystemControls.Command, from: SystemControls.Source)
}

/// A change of an audio session; a property that is `nil` remains unchanged.
public struct AudioSessionChange: Sendable, Equatable {
    /// The new category; `nil` keeps the current one.
    public var category: Device.AudioSession.Category?
    /// The new options of the category; `nil` keeps the current ones.
    public var options: Device.AudioSession.Options?
    /// Whether the audio session becomes active; `nil` leaves its activity unchanged.
    public var isActive: Bool?

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - category: The category.
    ///   - options: The options of the category.
    ///   - isActive: Whether the audio session is active.
    public init(
        category: Device.AudioSession.Category? = nil, options: Device.AudioSession.Options? = nil,
        isActive: Bool? = nil
    ) {
        self.category = category
        self.options = options
        self.isActive = isActive
    }

    /// Returns the audio session after the change.
    package func applied(to session: Device.AudioSession) -> Device.AudioSession {
        Device.AudioSession(
            category: category ?? session.category, options: options ?? session.options,
            isActive: isActive ?? session.isActive)
    }
}

/// An action of picture in picture.
public enum PictureInPictureAction: String, CaseIterable, Sendable {
    case start
    /// Closes the picture-in-picture window.
    case stop
    /// Returns from the picture-in-picture window to the app.
    case restore
    /// Informs the player, on behalf of the app, that the picture-in-picture window is open.
    case announce
}
