import Devices
package import Sessions
import VirtualTime

/// The system's controls of a player: lock screen, picture in picture and outside commands.
///
/// Each controller has one instance. The instance observes the simulated device, and pauses or
/// resumes the controller as the system would.
///
/// Source: `Documentation/Device.md`.
public final class SystemControls {
    private let reference: OwnerReference<PlaybackController>
    private let device: Device
    /// The rules that decide the effect of the device on playback.
    var rules = DeviceRules()
    /// The state of the lock screen.
    var nowPlaying = NowPlaying()
    /// The volume and the mute state, which are stored and have no other effect.
    var sound = PlayerView.Sound()
    /// The closure that returns the videos at a location, for an outside command.
    ///
    /// It returns `nil` if the location may not be opened.
    package var videos: (String) -> [Video]? = { _ in nil }
    /// The observers of outside commands.
    var observers = OutsideObservers()
    private var hold: Hold?

    /// Creates the controls of a controller.
    ///
    /// - Parameters:
    ///   - reference: The reference to the controller.
    ///   - device: The device of the controller's world.
    init(_ reference: OwnerReference<PlaybackController>, on device: Device) {
        self.reference = reference
        self.device = device
        hold = device.observe { [weak self] in self?.follow($0) }
    }

    /// The controller; `nil` once it is released.
    var controller: PlaybackController? { reference.owner }

    /// The state of the device.
    var moment: DeviceRules.Moment { DeviceRules.Moment(device) }

    /// Whether video is shown on another device.
    var isExternal: Bool { rules.isExternal(on: moment) }

    // MARK: Following the device

    private func follow(_ change: Device.Change) {
        guard let controller else { return }
        controller.world.loop.turn {
            let session = controller.currentSession
            if change == .appState {
                session?.streams?.setInBackground(device.appState == .background)
            }
            let actions = rules.follow(
                change, on: moment, isPlaying: session?.isPlaying == true,
                wasExternal: controller.isExternalPlaybackActive,
                resumes: controller.options.resumesAfterInterruption)
            for action in actions { perform(action, controller) }
            mayHaveChanged()
        }
    }

    private func perform(_ action: DeviceRules.Action, _ controller: PlaybackController) {
        switch action {
        case .pause: controller.currentSession?.pauseBySystem()
        case .resume: controller.currentSession?.play()
        case .showExternally(let isActive): controller.showExternally(isActive)
        case .fail: controller.currentSession?.failBecauseOfReset()
        case .picture(let step):
            controller.tell(.didChangePictureInPicture(step), controller.currentSession)
        }
    }

    /// Applies a change of the settings for background audio or for external playback.
    func followPermissions() {
        guard let controller else { return }
        controller.world.loop.turn {
            let isActive = isExternal
            if isActive != controller.isExternalPlaybackActive {
                controller.showExternally(isActive)
            }
            mayHaveChanged()
        }
    }

    /// Pauses a session that has just started to play if the system does not permit playback.
    func holdBack(_ session: PlaybackSession) {
        if !rules.mayPlay(on: moment) { session.pauseBySystem() }
    }

    // MARK: Picture in picture

    /// Whether the app has disabled picture in picture; `false` by default.
    public var pictureInPictureDisabled: Bool {
        get { rules.picture.isDisabled }
        set { rules.picture.isDisabled = newValue }
    }

    /// Whether picture in picture is shown.
    public var isPictureInPictureShown: Bool { rules.picture.isShown }

    /// Starts picture in picture, as the user or the app does.
    ///
    /// If the device or the app does not support picture in picture, or the app has disabled it,
    /// nothing happens. If an ad is shown or the video is not yet loaded, the start fails and the
    /// failure is reported.
    public func startPictureInPicture() {
        guard let controller else { return }
        let isPossible = !isAdShown && controller.currentSession?.duration != nil
        let steps = rules.picture.start(on: device.capabilities, isPossible: isPossible)
        controller.world.loop.turn {
            for step in steps { perform(.picture(step), controller) }
        }
    }

    /// Stops picture in picture.
    ///
    /// If the app is in the background, this pauses playback unless the system permits background
    /// audio.
    ///
    /// - Parameter restoresInterface: Whether the user returns to the app; `false` means that the
    ///   user closes the window.
    public func stopPictureInPicture(restoresInterface: Bool) {
        guard let controller else { return }
        controller.world.loop.turn {
            for step in rules.picture.stop(restores: restoresInterface) {
                perform(.picture(step), controller)
            }
            if let session = controller.currentSession, session.isPlaying { holdBack(session) }
        }
    }
}
