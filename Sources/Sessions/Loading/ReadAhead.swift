import Presentation
import Transport
import VirtualTime

/// The identity of an initialization section, equal for all segments that share the section.
package struct InitializationKey: Hashable, Sendable {
    package let url: String
    package let byteRange: Range<Int64>?
}

/// Starts reading segments before they are requested, so that all processors are used.
///
/// The simulation does not change: a segment that was read early is delivered when it is requested,
/// like any other. Only resources on this machine are read early, so that no server receives a
/// request that a player would not make.
final class ReadAhead {
    private var pending: [SegmentNumber: PendingResult<FetchOutcome<ReadSegment>>] = [:]

    /// Removes and returns the read that was started for a segment; `nil` if none was started.
    func take(_ number: SegmentNumber) -> PendingResult<FetchOutcome<ReadSegment>>? {
        pending.removeValue(forKey: number)
    }

    /// Returns whether the read of a segment was started and its result has not been taken yet.
    func isReading(_ number: SegmentNumber) -> Bool { pending[number] != nil }

    /// Starts reading a segment unless its read was already started.
    func start(_ number: SegmentNumber, with fetcher: ResourceFetcher, job: () -> SegmentJob?) {
        guard pending[number] == nil, let job = job() else { return }
        pending[number] = fetcher.startAhead(job)
    }

    /// Discards all reads that were started.
    func clear() { pending = [:] }
}
