import Devices
import Sessions
import VirtualTime

/// The measurements of offline playback and their simulated delivery.
///
/// The simulated SDK sends measurements to its vendor, and stores them while there is no
/// connection. The simulation sends nothing. For each measurement, it reports to the observer
/// whether the SDK would send, store or drop the measurement. Stored measurements are lost when the
/// `OfflineVideoManager` is released. The playback of a controller is measured when
/// `OfflineAnalyticsConsumer` is among the controller's session consumers.
///
/// Source: `Documentation/BrightcoveOffline.md#analytics`.
public final class OfflineAnalytics {
    /// A closure that receives each outcome in the event-loop turn in which it is decided.
    public var observer: ((MeasurementOutcome) -> Void)?

    private let device: Device
    private let options: () -> OfflineVideoOptions
    private var spool = MeasurementSpool()
    private var deviceHold: Hold?

    init(_ device: Device, options: @escaping () -> OfflineVideoOptions) {
        self.device = device
        self.options = options
        deviceHold = device.observe { [weak self] in
            if $0.concernsDownloads { self?.sendIfPossible() }
        }
    }

    /// The stored measurements, the oldest first.
    public var keptMeasurements: [PlaybackMeasurement] { spool.kept }

    /// Records a measurement.
    ///
    /// - Parameter measurement: The measurement.
    public func record(_ measurement: PlaybackMeasurement) {
        tell(
            spool.take(
                measurement, maySend: maySend, limit: options().analyticsStorageLimit))
    }

    /// Sends the stored measurements if there is a connection.
    func sendIfPossible() {
        if maySend { tell(spool.flush()) }
    }

    private var maySend: Bool {
        switch device.connection {
        case .wifi, .expensive, .constrained: true
        case .cellular: options().allowsCellularAnalytics
        case .none: false
        }
    }

    private func tell(_ outcomes: [MeasurementOutcome]) {
        for outcome in outcomes { observer?(outcome) }
    }
}
