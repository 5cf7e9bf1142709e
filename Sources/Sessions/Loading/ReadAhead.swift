import Presentation
import Transport
import VirtualTime

/// Names an initialization section: two segments with equal keys share one.
package struct InitializationKey: Hashable, Sendable {
    package let url: String
    package let byteRange: Range<Int64>?
}

/// Starts reading segments before they are requested, so that all processors are used.
///
/// It has no visible effect on a world: a segment that was read ahead is delivered when it is
/// requested, like any other. Only resources on this machine are read ahead, so that no server
/// receives a request that a player would not make.
final class ReadAhead {
    private var pending: [SegmentNumber: PendingResult<FetchOutcome<ReadSegment>>] = [:]

    /// Returns the started read of a segment, and removes it; `nil` if there is none.
    func take(_ number: SegmentNumber) -> PendingResult<FetchOutcome<ReadSegment>>? {
        pending.removeValue(forKey: number)
    }

    /// Whether a segment was started and not taken.
    func isReading(_ number: SegmentNumber) -> Bool { pending[number] != nil }

    /// Starts reading a segment unless it was started already.
    func start(_ number: SegmentNumber, with fetcher: ResourceFetcher, job: () -> SegmentJob?) {
        guard pending[number] == nil, let job = job() else { return }
        pending[number] = fetcher.startAhead(job)
    }

    /// Discards all started reads.
    func clear() { pending = [:] }
}
