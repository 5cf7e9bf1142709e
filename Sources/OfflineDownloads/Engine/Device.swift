/// What surrounds an app on a device: its connection, and whether people look at it.
///
/// A test sets it as its story goes on; a tool leaves it as it is. It belongs to the loop of the
/// world.
public final class Device {
    /// How the device is connected.
    public enum Connection: Sendable {
        case wifi
        case cellular
        /// Not at all.
        case none
    }

    /// How the app lives.
    public enum AppState: Sendable {
        /// People look at it.
        case foreground
        /// It runs, or sleeps, unseen: downloads go on, licences cannot be had, and what happens is
        /// told later.
        case background
    }

    /// How the app came to an end.
    public enum Death: Int, Sendable, CaseIterable {
        /// It crashed, or something killed the process.
        case crash = 0
        /// The system needed its memory.
        case memoryPressure = 1
        /// It was stopped by a debugger.
        case stoppedByDebugger = 2
        /// People closed it in the app switcher.
        case swipedAway = 3
        /// The device started anew.
        case reboot = 4

        /// Whether the system goes on with downloads while the app is dead, and the app when it is
        /// launched again.
        ///
        /// Source: `Documentation/BrightcoveOffline.md#restoration`.
        public var isRecoverable: Bool {
            switch self {
            case .crash, .memoryPressure: true
            case .stoppedByDebugger, .swipedAway, .reboot: false
            }
        }
    }

    /// How the device is connected.
    public var connection: Connection { didSet { if connection != oldValue { tell() } } }
    /// How the app lives.
    public var appState: AppState { didSet { if appState != oldValue { tell() } } }

    /// What the system does for apps that are dead, by the folders of their stores.
    private var systemDownloads: [String: SystemDownloads] = [:]

    private struct Observer {
        weak var owner: AnyObject?
        let notice: () -> Void
    }

    private var observers: [Observer] = []

    /// Creates a device.
    ///
    /// - Parameters:
    ///   - connection: How it is connected.
    ///   - appState: How the app lives.
    public init(connection: Connection = .wifi, appState: AppState = .foreground) {
        self.connection = connection
        self.appState = appState
    }

    /// Calls back after each change, as long as the owner lives; in the order of observing.
    func observe(_ owner: AnyObject, _ notice: @escaping () -> Void) {
        observers.append(Observer(owner: owner, notice: notice))
    }

    /// Lets the system go on with the downloads of a store.
    func keep(_ downloads: SystemDownloads, ofStore path: String) {
        systemDownloads[path] = downloads
    }

    /// What the system goes on with for the store of an app that is dead.
    func systemDownloads(ofStore path: String) -> SystemDownloads? { systemDownloads[path] }

    /// Takes back the downloads of a store, from which they are gone on with by an app.
    func takeSystemDownloads(ofStore path: String) -> SystemDownloads? {
        systemDownloads.removeValue(forKey: path)
    }

    private func tell() {
        observers.removeAll { $0.owner == nil }
        for observer in observers where observer.owner != nil { observer.notice() }
    }
}
