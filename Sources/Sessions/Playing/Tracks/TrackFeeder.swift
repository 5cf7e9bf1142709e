import Containers
import Playlists
import Presentation
import Transport
import VirtualTime

/// The work in progress for one track: its request, a segment that arrived too early, segments read
/// ahead.
final class TrackFeeder {
    /// The hold on the current request, for media or for its keys, or on the wait before one.
    var request: Hold?
    /// The failed attempts since the last segment that was obtained.
    var failures = SegmentFailures()
    /// The transfer of the current segment; `nil` without one.
    weak var transfer: FetchToken?
    /// The hold on the request of an initialization section.
    var sectionRequest: Hold?
    /// The transfer of an initialization section; `nil` without one.
    weak var sectionTransfer: FetchToken?
    /// The scheduled request of a segment that is loaded concurrently with its section.
    var beside: EventToken?
    /// Reads a segment that has arrived before its section.
    var afterSection: (() -> Void)?
    /// A segment that has arrived and cannot be placed yet.
    var held: Fetched<ReadSegment>?
    /// The initialization section that was fetched last.
    var initialization: (section: InitializationKey, read: ReadSection)?
    /// The decrypted section of the last segment; `nil` when there is none.
    var clearSection: OpenedInitialization?
    let readAhead = ReadAhead()
    /// The part that was requested because the playlist announces it; `nil` without one.
    private(set) var hint: HintedPart?
    /// The location of the announced part that was refused last.
    var refusedHint: String?

    /// Whether its last response is received although the track no longer wants it.
    var isAbandoned = false

    /// Whether a segment is being received, whose initialization section is known.
    var isReceivingSegment: Bool {
        request != nil && request === transfer && sectionRequest == nil
    }

    /// Waits for an announced part, and abandons the previous one.
    ///
    /// - Returns: The size of the previous part if it had arrived; `nil` otherwise.
    func expect(_ hint: HintedPart?) -> Int64? {
        let former = self.hint
        self.hint = hint
        return former?.arrived?.byteCount
    }

    /// Stores an initialization section for the segments from now on.
    func take(_ read: ReadSection, of section: InitializationKey) {
        initialization = (section, read)
        readAhead.clear()
    }

    /// Abandons the segment that was requested concurrently with a section that has failed.
    func abandonBeside() {
        if beside == nil, request != nil { initialization = nil }
        request = nil
        beside = nil
        afterSection = nil
    }

    /// Abandons all requests in progress.
    ///
    /// - Returns: The sizes of the segments and parts that have arrived and were never placed.
    func release() -> [Int64] {
        if sectionRequest != nil { abandonBeside() }
        request = nil
        sectionRequest = nil
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

    /// Returns whether a listed part is the announced one, and was read in the same way.
    func serves(_ other: ListedSegment, at url: String) -> Bool {
        url == self.url && other.segment.byteRange == nil && other.number == listed.number
            && other.segment.keys == listed.segment.keys
            && other.segment.initializationSection == listed.segment.initializationSection
    }
}
