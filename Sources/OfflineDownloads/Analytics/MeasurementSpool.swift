/// A store that decides whether each measurement is sent, stored until later, or dropped.
///
/// When the store is full, it accepts only measurements of video views. To make room for such a
/// measurement, it drops the oldest measurement of another kind.
///
/// Source: `Documentation/BrightcoveOffline.md#options` (`AnalyticsStorageLimit`).
package struct MeasurementSpool: Equatable, Sendable {
    /// The smallest size limit, in bytes.
    package static let leastLimit: Int64 = 1 << 20

    package private(set) var kept: [PlaybackMeasurement] = []
    package private(set) var byteCount: Int64 = 0
    private var isFullTold = false

    package init() {}

    /// Records a measurement.
    ///
    /// - Parameters:
    ///   - measurement: The measurement.
    ///   - maySend: Whether the measurement can be sent now.
    ///   - limit: The size limit of the store in bytes.
    /// - Returns: The outcomes of the measurement and of stored measurements, in order.
    package mutating func take(
        _ measurement: PlaybackMeasurement, maySend: Bool, limit: Int64
    ) -> [MeasurementOutcome] {
        guard !maySend else { return flush() + [.sent(measurement)] }
        let limit = max(limit, Self.leastLimit)
        let size = Int64(measurement.text.utf8.count)
        var outcomes: [MeasurementOutcome] = []
        if byteCount + size > limit {
            if !isFullTold { outcomes.append(.storageIsFull) }
            isFullTold = true
            guard measurement.kind == .videoView else { return outcomes + [.dropped(measurement)] }
            while byteCount + size > limit, let dropped = dropOldest() {
                outcomes.append(.dropped(dropped))
            }
            guard byteCount + size <= limit else { return outcomes + [.dropped(measurement)] }
        }
        kept.append(measurement)
        byteCount += size
        return outcomes + [.kept(measurement)]
    }

    /// Removes and returns all stored measurements, to be sent.
    package mutating func flush() -> [MeasurementOutcome] {
        defer {
            kept = []
            byteCount = 0
            isFullTold = false
        }
        return kept.map(MeasurementOutcome.sent)
    }

    private mutating func dropOldest() -> PlaybackMeasurement? {
        guard let index = kept.firstIndex(where: { $0.kind != .videoView }) else { return nil }
        let dropped = kept.remove(at: index)
        byteCount -= Int64(dropped.text.utf8.count)
        return dropped
    }
}
