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
/// like any other. If its file or its keys have changed by then, it is read again. Only resources
/// on this machine are read early, so that no server receives a request that a player would not
/// make.
final class ReadAhead {
    /// The inputs that can change between the early read and the request of a segment.
    ///
    /// All other inputs of a read remain the same until ``clear()`` is called.
    private struct Inputs: Equatable {
        /// The version of the file that contains the segment; `nil` when there is no such file.
        private let file: FileIdentity?
        /// The identities of the transforms, which include the keys.
        private let transforms: [[UInt8]]

        /// Determines the inputs of a job.
        ///
        /// The result is `nil` if one of the transforms is not ``IdentifiedByContents``, because a
        /// change of this transform could not be detected.
        init?(_ job: SegmentJob) {
            let identities = job.transforms.map { ($0 as? any IdentifiedByContents)?.identity }
            transforms = identities.compactMap(\.self)
            guard transforms.count == identities.count else { return nil }
            file = LocalPath.localBytes(of: job.request.url).flatMap { FileIdentity(path: $0) }
        }
    }

    private struct Read {
        let inputs: Inputs
        let result: PendingResult<FetchOutcome<ReadSegment>>
    }

    private var pending: [SegmentNumber: Read] = [:]

    /// Removes the read that was started for a segment, and returns its result.
    ///
    /// - Parameters:
    ///   - number: The number of the segment.
    ///   - job: The job that reads the segment now.
    /// - Returns: The result; `nil` if no read was started, or if a read that starts now could have
    ///   another result, for example because the file was deleted.
    func take(
        _ number: SegmentNumber, for job: SegmentJob
    ) -> PendingResult<FetchOutcome<ReadSegment>>? {
        guard let read = pending.removeValue(forKey: number), read.inputs == Inputs(job) else {
            return nil
        }
        return read.result
    }

    /// Returns whether the read of a segment was started and its result has not been taken yet.
    func isReading(_ number: SegmentNumber) -> Bool { pending[number] != nil }

    /// Starts reading a segment, unless its read was already started or could become outdated.
    ///
    /// A segment is not read early if one of its transforms is not ``IdentifiedByContents``.
    func start(_ number: SegmentNumber, with fetcher: ResourceFetcher, job: () -> SegmentJob?) {
        guard pending[number] == nil, let job = job() else { return }
        // The inputs are determined first: a change during the read must not go unnoticed.
        guard let inputs = Inputs(job) else { return }
        pending[number] = Read(inputs: inputs, result: fetcher.startAhead(job))
    }

    /// Discards all reads that were started.
    func clear() { pending = [:] }
}
