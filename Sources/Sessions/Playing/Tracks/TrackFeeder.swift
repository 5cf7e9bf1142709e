import Containers
import Transport
import VirtualTime

/// The work under way for one track: its request, a segment that arrived too early, segments read ahead.
final class TrackFeeder {
    /// The hold on the request under way, for media or for what decrypts it.
    var request: Hold?
    /// A segment that has arrived and cannot be placed yet.
    var held: Fetched<ReadSegment>?
    /// The initialization section that was fetched last.
    var initialization: (section: InitializationKey, read: ReadSection)?
    /// The section that the decryption of the last segment left; `nil` when it left none.
    var clearSection: OpenedInitialization?
    let readAhead = ReadAhead()

    /// Abandons what is under way.
    ///
    /// - Returns: The size of a segment that has arrived and was never placed; `nil` when there is none.
    func release() -> Int64? {
        request = nil
        readAhead.clear()
        return held.take()?.byteCount
    }
}
