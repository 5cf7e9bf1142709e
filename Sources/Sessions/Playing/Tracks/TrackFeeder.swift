import Containers
import Playlists
import Presentation
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
    /// The part that was requested because the playlist announces it; `nil` without one.
    private(set) var hint: HintedPart?
    /// The location of the announced part that was refused last.
    var refusedHint: String?

    /// Waits for an announced part, and abandons the one before it.
    ///
    /// - Returns: The size of the one before if it had arrived; `nil` otherwise.
    func expect(_ hint: HintedPart?) -> Int64? {
        let former = self.hint
        self.hint = hint
        return former?.arrived?.byteCount
    }

    /// Abandons what is under way.
    ///
    /// - Returns: The sizes of the segments and parts that have arrived and were never placed.
    func release() -> [Int64] {
        request = nil
        readAhead.clear()
        refusedHint = nil
        return [expect(nil), held.take()?.byteCount].compactMap { $0 }
    }
}

/// A part that was requested before its playlist lists it.
final class HintedPart {
    /// The absolute location.
    let url: String
    /// The part as the playlist announces it.
    let listed: ListedSegment
    /// The request; releasing it cancels the request.
    var request: Hold?
    /// The part, once it has arrived.
    var arrived: Fetched<ReadSegment>?
    /// Receives the result, once the playlist lists the part; `nil` before.
    var deliver: ((Result<Fetched<ReadSegment>, SessionError>) -> Void)?

    init(_ listed: ListedSegment, at url: String) {
        self.listed = listed
        self.url = url
    }

    /// Returns whether a listed part is the announced one, read as it has to be.
    func serves(_ other: ListedSegment, at url: String) -> Bool {
        url == self.url && other.segment.byteRange == nil && other.number == listed.number
            && other.segment.keys == listed.segment.keys
            && other.segment.initializationSection == listed.segment.initializationSection
    }
}
