public import VirtualTime

/// The device of an app: its connection, its audio, and whether the app is visible.
///
/// A `PlaybackWorld` has one device, which players, downloads and tests share. Tests and the steps
/// of a scenario may change the device during a run. A device is used only on the event loop of
/// its `PlaybackWorld`.
///
/// Source: `Documentation/Device.md`.
public final class Device {
    /// The network connection of the device.
    ///
    /// It does not represent failures of servers, which the simulated network produces.
    public var connection: Connection {
        didSet { if connection != oldValue { report(.connection) } }
    }

    /// The state of the app.
    public var appState: AppState {
        didSet { if appState != oldValue { enter(appState, from: oldValue) } }
    }

    /// The audio session of the app.
    public internal(set) var audioSession = AudioSession()

    /// The current audio output; an AirPlay device may also show the video.
    public internal(set) var audioRoute = AudioRoute.builtIn

    /// Whether an external screen that shows the app is connected.
    public var hasExternalScreen = false {
        didSet { if hasExternalScreen != oldValue { report(.externalScreen) } }
    }

    /// Whether another app or a call has interrupted the audio of the app.
    public internal(set) var isInterrupted = false

    /// The thermal state, which apps can observe; it does not affect playback.
    public var thermalState = ThermalState.nominal {
        didSet { if thermalState != oldValue { report(.thermalState) } }
    }

    /// The number of bytes left for downloads; `nil` means the free space of the actual disk.
    public var freeSpace: Int64?

    /// The preferred languages, the most preferred first, for metadata in several languages.
    public var languages: [String] = []

    /// The capabilities of the device and of the app.
    public var capabilities = Capabilities()

    /// The name of the app, which a lock screen shows when there is no other title.
    public var appName = "App"

    /// The downloads that the system continues for terminated apps, by the path of their store.
    package var systemWork: [String: AnyObject] = [:]

    private struct Observer {
        weak var hold: Hold?
        let notice: (Change) -> Void
    }

    private var observers: [Observer] = []

    /// Creates a device.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - appState: The state of the app.
    public init(connection: Connection = .wifi, appState: AppState = .foreground) {
        self.connection = connection
        self.appState = appState
    }

    /// Calls a closure after each change, in the order of registration.
    ///
    /// - Parameter notice: The closure, which is called synchronously, during the call that changes
    ///   the device.
    /// - Returns: A `Hold` whose release ends the observation.
    public func observe(_ notice: @escaping (Change) -> Void) -> Hold {
        let hold = Hold()
        observers.append(Observer(hold: hold, notice: notice))
        return hold
    }

    /// Warns the app that memory is scarce; playback is not affected.
    public func warnAboutMemory() { report(.memoryWarning) }

    /// Restarts the media services of the system, which ends all playback.
    ///
    /// The audio session returns to its defaults, and an interruption ends.
    public func resetMediaServices() {
        audioSession = AudioSession()
        isInterrupted = false
        report(.mediaServicesReset)
    }

    /// Allocates space for a file.
    ///
    /// - Parameter bytes: The size of the file.
    /// - Returns: Whether there was enough space; otherwise nothing is allocated.
    package func takeSpace(_ bytes: Int64) -> Bool {
        guard let freeSpace else { return true }
        guard freeSpace >= bytes else { return false }
        self.freeSpace = freeSpace - bytes
        return true
    }

    private func enter(_ state: AppState, from previous: AppState) {
        // The system does not always report the end of an interruption. Therefore an interruption
        // that is still in progress ends when the app becomes visible again.
        if state == .foreground, previous == .background { isInterrupted = false }
        report(.appState)
    }

    func report(_ change: Change) {
        observers.removeAll { $0.hold == nil }
        for observer in observers where observer.hold != nil { observer.notice(change) }
    }
}

extension Device {
    /// The connection of the device.
    public enum Connection: String, CaseIterable, Sendable {
        case wifi
        case cellular
        /// An expensive Wi-Fi connection, such as a personal hotspot.
        case expensive
        /// A Wi-Fi connection in Low Data Mode.
        case constrained
        /// No connection.
        case none

        /// Whether the connection is a Wi-Fi connection, including expensive and constrained ones.
        public var isWiFi: Bool {
            switch self {
            case .wifi, .expensive, .constrained: true
            case .cellular, .none: false
            }
        }
    }

    /// The state of the app.
    public enum AppState: String, CaseIterable, Sendable {
        /// The app is visible.
        case foreground
        /// The app is visible but does not receive input; it continues to run.
        case inactive
        /// The app is not visible.
        ///
        /// Downloads continue, but the app receives their events only when it is visible again, and
        /// requests for licences fail. Playback continues only with background audio or picture in
        /// picture.
        case background
    }

    /// The thermal state of the device.
    public enum ThermalState: String, CaseIterable, Sendable {
        case nominal, fair, serious, critical
    }

    /// The capabilities of a device and of the app on it.
    public struct Capabilities: Equatable, Sendable {
        /// Whether the device is the simulator of the development tools, which refuses FairPlay.
        public var isSimulator = false
        /// Whether the device supports picture in picture.
        public var hasPictureInPicture = true
        /// Whether the app declares the background mode `audio`.
        ///
        /// Background audio, AirPlay and picture in picture need it.
        public var hasBackgroundAudioMode = true

        /// Creates the capabilities of a physical device that supports all features.
        public init() {}
    }

    /// A change in the state of the device or its app.
    public enum Change: Equatable, Sendable {
        /// The connection changed.
        case connection
        /// The state of the app changed.
        case appState
        /// The audio session changed.
        case audioSession
        /// The audio route changed.
        case audioRoute(from: AudioRoute, AudioRoute.ChangeReason)
        /// An external screen was connected or disconnected.
        case externalScreen
        /// An interruption of the app's audio began or ended.
        case interruption(Interruption)
        /// The media services of the system were restarted.
        case mediaServicesReset
        /// The system warned the app that memory is scarce.
        case memoryWarning
        /// The thermal state changed.
        case thermalState

        /// Whether the change affects downloads.
        package var concernsDownloads: Bool { self == .connection || self == .appState }
    }

    /// The cause of an app's termination.
    public enum Death: Int, Sendable, CaseIterable {
        /// The app crashed or was killed.
        case crash = 0
        /// The system needed the memory of the app.
        case memoryPressure = 1
        /// A debugger stopped the app.
        case stoppedByDebugger = 2
        /// The user closed the app in the app switcher.
        case swipedAway = 3
        /// The device rebooted.
        case reboot = 4

        /// Whether downloads continue after the termination.
        ///
        /// If they continue, the system performs them while the app does not run, and the app takes
        /// over after its next launch.
        ///
        /// Source: `Documentation/BrightcoveOffline.md#restoration`.
        public var isRecoverable: Bool {
            switch self {
            case .crash, .memoryPressure: true
            case .stoppedByDebugger, .swipedAway, .reboot: false
            }
        }
    }
}
