/// Decides what becomes of measurements: sent, kept until they can be, or dropped.
///
/// When there is no more room only views are kept; the oldest that is no view makes room for one.
///
/// Source: `Documentation/BrightcoveOffline.md#options` (`AnalyticsStorageLimit`).
package struct MeasurementSpool: Equatable, Sendable {
    /// The least room that there is, in bytes.
    package static let leastLimit: Int64 = 1 << 20

    package private(set) var kept: [PlaybackMeasurement] = []
    package private(set) var byteCount: Int64 = 0
    private var isFullTold = false

    package init() {}

    /// Takes in a measurement.
    ///
    /// - Parameters:
    ///   - measurement: What was measured.
    ///   - maySend: Whether it can be sent now.
    ///   - limit: How many bytes may be kept.
    /// - Returns: What became of it and of what was kept, in order.
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

    /// Hands out all that was kept, to be sent.
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
