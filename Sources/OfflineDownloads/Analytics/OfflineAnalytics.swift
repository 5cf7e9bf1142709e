import Sessions

/// Follows what is measured of offline playback, and when it could be sent.
///
/// The simulated SDK sends measurements to its vendor, and keeps them while there is no connection.
/// Here nothing is sent to anybody: what would be sent, kept or dropped is told, and kept
/// measurements last as long as the manager. A controller's playback is measured when
/// `OfflineAnalyticsConsumer` is among its session consumers.
///
/// Source: `Documentation/BrightcoveOffline.md#analytics`.
public final class OfflineAnalytics {
    /// Hears what becomes of measurements, in the turn in which it does.
    public var observer: ((MeasurementOutcome) -> Void)?

    private let device: Device
    private let options: () -> OfflineVideoOptions
    private var spool = MeasurementSpool()

    init(_ device: Device, options: @escaping () -> OfflineVideoOptions) {
        self.device = device
        self.options = options
        device.observe(self) { [weak self] in self?.sendIfPossible() }
    }

    /// What is kept until it can be sent, the oldest first.
    public var keptMeasurements: [PlaybackMeasurement] { spool.kept }

    /// Takes in what was measured.
    ///
    /// - Parameter measurement: What was measured.
    public func record(_ measurement: PlaybackMeasurement) {
        tell(
            spool.take(
                measurement, maySend: maySend, limit: options().analyticsStorageLimit))
    }

    /// Sends what was kept if there is a connection for it.
    func sendIfPossible() {
        if maySend { tell(spool.flush()) }
    }

    private var maySend: Bool {
        switch device.connection {
        case .wifi: true
        case .cellular: options().allowsCellularAnalytics
        case .none: false
        }
    }

    private func tell(_ outcomes: [MeasurementOutcome]) {
        for outcome in outcomes { observer?(outcome) }
    }
}
