import VirtualTime

/// The environment of an app on a device: its connection, and whether it is visible.
///
/// A test changes it in the course of its story; a tool leaves it unchanged. It belongs to the loop
/// of the world.
public final class Device {
    /// The connection of the device.
    public enum Connection: Sendable {
        case wifi
        case cellular
        /// No connection.
        case none
    }

    /// The state of the app.
    public enum AppState: Sendable {
        /// The app is visible.
        case foreground
        /// The app is not visible: downloads continue, licences cannot be obtained, and events are
        /// reported later.
        case background
    }

    /// The kind of an app's termination.
    public enum Death: Int, Sendable, CaseIterable {
        /// It crashed, or something killed the process.
        case crash = 0
        /// The system needed its memory.
        case memoryPressure = 1
        /// A debugger stopped it.
        case stoppedByDebugger = 2
        /// The user closed it in the app switcher.
        case swipedAway = 3
        /// The device rebooted.
        case reboot = 4

        /// Whether the system continues downloads after the termination, and the app after its next
        /// launch.
        ///
        /// Source: `Documentation/BrightcoveOffline.md#restoration`.
        public var isRecoverable: Bool {
            switch self {
            case .crash, .memoryPressure: true
            case .stoppedByDebugger, .swipedAway, .reboot: false
            }
        }
    }

    /// The connection of the device.
    public var connection: Connection { didSet { if connection != oldValue { tell() } } }
    /// The state of the app.
    public var appState: AppState { didSet { if appState != oldValue { tell() } } }

    /// The downloads of terminated apps that the system continues, by store folder.
    private var systemDownloads: [String: SystemDownloads] = [:]

    private struct Observer {
        weak var hold: Hold?
        let notice: () -> Void
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

    /// Calls back after each change until the hold is released, in the order of registration.
    func observe(_ notice: @escaping () -> Void) -> Hold {
        let hold = Hold()
        observers.append(Observer(hold: hold, notice: notice))
        return hold
    }

    /// Lets the system continue the downloads of a store.
    func keep(_ downloads: SystemDownloads, ofStore path: String) {
        systemDownloads[path] = downloads
    }

    /// Returns the downloads that the system continues for the store of a terminated app.
    func systemDownloads(ofStore path: String) -> SystemDownloads? { systemDownloads[path] }

    /// Removes and returns the downloads of a store, which an app then continues.
    func takeSystemDownloads(ofStore path: String) -> SystemDownloads? {
        systemDownloads.removeValue(forKey: path)
    }

    private func tell() {
        observers.removeAll { $0.hold == nil }
        for observer in observers where observer.hold != nil { observer.notice() }
    }
}
